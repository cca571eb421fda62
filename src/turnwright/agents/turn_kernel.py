"""Compiled functions about one turn that all search agents use: the book's turn, the shortest turn, its value."""

import numpy as np

from turnwright.agents.choice_kernel import complete_turn, is_accepted
from turnwright.core.compiled import entry, rule
from turnwright.core.kept import keep


@entry
def play_book(game, states, turn, rng):
    """Write the turn of the game's book to `turn`, and return its length; 0 if the book has no complete turn."""
    playing = states.copy()
    state = playing[0]
    me = game.player(state)
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        action = game.book_action(state, rng)
        if action < 0 or length == turn.size:
            length = 0
            break
        game.apply(state, action)
        turn[length] = action
        length += 1
    keep(playing)
    return length


@entry
def end_turn(game, states, turn):
    """Write the shortest way to end the turn to `turn`, and return its length."""
    actions = np.empty(game.list_room, dtype=np.int32)
    playing = states.copy()
    length = complete_turn(game, playing[0], turn, 0, actions)
    keep(playing)
    return length


@rule
def play_turn(game, state, turn):
    """Play a turn in a state, skipping actions that are not accepted. Returns the number of actions played."""
    me, steps = game.player(state), 0
    for i in range(turn.size):
        if game.is_over(state) or game.player(state) != me:
            break
        if is_accepted(game, state, np.int64(turn[i])):
            game.apply(state, np.int64(turn[i]))
            steps += 1
    return steps


@entry
def value_after(game, states, turn):
    """The evaluation after a turn, for the player who played it."""
    playing = states.copy()
    me = game.player(playing[0])
    play_turn(game, playing[0], turn)
    value = game.evaluate(playing[0], me)
    keep(playing)
    return value


@entry
def count_actions_left(game, states):
    """About how many actions the turn still has, not counting its end."""
    return game.actions_left(states[0])
