"""Which actions are legal, computed on sets of cards.

Which cards in hand can be played is computed for the whole hand at once. What remains is a loop over creatures that can
attack and over items. Lists have the referee's order (summons by lane, attacks by attacker with the opponent first,
items, the end of the turn), except that creatures are in the order of their ids.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread
from turnwright.games.locm.engine.battle import cards_of
from turnwright.games.locm.engine.cards import BLUE, CREATURE, GREEN, MAX_COST, RED
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    BEYOND,
    CHOICES,
    END,
    FACE,
    ID_MASK,
    ID_SHIFT,
    LANE_SIZE,
    SUMMON,
    USE,
)

_FACE = ONE << np.uint64(FACE)
_NO_WEAKLINGS = 1


@rule
def playable(state, me):
    """The cards in hand that the player can afford."""
    return state.hand & cards_of(me) & state.affordable[min(np.int64(state.mana[me]), MAX_COST)]


@rule
def has_room(state, me, lane):
    return popcount(state.lane[lane] & cards_of(me)) < LANE_SIZE


@rule
def attack_targets(state, me, lane):
    """The targets of a creature in a lane: the Guards there; if there are none, everything there and the face."""
    enemies = state.lane[lane] & cards_of(1 - me)
    guards = enemies & state.guards
    return guards if guards != EMPTY else enemies | _FACE


@rule
def item_targets(state, me, instance):
    """The targets of an item: own creatures for green items, enemies for others, and also the face for blue ones."""
    here = np.uint64(instance)
    green, blue = state.kind[GREEN] >> here & ONE, state.kind[BLUE] >> here & ONE
    board = state.lane[0] | state.lane[1]
    return (board & (cards_of(me) if green else cards_of(1 - me))) | (blue << np.uint64(FACE))


# Lists


@rule
def _list_battle(state, me, attackers, out):
    hand = playable(state, me)
    creatures = hand & state.kind[CREATURE]
    n = spread(out, 0, SUMMON, creatures if has_room(state, me, 0) else EMPTY)
    n = spread(out, n, SUMMON + (1 << ID_SHIFT), creatures if has_room(state, me, 1) else EMPTY)
    left, right = attack_targets(state, me, 0), attack_targets(state, me, 1)
    while attackers != EMPTY:
        source = ctz(attackers)
        targets = right if state.lane[1] & attackers & (EMPTY - attackers) else left
        attackers &= attackers - ONE
        n = spread(out, n, ATTACK + (np.int64(source) << ID_SHIFT), targets)
    items = hand & ~creatures
    while items != EMPTY:
        source = ctz(items)
        items &= items - ONE
        n = spread(out, n, USE + (np.int64(source) << ID_SHIFT), item_targets(state, me, source))
    out[n] = END
    return n + 1


@rule
def list_picks(out):
    for choice in range(CHOICES):
        out[choice] = choice
    return CHOICES


@rule
def legal_actions(params, state, out):
    if state.winner >= 0:
        return 0
    if state.phase != BATTLE:
        return list_picks(out)
    return _list_battle(state, np.int64(state.player), state.ready, out)


@rule
def strong_attackers(state):
    """The creatures that can attack and have attack above 0."""
    strong = left = state.ready
    while left != EMPTY:
        source = ctz(left)
        left &= left - ONE
        strong &= ~(np.uint64(state.attack[source] == 0) << np.uint64(source))
    return strong


@rule
def candidates(params, state, out):
    """The legal actions; with pruning, without attacks by creatures with attack 0."""
    if state.winner >= 0:
        return 0
    if state.phase != BATTLE:
        return list_picks(out)
    attackers = strong_attackers(state) if params.pruning == _NO_WEAKLINGS else state.ready
    return _list_battle(state, np.int64(state.player), attackers, out)


# Single actions


@rule
def is_legal(params, state, action):
    """Whether an action would be listed, without listing."""
    if state.winner >= 0 or action < 0 or action >= BEYOND:
        return False
    if state.phase != BATTLE:
        return action < CHOICES
    if action < ATTACK:
        return action == END or (action >= SUMMON and _may_summon(state, action))
    me = np.int64(state.player)
    source, there = np.uint32(action >> ID_SHIFT & ID_MASK), bit(np.uint32(action & ID_MASK))
    here = bit(source)
    if action < USE:
        lane = 1 if state.lane[1] & here else 0
        return state.ready & here != EMPTY and attack_targets(state, me, lane) & there != EMPTY
    items = playable(state, me) & ~state.kind[CREATURE]
    return items & here != EMPTY and item_targets(state, me, source) & there != EMPTY


@rule
def _may_summon(state, action):
    me = np.int64(state.player)
    lane = (action >> ID_SHIFT) - 1
    here = bit(np.uint32(action & ID_MASK))
    return lane < 2 and playable(state, me) & state.kind[CREATURE] & here != EMPTY and has_room(state, me, lane)


@rule
def is_candidate(params, state, action):
    """Whether an action is legal and not pruned."""
    if not is_legal(params, state, action):
        return False
    if params.pruning == _NO_WEAKLINGS and ATTACK <= action < USE:
        return state.attack[np.uint32(action >> ID_SHIFT & ID_MASK)] > 0
    return True


# The rest of the turn


@rule
def must_end(params, state, buffer):
    """Whether no summon, attack or use is possible."""
    if state.phase != BATTLE or state.winner >= 0:
        return state.winner >= 0
    me = np.int64(state.player)
    attackers = strong_attackers(state) if params.pruning == _NO_WEAKLINGS else state.ready
    hand = playable(state, me)
    board = state.lane[0] | state.lane[1]
    open_lane = has_room(state, me, 0) or has_room(state, me, 1)
    creatures = hand & state.kind[CREATURE] if open_lane else EMPTY
    green = hand & state.kind[GREEN] if board & cards_of(me) else EMPTY
    blue = hand & state.kind[BLUE]
    red = hand & state.kind[RED] if board & cards_of(1 - me) else EMPTY
    return attackers | creatures | green | blue | red == EMPTY


@rule
def actions_left(params, state):
    """The maximum number of attacks and cards in the rest of the turn; the mana may allow fewer."""
    if state.phase != BATTLE:
        return np.int64(1)
    return np.int64(popcount(state.ready)) + np.int64(popcount(playable(state, np.int64(state.player))))
