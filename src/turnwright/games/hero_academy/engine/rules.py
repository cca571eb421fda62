"""What actions do. Sections refer to the rules page in the documentation.

An action costs one action point; ending the turn costs none. A unit's action consists of two squares. The piece on the
target square decides whether it is a move, an attack, a heal or an exchange.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import draw
from turnwright.games.hero_academy.engine.cards import (
    ASSAULT_BONUS,
    CHAIN_PERCENT,
    CLERIC,
    CRYSTAL,
    DEFENSE_SQUARE_RESISTANCE,
    HEAL_FACTOR,
    INFERNO,
    INFERNO_DAMAGE,
    KNIGHT,
    NINJA,
    POTION,
    POTION_HEAL,
    POTION_REVIVE,
    REVIVE_FACTOR,
    RUNEMETAL,
    SCROLL,
    UNITS,
    WIZARD,
)
from turnwright.games.hero_academy.engine.hands import deal_hand, has_unit_cards, one, refill
from turnwright.games.hero_academy.engine.pieces import (
    clear_square,
    enter,
    lose_scroll,
    lower_hp,
    note_health,
    relocate,
    remove_fallen,
    withdraw,
)
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP, TRAIT_HURT

_CRYSTAL_HP = UNITS[CRYSTAL].hp
FULL = 100
"""The percentage of its damage that an attack deals to its direct target."""
_SQUARE_MASK = 63

ENDINGS = ("crystals", "no units", "turn limit")
NO_CRYSTALS, NO_UNITS, TURN_LIMIT = range(len(ENDINGS))
"""How a game can end."""


# The start


@rule
def set_up(params, state, seed1, seed2, chance):
    """A new game from the two deck seeds (section 4)."""
    state.chance = chance
    state.seed[0], state.seed[1] = seed1, seed2
    state.living[0], state.living[1] = params.crystals[0], params.crystals[1]
    state.fallen[0] = state.fallen[1] = EMPTY
    state.crystals = params.crystals[0] | params.crystals[1]
    for i in range(TRAIT_HURT + 1):
        state.traits[i] = EMPTY
    for square in range(64):
        state.unit[square], state.hp[square] = 0, 0
    state.turn, state.player, state.over = 1, 0, 0
    state.ap = params.starting_action_points
    state.hash = EMPTY
    state.balance, state.infernos = 0, 0
    for i in range(state.tail.size):
        state.tail[i] = 0
    for player in range(2):
        state.unknown[player] = 0
        state.hand[player], state.deck[player] = EMPTY, params.deck
        for card in range(params.reserve.size):
            cards = (params.deck >> np.uint64(4 * card)) & np.uint64(15)
            state.hash += cards * params.deck_key[player, card]
        deal_hand(params, state, player)
        pieces = params.crystals[player]
        while pieces:
            square = ctz(pieces)
            pieces &= pieces - np.uint64(1)
            state.unit[square], state.hp[square] = CRYSTAL, _CRYSTAL_HP
            enter(params, state, player, square)


@rule
def deal(params, state, rng):
    """A new game with random deck seeds from 0 to 999, and a generator for the draws if they are random."""
    seed1 = np.int64(draw(rng) % np.uint64(1000))
    seed2 = np.int64(draw(rng) % np.uint64(1000))
    set_up(params, state, seed1, seed2, draw(rng) if params.random_draws else EMPTY)


# Questions


@rule
def player(params, state):
    return np.int64(state.player)


@rule
def is_over(params, state):
    return state.over != 0


@rule
def end_action(params):
    return END


@rule
def has_units(state, side):
    """Whether a side has a unit card, or a unit on the board, even a knocked-out one (section 7)."""
    return has_unit_cards(state, side) or ((state.living[side] & ~state.crystals) | state.fallen[side]) != 0


@rule
def is_alive(state, side):
    return (state.living[side] & state.crystals) != 0 and has_units(state, side)


@rule
def outcome(params, state):
    """The winner, or 0 for none, in any state. From the last turn on, the game is a draw in any case."""
    if state.turn >= params.turn_limit:
        return 0
    first, second = is_alive(state, 0), is_alive(state, 1)
    return np.int64(first) - np.int64(second)


@rule
def ending(params, state):
    """How a finished game ended. In the last turn, the turn limit takes precedence."""
    if state.turn >= params.turn_limit:
        return TURN_LIMIT
    for side in range(2):
        if state.living[side] & state.crystals == 0:
            return NO_CRYSTALS
    return NO_UNITS


# Fighting


@rule
def assault_bonus(params, state):
    """Extra damage to crystals for every assault square that the player to move holds."""
    return ASSAULT_BONUS * np.int64(popcount(params.assault & state.living[state.player]))


@rule
def damage_of(params, state, source, target):
    """Damage of an attack, before bonuses (6.5)."""
    attacker, defender = state.unit[source], state.unit[target]
    kind = attacker & KIND_MASK
    on_power = 1 if params.power_squares & bit(source) else 0
    close = 1 if params.adjacent[source] & bit(target) else 0
    resistance = np.int64(params.resistance[params.magical[kind], defender])
    if params.magical[kind] == 0 and params.defense & bit(target):
        resistance += DEFENSE_SQUARE_RESISTANCE
    strength = np.int64(params.power[attacker, on_power]) * params.damage_halves[close, kind]
    return strength * (100 - resistance) // 200


@rule
def blow(params, state, source, target, percent):
    """The hit points that a piece loses if an attack hits it with a share of its damage."""
    damage = damage_of(params, state, source, target) * percent // FULL
    return damage + assault_bonus(params, state) if state.crystals & bit(target) else damage


@rule
def blast(params, state, target):
    """The hit points that an enemy piece loses by an inferno (6.9)."""
    damage = INFERNO_DAMAGE + (assault_bonus(params, state) if state.crystals & bit(target) else 0)
    return damage * (100 - np.int64(params.resistance[1, state.unit[target]])) // 100


@rule
def wound(params, state, foe, target, damage):
    """Remove hit points from a standing enemy piece. At zero, a crystal is destroyed and a unit is knocked out."""
    here = bit(target)
    left = np.int64(state.hp[target]) - damage
    if left > 0:
        lower_hp(params, state, foe, target, damage)
        state.traits[TRAIT_HURT] |= here & ~state.crystals
        return
    withdraw(params, state, foe, target)
    state.living[foe] &= ~here
    if state.crystals & here:
        state.crystals &= ~here
        clear_square(state, target)
        if state.living[foe] & state.crystals == 0:
            state.over = 1
    else:
        state.hp[target] = 0
        state.fallen[foe] |= here
        state.traits[TRAIT_HURT] &= ~here
        enter(params, state, foe, target)


@rule
def push(params, state, foe, source, target):
    """A knight's attack pushes a unit back by one square, if that square is free (6.7)."""
    behind = np.int64(params.neighbour[target, params.direction[source, target]])
    if behind < 0:
        return
    there = bit(behind)
    if there & (state.living[0] | state.living[1] | params.deploy[1 - foe]):
        return
    if there & (state.fallen[0] | state.fallen[1]):
        remove_fallen(params, state, behind)
    here = bit(target)
    relocate(params, state, foe, target, behind)
    if state.living[foe] & here:
        state.living[foe] ^= here | there
    else:
        state.fallen[foe] ^= here | there


