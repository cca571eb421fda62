"""Scores and search figures from the stored games of an experiment."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property

from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.record import FIGURES, GameRecord
from turnwright.arena.scores import Score, score_of
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.kept_games import EarlierGames, KeptPairing, kept_pairing
from turnwright.papers.locm.drafts import draft_clusters
from turnwright.papers.result import CellScore
from turnwright.papers.scale import Size, pairing_for

Values = dict[str, list[float]]
"""Figures of searches, by name, turn by turn."""


class Matches:
    """The matches behind some cells of an experiment."""

    def __init__(self, experiment: Experiment, cells: Sequence[Cell], size: Size) -> None:
        self.places = [(cell, *pairing_for(experiment, cell, size)) for cell in cells]
        """Each cell with its pairing, and which of the two players it is about."""
        self._size = size

    @cached_property
    def pairings(self) -> list[Pairing]:
        """What is played: every pairing once, however many cells it is behind."""
        return list(dict.fromkeys(pairing for _, pairing, _ in self.places))

    def read(self, arena: ArenaConfig, earlier: EarlierGames) -> "Played":
        """What the stored games say, and those of kept results."""
        scores = {pairing: score_of(pairing, arena) for pairing in self.pairings}
        searches, kept, started = {}, [], []
        for pairing in self.pairings:
            one, records = kept_pairing(pairing, arena, earlier)
            kept.append(one)
            searches[pairing] = _searches(records)
            started += [record.started for _, record in records]
        played = Played(self.places, scores, searches)
        played.scores = cell_scores(self._cells_of(kept), is_judged=self._size.is_full)
        played.pairings = tuple(kept)
        played.earlier = sum(len(one.games) for one in kept) - len(started)
        days = [*map(_day, started), *(earlier.days if played.earlier else ())]
        played.days = (min(days), max(days)) if days else None
        return played

    def _cells_of(self, kept: Sequence[KeptPairing]) -> list[tuple[Cell, int, int, KeptPairing, int]]:
        """Every cell with its pairing's place, its side, that pairing's games, and how many were wanted."""
        numbers = {pairing: number for number, pairing in enumerate(self.pairings)}
        return [
            (cell, numbers[pairing], side, kept[numbers[pairing]], pairing.games) for cell, pairing, side in self.places
        ]


def cell_scores(cells: Sequence[tuple[Cell, int, int, KeptPairing, int]], *, is_judged: bool) -> list[CellScore]:
    """Scores from kept games: of each cell, with the place of its pairing, its side, the games, and how many were
    wanted."""
    scores = []
    sides: dict[int, set[int]] = {}
    for cell, number, side, kept, wanted in cells:
        wins, draws, losses = kept.counts(side)
        before = sides.setdefault(number, set())
        scores.append(
            CellScore(
                cell=cell,
                player=kept.players[side],
                opponent=kept.players[1 - side],
                wins=wins,
                draws=draws,
                losses=losses,
                wanted=wanted,
                p=kept.p(),
                pairs=kept.pairs(side),
                clusters=draft_clusters(kept, side),
                is_judged=is_judged,
                is_mirror=1 - side in before,
                source=(number, side),
            )
        )
        before.add(side)
    return scores


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def _searches(records: Sequence[tuple[SeatedGame, GameRecord]]) -> tuple[Values, Values]:
    """The figures of both players' searches."""
    of_players: tuple[Values, Values] = (defaultdict(list), defaultdict(list))
    for game, record in records:
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
        self.scores: list[CellScore] = []
        """The score of every cell."""
        self.pairings: tuple[KeptPairing, ...] = ()
        """The games behind them."""
        self.earlier = 0
        """How many of them are of kept results."""
        self.days: tuple[str, str] | None = None
        """The days of the first and the last game."""

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
            remarks.append(f"The largest overrun of a turn was {max(overruns):.1f} ms.")
        if self.earlier:
            remarks.append(f"{self.earlier:,} games are of a result kept earlier; means of searches leave them out.")
        return remarks
