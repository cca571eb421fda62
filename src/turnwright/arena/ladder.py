"""Skill ladders: agents with growing budgets, and how much more budget one needs to be as strong as another.

`ladder` is the front door, also from a script.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Unpack

import turnwright
from turnwright.arena.growing_budgets import amount_of, growing_budgets, players_of
from turnwright.arena.match import Playing
from turnwright.arena.plots import draw_ladder
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import CrossTable, Score
from turnwright.arena.statistics import Doublings, EloDifference, doublings_for_equal_strength
from turnwright.arena.text import WIDE, LadderRow, ladder_text
from turnwright.arena.tournament import Tournament, TournamentResult, tournament
from turnwright.core.budget import Budget
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME


@dataclass(frozen=True, kw_only=True)
class Ladder(Tournament):
    """Agents with growing budgets: every agent meets itself with the next budget, and every other with the same.

    The players are the agents one after the other, each with every budget.
    """

    budgets: tuple[Budget, ...]
    """The budgets, the lowest first."""

    @classmethod
    def of(cls, agents: Sequence[str], budgets: Sequence[str | Budget], **settings: Any) -> "Ladder":
        """The ladder of some agents; what is wrong with it is said before anything is played."""
        limits = growing_budgets(budgets, "a ladder")
        return cls(players=players_of(agents, limits, "a ladder"), budgets=limits, **settings)

    @property
    def agents(self) -> list[str]:
        """The agents' specs."""
        return [self.players[rungs[0]].agent for rungs in self.rungs]

    @cached_property
    def rungs(self) -> list[range]:
        """The places of every agent's players, the lowest budget first."""
        number = len(self.budgets)
        return [range(first, first + number) for first in range(0, len(self.players), number)]

    @property
    def amounts(self) -> list[float]:
        """The budgets as numbers."""
        return [amount_of(budget) for budget in self.budgets]

    def meetings(self) -> Iterable[tuple[int, int]]:
        up = [pair for rungs in self.rungs for pair in pairwise(rungs)]
        return [*up, *(pair for one, other in combinations(self.rungs, 2) for pair in zip(one, other, strict=True))]


@dataclass(frozen=True, kw_only=True)
class LadderResult:
    """The result of a ladder. Prints as a table, with the budget that one agent needs to be as strong as another."""

    planned: Ladder
    """What was played."""
    played: TournamentResult
    """The same as a tournament."""

    @property
    def table(self) -> CrossTable:
        """All scores and ratings."""
        return self.played.table

    @property
    def store(self) -> str:
        """Where the games are."""
        return self.played.store

    @property
    def games(self) -> list[GameRecord]:
        """The games, pairing by pairing; read from the store."""
        return self.played.games

    def to_frame(self, library: str | None = None) -> Any:
        """A row per game, as a frame of pandas or polars: the library named, or the first that is installed."""
        return self.played.to_frame(library)

    def doublings(self, one: str, other: str) -> Doublings:
        """By how many doublings one agent's budget must exceed another's for equal strength."""
        agents = self.planned.agents
        first, second = (self.planned.rungs[agents.index(turnwright.agent(name).spec)] for name in (one, other))
        return doublings_for_equal_strength(self.table.ratings, first, second, self.planned.amounts)

    @cached_property
    def comparisons(self) -> list[tuple[str, str, Doublings]]:
        """Every two agents, the one that needs more first, and how much more."""
        found = []
        for one, other in combinations(self.planned.agents, 2):
            more = self.doublings(one, other)
            found.append((one, other, more) if more.doublings >= 0 else (other, one, self.doublings(other, one)))
        return found

    def gain(self, agent: str) -> EloDifference:
        """By how much an agent is stronger with the highest budget than with the lowest."""
        rungs = self.planned.rungs[self.planned.agents.index(turnwright.agent(agent).spec)]
        return self.table.ratings.difference(rungs[-1], rungs[0])

    def sentences(self) -> list[str]:
        """What one agent needs to be as strong as another, in words."""
        return [f"{one} needs {more} the budget of {other} to be as strong." for one, other, more in self.comparisons]

    def text(self, width: int = WIDE) -> str:
        """The ratings by agent and budget, and what one agent needs to be as strong as another."""
        planned = self.planned
        where = f"{planned.game}, view {turnwright.game(planned.game).view_text(planned.view)}"
        title = f"{where}: Elo ± 95 %, and the score in % against the next lower budget"
        rows = [LadderRow(agent, list(rungs), self._steps_up(rungs)) for agent, rungs in self._by_strength()]
        headings = list(map(str, planned.budgets))
        return "\n".join([ladder_text(self.table, rows, headings, title, width), *self.sentences()])

    def _by_strength(self) -> list[tuple[str, range]]:
        """The agents with their rungs, the strongest with the highest budget first."""
        agents = list(zip(self.planned.agents, self.planned.rungs, strict=True))
        return sorted(agents, key=lambda entry: -self.table.ratings.elo[entry[1][-1]])

    def _steps_up(self, rungs: range) -> list[Score]:
        """The scores of an agent's budgets but the first against the ones before, from the lower one's side."""
        scores = {(one, other): score for one, other, score in self.table.scores}
        return [scores[pair] for pair in pairwise(rungs)]

    def draw(self, file: str | Path) -> None:
        """Draw strength over budget, a line for every agent, as .svg or .png."""
        title = f"{self.planned.game}: strength by budget"
        draw_ladder(
            self.table.ratings, self._by_strength(), self.planned.budgets, self.planned.amounts, title, Path(file)
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything but the games, ready for JSON."""
        planned = self.planned
        compared = [{"one": one, "other": other} | more.as_dict() for one, other, more in self.comparisons]
        ladder = {"agents": planned.agents, "budgets": list(map(str, planned.budgets)), "doublings": compared}
        gains = {agent: self.gain(agent).as_dict() for agent in planned.agents}
        return ladder | {"gains": gains} | self.played.as_dict()

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def ladder(
    agents: Sequence[str] | Ladder,
    budgets: Sequence[str | Budget] = (),
    *,
    game: str = DEFAULT_GAME,
    games: int = 100,
    seed: int = 0,
    view: ViewKind = "open",
    **playing: Unpack[Playing],
) -> LadderResult:
    """Play agents over a ladder of budgets, and measure how much more budget one needs to be as strong as another.

    agents: such as ["oep", "mcts"]; or a `Ladder`, which also names the game and its options.
    budgets: such as ["10ms", "20ms", "40ms"]: increasing, in one currency.
    games: per pairing, an even number: every deal is played twice, with swapped seats.
    store, workers, backend, patience, any_source, progress: as in `match`.
    """
    planned = agents if isinstance(agents, Ladder) else planned_ladder(agents, budgets, game, games, seed, view)
    played = tournament(planned, **playing)
    return LadderResult(planned=planned, played=played)


def planned_ladder(
    agents: Sequence[str], budgets: Sequence[str | Budget], game: str, games: int, seed: int, view: ViewKind
) -> Ladder:
    """The ladder that a call describes, checked."""
    spec = turnwright.game(game).spec
    planned = Ladder.of(agents, budgets, game=spec, games=games, seed=seed, view=view)
    planned.pairings()
    return planned
