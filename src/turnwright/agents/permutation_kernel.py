"""The compiled part of the permutation agents.

A turn is a permutation of its possible actions. They are tried from the first to the last: legal ones are played,
others are skipped, and nothing is tried twice. The state is evaluated before the turn ends.
"""

import numpy as np

from turnwright.agents.choice_kernel import complete_turn, is_won, new_workspace
from turnwright.agents.search_kernel import Search
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN, answer, is_spent
from turnwright.core.kept import keep
from turnwright.core.rng import below


@rule
def shuffle(order, rng):
    """Shuffle a list."""
    for i in range(order.size - 1, 0, -1):
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]


@rule
def play_order(game, state, order, turn, actions):
    """Play a permutation on `state`. Writes the played actions and the end of the turn to `turn`.

    Returns the number of steps and the length of the turn.
    """
    me = game.player(state)
    played = 0
    for i in range(order.size):
        action = np.int64(order[i])
        if not game.is_legal(state, action):
            continue
        game.apply(state, action)
        turn[played] = action
        played += 1
        if game.is_over(state) or game.player(state) != me:
            return played, played
        if played == turn.size - 1:
            break
    length = complete_turn(game, state, turn, played, actions)
    is_ended = game.is_over(state) or game.player(state) != me
    return (length if is_ended else length - 1), length


@rule
def judge_order(search, order, turn):
    """The value of a permutation for the player to move, and the length of its turn, which is written to `turn`."""
    control, playing = search.control, search.work.playing
    playing[0] = search.start[0]
    steps, length = play_order(search.game, playing[0], order, turn, search.work.actions)
    control.steps += steps
    control.evaluations += 1
    control.iterations += 1
    return search.game.evaluate(playing[0], search.me), length


@rule
def possible_order(game, state):
    """The possible actions of a turn, in the order of the game's list."""
    listed = np.empty(game.list_room, dtype=np.int32)
    return listed[: game.possible_actions(state, listed)]


@entry
def play_possible(game, states, turn, shuffled, rng):
    """Write the turn that the possible actions give, in list order or shuffled, to `turn`, and return its length."""
    order = possible_order(game, states[0])
    if shuffled:
        shuffle(order, rng)
    playing = states.copy()
    actions = np.empty(game.list_room, dtype=np.int32)
    length = play_order(game, playing[0], order, turn, actions)[1]
    keep(playing)
    return length


@entry
def evolve_order(game, states, control, settings, rng):
    """Evolve one permutation: exchange two random actions, and keep the result if it is not worse."""
    search = Search(game, states, game.player(states[0]), settings[0], control[0], new_workspace(game, states, rng))
    c, s, me = search.control, search.settings, search.me
    order = possible_order(game, states[0])
    shuffle(order, rng)
    child = order.copy()
    turn = np.empty(MAX_TURN, dtype=np.int32)
    playing = search.work.playing
    count = order.size
    value, length = judge_order(search, order, turn)
    answer(c, value, turn, length)
    won = is_won(game, playing[0], me)
    # With at most two actions, there are no more orders than actions.
    while not won and not is_spent(c) and (count > 2 or c.iterations < count):
        child[:] = order
        for _ in range(s.swaps):
            i = below(rng, count)
            j = below(rng, count - 1)
            j += np.int64(j >= i)
            child[i], child[j] = child[j], child[i]
        worth, length = judge_order(search, child, turn)
        if worth < value:
            continue
        order[:] = child
        if worth > value:
            value = worth
            answer(c, value, turn, length)
            won = is_won(game, playing[0], me)
        else:
            c.best_turn[:length] = turn[:length]
            c.best_length = length
    c.exhausted = 1 if won or count <= 2 else 0
