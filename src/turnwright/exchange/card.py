"""The data card of a file of games or positions: what it holds, and how it was made."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import turnwright


@dataclass
class DataCard:
    """What a file holds, counted while its rows pass by."""

    table: str
    """`games` or `positions`."""
    version: int
    """Of the table's columns."""
    rows: int = 0
    games: Counter[str] = field(default_factory=Counter)
    """Rows by the spec of the game."""
    agents: Counter[str] = field(default_factory=Counter)
    """Rows by who played, with its budget."""
    views: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[int] = field(default_factory=Counter)
    forfeits: int = 0
    sources: set[str] = field(default_factory=set)
    """Digests of the sources that played the games."""

    def counting(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """The rows, counted."""
        for row in rows:
            self.count(row)
            yield row

    def count(self, row: Mapping[str, Any]) -> None:
        """Count a row of the table."""
        self.rows += 1
        self.games[row["game"]] += 1
        self.views[row["view"]] += 1
        self.outcomes[row["outcome"]] += 1
        if self.table == "games":
            self.agents.update(
                {_player(row["first"], row["first_budget"]), _player(row["second"], row["second_budget"])}
            )
            self.forfeits += bool(row["forfeit"])
            self.sources.add(row["source"])
        else:
            self.agents[_player(row["agent"], row["budget"])] += 1
            self.forfeits += row["forfeited"]

    def as_dict(self) -> dict[str, Any]:
        """The card as plain data; a Parquet file carries it in its metadata."""
        return {
            "table": self.table,
            "version": self.version,
            "made_with": f"turnwright {turnwright.__version__}",
            "rows": self.rows,
            "games": dict(self.games),
            "agents": dict(self.agents),
            "views": dict(self.views),
            "outcomes": {str(outcome): count for outcome, count in sorted(self.outcomes.items())},
            "forfeits": self.forfeits,
            "sources": sorted(self.sources),
        }

    def as_json(self) -> str:
        return json.dumps(self.as_dict())

    def text(self, title: str) -> str:
        """The card as a page of Markdown."""
        won, drawn, lost = (self.outcomes[outcome] for outcome in (1, 0, -1))
        lines = [
            f"# {title}",
            "",
            f"{self.rows:,} {self.table} of Turnwright (table `{self.table}`, version {self.version}), written by "
            f"turnwright {turnwright.__version__}.",
            "",
            "## What is in it",
            "",
            *_table("game", self.games),
            *_table("player", self.agents),
            *_table("view", self.views),
            f"Player 0 won in {won:,} rows, player 1 in {lost:,}, and {drawn:,} are drawn; {self.forfeits:,} are of "
            "games that ended by forfeit.",
            "",
            "## How it was made",
            "",
            "Every row comes from a game that was played by the agents above; the rules have checked every turn of "
            "positions, and check games when they are imported. Values are in each agent's own unit.",
            *(["", f"Digests of the sources that played: {', '.join(sorted(self.sources))}."] if self.sources else []),
            "",
            "## What to mind",
            "",
            "- Positions of one game depend on each other: keep a game (`game_key`) on one side of a split.",
            "- The outcome is that of the players above, not of perfect play.",
            "- States show everything, also what the player could not know under a `hidden` view.",
            "",
        ]
        return "\n".join(lines)


def _player(agent: str, budget: str | None) -> str:
    return agent if budget is None else f"{agent}@{budget}"


def _table(heading: str, counts: Counter[str]) -> list[str]:
    rows = [f"| `{name}` | {count:,} |" for name, count in counts.most_common()]
    return [f"| {heading} | rows |", "|---|---:|", *rows, ""]
