"""What actions do. Sections refer to the rules page in the documentation."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.battle import (
    board_of,
    change_health,
    decide,
    end_turn,
    refresh,
    set_up,
)
from turnwright.games.locm.engine.cards import BREAKTHROUGH, CHARGE, DRAIN, GREEN, GUARD, LETHAL, MAX_COST, WARD
from turnwright.games.locm.engine.draft import lay_out, note_pick
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    CHOICES,
    DRAFT,
    END,
    FACE,
    FIRST_RUNE,
    ID_MASK,
    ID_SHIFT,
    IDS,
    MAX_STAT,
    ORDER_BITS,
    ROUNDS,
    STARTING_HEALTH,
    SUMMON,
    TURN_LIMIT,
    USE,
)

_ONES = np.uint64(sum(1 << ORDER_BITS * i for i in range(6)))
"""The number 1 in every position of a list of creatures."""
_HIGHS = _ONES << np.uint64(ORDER_BITS - 1)
_PLACE = np.uint64(ORDER_BITS)

ENDINGS = ("health", "no cards", "turn limit")
NO_HEALTH, NO_CARDS, LATE = range(len(ENDINGS))
"""How a game can end."""


# The start


@rule
def clear(state):
    """Clear every field."""
    state.hand = state.deck = state.ready = state.struck = state.touched = state.guards = EMPTY
    state.chance = state.dealt = EMPTY
    for i in range(4):
        state.kind[i] = EMPTY
    for i in range(MAX_COST + 1):
        state.affordable[i] = EMPTY
    for side in range(2):
        state.lane[side] = state.order[side] = state.picks[side] = EMPTY
        state.seed[side] = 0
        state.health[side] = state.before[side] = STARTING_HEALTH
        state.rune[side] = FIRST_RUNE
        state.mana[side] = state.max_mana[side] = state.bonus[side] = 0
        state.next_draw[side] = state.draw_shown[side] = 0
    state.turn, state.player, state.phase, state.winner = 0, 0, DRAFT, -1
    for i in range(IDS):
        state.cards[i] = state.attack[i] = state.defense[i] = state.keywords[i] = 0
    for i in range(ROUNDS):
        for j in range(CHOICES):
            state.triplets[i, j] = 0
    for i in range(state.tail.size):
        state.tail[i] = 0


@rule
def begin(params, state, draft, first, second, chance):
    """A new game from the seeds of the draft and of both shuffles (section 2)."""
    clear(state)
    lay_out(state, draft)
    state.seed[0], state.seed[1] = first, second
    state.chance = chance
    refresh(params, state)


# Questions


@rule
def player(params, state):
    return np.int64(state.player)


@rule
def is_over(params, state):
    return state.winner >= 0


@rule
def outcome(params, state):
    """1 if the first player has won, -1 if the second has."""
    winner = np.int64(state.winner)
    return (1 - 2 * winner) * np.int64(winner >= 0)


@rule
def end_action(params):
    return END


@rule
def ending(params, state):
    """How a finished game ended: by damage, or by drawing a card at the start of the loser's turn. A loser by drawing
    has exactly 0 health and all its mana, since no card that damages its own player is free."""
    loser = 1 - np.int64(state.winner)
    draws = state.player == loser and state.health[loser] == 0 and state.mana[loser] == state.max_mana[loser]
    if not draws:
        return NO_HEALTH
    return LATE if state.turn >= 2 * TURN_LIMIT else NO_CARDS


# Creatures


@rule
def remove(state, side, instance):
    """Remove a creature from the game."""
    stay = ~bit(instance)
    state.lane[0] &= stay
    state.lane[1] &= stay
    state.ready &= stay
    state.struck &= stay
    state.touched &= stay
    state.guards &= stay
    state.attack[instance] = state.defense[instance] = state.keywords[instance] = 0
    order = state.order[side]
    differ = order ^ (np.uint64(instance) * _ONES)
    place = np.uint64(ctz((differ - _ONES) & ~differ & _HIGHS)) - np.uint64(ORDER_BITS - 1)
    below_it = (ONE << place) - ONE
    state.order[side] = (order & below_it) | ((order >> _PLACE) & ~below_it)


@rule
def equip(state, instance, attack, defense, keywords):
    """Set the stats of a creature."""
    state.attack[instance] = attack
    state.defense[instance] = defense
    state.keywords[instance] = keywords
    here = np.uint64(instance)
    state.guards = (state.guards & ~(ONE << here)) | (np.uint64((keywords & GUARD) != 0) << here)


@rule
def leave_hand(params, state, me, instance):
    """Pay for a card and remove it from the hand. Returns its number."""
    number = np.int64(state.cards[instance])
    state.hand ^= bit(instance)
    state.mana[me] -= params.cost[number]
    return number


@rule
def summon(params, state, me, lane, instance):
    place = np.uint64(popcount(board_of(state, me)))
    number = leave_hand(params, state, me, instance)
    keywords = np.int64(params.keywords[number])
    state.lane[lane] |= bit(instance)
    state.order[me] |= np.uint64(instance) << (place * _PLACE)
    state.ready |= np.uint64((keywords & CHARGE) != 0) << np.uint64(instance)
    equip(state, instance, params.attack[number], params.defense[number], keywords)
    change_health(state, me, np.int64(params.my_health[number]))
    change_health(state, 1 - me, np.int64(params.foe_health[number]))
    state.next_draw[me] += params.draw[number]


# Fighting


@rule
def hit_face(state, me, instance):
    power = np.int64(state.attack[instance])
    drains = np.int64((state.keywords[instance] & DRAIN) != 0)
    change_health(state, me, drains * power)
    change_health(state, 1 - me, -power)


@rule
def fight(state, me, source, target):
    """Two creatures fight simultaneously (section 7): both use their stats from before the fight."""
    power, body, gifts = np.int64(state.attack[source]), np.int64(state.defense[source]), state.keywords[source]
    back, their_body, their_gifts = (
        np.int64(state.attack[target]),
        np.int64(state.defense[target]),
        state.keywords[target],
    )
    given = np.int64((their_gifts & WARD) == 0) * power
    taken = np.int64((gifts & WARD) == 0) * back
    kills = given >= their_body
    excess = np.int64(kills and (gifts & BREAKTHROUGH) != 0) * (given - their_body)
    heal = np.int64((gifts & DRAIN) != 0 and given > 0) * power
    if kills or ((gifts & LETHAL) != 0 and given > 0):
        remove(state, 1 - me, target)
    else:
        state.defense[target] = their_body - given
        state.keywords[target] = their_gifts & (255 - WARD if power > 0 else 255)
        state.touched |= bit(target)
    if taken >= body or ((their_gifts & LETHAL) != 0 and taken > 0):
        remove(state, me, source)
    else:
        state.defense[source] = body - taken
        state.keywords[source] = gifts & (255 - WARD if back > 0 else 255)
    change_health(state, me, heal)
    change_health(state, 1 - me, -excess)


@rule
def attack(params, state, me, source, target):
    here = bit(source)
    state.ready &= ~here
    state.struck |= here
    state.touched |= here
    if target == FACE:
        hit_face(state, me, source)
    else:
        fight(state, me, source, target)


# Items


@rule
def treat(params, state, number, target):
    """Apply an item to a creature: keywords first, then attack, then defense unless Ward absorbs the damage."""
    gifts = np.int64(params.keywords[number])
    keywords = np.int64(state.keywords[target])
    here = bit(target)
    if params.kind[number] == GREEN:
        keywords |= gifts
        if gifts & CHARGE:
            state.ready |= here & ~state.struck
    else:
        keywords &= ~gifts
    power = np.int64(state.attack[target]) + np.int64(params.attack[number])
    blow = np.int64(params.defense[number])
    body = np.int64(state.defense[target])
    if (keywords & WARD) != 0 and blow < 0:
        keywords &= ~WARD
    else:
        body += blow
    if body <= 0:
        remove(state, (np.int64(target) + 1) & 1, target)
    else:
        equip(state, target, min(max(power, 0), MAX_STAT), min(body, MAX_STAT), keywords)
        state.touched |= here


@rule
def use(params, state, me, source, target):
    number = leave_hand(params, state, me, source)
    harm = np.int64(params.foe_health[number])
    if target == FACE:
        harm += np.int64(params.defense[number])
    else:
        treat(params, state, number, target)
    change_health(state, me, np.int64(params.my_health[number]))
    change_health(state, 1 - me, harm)
    state.next_draw[me] += params.draw[number]


# The draft


@rule
def pick(params, state, choice):
    """Pick a card; the end of the turn picks the first. After the last pick, the battle starts."""
    side, round_number = np.int64(state.player), np.int64(state.turn) >> 1
    note_pick(state, side, round_number, choice)
    state.turn += 1
    state.player = 1 - side
    if state.turn == 2 * ROUNDS:
        set_up(params, state)
        end_turn(params, state)


@rule
def apply(params, state, action):
    """Play a legal action, or end the turn."""
    me = np.int64(state.player)
    source, target = np.uint32(action >> ID_SHIFT & ID_MASK), np.uint32(action & ID_MASK)
    if action == END and state.phase == BATTLE:
        end_turn(params, state)
        return
    if action < SUMMON:
        pick(params, state, 0 if action == END else action)
        return
    if action >= USE:
        use(params, state, me, source, target)
    elif action >= ATTACK:
        attack(params, state, me, source, target)
    else:
        summon(params, state, me, (action >> ID_SHIFT) - 1, target)
    decide(state)
