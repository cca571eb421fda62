"""Odd boards and crowded states for the tests of Hero Academy."""

from collections.abc import Callable

import numpy as np
import pytest

import turnwright
from turnwright import State

CRYSTAL, INFERNO = 5, 5


def _map_of(width: int, height: int, seed: int = 0) -> str:
    rng = np.random.default_rng(seed)
    squares = [str(symbol) for symbol in rng.choice(list("0000000000ASPdD"), width * height)]
    squares[:2], squares[-2:] = "dc", "CD"
    return "/".join("".join(squares[x * height + y] for x in range(width)) for y in range(height))


def _crowded_states(spec: str, count: int) -> list[State]:
    game = turnwright.game(spec)
    rng = np.random.default_rng(7)
    states: list[State] = []
    state = game.start(seed=1)
    while len(states) < count:
        state = game.start(seed=len(states)) if state.is_over else state
        state = state.play(int(rng.choice(state.legal_actions() or [state.end_action])))
        if rng.random() < 0.3:
            states.append(state if len(states) % 2 else _scattered(state, rng))
    return states


def _scattered(state: State, rng: np.random.Generator) -> State:
    changed = state.copy()
    record = changed.records[0]
    squares = rng.permutation(state.game.settings.board.width * state.game.settings.board.height)
    record.living[:], record.fallen[:], record.crystals, record.traits[:] = 0, 0, 0, 0
    record.unit[:], record.hp[:] = 0, 0
    for square in squares[: max(2, len(squares) // 2)][:24]:
        here = np.uint64(1 << int(square))
        owner, kind, gear = int(rng.integers(2)), int(rng.integers(6)), int(rng.integers(16))
        code = kind if kind == CRYSTAL else kind | gear << 3
        top = int(state.game.params[0].max_hp[code])
        hp = int(rng.choice([top, top, rng.integers(1, top + 1), 0 if kind != CRYSTAL else top]))
        record.unit[square], record.hp[square] = code, hp
        (record.living if hp else record.fallen)[owner] |= here
        if kind == CRYSTAL:
            record.crystals |= here
            continue
        for item in range(4):
            if gear >> item & 1:
                record.traits[item] |= here
        if 0 < hp < top:
            record.traits[4] |= here
    record.hand[record.player] |= np.uint64(1 << 4 * INFERNO)
    return changed.under(state.game)


@pytest.fixture(scope="session")
def map_of() -> Callable[..., str]:
    """A map of a given width and height: crystals and deploy squares at the ends, other squares at random."""
    return _map_of


@pytest.fixture(scope="session")
def crowded_states() -> Callable[[str, int], list[State]]:
    """Some states of random play, half of them with pieces of both sides scattered over the board, so that
    lines of sight are often blocked and infernos find many targets."""
    return _crowded_states
