"""Compares the two players: creatures, health and cards of one minus those of the other.

`standing` evaluates a state as it is. `answered` evaluates it after a reply: the opponent's creatures attack once more,
always with the attack that gains most, as long as one gains anything. Cards in the opponent's hand are unknown, so a
reply does not use them. A creature is packed into one number: attack, defense and keywords; 0 means that it has fallen.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.battle import board_of, cards_of
from turnwright.games.locm.engine.cards import BREAKTHROUGH, DRAIN, GUARD, LETHAL, WARD
from turnwright.games.locm.engine.state import LANE_SIZE, RUNE_STEP

FACE = LANE_SIZE
"""The index of the player, after the creatures of a lane."""
_DEFENSE, _KEYWORDS = 8, 16
_BYTE = 255


# Creatures


@rule
def packed(state, instance):
    """A creature as one number."""
    return (
        np.int64(state.attack[instance])
        | np.int64(state.defense[instance]) << _DEFENSE
        | np.int64(state.keywords[instance]) << _KEYWORDS
    )


@rule
def strength(creature):
    return creature & _BYTE


@rule
def body(creature):
    return creature >> _DEFENSE & _BYTE


@rule
def gifts(creature):
    return creature >> _KEYWORDS


@rule
def worth(params, creature):
    """The value of a creature for its player; without attack, only its defense counts."""
    if strength(creature) == 0:
        return params.worth_of_body * body(creature)
    keywords = gifts(creature)
    return (
        params.worth_of_presence[keywords]
        + params.worth_of_strength[keywords] * strength(creature)
        + params.worth_of_body * body(creature)
    )


@rule
def own_worth(params, creature):
    """The same for the player whose turn is next."""
    return worth(params, creature) + params.initiative * strength(creature)


@rule
def after_blow(creature, power, is_lethal):
    """A creature after taking damage: Ward absorbs it, Lethal kills."""
    if power == 0:
        return creature
    if gifts(creature) & WARD:
        return creature & ~(np.int64(WARD) << _KEYWORDS)
    if power >= body(creature) or is_lethal:
        return np.int64(0)
    return creature - (power << _DEFENSE)


@rule
def board_standing(params, state, player):
    """The total value of a player's creatures."""
    total = 0.0
    creatures = board_of(state, player)
    while creatures != EMPTY:
        total += worth(params, packed(state, ctz(creatures)))
        creatures &= creatures - ONE
    return total


# Health and cards


@rule
def health_standing(params, health):
    """The value of health: every point counts, the last twenty and the last ten count more."""
    left = max(health, 0)
    return params.health * left + params.last_twenty * min(left, 20) + params.last_ten * min(left, 10)


