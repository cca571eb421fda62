"""Two players and the games that they play: in pairs of the same deal, seats swapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from turnwright.arena.play_game import game_of
from turnwright.arena.players import Player
from turnwright.arena.record import GameSetup
from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.core.views import ViewKind


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """What two players play against each other."""

    game: str
    """Spec of the game."""
    players: tuple[Player, Player]
    """The two players; results are from the first one's side."""
    games: int
    """How many games, an even number: every deal is played twice, once from either seat."""
    seed: int = 0
    """All deals and the players' seeds follow from it; pairings with the same seed play the same deals."""
    view: ViewKind = "open"
    """What the players may know."""

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise TurnwrightError(
                f"{self.games} games cannot be played: the number must be even and at least 2, because every deal "
                "is played from both seats"
            )

    @property
    def pairs(self) -> int:
        """How many deals are played."""
        return self.games // 2

    def pair(self, number: int) -> tuple["SeatedGame", "SeatedGame"]:
        """The two games of a deal. The players' seeds differ by game and seat."""
        if number not in self._pairs:
            self._pairs[number] = self._pair(number)
        return self._pairs[number]

    @cached_property
    def _pairs(self) -> dict[int, tuple["SeatedGame", "SeatedGame"]]:
        """The pairs asked for so far: whoever plays, counts or reports asks for the same ones, and their keys cost."""
        return {}

    def _pair(self, number: int) -> tuple["SeatedGame", "SeatedGame"]:
        seed = game_of(self.game).deal_of_match(self.seed, number)
        first, second = self.players
        return (
            SeatedGame(
                seats=(0, 1),
                setup=GameSetup(
                    game=self.game,
                    players=(first, second),
                    seed=seed,
                    agent_seeds=(_seed(self.seed, number, 0, 0), _seed(self.seed, number, 0, 1)),
                    view=self.view,
                ),
            ),
            SeatedGame(
                seats=(1, 0),
                setup=GameSetup(
                    game=self.game,
                    players=(second, first),
                    seed=seed,
                    agent_seeds=(_seed(self.seed, number, 1, 0), _seed(self.seed, number, 1, 1)),
                    view=self.view,
                ),
            ),
        )

    def __iter__(self) -> Iterator["SeatedGame"]:
        """All games, pair by pair."""
        for number in range(self.pairs):
            yield from self.pair(number)


@dataclass(frozen=True, kw_only=True)
class SeatedGame:
    """A game of a pairing."""

    seats: tuple[int, int]
    """Which of the pairing's players sit where; the two may have the same spec."""
    setup: GameSetup


def _seed(*path: int) -> int:
    """A seed that every JSON reader can hold."""
    return int(generator(*path)[0]) >> 11
