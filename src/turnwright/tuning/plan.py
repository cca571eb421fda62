"""A tuning as a plan: what is searched, and which games say how good a point is."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.core.spec import write_value
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME
from turnwright.tuning.ntbea import NtbeaSettings
from turnwright.tuning.optimisers import Optimiser, OptimiserSettings, make_optimiser
from turnwright.tuning.space import Point, Space
from turnwright.tuning.tpe import TpeSettings
from turnwright.tuning.tuple_model import tuples_of

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class TuningError(TurnwrightError):
    """A tuning that cannot be done as it is written."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is tuned, and by how many games. The fitness of a point is its share of the points of a set of games."""

    space: Space
    """The dimensions of the search."""
    agent: str
    """The player that is tuned, with `{name}` where a dimension's value goes: `oep:mutation={mutation}@500ev`."""
    opponent: Player
    """Whom it plays."""
    game: str = DEFAULT_GAME
    """Spec of the game, which may hold dimensions, too: `locm:evaluation=features,board={board}`."""
    budget: Budget | None = None
    """What the agent may spend on a turn if it names no budget."""
    games: int = 12
    """Games of a set, an even number: every deal is played from both seats."""
    iterations: int = 1000
    """Sets that each run of the optimiser plays."""
    runs: int = 5
    """Runs, independent of each other."""
    play_off: int | None = None
    """Games that each run's recommendation plays in the end, on the same deals, to choose among them; if not given, a
    fifth of a run's games."""
    seed: int = 0
    """All deals, and the optimisers' and the players' seeds follow from it."""
    view: ViewKind = "open"
    """What the players may know."""
    log_every: int = 100
    """Iterations from one recommendation in the report to the next."""
    ntbea: NtbeaSettings = field(default_factory=NtbeaSettings)
    """How NTBEA searches."""
    optuna: TpeSettings = field(default_factory=TpeSettings)
    """How Optuna searches."""

    def __post_init__(self) -> None:
        for name, least in (("iterations", 1), ("runs", 1), ("log_every", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise TuningError(f"{name} is {getattr(self, name)}; it must be at least {least}")
        if self.play_off_games and (self.play_off_games < 0 or self.play_off_games % 2):
            raise TuningError(f"play_off is {self.play_off}; it must be an even number of games, or 0 for none")
        tuples_of(self.ntbea.tuples, len(self.space.sizes))
        self._check_placeholders()
        for point in self.space.covering():  # settings that do not exist are refused before anything is played
            self.pairing(point)

    def _check_placeholders(self) -> None:
        named = _PLACEHOLDER.findall(self.agent) + _PLACEHOLDER.findall(self.game)
        for name in named:
            if name not in self.space.names:
                raise TuningError(
                    f"{{{name}}} is not a dimension of the space; available: {', '.join(self.space.names)}"
                )
        for name in self.space.names:
            if name not in named:
                raise TuningError(
                    f"nothing uses {name}; write {{{name}}} where its value goes in the agent or the game"
                )

    @property
    def play_off_games(self) -> int:
        """Games of each recommendation in the play-off."""
        if self.play_off is not None:
            return self.play_off
        return 2 * -(-self.iterations * self.games // 10)

    def settings_of(self, optimiser: str) -> OptimiserSettings:
        """How an optimiser searches."""
        return self.ntbea if optimiser == "ntbea" else self.optuna

    def optimiser(self, name: str, run: int) -> Optimiser:
        """The optimiser of a run."""
        return make_optimiser(self.space, self.settings_of(name), _seed(self.seed, run))

    def set_of(self, point: Point, run: int, iteration: int) -> Pairing:
        """The games that are played when a run evaluates a point: other deals in every iteration."""
        return self.pairing(point, seed=_seed(self.seed, run, iteration))

    def play_off_of(self, point: Point) -> Pairing:
        """The games of a recommendation: the same deals for all, and new to all."""
        return self.pairing(point, games=self.play_off_games, seed=_seed(self.seed))

    def pairing(self, point: Point, *, games: int | None = None, seed: int = 0) -> Pairing:
        """Games of the point's player against the opponent."""
        values = self.space.values(point)
        try:
            game, player = _game(_filled(self.game, values)), _player(_filled(self.agent, values), self.budget)
        except TurnwrightError as error:
            raise TuningError(f"{self.space.text(point)} cannot be played: {error}") from error
        players = (player, self.opponent)
        return Pairing(
            game=game, players=players, games=self.games if games is None else games, seed=seed, view=self.view
        )

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain data, as a file has it."""
        return {
            "agent": self.agent,
            "opponent": str(self.opponent),
            "game": self.game,
            "budget": None if self.budget is None else str(self.budget),
            "games": self.games,
            "iterations": self.iterations,
            "runs": self.runs,
            "play_off": self.play_off_games,
            "seed": self.seed,
            "view": self.view,
            "log_every": self.log_every,
            "space": {dimension.name: list(dimension.values) for dimension in self.space.dimensions},
            "ntbea": asdict(self.ntbea),
            "optuna": asdict(self.optuna),
        }

    def covering(self) -> Iterator[Pairing]:
        """A few pairings, in which every value of every dimension takes part."""
        return (self.pairing(point) for point in self.space.covering())


def _filled(template: str, values: dict[str, bool | int | float | str]) -> str:
    return _PLACEHOLDER.sub(lambda found: write_value(values[found[1]]), template)


# An optimiser comes back to the same points again and again.
@lru_cache(maxsize=4096)
def _player(text: str, budget: Budget | None) -> Player:
    return Player.parse(text, budget)


@lru_cache(maxsize=4096)
def _game(spec: str) -> str:
    return turnwright.game(spec).spec


def _seed(*path: int) -> int:
    """A seed that every JSON reader can hold."""
    return int(generator(*path)[0]) >> 11
