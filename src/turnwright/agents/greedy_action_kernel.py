"""The compiled part of Greedy Action: one turn, action by action."""

import numpy as np

from turnwright.agents.choice_kernel import choices, closing_action, greedy_choice, top_choices
from turnwright.agents.rollout_kernel import judge
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN, is_spent, offer


@rule
def choice_by_rollouts(search, state):
    """The choice whose successor is best in rollouts; on ties the first."""
    game, s, control, work = search.game, search.settings, search.control, search.work
    playing = work.playing
    if s.top > 0:
        count = top_choices(game, state, s.top, s.ties, work)
    else:
        count = choices(game, state, work.actions)
    actions = work.actions[:count].copy()  # rollouts overwrite the work arrays
    best, value = np.int64(actions[0]), -np.inf
    for i in range(count):
        if is_spent(control):
            break
        playing[0] = state
        game.apply(playing[0], np.int64(actions[i]))
        control.steps += 1
        worth = judge(game, playing[0], search.me, s, control, work)
        if worth > value:
            best, value = np.int64(actions[i]), worth
    return best


@entry
def plan_greedily(game, states, control, settings, work):
    """Play one turn greedily on the state itself. When the budget is used up, the turn is ended."""
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me, work = search.control, search.settings, search.me, search.work
    turn = np.empty(MAX_TURN, dtype=np.int32)
    state = states[0]
    length = 0
    while length < MAX_TURN and not game.is_over(state) and game.player(state) == me:
        if length == MAX_TURN - 1 or is_spent(c):
            action = closing_action(game, state, work.actions)
        elif s.rollouts > 0:
            action = choice_by_rollouts(search, state)
        else:
            action = greedy_choice(game, state, me, s.top, s.ties, c, work)
        game.apply(state, action)
        c.steps += 1
        c.iterations += 1
        turn[length] = action
        length += 1
    c.exhausted = 1
    offer(c, judge(game, state, me, s, c, work), turn, length)