@rule
def leap(params, foes, last, direction):
    """The direction of the next jump of a wizard's chain, given its last direction; -1 if the chain ends (6.8)."""
    if foes & params.area[last]:
        for i in range(7):
            towards = np.int64(params.chain_order[direction, i])
            square = np.int64(params.neighbour[last, towards])
            if square >= 0 and foes & bit(square):
                return towards
    return np.int64(-1)


@rule
def chain(params, state, foe, source, target):
    """A wizard's attack jumps to up to two more enemies, each near the last one (6.8)."""
    direction = np.int64(params.direction[source, target])
    last = np.int64(target)
    for jump in range(2):
        direction = leap(params, state.living[foe], last, direction)
        if direction < 0:
            return
        last = np.int64(params.neighbour[last, direction])
        percent = CHAIN_PERCENT[0] if jump == 0 else CHAIN_PERCENT[1]
        wound(params, state, foe, last, blow(params, state, source, last, percent))


@rule
def attack(params, state, me, source, target):
    foe = 1 - me
    kind = state.unit[source] & KIND_MASK
    is_crystal = state.crystals & bit(target) != 0
    wound(params, state, foe, target, blow(params, state, source, target, FULL))
    if kind == KNIGHT:
        if not is_crystal:
            push(params, state, foe, source, target)
    elif kind == WIZARD:
        chain(params, state, foe, source, target)
    lose_scroll(params, state, me, source)


# Other actions of units


@rule
def raise_hp(params, state, me, target, amount):
    """Heal an own unit. A knocked-out unit is revived."""
    withdraw(params, state, me, target)
    here = bit(target)
    if state.hp[target] == 0:
        state.fallen[me] &= ~here
        state.living[me] |= here
    state.hp[target] = min(np.int64(state.hp[target]) + amount, np.int64(params.max_hp[state.unit[target]]))
    note_health(params, state, target)
    enter(params, state, me, target)


@rule
def heal(params, state, me, source, target):
    on_power = 1 if params.power_squares & bit(source) else 0
    power = np.int64(params.power[state.unit[source], on_power])
    raise_hp(params, state, me, target, power * (REVIVE_FACTOR if state.hp[target] == 0 else HEAL_FACTOR))
    lose_scroll(params, state, me, source)


