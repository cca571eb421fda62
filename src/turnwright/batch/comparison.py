"""Is a batch on a GPU the one on the CPU? Both are played, and everything that they leave is compared."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from turnwright.batch.play import (
    Device,
    evolve_turns,
    greedy_turns,
    made_steps,
    playouts,
    random_games,
    replies,
    self_play,
)
from turnwright.batch.results import PlannedTurns, SelfPlay
from turnwright.core.game import Game
from turnwright.games.verification import ReplayedSteps, replayer, verifier

_DEVICES: tuple[Device, Device] = ("cpu", "gpu")
_MOST_GAMES = 1 << 20
"""Games that are played and held in memory at once."""
_TRIED = 64
"""Games that say how long a game is."""
_TURNS = 512
_GENOMES = 256
_GAMES = 16
_MOST_ACTIONS = 2_000
_MOST_TURNS = 60


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What was compared, and in how many games or turns the two differ."""

    what: str
    compared: int
    """Games or turns."""
    steps: int
    """Actions in them, as far as they are counted."""
    mismatches: int
    first: int | None
    """The number of the first that differs."""

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


def compare_random_games(game: Game, steps: int) -> Iterator[Comparison]:
    """Play about this many random actions on both devices, in turns sampled and picked from lists. Every state is
    compared, by the digest of its game."""
    length = max(1, random_games(_TRIED, game, most_actions=_MOST_ACTIONS, device="cpu").steps // _TRIED)
    seed = 0
    while steps > 0:
        count = min(_MOST_GAMES, -(-steps // length))
        listed = seed % 2 == 1
        one, other = (
            random_games(count, game, seed=seed, most_actions=_MOST_ACTIONS, listed=listed, device=device)
            for device in _DEVICES
        )
        way = "listed" if listed else "sampled"
        yield _compared(f"random games of seed {seed}, {way}", one, other, one.steps)
        steps -= one.steps
        seed += 1


def compare_turns(game: Game) -> Iterator[Comparison]:
    """Plan turns by every function of a batch, from positions that random play leads to, and play whole games."""
    states = _positions(game)
    plans: dict[str, Callable[[Device], PlannedTurns]] = {
        "greedy turns": lambda device: greedy_turns(states, game, device=device),
        "evolved turns": lambda device: evolve_turns(states, _GENOMES, game, device=device),
        "replies": lambda device: replies(states, _GENOMES, game, device=device),
    }
    for what, plan in plans.items():
        one, other = plan("cpu"), plan("gpu")
        yield _compared(what, one, other, int(one.lengths.sum()))
    for way, listed in (("sampled", False), ("listed", True)):
        games, others = (
            playouts(states, game, most_actions=_MOST_ACTIONS, listed=listed, device=device) for device in _DEVICES
        )
        yield _compared(f"playouts, {way}", games, others, games.steps)

    def play(device: Device) -> SelfPlay:
        return self_play(_GAMES, _GENOMES, game, keep=4, most_turns=_MOST_TURNS, device=device)

    yield _compared("games of evolved turns", play("cpu"), play("gpu"), 0)


def compare_recorded(name: str, files: Sequence[Path]) -> Iterator[Comparison]:
    """Replay recorded games of a game. The CPU is compared with the recording, the GPU with the CPU, every state and
    every list of legal actions."""
    report = verifier(name)(files, None)
    yield Comparison(
        what="recorded games on the CPU",
        compared=report.games,
        steps=report.steps,
        mismatches=report.mismatches,
        first=None,
    )
    parts: dict[str, list[ReplayedSteps]] = {}
    for file in files:
        for steps in replayer(name)(file):
            parts.setdefault(steps.game.spec, []).append(steps)
    for spec, games in parts.items():
        before, actions, after = (
            np.concatenate([getattr(steps, part) for steps in games]) for part in ("before", "actions", "after")
        )
        lists = made_steps(before, actions, games[0].game, device="cpu")[1]
        states, own_lists = made_steps(before, actions, games[0].game, device="gpu")
        unequal = (_bytes(states, len(after)) != _bytes(after, len(after))).any(axis=1) | (lists != own_lists)
        yield _told(f"recorded steps of {spec}", unequal, len(after))


def _positions(game: Game) -> np.ndarray:
    """Positions of random games that were cut off at different lengths."""
    parts = [
        random_games(_TURNS // 8, game, seed=number, most_actions=1 + 9 * number, device="cpu").states
        for number in range(8)
    ]
    return np.concatenate(parts)


def _compared(what: str, one: Any, other: Any, steps: int) -> Comparison:
    """Compare all arrays of two results, bit for bit."""
    differs: np.ndarray | None = None
    for field in fields(one):
        first, second = getattr(one, field.name), getattr(other, field.name)
        if isinstance(first, np.ndarray) and first.size:
            rows = len(first)
            unequal = (_bytes(first, rows) != _bytes(second, rows)).any(axis=1)
            differs = unequal if differs is None else differs | unequal
    assert differs is not None
    return _told(what, differs, steps)


def _told(what: str, differs: np.ndarray, steps: int) -> Comparison:
    places = np.flatnonzero(differs)
    return Comparison(
        what=what,
        compared=len(differs),
        steps=steps,
        mismatches=len(places),
        first=int(places[0]) if len(places) else None,
    )


def _bytes(array: np.ndarray, rows: int) -> np.ndarray:
    """The bytes of an array, a row for each game; what lies between the fields of records means nothing."""
    content = np.ascontiguousarray(array).view(np.uint8).reshape(rows, -1, array.dtype.itemsize)
    if array.dtype.fields is not None:
        used = np.zeros(array.dtype.itemsize, dtype=bool)
        for kind, start, *_ in array.dtype.fields.values():
            used[start : start + kind.itemsize] = True
        content = content[:, :, used]
    return content.reshape(rows, -1)
