"""The independent oracle: every turn of a position by pyrimaa, and by our engine."""

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter

import numpy as np
import pytest
from pyrimaa.board import Color, Piece, Position

import turnwright
from turnwright.core.compiled import entry
from turnwright.core.game import Game
from turnwright.core.hash_table import KEY, add, new_table
from turnwright.core.state import State
from turnwright.games.arimaa.engine.state import STEPS

Board = tuple[int, ...]
"""The squares of every kind of piece, Gold's from rabbits to the elephant, then Silver's."""
_MOST = 400_000
_KINDS = (*range(Piece.GRABBIT, Piece.GELEPHANT + 1), *range(Piece.SRABBIT, Piece.SELEPHANT + 1))


@entry
def _turn_ends(game, states, passed, ended, boards):
    """Write the board after every distinct end of the turn; their number, or -1 where there is no room."""
    levels = np.empty(STEPS + 1, dtype=states.dtype)
    actions = np.empty((STEPS + 1, game.list_room), dtype=np.int32)
    counts = np.zeros(STEPS + 1, dtype=np.int64)
    levels[0] = states[0]
    me = game.player(states[0])
    counts[0] = game.legal_actions(levels[0], actions[0])
    depth = found = 0
    while depth >= 0:
        if counts[depth] == 0:
            depth -= 1
            continue
        counts[depth] -= 1
        child = depth + 1
        levels[child] = levels[depth]
        game.apply(levels[child], np.int64(actions[depth, counts[depth]]))
        key = game.state_hash(levels[child])
        if game.player(levels[child]) != me:
            if add(ended, key):
                if found == boards.shape[0]:
                    return -1
                boards[found, :] = levels[child].board
                found += 1
        elif add(passed, key):
            counts[child] = game.legal_actions(levels[child], actions[child])
            depth = child
    return found


def _kinds(boards: np.ndarray) -> list[Board]:
    """The squares of every kind of piece on each of our boards."""
    planes = boards[:, 2:5]
    kinds = []
    for side in range(2):
        for strength in range(1, 7):
            squares = boards[:, side].copy()
            for plane in range(3):
                squares &= planes[:, plane] if strength >> plane & 1 else ~planes[:, plane]
            kinds.append(squares.tolist())
    return list(zip(*kinds, strict=True))


def our_turns(state: State) -> set[Board]:
    """The boards that the turns of a state lead to, by our engine."""
    boards = np.empty((_MOST, 6), dtype=np.uint64)
    count = _turn_ends(state.game, state.records, new_table(KEY, _MOST), new_table(KEY, _MOST), boards)
    assert 0 <= count < _MOST
    return set(_kinds(boards[:count]))


def oracle_position(state: State) -> Position:
    """A state at the start of a turn, as pyrimaa has it."""
    boards: list[int | None] = [None] * Piece.COUNT
    for kind, squares in zip(_KINDS, _kinds(state.records[0].board[np.newaxis])[0], strict=True):
        boards[kind] = squares
    pieces = sum(squares for squares in boards if squares)
    boards[Piece.EMPTY] = ~pieces & (1 << 64) - 1
    return Position(Color.SILVER if state.player else Color.GOLD, STEPS, boards)


def oracle_turns(state: State) -> set[Board]:
    """The boards that the turns of a state lead to, by pyrimaa."""
    found, _ = oracle_position(state).get_moves_nodes()
    kinds = itemgetter(*_KINDS)
    return {kinds(after.bitBoards) for after in found}


@pytest.fixture(scope="session")
def arimaa() -> Game:
    return turnwright.game("arimaa")


@pytest.fixture(scope="session")
def turns_by_both() -> Callable[[State], tuple[set[Board], set[Board]]]:
    """The turns of a state by our engine and by the oracle."""
    return lambda state: (our_turns(state), oracle_turns(state))


@pytest.fixture(scope="session")
def repeated_twice() -> Callable[[Sequence[State], int], set[Board]]:
    """The boards that were there twice already with a player to move, among the positions of a game."""

    def boards(past: Sequence[State], player: int) -> set[Board]:
        seen = Counter(_kinds(state.records[0].board[np.newaxis])[0] for state in past if state.player == player)
        return {board for board, times in seen.items() if times >= 2}

    return boards
