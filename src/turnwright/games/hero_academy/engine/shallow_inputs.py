"""The inputs of a shallow network: what stands or lies where, its gear and health, hands, and who moves next.

Every piece has two inputs, whatever its gear and health: branches that cannot be foreseen would take longer than the
network. Decks are left to the heuristic that the network corrects.
"""

import numpy as np

from turnwright.core.bits import ONE, ctz
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.work_array import work_array
from turnwright.evaluators.shallow_kernel import LANES, SUMS, add_row, begin_sums, output_of
from turnwright.games.hero_academy.engine.cards import CARDS, HAND_SIZE, KINDS
from turnwright.games.hero_academy.engine.hands import count, kinds
from turnwright.games.hero_academy.engine.state import KIND_MASK, UNIT_CODES

_SQUARES = 64
_CARDS = len(CARDS)
_KINDS = KIND_MASK + 1
_HEALTHS = 8
_HEALTH_SHIFT = 16
_HELD = 3
"""Copies of a card in a hand that are told apart."""

STANDING = 0
FALLEN = STANDING + 2 * _KINDS * _SQUARES
HEALTH = FALLEN + 2 * _KINDS * _SQUARES
HAND = HEALTH + 2 * UNIT_CODES * _HEALTHS
NEXT = HAND + 2 * _CARDS * _HELD
ALL_INPUTS = NEXT + 2
"""Rows in the parameters, for the largest board."""
MOST_ACTIVE = 2 * _SQUARES + 2 * HAND_SIZE + 1
"""Inputs that are 1 at the same time, at most: a piece on every square, and all cards in hand."""


def health_scale(hit_points: int) -> int:
    """By what hit points are multiplied, before they are shifted, to give a degree of health."""
    return -(-((_HEALTHS - 1) << _HEALTH_SHIFT) // hit_points)


@inlined
def add_inputs(params, state, sums):
    """Add the rows of all inputs that are 1 to the sums, or note their numbers, as the first player sees the game.

    One loop for all pieces and one for all cards: the end of a loop is not foreseen.
    """
    seconds = state.living[1] | state.fallen[1]
    pieces = state.living[0] | state.fallen[0] | seconds
    while pieces:
        square = np.int64(ctz(pieces))
        pieces &= pieces - ONE
        side = np.int64(seconds >> np.uint64(square) & ONE)
        code, hp = np.int64(state.unit[square]), np.int64(state.hp[square])
        kind = code & KIND_MASK
        first = STANDING if hp > 0 else FALLEN
        health = hp * params.health_scale[kind] >> _HEALTH_SHIFT
        add_row(sums, params, first + (side * _KINDS + kind) * _SQUARES + square)
        add_row(sums, params, HEALTH + (side * UNIT_CODES + code) * _HEALTHS + min(_HEALTHS - 1, health))
    hands = state.hand[0], state.hand[1]
    cards = kinds(hands[0]) | kinds(hands[1]) << ONE
    while cards:
        place = np.int64(ctz(cards))
        cards &= cards - ONE
        side, card = place & 1, place >> 2
        held = count(hands[1] if side else hands[0], card)
        add_row(sums, params, HAND + (side * _CARDS + card) * _HELD + min(_HELD, held) - 1)
    add_row(sums, params, NEXT + next_player(params, state))


@rule
def next_player(params, state):
    """Who moves next: the player whose turn begins, or the other one if a turn is under way."""
    whole = params.starting_action_points if state.turn == 0 else params.action_points
    player = np.int64(state.player)
    return player if state.ap == whole else 1 - player


@rule
def shallow_points(params, state):
    """What a shallow network adds to the evaluation of the first player."""
    sums = work_array(LANES, SUMS)
    begin_sums(sums, params)
    add_inputs(params, state, sums)
    return np.float64(output_of(sums, params)) * params.shallow_unit


@entry
def list_inputs(params, states, listed):
    """List the inputs that are 1 in many states."""
    params, states, listed = borrowed(params), borrowed(states), borrowed(listed)
    for i in range(states.size):
        add_inputs(params[0], states[i], listed[i])


def input_places(squares: int) -> np.ndarray:
    """The rows of the inputs that a board with so many squares has."""
    rows = np.arange(ALL_INPUTS)
    on_board = (rows % _SQUARES < squares) & (rows // _SQUARES % _KINDS < len(KINDS))
    real = (rows - HEALTH) // _HEALTHS & KIND_MASK
    return rows[np.where(rows < HEALTH, on_board, (rows >= HAND) | (real < len(KINDS)))]


def mirrored_inputs(squares: int, facing: np.ndarray) -> np.ndarray:
    """For every input of a board, the one that it is to the second player, who has the squares `facing` says."""
    codes = UNIT_CODES // _KINDS * len(KINDS)
    parts, first = [], 0
    for on_squares, shape in (
        (True, (2, len(KINDS), squares)),
        (True, (2, len(KINDS), squares)),
        (False, (2, codes, _HEALTHS)),
        (False, (2, _CARDS, _HELD)),
        (False, (2, 1, 1)),
    ):
        numbers = np.arange(first, first + np.prod(shape)).reshape(shape)[::-1]
        parts.append((numbers[..., facing[:squares]] if on_squares else numbers).ravel())
        first += int(np.prod(shape))
    return np.concatenate(parts)
