"""A random action without listing: actions are counted by group, and the chosen one is located in its group."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import below
from turnwright.games.locm.engine.battle import cards_of
from turnwright.games.locm.engine.cards import BLUE, CREATURE, GREEN, RED
from turnwright.games.locm.engine.listing import attack_targets, has_room, playable
from turnwright.games.locm.engine.state import ATTACK, BATTLE, CHOICES, END, FACE, ID_SHIFT, SUMMON, USE

_FACE = ONE << np.uint64(FACE)
_RIGHT = 1 << ID_SHIFT


@rule
def _member(cards, index):
    """The member of a set with a given number of members below it."""
    for _ in range(index):
        cards &= cards - ONE
    return np.int64(ctz(cards))


@rule
def _size(cards):
    return np.int64(popcount(cards))


@rule
def random_action(params, state, buffer, rng):
    """A uniformly random legal action."""
    if state.phase != BATTLE or state.winner >= 0:
        return np.int64(END) if state.winner >= 0 else below(rng, CHOICES)
    me = np.int64(state.player)
    hand = playable(state, me)
    creatures = hand & state.kind[CREATURE]
    left_summons = creatures if has_room(state, me, 0) else EMPTY
    right_summons = creatures if has_room(state, me, 1) else EMPTY
    first, summons = _size(left_summons), _size(left_summons) + _size(right_summons)
    left, right = state.ready & state.lane[0], state.ready & state.lane[1]
    left_targets, right_targets = attack_targets(state, me, 0), attack_targets(state, me, 1)
    left_attacks = _size(left) * _size(left_targets)
    attacks = left_attacks + _size(right) * _size(right_targets)
    board = state.lane[0] | state.lane[1]
    own, enemies = board & cards_of(me), board & cards_of(1 - me)
    green, red, blue = hand & state.kind[GREEN], hand & state.kind[RED], hand & state.kind[BLUE]
    greens, reds = _size(green) * _size(own), _size(red) * _size(enemies)
    blues = _size(blue) * (_size(enemies) + 1)
    index = below(rng, summons + attacks + greens + reds + blues + 1)
    if index < summons:
        return SUMMON + (_member(creatures, index) if index < first else _RIGHT + _member(creatures, index - first))
    index -= summons
    base, sources, targets = ATTACK, left, left_targets
    if index >= left_attacks:
        index -= left_attacks
        sources, targets = right, right_targets
        if index >= attacks - left_attacks:
            index -= attacks - left_attacks
            base, sources, targets = USE, green, own
            if index >= greens:
                index -= greens
                sources, targets = red, enemies
                if index >= reds:
                    index -= reds
                    sources, targets = blue, enemies | _FACE
                    if index >= blues:
                        return np.int64(END)
    # Numbers of 32 bits: a GPU divides those of 64 bits in a hundred instructions.
    width = np.uint32(popcount(targets))
    source = np.uint32(index) // width
    return base + (_member(sources, source) << ID_SHIFT) + _member(targets, np.uint32(index) - source * width)