@rule
def exchange(params, state, me, source, target):
    """A ninja and another own unit exchange squares."""
    withdraw(params, state, me, source)
    withdraw(params, state, me, target)
    state.unit[source], state.unit[target] = state.unit[target], state.unit[source]
    state.hp[source], state.hp[target] = state.hp[target], state.hp[source]
    for i in range(TRAIT_HURT + 1):
        trait = state.traits[i]
        differ = ((trait >> np.uint64(source)) ^ (trait >> np.uint64(target))) & np.uint64(1)
        state.traits[i] = trait ^ (differ << np.uint64(source)) ^ (differ << np.uint64(target))
    enter(params, state, me, source)
    enter(params, state, me, target)


@rule
def move(params, state, me, source, target):
    """Move; a knocked-out unit on the target square is stomped."""
    there = bit(target)
    if there & (state.fallen[0] | state.fallen[1]):
        remove_fallen(params, state, target)
    relocate(params, state, me, source, target)
    state.living[me] ^= bit(source) | there


@rule
def act(params, state, source, target):
    """A unit's action; the piece on the target square decides its kind (6.3)."""
    me = np.int64(state.player)
    there = bit(target)
    kind = state.unit[source] & KIND_MASK
    if state.living[1 - me] & there:
        attack(params, state, me, source, target)
    elif kind == CLERIC and (state.living[me] | state.fallen[me]) & there:
        heal(params, state, me, source, target)
    elif kind == NINJA and state.living[me] & there:
        exchange(params, state, me, source, target)
    else:
        move(params, state, me, source, target)


# Cards


@rule
def spend(params, state, me, card):
    """A card leaves the hand and the game."""
    state.hand[me] -= one(card)
    state.hash -= params.hand_key[me, card]
    value = np.int64(params.reserve[card])
    state.balance -= -value if me else value


@rule
def deploy(params, state, me, card, square):
    here = bit(square)
    if here & (state.fallen[0] | state.fallen[1]):
        remove_fallen(params, state, square)
    state.unit[square] = card
    state.hp[square] = params.max_hp[card]
    state.living[me] |= here
    enter(params, state, me, square)


@rule
def equip(params, state, me, card, square):
    item = card - RUNEMETAL
    withdraw(params, state, me, square)
    state.unit[square] |= np.uint8(1 << GEAR_SHIFT + item)
    state.traits[item] |= bit(square)
    if card > SCROLL:  # dragonscale and helm add hit points
        hp = np.int64(state.hp[square])
        state.hp[square] = min(hp + hp // 10, np.int64(params.max_hp[state.unit[square]]))
        note_health(params, state, square)
    enter(params, state, me, square)


@rule
def inferno(params, state, me, square):
    """Damage on nine squares: knocked-out enemies are removed, others take damage (6.9)."""
    foe = 1 - me
    state.infernos -= 1 - 2 * me
    area = params.area[square]
    burnt = area & state.fallen[foe]
    while burnt:
        remove_fallen(params, state, ctz(burnt))
        burnt &= burnt - np.uint64(1)
    struck = area & state.living[foe]
    while struck:
        target = ctz(struck)
        struck &= struck - np.uint64(1)
        wound(params, state, foe, target, blast(params, state, target))


@rule
def drop(params, state, card, square):
    me = np.int64(state.player)
    spend(params, state, me, card)
    if card < INFERNO:
        deploy(params, state, me, card, square)
    elif card == INFERNO:
        inferno(params, state, me, square)
    elif card == POTION:
        raise_hp(params, state, me, square, POTION_REVIVE if state.hp[square] == 0 else POTION_HEAL)
    else:
        equip(params, state, me, card, square)


@rule
def swap_card(params, state, card):
    """Return a card to the deck. The hand is refilled at the end of the turn."""
    me = state.player
    state.hand[me] -= one(card)
    state.deck[me] += one(card)
    state.hash += params.deck_key[me, card] - params.hand_key[me, card]


# The end of a turn


@rule
def end_turn(params, state):
    """End the turn (section 6.0): own knocked-out units are removed, the game may end, then cards are drawn."""
    me = np.int64(state.player)
    foe = 1 - me
    gone = state.fallen[me]
    while gone:
        remove_fallen(params, state, ctz(gone))
        gone &= gone - np.uint64(1)
    if not has_units(state, 0) or not has_units(state, 1) or state.living[foe] & state.crystals == 0:
        state.over = 1
    if state.turn >= params.turn_limit:
        state.over = 1
    if state.over:
        return
    if not params.draw_at_start:
        refill(params, state, me)
    state.player = foe
    refill(params, state, foe)
    state.ap = params.action_points
    state.turn += 1


@rule
def apply(params, state, action):
    """Play an action."""
    if action < DROP:
        act(params, state, np.uint32(action >> 6), np.uint32(action & _SQUARE_MASK))
    elif action < SWAP:
        drop(params, state, (action >> 6) & _SQUARE_MASK, np.uint32(action & _SQUARE_MASK))
    elif action < END:
        swap_card(params, state, action - SWAP)
    else:
        end_turn(params, state)
        return
    state.ap -= 1
