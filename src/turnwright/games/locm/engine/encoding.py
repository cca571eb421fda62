"""Actions and states of LOCM as numbers, for learning code. `games/locm/encoding.py` explains them.

A card is identified by its position in the hand or in a lane, in the order of ids, not by its id.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.battle import cards_of
from turnwright.games.locm.engine.cards import UNKNOWN
from turnwright.games.locm.engine.draft import pick_of
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    CHOICES,
    END,
    FACE,
    HAND_SIZE,
    ID_MASK,
    ID_SHIFT,
    LANE_SIZE,
    LANES,
    MOST_MANA,
    ROUNDS,
    STARTING_HEALTH,
    SUMMON,
    USE,
)

BOARD = LANES * LANE_SIZE
PASS = CHOICES
SUMMONS = PASS + 1
ATTACKS = SUMMONS + HAND_SIZE * LANES
USES = ATTACKS + BOARD * (LANE_SIZE + 1)
TARGETS = 1 + 2 * BOARD
"""The targets of an item: the opponent, own creatures, enemy creatures."""
ACTIONS = USES + HAND_SIZE * TARGETS

HAND = CHOICES
"""The first index of the hand in a plane, after the cards to pick from."""
OWN = HAND + HAND_SIZE
ENEMY = OWN + BOARD
PLACES = ENEMY + BOARD
(PRESENT, KIND, COST, STRENGTH, BODY, KEYWORD, MY_HEALTH, FOE_HEALTH, DRAW, READY) = (0, 1, 5, 6, 7, 8, 14, 15, 16, 17)
PLANES = 18
COSTS = 13
NUMBERS = 17 + COSTS
_TENTH = np.float32(0.1)
_KEYWORDS = 6


@rule
def _nth(cards, place):
    """The id at a position of a set of cards; 0, which is no card, if the set is smaller."""
    for _ in range(place):
        cards &= cards - ONE
    return np.int64(ctz(cards)) if cards != EMPTY else np.int64(0)


@rule
def _place_in(cards, instance):
    """The position of a card in a set."""
    return np.int64(popcount(cards & (bit(instance) - ONE)))


@rule
def _hand(state, me):
    return state.hand & cards_of(me)


@rule
def _creature_at(state, side, place):
    """The id of a creature by its position, three per lane."""
    return _nth(state.lane[place // LANE_SIZE] & cards_of(side), place % LANE_SIZE)


@rule
def _place_of(state, side, instance):
    """The position of a creature."""
    lane = 1 if state.lane[1] & bit(instance) else 0
    return lane * LANE_SIZE + _place_in(state.lane[lane] & cards_of(side), instance)


@rule
def action_of(params, state, index):
    me = np.int64(state.player)
    if index < CHOICES:
        return index if state.phase != BATTLE else np.int64(-1)
    if index == PASS:
        return np.int64(END)
    if index < ATTACKS:
        instance = _nth(_hand(state, me), (index - SUMMONS) // LANES)
        return SUMMON + ((index - SUMMONS) % LANES << ID_SHIFT) + instance if instance > 0 else np.int64(-1)
    if index < USES:
        place, aim = (index - ATTACKS) // (LANE_SIZE + 1), (index - ATTACKS) % (LANE_SIZE + 1)
        source = _creature_at(state, me, place)
        target = np.int64(FACE)
        if aim > 0:
            target = _creature_at(state, 1 - me, place // LANE_SIZE * LANE_SIZE + aim - 1)
        known = source > 0 and (aim == 0 or target > 0)
        return ATTACK + (source << ID_SHIFT) + target if known else np.int64(-1)
    source, aim = _nth(_hand(state, me), (index - USES) // TARGETS), (index - USES) % TARGETS
    target = np.int64(FACE)
    if aim > BOARD:
        target = _creature_at(state, 1 - me, aim - 1 - BOARD)
    elif aim > 0:
        target = _creature_at(state, me, aim - 1)
    known = source > 0 and (aim == 0 or target > 0)
    return USE + (source << ID_SHIFT) + target if known else np.int64(-1)


@rule
def index_of(params, state, action):
    if action < CHOICES:
        return np.int64(action)
    if action == END:
        return np.int64(PASS)
    me = np.int64(state.player)
    if action < ATTACK:
        return SUMMONS + _place_in(_hand(state, me), action & ID_MASK) * LANES + (action >> ID_SHIFT) - 1
    source, target = action >> ID_SHIFT & ID_MASK, action & ID_MASK
    if action < USE:
        aim = np.int64(0)
        if target != FACE:
            aim = 1 + _place_of(state, 1 - me, target) % LANE_SIZE
        return ATTACKS + _place_of(state, me, source) * (LANE_SIZE + 1) + aim
    aim = np.int64(0)
    if target != FACE:
        if cards_of(me) & bit(target):
            aim = 1 + _place_of(state, me, target)
        else:
            aim = 1 + BOARD + _place_of(state, 1 - me, target)
    return USES + _place_in(_hand(state, me), source) * TARGETS + aim


@rule
def _write_card(params, planes, place, number, attack, defense, keywords):
    """Write the data of a card; creatures in play have their current values."""
    planes[PRESENT * PLACES + place] = 1.0
    if number == UNKNOWN:
        return
    planes[(KIND + np.int64(params.kind[number])) * PLACES + place] = 1.0
    planes[COST * PLACES + place] = np.float32(params.cost[number]) * _TENTH
    planes[STRENGTH * PLACES + place] = np.float32(attack) * _TENTH
    planes[BODY * PLACES + place] = np.float32(defense) * _TENTH
    for i in range(_KEYWORDS):
        if keywords >> i & 1:
            planes[(KEYWORD + i) * PLACES + place] = 1.0
    planes[MY_HEALTH * PLACES + place] = np.float32(params.my_health[number]) * _TENTH
    planes[FOE_HEALTH * PLACES + place] = np.float32(params.foe_health[number]) * _TENTH
    planes[DRAW * PLACES + place] = np.float32(params.draw[number])


@rule
def _write_printed(params, planes, place, number):
    _write_card(
        params,
        planes,
        place,
        number,
        np.int64(params.attack[number]),
        np.int64(params.defense[number]),
        np.int64(params.keywords[number]),
    )


@rule
def _write_creatures(params, state, planes, first, side):
    for lane in range(LANES):
        creatures = state.lane[lane] & cards_of(side)
        place = first + lane * LANE_SIZE
        while creatures != EMPTY:
            i = np.int64(ctz(creatures))
            creatures &= creatures - ONE
            _write_card(
                params,
                planes,
                place,
                np.int64(state.cards[i]),
                np.int64(state.attack[i]),
                np.int64(state.defense[i]),
                np.int64(state.keywords[i]),
            )
            if state.ready & bit(i):
                planes[READY * PLACES + place] = 1.0
            place += 1


@rule
def write(params, state, player, planes, numbers):
    mine = cards_of(player)
    if state.phase == BATTLE:
        hand = state.hand & mine
        place = HAND
        while hand != EMPTY:
            _write_printed(params, planes, place, np.int64(state.cards[ctz(hand)]))
            hand &= hand - ONE
            place += 1
        _write_creatures(params, state, planes, OWN, player)
        _write_creatures(params, state, planes, ENEMY, 1 - player)
        deck = state.deck & mine
        while deck != EMPTY:
            numbers[NUMBERS - COSTS + np.int64(params.cost[state.cards[ctz(deck)]])] += 1.0
            deck &= deck - ONE
    else:
        for choice in range(CHOICES):
            _write_printed(params, planes, choice, np.int64(state.triplets[np.int64(state.turn) >> 1, choice]))
        for round_number in range((np.int64(state.turn) + 1 - player) >> 1):
            number = state.triplets[round_number, pick_of(state, player, round_number)]
            numbers[NUMBERS - COSTS + np.int64(params.cost[number])] += 1.0
    for seat in range(2):
        side = seat ^ player
        numbers[seat] = np.float32(state.health[side]) / np.float32(STARTING_HEALTH)
        numbers[2 + seat] = np.float32(state.mana[side]) / np.float32(MOST_MANA)
        numbers[4 + seat] = np.float32(state.max_mana[side]) / np.float32(MOST_MANA)
        numbers[6 + seat] = np.float32(state.rune[side]) / np.float32(STARTING_HEALTH)
        numbers[8 + seat] = state.next_draw[side]
        numbers[10 + seat] = np.float32(popcount(state.hand & cards_of(side))) / np.float32(HAND_SIZE)
        numbers[12 + seat] = np.float32(popcount(state.deck & cards_of(side))) / np.float32(ROUNDS)
    numbers[14] = 0.0 if state.phase == BATTLE else 1.0
    numbers[15] = 1.0 if state.player == player else 0.0
    numbers[16] = 1.0 - player