@rule
def runes_broken(state, player, health):
    """The number of runes that a player loses when health falls to `health`; each gives a card."""
    rune = np.int64(state.rune[player])
    return (rune - min(rune, RUNE_STEP * ((max(health, 1) - 1) // RUNE_STEP))) // RUNE_STEP


@rule
def cards_standing(params, state, player, health):
    """The value of the cards in hand and to be drawn, for a player whose health falls to `health`."""
    held = np.int64(popcount(state.hand & cards_of(player)))
    coming = np.int64(state.next_draw[player]) + runes_broken(state, player, health)
    return params.card_held * held + params.card_coming * coming


# The reply


@rule
def creature_at(state, player, lane, place):
    """A player's creature at a position of a lane, packed; 0 if there is none."""
    creatures = state.lane[lane] & cards_of(player)
    for _ in range(place):
        creatures &= creatures - ONE
    return np.int64(0) if creatures == EMPTY else packed(state, ctz(creatures))


@rule
def blow_gain(params, source, target):
    """The gain of an attack on a creature: the value lost on the target's side minus the value lost on the
    attacker's."""
    deadly, dangerous = gifts(source) & LETHAL != 0, gifts(target) & LETHAL != 0
    left = after_blow(target, strength(source), deadly)
    back = after_blow(source, strength(target), dangerous)
    gain = own_worth(params, target) - own_worth(params, left) - worth(params, source) + worth(params, back)
    if gifts(source) & DRAIN and not gifts(target) & WARD:
        gain += health_point(params) * strength(source)
    if gifts(source) & BREAKTHROUGH and left == 0 and strength(source) > body(target):
        gain += health_point(params) * (strength(source) - body(target))
    return gain


@rule
def health_point(params):
    """The value of a point of health for an attacker, independent of the remaining health."""
    return params.health + params.last_twenty


@rule
def face_gain(params, source):
    return health_point(params) * strength(source) * (2.0 if gifts(source) & DRAIN else 1.0)


@rule
def replaced(creatures, place, creature):
    """A lane with the creature at one position replaced."""
    return (
        creature if place == 0 else creatures[0],
        creature if place == 1 else creatures[1],
        creature if place == 2 else creatures[2],
    )


@rule
def has_guard(creatures):
    return (gifts(creatures[0]) | gifts(creatures[1]) | gifts(creatures[2])) & GUARD != 0


@rule
def best_attack(params, attackers, waiting, defenders):
    """The attack with the highest gain among creatures that have not attacked: attacker and target; -1 if none
    gains."""
    guarded = has_guard(defenders)
    most, source, target = 0.0, -1, -1
    for i in range(LANE_SIZE):
        attacker = attackers[i]
        if not waiting >> i & 1 or strength(attacker) == 0:
            continue
        for j in range(LANE_SIZE):
            defender = defenders[j]
            if defender == 0 or (guarded and not gifts(defender) & GUARD):
                continue
            gain = blow_gain(params, attacker, defender)
            if gain > most:
                most, source, target = gain, i, j
        if not guarded:
            gain = face_gain(params, attacker)
            if gain > most:
                most, source, target = gain, i, FACE
    return source, target


@rule
def lane_reply(params, state, me, lane):
    """Let the opponent's creatures of a lane attack. Returns the value of the lane for the player afterwards, the
    health that the player loses, and the health that the opponent gains."""
    foe = 1 - me
    attackers = (creature_at(state, foe, lane, 0), creature_at(state, foe, lane, 1), creature_at(state, foe, lane, 2))
    defenders = (creature_at(state, me, lane, 0), creature_at(state, me, lane, 1), creature_at(state, me, lane, 2))
    waiting = 7
    lost = np.int64(0)
    healed = np.int64(0)
    while waiting:
        i, j = best_attack(params, attackers, waiting, defenders)
        if i < 0:
            break
        waiting &= ~(1 << i)
        attacker = attackers[i]
        power = strength(attacker)
        if j == FACE:
            lost += power
            healed += power if gifts(attacker) & DRAIN else 0
            continue
        defender = defenders[j]
        left = after_blow(defender, power, gifts(attacker) & LETHAL != 0)
        if not gifts(defender) & WARD:
            healed += power if gifts(attacker) & DRAIN else 0
            if left == 0 and gifts(attacker) & BREAKTHROUGH:
                lost += max(0, power - body(defender))
        back = after_blow(attacker, strength(defender), gifts(defender) & LETHAL != 0)
        defenders = replaced(defenders, j, left)
        attackers = replaced(attackers, i, back)
    held = own_worth(params, defenders[0]) + own_worth(params, defenders[1]) + own_worth(params, defenders[2])
    faced = worth(params, attackers[0]) + worth(params, attackers[1]) + worth(params, attackers[2])
    return held - faced, lost, healed


@rule
def most_damage(state, me, lane):
    """The maximum damage to the player by the opponent's creatures of a lane in one turn, by their attack alone.

    A single Guard is removed by the weakest attacker that can, or by the two weakest. More Guards stop all attacks.
    """
    foe = 1 - me
    total = np.int64(0)
    creatures = state.lane[lane] & cards_of(foe)
    while creatures != EMPTY:
        total += np.int64(state.attack[ctz(creatures)])
        creatures &= creatures - ONE
    guards = state.lane[lane] & cards_of(me) & state.guards
    if guards == EMPTY:
        return total
    guard = packed(state, ctz(guards))
    if popcount(guards) > 1 or gifts(guard) & WARD:
        return np.int64(0)
    price = np.int64(_BYTE)
    creatures = state.lane[lane] & cards_of(foe)
    while creatures != EMPTY:
        one = ctz(creatures)
        creatures &= creatures - ONE
        power = np.int64(state.attack[one])
        if power >= body(guard) or (power > 0 and state.keywords[one] & LETHAL):
            price = min(price, power)
        others = creatures
        while others != EMPTY:
            both = power + np.int64(state.attack[ctz(others)])
            others &= others - ONE
            if both >= body(guard):
                price = min(price, both)
    return max(np.int64(0), total - price)


# Evaluations


@rule
def standing(params, state, player):
    """The difference of both players' creatures, health and cards."""
    foe = 1 - player
    own_health, their_health = np.int64(state.health[player]), np.int64(state.health[foe])
    return (
        board_standing(params, state, player)
        - board_standing(params, state, foe)
        + health_standing(params, own_health)
        - health_standing(params, their_health)
        + cards_standing(params, state, player, own_health)
        - cards_standing(params, state, foe, their_health)
    )


@rule
def answered(params, state, player):
    """The same after the reply of the opponent's creatures, minus `doom` if they can win with it."""
    foe = 1 - player
    left, left_lost, left_healed = lane_reply(params, state, player, 0)
    right, right_lost, right_healed = lane_reply(params, state, player, 1)
    own_health = np.int64(state.health[player])
    after = own_health - left_lost - right_lost
    their_health = np.int64(state.health[foe]) + left_healed + right_healed
    fatal = after <= 0 or most_damage(state, player, 0) + most_damage(state, player, 1) >= own_health
    return (
        left
        + right
        + health_standing(params, after)
        - health_standing(params, their_health)
        + cards_standing(params, state, player, after)
        - cards_standing(params, state, foe, their_health)
        - (params.doom if fatal else 0.0)
    )
