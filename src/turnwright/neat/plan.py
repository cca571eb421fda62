"""What is to be evolved: the game, the inputs, the games of a fitness, and how NEAT searches."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import turnwright
from turnwright.arena.provenance import source_of
from turnwright.core.game import Game
from turnwright.core.source_digest import closure_digest, module_file
from turnwright.neat.settings import NeatError, NeatSettings


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An evolution. Opponents follow the action ordering with probability ε, which rises as they are beaten."""

    game: str
    """Spec of the game."""
    inputs: Literal["simple", "complex"]
    """The inputs of networks: five sums, or also every square and the player's hand."""
    generations: int = 1000
    """It ends after this many, or when the opponent at ε = 1 is beaten."""
    games: int = 20
    """Games of a fitness; all of them as the first player."""
    epsilon_step: float = 0.05
    """How much ε rises when a network wins all its games; it begins at 0."""
    policy: Literal["global", "first", "local"] = "global"
    """How the opponent is greedy. global: by the action of highest priority, of equals a random one; first: of equals
    the first listed, as `random:policy=global`; local: within one random piece, as in the published code."""
    play_off: int = 500
    """Games of each of the best networks in the end, which decide who is the champion."""
    seed: int = 0
    """All deals and all mutations follow from it."""
    neat: NeatSettings = field(default_factory=NeatSettings)
    """How NEAT searches."""

    def __post_init__(self) -> None:
        for name, least in (("generations", 1), ("games", 1), ("play_off", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise NeatError(f"{name} is {getattr(self, name)}; it must be at least {least}")
        if not 0 < self.epsilon_step <= 1:
            raise NeatError(f"epsilon_step is {self.epsilon_step:g}; it must be above 0 and at most 1")
        _ = self.input_count  # a game that has no inputs for networks is refused here

    @property
    def made_game(self) -> Game:
        """The game as it is set."""
        return turnwright.game(self.game)

    @property
    def input_count(self) -> int:
        """How many numbers a network is given."""
        return self.made_game.network_inputs(self.inputs)

    @property
    def levels(self) -> int:
        """How many opponents there are: one for every ε from 0 to 1."""
        return 1 + -(-round(1e9) // round(1e9 * self.epsilon_step))

    def epsilon(self, level: int) -> float:
        """The ε of an opponent, counted from 0."""
        return min(1.0, round(level * self.epsilon_step, 9))

    @property
    def key(self) -> str:
        """A name for everything that decides how it goes; more generations or a longer play-off are not part of it."""
        facts = asdict(self) | {"game": self.made_game.spec, "generations": 0, "play_off": 0}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]

    @property
    def source(self) -> str:
        """A digest of the rules and the code that its games depend on."""
        code = closure_digest(module_file("turnwright.neat.fitness_kernel"))
        return hashlib.sha256(f"{source_of(self.made_game.spec)} {code}".encode()).hexdigest()[:16]

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain data, as a file has it."""
        return asdict(self)
