"""What a training of weights plays, fits and asks, from a TOML file."""

from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import turnwright
from turnwright.agents.settings import at_least, shares
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_described
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError, parse_spec
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME
from turnwright.training.explorer import Explorer

_DATA, _GATE, _TEST = range(3)
"""What seeds are for: no game of a gate or test is among those that weights were fitted to."""


class TrainingError(TurnwrightError):
    """A training that cannot be run."""


@dataclass(frozen=True, kw_only=True)
class Matches:
    """Matches between two evaluations, in each of some agents."""

    agents: tuple[str, ...] = ("oep@5000ev",)
    """Players, such as `oep@5000ev`; both sides are the same but for their evaluation."""
    games: int = 200
    """Games of each, an even number."""


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """A training, as its file has it."""

    game: str = DEFAULT_GAME
    """Spec of the game; its evaluation is where learning starts."""
    agent: str = "oep"
    """The agent that plays against itself."""
    budget: str = "2000ev"
    """What it may spend on a turn; counted, or a training could not be repeated."""
    opening: int = 2
    """Each player begins with 0 to this many random turns."""
    random: float = 0.04
    """Share of later turns that are random."""
    hasty: float = 0.12
    """Share of later turns with a twentieth of the budget."""
    view: ViewKind = "open"
    """What the players may know."""
    stored: str = ""
    """A store of games, file or URL: the first generation learns from those of this game in it, and plays none."""
    games: int = 2000
    """Games that each generation plays, an even number."""
    generations: int = 2
    """How many generations at most; it ends with the first that does not pass its gate."""
    pull: float = 1.0
    """How strongly weights are pulled towards those that learning starts from."""
    reply: float = 0.0
    """Share of a position's label that is the chance to win after the opponent's reply, by a first fit to the results;
    the rest is the result of the game."""
    held_out: int = 5
    """Every such game is not fitted to, but measures the fit."""
    seed: int = 0
    gate: Matches = field(default_factory=Matches)
    """A generation must win these against the one before."""
    test: Matches = field(default_factory=lambda: Matches(games=400))
    """Games of the last generation against the starting weights, on separate deals."""

    def __post_init__(self) -> None:
        at_least(1, self, "generations")
        at_least(2, self, "held_out")
        shares(self, "random", "hasty", "reply")
        if not 0.0 < self.pull <= 1e6:
            raise SpecError(f"pull is {self.pull:g}; it must be above 0 and at most 1000000")
        if not Budget.parse(self.budget).is_counted:
            raise SpecError(
                f"budget is {self.budget}; it must be counted, such as 2000ev, so that games can be repeated"
            )
        _ = turnwright.game(self.game).terms()
        _ = self.data(1, "game"), self.gates(1, "game", "game"), self.tests("game", "game")  # refused if they cannot be

    def explorer(self, evaluation: str) -> Player:
        """The player of training games."""
        agent = str(parse_spec(self.agent)).replace(",", ";")
        made = Explorer(agent=agent, evaluation=evaluation, opening=self.opening, random=self.random, hasty=self.hasty)
        return Player(agent=made.spec, budget=Budget.parse(self.budget))

    def data(self, generation: int, evaluation: str) -> Pairing:
        """The games that a generation learns from, played with an evaluation."""
        player = self.explorer(evaluation)
        return self._pairing((player, player), self.games, _DATA, generation)

    def searching(self, evaluation: str) -> Pairing:
        """The agent of the training games against itself, without its errors."""
        player = _with(f"{self.agent}@{self.budget}", evaluation)
        return self._pairing((player, player), 2, _DATA)

    def gates(self, generation: int, new: str, old: str) -> list[Pairing]:
        """The matches that a generation must win."""
        return [
            self._pairing(_both(player, new, old), self.gate.games, _GATE, generation, number)
            for number, player in enumerate(self.gate.agents)
        ]

    def tests(self, new: str, old: str) -> list[Pairing]:
        """The matches that say how much was gained."""
        return [
            self._pairing(_both(player, new, old), self.test.games, _TEST, number)
            for number, player in enumerate(self.test.agents)
        ]

    def _pairing(self, players: tuple[Player, Player], games: int, *path: int) -> Pairing:
        return Pairing(
            game=turnwright.game(self.game).spec,
            players=players,
            games=games,
            seed=int(generator(self.seed, *path)[0]) >> 11,
            view=self.view,
        )

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain data."""
        return asdict(self)


def paired(matches: Matches, game: str, new: str, old: str) -> list[Pairing]:
    """Matches between two evaluations of a game; their seeds are still to be set."""
    return [Pairing(game=game, players=_both(player, new, old), games=matches.games) for player in matches.agents]


def _both(player: str, new: str, old: str) -> tuple[Player, Player]:
    return _with(player, new), _with(player, old)


def _with(player: str, evaluation: str) -> Player:
    parsed = Player.parse(player)
    return Player(agent=turnwright.agent(parsed.agent, evaluation=evaluation).spec, budget=parsed.budget)


def read_plan(file: Path) -> TrainingPlan:
    """The plan in a file; an error in it is reported in one sentence."""
    return read_described(file, "training", TrainingError, partial(Reader(error=TrainingError).record, TrainingPlan))
