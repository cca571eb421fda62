"""Keys of states.

A key is a sum of mixed words, one for every creature and a few for the rest. It leaves out what is only displayed: the
order of summoning, the past effects of a creature's card, the number of cards last drawn. So a search treats the same
creatures, summoned in another order, as the same state.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz
from turnwright.core.compiled import rule
from turnwright.core.rng import mix, words
from turnwright.games.locm.engine.state import BATTLE, CHOICES, IDS, ROUNDS

_S8, _S16, _S24, _S32, _S40, _S48, _S56 = (np.uint64(s) for s in (8, 16, 24, 32, 40, 48, 56))
_SHORT = np.uint64(0xFFFF)
_HAND, _DECK, _HEALTH, _MANA, _CLOCK, _FIRST_PICKS, _SECOND_PICKS = (np.uint64(word) for word in words(1, 7))


@rule
def dealt_key(params, state):
    """A key of everything that does not change within a phase: cards, draft, seeds and, in a battle, picks."""
    key = mix(np.uint64(state.seed[0]) + mix(np.uint64(state.seed[1])))
    for i in range(IDS):
        key = mix(key + np.uint64(state.cards[i]))
    for i in range(ROUNDS):
        for j in range(CHOICES):
            key = mix(key + np.uint64(state.triplets[i, j]))
    if state.phase == BATTLE:
        key = mix(key + state.picks[0])
        key = mix(key + state.picks[1])
    return key


@rule
def _short(value):
    return np.uint64(np.int64(value)) & _SHORT


@rule
def _creature_key(state, instance):
    place = np.uint64(instance)
    flags = (state.lane[1] >> place & ONE) | (state.ready >> place & ONE) << _S8 | (state.struck >> place & ONE) << _S16
    return mix(
        place
        | np.uint64(state.attack[instance]) << _S8
        | np.uint64(state.defense[instance]) << _S16
        | np.uint64(state.keywords[instance]) << _S24
        | (flags | ONE << _S24) << _S32
    )


@rule
def state_hash(params, state):
    """The key of a state: everything that affects play."""
    health = (
        _short(state.health[0])
        | _short(state.health[1]) << _S16
        | _short(state.before[0]) << _S32
        | _short(state.before[1]) << _S48
    )
    mana = (
        np.uint64(state.mana[0])
        | np.uint64(state.mana[1]) << _S8
        | np.uint64(state.max_mana[0]) << _S16
        | np.uint64(state.max_mana[1]) << _S24
        | np.uint64(state.rune[0]) << _S32
        | np.uint64(state.rune[1]) << _S40
        | np.uint64(state.next_draw[0]) << _S48
        | np.uint64(state.next_draw[1]) << _S56
    )
    clock = (
        _short(state.turn)
        | np.uint64(state.player) << _S16
        | np.uint64(state.phase) << _S24
        | np.uint64(np.int64(state.winner) + 1) << _S32
        | np.uint64(state.bonus[0] + 2 * state.bonus[1]) << _S40
    )
    key = state.dealt
    key += mix(state.hand + _HAND) + mix(state.deck + _DECK)
    key += mix(health + _HEALTH) + mix(mana + _MANA) + mix(mix(clock + _CLOCK) + state.chance)
    if state.phase != BATTLE:
        return key + mix(state.picks[0] + _FIRST_PICKS) + mix(state.picks[1] + _SECOND_PICKS)
    creatures = state.lane[0] | state.lane[1]
    while creatures != EMPTY:
        key += _creature_key(state, ctz(creatures))
        creatures &= creatures - ONE
    return key
