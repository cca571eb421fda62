"""Stored games as rows to learn from: the terms at the end of every turn, who moved, and how it ended."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

import turnwright
from turnwright.agents.turn_check import walk_of
from turnwright.arena.record import GameRecord

_CHUNK = 50
"""Games that a process takes as one batch."""


@dataclass(frozen=True)
class Positions:
    """Ends of turns, game by game, in the order of play. Those at which the game is over are left out."""

    terms: np.ndarray
    mover: np.ndarray
    """1 where the first player has just moved, -1 where the second one has."""
    result: np.ndarray
    """What the first player got in the end: 1, 0.5 or 0."""
    game: np.ndarray
    """The number of the game."""

    def __len__(self) -> int:
        return len(self.result)

    def __getitem__(self, rows: np.ndarray) -> "Positions":
        return Positions(self.terms[rows], self.mover[rows], self.result[rows], self.game[rows])

    @property
    def weight(self) -> np.ndarray:
        """A game counts once, however many turns it has."""
        found: np.ndarray = 1.0 / np.bincount(self.game)[self.game]
        return found


def positions_of(spec: str, records: Sequence[GameRecord], workers: int) -> Positions:
    """The rows of some games; forfeits are left out, since the positions say nothing about them."""
    played = [(record.setup.seed, record.turns, record.points(0)) for record in records if not record.forfeit]
    chunks = [played[i : i + _CHUNK] for i in range(0, len(played), _CHUNK)]
    if workers == 1 or len(chunks) < 2:
        parts = [_rows(spec, chunk) for chunk in chunks]
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            parts = list(pool.map(_rows, [spec] * len(chunks), chunks))
    offsets = np.arange(len(parts)) * _CHUNK
    return Positions(
        np.concatenate([part.terms for part in parts]),
        np.concatenate([part.mover for part in parts]),
        np.concatenate([part.result for part in parts]),
        np.concatenate([part.game + offset for part, offset in zip(parts, offsets, strict=True)]),
    )


def joined(parts: Sequence[Positions]) -> Positions:
    """The rows of several sets of games, as games of their own."""
    starts = np.cumsum([0, *(part.game.max() + 1 for part in parts[:-1])])
    return Positions(
        np.concatenate([part.terms for part in parts]),
        np.concatenate([part.mover for part in parts]),
        np.concatenate([part.result for part in parts]),
        np.concatenate([part.game + start for part, start in zip(parts, starts, strict=True)]),
    )


def _rows(spec: str, played: Sequence[tuple[int, tuple[str, ...], float]]) -> Positions:
    game = turnwright.game(spec)
    records, movers, results, numbers = [], [], [], []
    for number, (seed, turns, result) in enumerate(played):
        state = game.start(seed)
        for turn in turns:
            mover = 1.0 - 2.0 * state.player
            state = walk_of(turn, state).after
            if not state.is_over:
                records.append(state.records)
                movers.append(mover)
                results.append(result)
                numbers.append(number)
    terms = game.terms().values(np.concatenate(records)) if records else np.zeros((0, len(game.terms().names)))
    return Positions(terms, np.array(movers), np.array(results), np.array(numbers, dtype=np.int64))
