"""The hybrid agent: its stages do what their agents do, and share one budget."""

import numpy as np
import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.greedy_turn import GreedyTurnSettings, new_best_turns
from turnwright.agents.greedy_turn_kernel import Memory, search_turns
from turnwright.agents.memory import new_workspace
from turnwright.agents.registry import agent
from turnwright.agents.settings import settings_record
from turnwright.core.control import new_control
from turnwright.core.control_kernel import NO_LIMIT
from turnwright.core.hash_table import KEY, new_table
from turnwright.core.rng import generator

THREAT = "4 2 ooo../...../x..../....x/..x.."


def test_the_depth_first_search_keeps_the_best_turns(midgame, pairs):
    """As many as there is room for: those of highest value among all distinct ends."""
    state = midgame(pairs, 1, seed=3)[0]
    everything, few = new_best_turns(5000), new_best_turns(7)
    for best in (everything, few):
        control = new_control(Budget(iterations=int(NO_LIMIT) - 1 >> 2))
        options = settings_record(GreedyTurnSettings(visited="all"))
        memory = Memory(new_table(KEY, 10_000), best)
        search_turns(
            state.game, state.records, control, options, 0, state.game.max_turn, memory,
            new_workspace(state, generator(1)),
        )  # fmt: skip
    values = np.sort(everything.values[np.isfinite(everything.values)])[::-1]
    assert values.size == int(control[0].unique) > 7
    assert np.sort(few.values)[::-1].tolist() == values[:7].tolist()
    for row, value in enumerate(few.values):
        after = state.play(*few.turns[row, : few.lengths[row]].tolist())
        assert after.evaluate(state.player) == value


def test_a_turn_is_worth_what_the_reply_leaves_of_it(midgame):
    """Less than it is worth as it stands, since the opponent plays on."""
    for state in midgame("hero_academy", 3, seed=3):
        turn = agent("hybrid:ties=list").plan(state.view(), Budget(iterations=3000), 2)
        assert turn.value < state.play(*turn.actions).evaluate(state.player)
        assert turn.report.generations > 0


def test_the_reply_is_seen(pairs):
    """The opponent has three in a row: only d1 stops the fourth."""
    state = turnwright.state(f"{pairs} {THREAT}")
    for seed in range(5):
        turn = agent("hybrid").plan(state.view(), Budget(iterations=20_000), seed)
        assert "d1" in str(turn).split()


@pytest.mark.parametrize("budget", [Budget(iterations=2000), Budget(evaluations=2000), Budget(steps=20_000)])
def test_the_stages_share_the_budget(budget, midgame):
    state = midgame("hero_academy", 1, seed=4)[0]
    report = agent("hybrid:win_probe=0").plan(state.view(), budget, 1).report
    for currency in ("evaluations", "steps", "iterations"):
        limit = getattr(budget, currency)
        assert limit is None or limit <= getattr(report, currency) <= limit + 600


def test_one_turn_without_a_reply_is_greedy_turn(midgame):
    """With a single turn to choose from nothing is left to decide."""
    for state in midgame("hero_academy", 2, seed=6):
        alone = agent("greedy_turn:visited=all,ties=list").plan(state.view(), Budget(iterations=500))
        turn = agent("hybrid:turns=1,ties=list").plan(state.view(), Budget(iterations=2000), 3)
        assert turn.actions == alone.actions


def test_shares_that_leave_nothing_for_the_replies_are_refused():
    with pytest.raises(turnwright.TurnwrightError, match="to leave something for the replies"):
        agent("hybrid:gather=0.5,sift=0.5")
