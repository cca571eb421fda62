"""The compiled part of the win probe: tries every turn of a few actions, the shortest first, or whole turns, the most
promising first."""

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.agents.win_search_kernel import search_win
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN, is_spent, offer
from turnwright.core.hash_table import add


@rule
def tell_of_win(game, state, me, control, turn, length):
    """Report a turn if it has won the game. Returns whether it has."""
    if not is_won(game, state, me):
        return False
    control.evaluations += 1
    control.iterations += 1
    control.unique = control.exhausted = 1
    offer(control, game.evaluate(state, me), turn, length)
    return True


@rule
def ends_in_win(game, state, me, control, turn, length, scratch):
    """Report a turn if the game is won after it, directly or once the turn is ended. Returns whether it is."""
    if game.is_over(state) or game.player(state) != me:
        return tell_of_win(game, state, me, control, turn, length)
    if not game.may_end(state):
        return False
    scratch[0] = state
    game.apply(scratch[0], game.end_action())
    control.steps += 1
    turn[length] = game.end_action()
    return tell_of_win(game, scratch[0], me, control, turn, length + 1)


@entry
def find_win(game, states, control, longest, seen):
    """Search for a winning turn of at most `longest` actions; the shortest is found first.

    Longer turns reach the same states in many orders. `seen`, an empty set at the start, stores them with the number of
    actions played and the number that is searched.
    """
    c = control[0]
    me = game.player(states[0])
    end = game.end_action()
    levels = np.empty(longest + 1, dtype=states.dtype)
    scratch = states.copy()
    actions = np.empty((longest, game.list_room), dtype=np.int32)
    counts = np.zeros(longest, dtype=np.int64)
    nexts = np.zeros(longest, dtype=np.int64)
    turn = np.empty(MAX_TURN, dtype=np.int32)
    levels[0] = states[0]
    if is_spent(c) or not game.may_win(levels[0]) or ends_in_win(game, levels[0], me, c, turn, 0, scratch):
        return
    counts[0] = game.legal_actions(levels[0], actions[0])
    for wanted in range(1, longest + 1):
        nexts[0] = 0
        depth = 0
        went_on = False
        while depth >= 0:
            if nexts[depth] == counts[depth]:
                depth -= 1
                continue
            if is_spent(c):
                return
            action = np.int64(actions[depth, nexts[depth]])
            nexts[depth] += 1
            if action == end:
                continue
            child = depth + 1
            levels[child] = levels[depth]
            game.apply(levels[child], action)
            c.steps += 1
            turn[depth] = action
            if child == wanted:
                if ends_in_win(game, levels[child], me, c, turn, child, scratch):
                    return
                went_on = True
            elif not game.is_over(levels[child]) and game.player(levels[child]) == me and game.may_win(levels[child]):
                if child > 1 and not add(seen, game.state_hash(levels[child]) ^ np.uint64(child * MAX_TURN + wanted)):
                    continue
                counts[child] = game.legal_actions(levels[child], actions[child])
                nexts[child] = 0
                depth = child
        if not went_on:  # there is no turn of that length
            return


@entry
def find_promising_win(game, states, control, room):
    """Search whole turns for one that wins, for games that tell how promising a state is."""
    c = control[0]
    me = game.player(states[0])
    length = search_win(game, states[0], me, room, c, c.max_steps)
    if length > 0:
        room.states[0] = states[0]
        for i in range(length):
            game.apply(room.states[0], np.int64(room.turn[i]))
        tell_of_win(game, room.states[0], me, c, room.turn, length)
