"""Scores and search figures from the stored games of an experiment."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import games_of
from turnwright.arena.pairing import Pairing
from turnwright.arena.record import FIGURES
from turnwright.arena.scores import Score, score_of
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.result import CellScore
from turnwright.papers.scale import Size, pairing_for

Values = dict[str, list[float]]
"""Figures of searches, by name, turn by turn."""


class Matches:
    """The matches behind some cells of an experiment."""

    def __init__(self, experiment: Experiment, cells: Sequence[Cell], size: Size) -> None:
        self.places = [(cell, *pairing_for(experiment, cell, size)) for cell in cells]
        """Each cell with its pairing, and which of the two players it is about."""

    @cached_property
    def pairings(self) -> list[Pairing]:
        """What is played: every pairing once, however many cells it is behind."""
        return list(dict.fromkeys(pairing for _, pairing, _ in self.places))

    def read(self, arena: ArenaConfig) -> "Played":
        """What the stored games say."""
        scores = {pairing: score_of(pairing, arena) for pairing in self.pairings}
        searches = {pairing: _searches(pairing, arena) for pairing in self.pairings}
        return Played(self.places, scores, searches)


def _searches(pairing: Pairing, arena: ArenaConfig) -> tuple[Values, Values]:
    """The figures of both players' searches."""
    of_players: tuple[Values, Values] = (defaultdict(list), defaultdict(list))
    for game, record in games_of(pairing, arena):
        seats = [int(seat or 0) for seat in record.figure("seat")]
        for name in FIGURES:
            for seat, value in zip(seats, record.figure(name), strict=True):
                of_players[game.seats[seat]][name].append(value or 0.0)
    return of_players


class Played:
    """What the games of some matches say."""

    def __init__(
        self,
        places: Sequence[tuple[Cell, Pairing, int]],
        scores: dict[Pairing, Score],
        searches: dict[Pairing, tuple[Values, Values]],
    ) -> None:
        self._places = places
        self._scores = scores
        self._searches = searches

    @property
    def scores(self) -> list[CellScore]:
        """The score of every cell."""
        scores = []
        for cell, pairing, player in self._places:
            score = self._scores[pairing]
            wins, losses = (score.losses, score.wins) if player else (score.wins, score.losses)
            scores.append(
                CellScore(
                    cell=cell,
                    player=str(pairing.players[player]),
                    opponent=str(pairing.players[1 - player]),
                    wins=wins,
                    draws=score.draws,
                    losses=losses,
                    wanted=pairing.games,
                    p=score.signed_rank.p if score.pairs else None,
                )
            )
        return scores

    def searches(self) -> dict[tuple[str, int | None, float], Values]:
        """The figures of every role's searches, by role, length of the turns and seconds of the paper."""
        found: dict[tuple[str, int | None, float], Values] = {}
        seen = set()
        for cell, pairing, player in self._places:
            for role, seconds, place in (
                (cell.player, cell.seconds, player),
                (cell.opponent, cell.opponent_seconds, 1 - player),
            ):
                if pairing.players[place].budget is None or (pairing, place) in seen:
                    continue
                seen.add((pairing, place))
                values = found.setdefault((role, cell.turn_length, seconds), defaultdict(list))
                for name, measured in self._searches[pairing][place].items():
                    values[name].extend(measured)
        return found

    def remarks(self) -> list[str]:
        """Forfeits and overruns, which a reader must know of."""
        forfeits: Counter[str] = Counter()
        for score in self._scores.values():
            for player, reason, games in score.forfeits:
                forfeits[f"{score.players[player]}: {reason}"] += games
        remarks = [f"{games} games were forfeited by {why}." for why, games in forfeits.most_common()]
        overruns = [score.overrun_ms for score in self._scores.values() if score.overrun_ms is not None]
        if overruns:
            remarks.append(f"A turn went over its time by {max(overruns):.1f} ms at most.")
        return remarks
