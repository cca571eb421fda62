"""The inputs of networks, as in the thesis, and the output of a network.

`simple`: hit points of crystals and of units, own and the opponent's, and 1; all in [0, 1]. `complex`: these, then
every square column by column, then the player's hand. The networks of the thesis play first. The second player sees the
board from the other side, as the first player does.
"""

import numpy as np

from turnwright.core.bits import ONE, ctz
from turnwright.core.compiled import rule
from turnwright.core.work_array import work_array
from turnwright.evaluators.network_kernel import MOST_NODES, clear_sums, output, send
from turnwright.games.hero_academy.engine.cards import RUNEMETAL
from turnwright.games.hero_academy.engine.hands import count
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK

INPUTS = ("simple", "complex")
SUMS = 5
PER_SQUARE = 13
HAND_FLAGS = 10
HEALTH_ROOM = 1.2
"""Dragonscale and helm each add a tenth to a unit's hit points."""

# By square: archer, cleric, crystal, dragonscale, knight, ninja, runemetal, helm, scroll, wizard, hit points, owners.
_KIND_PLACES = (4, 0, 1, 9, 5, 2)
_GEAR_PLACES = (6, 8, 3, 7)
_HEALTH, _OWN, _THEIRS = 10, 11, 12
_CARDS = 11


def input_count(inputs: str, squares: int) -> int:
    """The number of inputs of a network."""
    return SUMS if inputs == "simple" else SUMS + PER_SQUARE * squares + HAND_FLAGS


@rule
def network_output(params, state, player):
    """The output of a network for a state, from a player's view: a number from 0 to 1."""
    sums = work_array(MOST_NODES, np.float64)
    clear_sums(params, sums)
    is_complex = params.network_inputs > SUMS
    for seat in range(2):
        side = seat ^ player
        crystals, units = np.int64(0), np.int64(0)
        pieces = state.living[side] | state.fallen[side]
        while pieces:
            square = ctz(pieces)
            pieces &= pieces - ONE
            hp = np.int64(state.hp[square])
            if state.crystals >> np.uint64(square) & ONE:
                crystals += hp
            else:
                units += hp
            if is_complex:
                _send_piece(params, state, player, seat, square, sums)
        send(params, sums, seat, min(1.0, crystals / params.crystal_scale))
        send(params, sums, 2 + seat, min(1.0, units / params.unit_scale))
    send(params, sums, 4, 1.0)
    if is_complex:
        _send_hand(params, state, player, sums)
    return output(params, sums)


@rule
def _send_piece(params, state, player, seat, square, sums):
    code = np.int64(state.unit[square])
    kind = code & KIND_MASK
    place = SUMS + PER_SQUARE * np.int64(params.facing[player, square])
    send(params, sums, place + _KIND_PLACES[kind], 1.0)
    for item in range(4):
        if code >> GEAR_SHIFT + item & 1:
            send(params, sums, place + _GEAR_PLACES[item], 1.0)
    send(params, sums, place + _HEALTH, min(1.0, state.hp[square] / (HEALTH_ROOM * params.max_hp[kind])))
    send(params, sums, place + (_THEIRS if seat else _OWN), 1.0)


@rule
def _send_hand(params, state, player, sums):
    """One flag for every kind of card except runemetal, which the published code leaves out."""
    place = params.network_inputs - HAND_FLAGS
    for card in range(_CARDS):
        if card != RUNEMETAL:
            if count(state.hand[player], card) > 0:
                send(params, sums, place, 1.0)
            place += 1
