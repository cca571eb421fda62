"""How good a state is for a player.

The heuristic of the thesis (and its version in the published code) is a sum over pieces and cards, which is updated
incrementally in the state. The other evaluations are computed on demand.
"""

import numpy as np

from turnwright.core.bits import ONE, ctz
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.cards import INFERNO
from turnwright.games.hero_academy.engine.hands import count
from turnwright.games.hero_academy.engine.hashing import hash_from_scratch
from turnwright.games.hero_academy.engine.network_inputs import network_output
from turnwright.games.hero_academy.engine.pieces import piece_value
from turnwright.games.hero_academy.engine.rules import outcome
from turnwright.games.hero_academy.engine.shallow_inputs import shallow_points
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK

HEURISTIC, MATERIAL, MEAN, WIN_LOSE, NETWORK, SHALLOW = range(6)
_CRYSTAL_WEIGHT = 20.0
_CARDS = 11


@rule
def result(params, state, player):
    """1 for a win of the player, -1 for a loss, 0 otherwise."""
    winner = outcome(params, state)
    return -winner if player else winner


# The heuristic


@rule
def balance_from_scratch(params, state):
    """The value of player 0's pieces and reserves minus player 1's, without infernos."""
    total = np.int64(0)
    for side in range(2):
        value = np.int64(0)
        pieces = state.living[side] | state.fallen[side]
        while pieces:
            square = ctz(pieces)
            pieces &= pieces - ONE
            value += piece_value(params, side, state.unit[square], state.hp[square], square)
        total += -value if side else value
    first, second = state.hand[0] + state.deck[0], state.hand[1] + state.deck[1]
    difference = np.int64(0)
    for card in range(_CARDS):
        difference += (count(first, card) - count(second, card)) * np.int64(params.reserve[card])
    return total + difference


@rule
def inferno_difference(state):
    """The number of player 0's infernos minus player 1's, in hands and decks."""
    return (
        count(state.hand[0], INFERNO)
        + count(state.deck[0], INFERNO)
        - count(state.hand[1], INFERNO)
        - count(state.deck[1], INFERNO)
    )


@rule
def heuristic_of(params, state, balance, infernos, player):
    """The heuristic value, from a balance and a difference in infernos."""
    if state.over:
        return np.float64(params.win * result(params, state, player))
    worth = infernos * params.inferno
    if player == 0:
        return np.float64(balance + worth)
    return np.float64(worth - balance if params.swapped_infernos else -(balance + worth))


# Material balance and mean


@rule
def piece_material(params, state, square):
    code = state.unit[square]
    value = params.material[code & KIND_MASK]
    for item in range(4):
        if code >> np.uint8(GEAR_SHIFT + item) & 1:
            value += params.material[7 + item]
    return value


@rule
def crystal_hp(state, side):
    total = np.int64(0)
    pieces = state.living[side] & state.crystals
    while pieces:
        total += state.hp[ctz(pieces)]
        pieces &= pieces - ONE
    return total


@rule
def material_of(params, state, side):
    total = 0.0
    pieces = (state.living[side] | state.fallen[side]) & ~state.crystals
    while pieces:
        total += piece_material(params, state, ctz(pieces))
        pieces &= pieces - ONE
    for card in range(_CARDS):
        total += params.material[card] * (count(state.hand[side], card) + count(state.deck[side], card))
    return total + _CRYSTAL_WEIGHT * crystal_hp(state, side) / params.crystal_total


@rule
def material(params, state, player):
    """The difference in material, doubled once the game is decided."""
    if state.over and outcome(params, state) == 0:
        return 0.0
    difference = material_of(params, state, player) - material_of(params, state, 1 - player)
    return 2.0 * difference if state.over else difference


@rule
def mean_of(params, state, side):
    board = 0.0
    pieces = (state.living[side] | state.fallen[side]) & ~state.crystals
    while pieces:
        square = ctz(pieces)
        pieces &= pieces - ONE
        hp = np.int64(state.hp[square])
        health = hp / np.float64(params.max_hp[state.unit[square] & KIND_MASK]) / 2.0
        board += piece_material(params, state, square) * (health + 0.5 if hp > 0 else health)
    cards = 0.0
    for card in range(_CARDS):
        value = params.mean_inferno if card == INFERNO else params.material[card]
        cards += value * (count(state.hand[side], card) + count(state.deck[side], card))
    board /= params.mean_deck_value
    cards /= params.mean_deck_value
    return (board + cards) * board * (crystal_hp(state, side) / params.crystal_total)


@rule
def mean(params, state, player):
    """The difference of the products of board, cards and crystals."""
    if state.over:
        return 1.0 if result(params, state, player) > 0 else 0.0
    return mean_of(params, state, player) - mean_of(params, state, 1 - player)


@rule
def win_lose(params, state, player):
    return 0.5 + 0.5 * result(params, state, player) if state.over else 0.5


@rule
def network(params, state, player):
    """The output of a network, from 0 to 1. A win is above all outputs, a loss below."""
    if state.over:
        return 0.5 + 1.5 * result(params, state, player)
    return network_output(params, state, player)


@rule
def shallow(params, state, player):
    """The heuristic, corrected by a shallow network. What one player gains the other loses."""
    if state.over:
        return np.float64(params.win * result(params, state, player))
    value = np.int64(state.balance) + np.int64(state.infernos) * params.inferno + shallow_points(params, state)
    return -value if player else value


# The contract


@rule
def evaluate(params, state, player):
    if params.evaluator == HEURISTIC:
        return heuristic_of(params, state, np.int64(state.balance), np.int64(state.infernos), player)
    if params.evaluator == MATERIAL:
        return material(params, state, player)
    if params.evaluator == MEAN:
        return mean(params, state, player)
    if params.evaluator == NETWORK:
        return network(params, state, player)
    if params.evaluator == SHALLOW:
        return shallow(params, state, player)
    return win_lose(params, state, player)


@rule
def evaluate_from_scratch(params, state, player):
    """The heuristic, computed without the stored balance."""
    return heuristic_of(params, state, balance_from_scratch(params, state), inferno_difference(state), player)


@rule
def normalise(params, value):
    """An evaluation mapped to [0, 1] by the published formulas and clipped."""
    if params.evaluator == HEURISTIC or params.evaluator == SHALLOW:
        share = (value + params.win) / (2.0 * params.win)
    elif params.evaluator == MATERIAL:
        share = (value + 20.0) / 40.0
    elif params.evaluator == MEAN:
        share = (value + 1.0) / 2.0
    elif params.evaluator == NETWORK:
        share = (value + 1.0) / 3.0
    else:
        share = value
    return min(1.0, max(0.0, share))


@rule
def refresh(params, state):
    """Recompute the stored values: balance, difference in infernos, and hash."""
    state.balance = balance_from_scratch(params, state)
    state.infernos = inferno_difference(state)
    state.hash = hash_from_scratch(params, state)
