"""What a training of a shallow network plays, fits and asks, from a TOML file."""

from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import turnwright
from turnwright.agents.settings import at_least, shares
from turnwright.arena.pairing import Pairing
from turnwright.core.plain_data import Reader, read_described
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.games.registry import DEFAULT_GAME
from turnwright.training.plan import Matches, TrainingError, paired
from turnwright.training.shallow.fit import FitSettings

_DATA, _FIT, _GATE, _TEST = range(4)
"""What seeds are for: no game of a gate or test is among those that a network was fitted to."""
CURRENT = "current"
"""How a plan names the evaluation that is being improved."""


@dataclass(frozen=True, kw_only=True)
class NetworkPlan:
    """A training, as its file has it."""

    game: str = DEFAULT_GAME
    """Spec of the game; its evaluation is what the network corrects."""
    players: tuple[str, ...] = ("described@256", "current@1024", "described@256", "described@128")
    """Who plays against itself, in turns: an evaluation and the genomes of a turn. `current` is the evaluation that is
    being improved; others bring other positions."""
    games: int = 6000
    """Games of self-play of each generation."""
    part: int = 500
    """Games that are played and stored together: what a stopped training loses at most."""
    share: float = 0.35
    """Of all positions, those that become lessons."""
    replies: int = 256
    """Genomes of the opponent's reply to every possible turn."""
    generations: int = 2
    """How many generations at most; it ends with the first that does not pass its gate."""
    fit: FitSettings = field(default_factory=FitSettings)
    held_out: int = 10
    """Every such game is not fitted to, but measures the fit."""
    seed: int = 0
    gate: Matches = field(default_factory=Matches)
    """A generation must win these against the one before."""
    test: Matches = field(default_factory=lambda: Matches(games=400))
    """Games of the last generation against the evaluation that is corrected, on separate deals."""

    def __post_init__(self) -> None:
        at_least(1, self, "generations", "games", "part", "replies")
        at_least(2, self, "held_out")
        at_least(1, self.fit, "epochs", "batch")
        shares(self, "share")
        shares(self.fit, "result")
        if not self.players:
            raise SpecError("players is empty; name one or more, such as current@512")
        for player in self.players:
            _ = self.player_of(player, "game")
        _ = turnwright.game(self.game).shallow_inputs()
        _ = self.gates(1, "game", "game"), self.tests("game", "game")  # refused if they cannot be played

    @property
    def parts(self) -> int:
        """Parts of a generation's games."""
        return -(-self.games // self.part)

    def player_of(self, player: str, current: str) -> tuple[str, int]:
        """The evaluation and the genomes that a player's text names."""
        evaluation, mark, genomes = player.rpartition("@")
        if not mark or not genomes.isdecimal() or int(genomes) < 1:
            raise SpecError(f"{player!r} is no player; write an evaluation and the genomes of a turn: current@512")
        return current if evaluation == CURRENT else evaluation, int(genomes)

    def seed_of_part(self, generation: int, part: int) -> int:
        """The seed of some games of self-play."""
        return int(generator(self.seed, _DATA, generation, part)[0] >> 11)

    def seed_of_fit(self, generation: int) -> int:
        """The seed of a generation's fit."""
        return int(generator(self.seed, _FIT, generation)[0] >> 11)

    def gates(self, generation: int, new: str, old: str) -> list[Pairing]:
        """The matches that a generation must win."""
        return self._matches(self.gate, new, old, _GATE, generation)

    def tests(self, new: str, old: str) -> list[Pairing]:
        """The matches that say how much was gained."""
        return self._matches(self.test, new, old, _TEST)

    def _matches(self, matches: Matches, new: str, old: str, *path: int) -> list[Pairing]:
        found = paired(matches, turnwright.game(self.game).spec, new, old)
        seeds = (int(generator(self.seed, *path, number)[0]) >> 11 for number in range(len(found)))
        return [replace(pairing, seed=seed) for pairing, seed in zip(found, seeds, strict=True)]

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain data."""
        return asdict(self)


def read_network_plan(file: Path) -> NetworkPlan:
    """The plan in a file; an error in it is reported in one sentence."""
    read = partial(Reader(error=TrainingError).record, NetworkPlan)
    return read_described(file, "training", TrainingError, read)
