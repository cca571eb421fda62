"""Where players stand: the score of a pairing, and the cross table of many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

import numpy as np

from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.provenance import counted_source
from turnwright.arena.statistics import (
    EloDifference,
    GameCounts,
    PairedScore,
    Ratings,
    SignedRank,
    bradley_terry,
    pair_counts,
    paired_score,
    signed_rank_of_pairs,
    wilson_interval,
)
from turnwright.arena.store import Outcome


@dataclass(frozen=True, kw_only=True)
class Score(GameCounts):
    """The result of a pairing, from its first player's side."""

    players: tuple[Player, Player]
    pairs: tuple[float, ...]
    """Points of the first player in every pair that is complete, in order."""
    forfeits: tuple[tuple[int, str, int], ...] = ()
    """Which player forfeited, why, and how often."""
    endings: tuple[tuple[str, int], ...] = ()
    """How games ended, in the game's own words, and how often; the commonest first."""
    overrun_ms: float | None = None
    """By how many milliseconds a turn went over its time at most; none without a time budget."""

    @cached_property
    def paired(self) -> PairedScore:
        """The score of the complete pairs."""
        return paired_score(pair_counts(self.pairs), left_over=self.games - 2 * len(self.pairs))

    @property
    def elo(self) -> EloDifference:
        """The difference in strength, with the error that the pairs give."""
        return EloDifference.of(self.paired.share, self.paired.interval)

    @property
    def signed_rank(self) -> SignedRank:
        """The papers' test of significance."""
        return signed_rank_of_pairs(self.paired.counts)

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        paired = self.paired
        return {
            "players": [str(player) for player in self.players],
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "share": self.share,
            "wilson": list(self.interval),
            "pairs": {
                "counts": list(paired.counts),
                "share": paired.share,
                "interval": list(paired.interval),
                "left_over": paired.left_over,
            },
            "wilcoxon_p": self.signed_rank.p,
            "elo": self.elo.as_dict(),
            "forfeits": [
                {"player": str(self.players[player]), "reason": reason, "games": games}
                for player, reason, games in self.forfeits
            ],
            "endings": dict(self.endings),
            "overrun_ms": self.overrun_ms,
        }


def score_of(pairing: Pairing, arena: ArenaConfig, *, pairs: int | None = None) -> Score:
    """The result of a pairing as far as it has been played, or of its first pairs only."""
    played = [pairing.pair(number) for number in range(pairing.pairs if pairs is None else min(pairs, pairing.pairs))]
    setups = (game.setup for pair in played for game in pair)
    found = arena.store.outcomes(setups, counted_source(pairing, arena))
    tally = Tally(players=pairing.players)
    for pair in played:
        tally.add([(game.seats, found[game.setup.key]) for game in pair if game.setup.key in found])
    return tally.score()


@dataclass(kw_only=True)
class Tally:
    """A score that is being counted."""

    players: tuple[Player, Player]
    _results: Counter[int] = field(default_factory=Counter)
    _pairs: list[float] = field(default_factory=list)
    _forfeits: Counter[tuple[int, str]] = field(default_factory=Counter)
    _endings: Counter[str] = field(default_factory=Counter)
    _overrun_ms: float | None = None

    def add(self, pair: Sequence[tuple[tuple[int, int], Outcome]]) -> None:
        """Count the games of a pair: one, two, or none."""
        points = 0.0
        for seats, game in pair:
            result = game.outcome if seats[0] == 0 else -game.outcome
            self._results[result] += 1
            points += (1 + result) / 2
            if game.forfeit:
                self._forfeits[seats[0] if game.outcome < 0 else seats[1], game.forfeit] += 1
            if game.ending:
                self._endings[game.ending] += 1
            if game.overrun_ms is not None:
                self._overrun_ms = max(game.overrun_ms, self._overrun_ms or 0.0)
        if len(pair) == 2:
            self._pairs.append(points)

    def score(self) -> Score:
        """The score so far."""
        return Score(
            players=self.players,
            wins=self._results[1],
            draws=self._results[0],
            losses=self._results[-1],
            pairs=tuple(self._pairs),
            forfeits=tuple((player, reason, games) for (player, reason), games in self._forfeits.items()),
            endings=tuple(self._endings.most_common()),
            overrun_ms=self._overrun_ms,
        )


@dataclass(frozen=True, kw_only=True)
class CrossTable:
    """The results of several players among each other."""

    players: tuple[Player, ...]
    scores: tuple[tuple[int, int, Score], ...]
    """Who played whom, by their places, and how it went from the first one's side."""

    @cached_property
    def points(self) -> np.ndarray:
        """Points of row against column."""
        return self._filled(lambda score: (score.points, score.games - score.points))

    @cached_property
    def games(self) -> np.ndarray:
        """Games of row against column."""
        return self._filled(lambda score: (float(score.games), float(score.games)))

    def _filled(self, of: Any) -> np.ndarray:
        table = np.zeros((len(self.players), len(self.players)))
        for row, column, score in self.scores:
            there, back = of(score)
            table[row, column] += there
            table[column, row] += back
        return table

    @cached_property
    def ratings(self) -> Ratings:
        """Bradley–Terry ratings on the Elo scale."""
        return bradley_terry(self.points, self.games, [str(player) for player in self.players])

    @property
    def overrun_ms(self) -> float | None:
        """By how many milliseconds a turn of anybody went over its time at most; none without time budgets."""
        return max((score.overrun_ms for _, _, score in self.scores if score.overrun_ms is not None), default=None)

    def ranking(self) -> list[int]:
        """The players' places in the table, the strongest first."""
        return sorted(range(len(self.players)), key=lambda place: -self.ratings.elo[place])

    def _repr_html_(self) -> str:
        """What a notebook shows: points in per cent, row against column, the strongest first."""
        places = self.ranking()
        heads = "".join(f"<th>{head}</th>" for head in ("", "agent", *range(1, len(places) + 1), "all", "Elo"))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(map(self._row_html, places))}</tbody></table>"

    def _row_html(self, place: int) -> str:
        places = self.ranking()
        cells = [_cell_html(self.points[place, other], int(self.games[place, other])) for other in places]
        whole = _cell_html(float(self.points[place].sum()), int(self.games[place].sum()))
        player = f"<td style='text-align:left'>{escape(str(self.players[place]))}</td>"
        elo = f"<td>{self.ratings.elo[place]:.0f}</td>"
        return f"<tr><td>{places.index(place) + 1}</td>{player}{''.join(cells)}{whole}{elo}</tr>"

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON; rows and columns in the order of the players."""
        places = range(len(self.players))
        return {
            "players": [str(player) for player in self.players],
            "table": [
                [_cell(self.points[row, column], int(self.games[row, column])) for column in places] for row in places
            ],
            "ratings": self.ratings.as_dict(),
            "ranking": self.ranking(),
            "pairings": [score.as_dict() for _, _, score in self.scores],
        }


def _cell_html(points: float, games: int) -> str:
    """A share with its interval as a hint; the greener, the more."""
    if games == 0:
        return "<td>–</td>"
    low, high = wilson_interval(points, games)
    share = points / games
    hint = f"{points:g} of {games} points, 95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return f"<td title='{hint}' style='background:hsla({120 * share:.0f},45%,60%,.35)'>{100 * share:.1f}</td>"


def _cell(points: float, games: int) -> dict[str, Any] | None:
    if games == 0:
        return None
    low, high = wilson_interval(points, games)
    return {"points": points, "games": games, "share": points / games, "low": low, "high": high}
