"""Action ordering: a priority for every action, higher first.

Winning actions come first; then attacks and items by the value they destroy minus their cost, creatures by cost,
attacks on the opponent, and actions that strengthen own creatures; then the end of the turn; last come harmful actions.
In a draft, the better rank comes first.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.cards import CARD_COUNT, GREEN, GUARD, LETHAL, WARD
from turnwright.games.locm.engine.state import ATTACK, BATTLE, END, FACE, ID_MASK, ID_SHIFT, SUMMON, USE

_WIN = 100_000
_TRADE = 400
_SUMMON = 300
_FACE_ATTACK = 200
_GREEN = 100
_POINT = 10
"""The value of a point of attack or defense, and of a point of mana."""


@rule
def _size(state, instance):
    """Attack and defense of a creature."""
    return np.int64(state.attack[instance]) + np.int64(state.defense[instance])


@rule
def _attack_priority(state, me, source, target):
    power = np.int64(state.attack[source])
    if target == FACE:
        return _WIN if power >= state.health[1 - me] else (_FACE_ATTACK + _POINT * power if power > 0 else -_POINT)
    given = 0 if state.keywords[target] & WARD else power
    taken = 0 if state.keywords[source] & WARD else np.int64(state.attack[target])
    kills = given >= state.defense[target] or (given > 0 and (state.keywords[source] & LETHAL) != 0)
    dies = taken >= state.defense[source] or (taken > 0 and (state.keywords[target] & LETHAL) != 0)
    gain = _size(state, target) if kills else min(given, 1)
    loss = _size(state, source) if dies else 0
    return _POINT * (gain - loss) + (_TRADE if kills and gain >= loss else 0)


@rule
def _item_priority(params, state, me, number, target):
    harm = -np.int64(params.foe_health[number])
    if target == FACE:
        harm -= np.int64(params.defense[number])
        return _WIN if harm >= state.health[1 - me] else _POINT * (harm - np.int64(params.cost[number]))
    if params.kind[number] == GREEN:
        ready = state.ready & bit(target) != EMPTY
        return _GREEN + _POINT * (np.int64(params.attack[number]) if ready else 0)
    blow = -np.int64(params.defense[number])
    warded = (state.keywords[target] & WARD & ~params.keywords[number]) != 0
    if blow >= state.defense[target] and not warded:
        return _TRADE + _POINT * (_size(state, target) - np.int64(params.cost[number]))
    return _POINT * (1 - np.int64(params.cost[number]))


@rule
def priority(params, state, action):
    me = np.int64(state.player)
    if state.phase != BATTLE:
        choice = 0 if action == END else action
        return CARD_COUNT - np.int64(params.rank[me, state.triplets[state.turn >> 1, choice]])
    source, target = np.uint32(action >> ID_SHIFT & ID_MASK), np.uint32(action & ID_MASK)
    if action >= USE:
        return _item_priority(params, state, me, np.int64(state.cards[source]), target)
    if action >= ATTACK:
        return _attack_priority(state, me, source, target)
    if action >= SUMMON:
        number = state.cards[target]
        guard = np.int64((params.keywords[number] & GUARD) != 0)
        return _SUMMON + _POINT * (np.int64(params.cost[number]) + guard)
    return np.int64(0)
