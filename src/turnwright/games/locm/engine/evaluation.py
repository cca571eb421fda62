"""The evaluation of a state for a player: the weighted sum of the five features of the LOCM paper.

They describe a player's latest turn: the health that the opponent lost in it, the health that the player may lose in
the next turn, the value of the player's creatures and of the items left in hand, and the cards to be drawn. In a draft,
the value of the cards picked so far counts.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.battle import board_of, cards_of
from turnwright.games.locm.engine.cards import CREATURE, WARD
from turnwright.games.locm.engine.draft import pick_of
from turnwright.games.locm.engine.rules import outcome
from turnwright.games.locm.engine.standing import answered, standing
from turnwright.games.locm.engine.state import BATTLE, CHOICES

FEATURES, WIN_LOSE, STANDING, ANSWERED = range(4)

DAMAGE, DANGER, BOARD, ITEMS, CARDS = range(5)
"""The features, by their index in the weights."""


@rule
def creature_worth(params, number, attack, defense, keywords):
    """The value of a creature with these stats; `number` is its card."""
    ward = np.int64((keywords & WARD) != 0)
    alive = (
        params.worth_of_attack * attack
        + params.worth_of_defense * defense
        + params.worth_of_warded_attack * (ward * attack)
        + params.worth_of_gifts[keywords]
    )
    active = 1.0 if attack > 0 or params.idle_counts else 0.0
    return params.card_worth[number] + active * alive + params.worth_of_keywords[keywords]


@rule
def board_worth(params, state, player):
    """θ3: the value of a player's creatures."""
    total = 0.0
    creatures = board_of(state, player)
    while creatures != EMPTY:
        i = ctz(creatures)
        creatures &= creatures - ONE
        total += creature_worth(
            params, state.cards[i], np.int64(state.attack[i]), np.int64(state.defense[i]), np.int64(state.keywords[i])
        )
    return total


@rule
def danger(params, state, player):
    """θ2: the health that the player would lose if all the opponent's creatures attacked the player directly."""
    own, enemies = cards_of(player), cards_of(1 - player)
    total = 0
    for lane in range(2):
        guarded = state.lane[lane] & own & state.guards != EMPTY
        if guarded and params.guards_hold:
            continue
        creatures = state.lane[lane] & enemies
        while creatures != EMPTY:
            total += np.int64(state.attack[ctz(creatures)])
            creatures &= creatures - ONE
    return np.float64(total)


@rule
def item_worth(params, state, player):
    """θ4: the value of the items in a player's hand."""
    total = 0.0
    items = state.hand & cards_of(player) & ~state.kind[CREATURE]
    while items != EMPTY:
        total += params.item_worth[state.cards[ctz(items)]]
        items &= items - ONE
    return total


@rule
def features(params, state, player):
    """The weighted sum of the five features; the danger counts against the player."""
    foe = 1 - player
    lost = np.float64(np.int64(state.before[foe]) - np.int64(state.health[foe]))
    return (
        params.weight[DAMAGE] * lost
        - params.weight[DANGER] * danger(params, state, player)
        + params.weight[BOARD] * board_worth(params, state, player)
        + params.weight[ITEMS] * item_worth(params, state, player)
        + params.weight[CARDS] * np.float64(state.next_draw[player])
    )


@rule
def picks_worth(params, state, player):
    """The value of a player's picks by rank, from 0 for the last to 1 for the first rank."""
    total = 0.0
    for round_number in range((np.int64(state.turn) + 1 - player) >> 1):
        choice = pick_of(state, player, round_number)
        if choice < CHOICES:
            total += 1.0 - params.rank[player, state.triplets[round_number, choice]] / 160.0
    return total


@rule
def evaluate(params, state, player):
    if state.winner >= 0:
        won = outcome(params, state)
        return params.win * (-won if player else won)
    if params.evaluator == WIN_LOSE:
        return 0.0
    if state.phase != BATTLE:
        value = picks_worth(params, state, player)
    elif params.evaluator == FEATURES:
        value = features(params, state, player)
    elif params.evaluator == ANSWERED:
        value = answered(params, state, player)
    else:
        value = standing(params, state, player)
    return min(max(value, 1.0 - params.win), params.win - 1.0)


@rule
def normalise(params, value):
    """An evaluation mapped to [0, 1]: a loss to 0, a win to 1, and everything between by a sigmoid curve."""
    if abs(value) >= params.win:
        return 1.0 if value > 0 else 0.0
    return 0.5 + 0.5 * value / (abs(value) + params.spread)
