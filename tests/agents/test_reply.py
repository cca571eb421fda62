"""The reply agent: turns that stand up to the opponent's answer."""

import numpy as np
import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.registry import agent
from turnwright.agents.win_probe import win_at_hand
from turnwright.core.control_kernel import MAX_TURN

WON_IN_FIVE = (
    "hero_academy 50 2 5 b4X850,c2A600dh,e1K400,e5K932dh,g1k1200dh,g2x3800,g3a400,h1k1100h,h2c800,h4x3800,i3k1200dh "
    "-/p2d -/- 13507/30473"
)
LOST_IN_FIVE = (
    "hero_academy:evaluation=described 29 1 5 a1A800,a2C576,a3K1000,a5W800,b4X914,b5C650r,c1W800,c2K670d,d1a800,d5C600,"
    "e5K990dh,g3c671r,g5c800,h4x2732,h5k1000,i1w800,i3k1100d,i5a800 AP2RH2/prdh3 A/cnd 42723/20314"
)
"""From a lost game: what looks best here leaves a reply that wins, which takes one unit five actions."""
LOST_ANYWAY = (
    "hero_academy:evaluation=described 25 1 5 a1K400,a3C800,a4W880d,a5K1000,b4X450,c3a800r,e5k1000,g3N400r,h4x2975,"
    "i1a800 A2WPH2/r2dh3 KACRS/cs 50162/18392"
)
PLENTY = Budget(steps=10**7)
BUDGET = Budget(iterations=3000)
LARGER = Budget(iterations=10_000)


@pytest.fixture(scope="module")
def plans(midgame):
    """Positions with the turns that the agent plans there, and those of the same search without replies."""
    return [
        (state, *(agent(spec).plan(state.view(), LARGER, seed=1) for spec in ("reply", "reply:gather=1.0")))
        for state in midgame("hero_academy", 6, seed=5)
    ]


def test_a_win_of_a_whole_turn_is_found(midgame):
    """One unit walks twice and strikes three times; evolution with any budget here misses it nearly always."""
    state = turnwright.state(WON_IN_FIVE)
    turn = agent("reply").plan(state.view(), Budget(iterations=20_000), seed=0)
    after = state.play(*turn.actions)
    assert (after.is_over, after.outcome, after.ending) == (True, -1, "crystals")
    assert turn.report.exhausted
    assert not agent("reply:win_probe=2").plan(state.view(), Budget(iterations=500), seed=0).report.exhausted


def winning_reply(state: turnwright.State, turn: turnwright.Turn) -> int:
    """The length of a reply that wins, by a search of whole turns; 0 if there is none."""
    control, _ = win_at_hand(state.play(*turn.actions), MAX_TURN, PLENTY)
    return int(control[0].best_length)


@pytest.mark.parametrize("seed", range(3))
def test_no_win_is_left_to_the_opponent(seed):
    state = turnwright.state(LOST_IN_FIVE)
    guarded, hasty = (agent(spec).plan(state.view(), LARGER, seed=seed) for spec in ("reply", "reply:guard=0"))
    assert (winning_reply(state, guarded) == 0, winning_reply(state, hasty) == 0) == (True, False)
    assert hasty.value > guarded.value


def test_where_all_is_lost_the_win_that_is_left_is_a_long_one():
    """The opponent may not find it. The value says that the game is lost."""
    state = turnwright.state(LOST_ANYWAY)
    for seed in range(3):
        turn = agent("reply").plan(state.view(), LARGER, seed=seed)
        assert winning_reply(state, turn) == len(turn.reply) == 5
        assert -60_010 < turn.value <= -60_000


def test_the_feared_reply_is_a_legal_turn_of_the_opponent(plans):
    for state, turn, _ in plans:
        after = state.play(*turn.actions)
        answered = after.play(*turn.reply)
        assert answered.is_over or answered.player == state.player


def test_without_replies_nothing_is_feared_and_turns_are_judged_as_they_stand(plans):
    for state, _, alone in plans:
        assert alone.reply == ()
        assert alone.value == state.play(*alone.actions).evaluate(state.player)


def test_a_turn_is_worth_at_most_what_the_feared_reply_leaves(midgame):
    """Without a look at the own next turn, the value is that of the position after the reply."""
    for state in midgame("hero_academy", 4, seed=6):
        turn = agent("reply:follow=0").plan(state.view(), BUDGET, seed=2)
        after = state.play(*turn.actions).play(*turn.reply)
        assert turn.value == pytest.approx(after.evaluate(state.player))


def test_turns_are_chosen_for_what_an_opponent_leaves_of_them(plans):
    """Against a reply that is searched much longer, they are worth more than turns chosen as they stand."""
    opponent = agent("oep:diversity=tabu,greedy=0.2,repair=greedy,population=24")

    def after_reply(state, turn):
        after = state.play(*turn.actions)
        return after.play(*opponent.plan(after.view(), LARGER, seed=3).actions).evaluate(state.player)

    gains = [after_reply(state, turn) - after_reply(state, alone) for state, turn, alone in plans]
    assert np.mean(gains) > 0


def test_worlds_are_shared_and_averaged(midgame):
    """One search for all guesses: its iterations are those of one."""
    state = midgame("hero_academy", 1, seed=7)[0]
    turn = agent("reply:worlds=3").plan(state.view(kind="hidden"), BUDGET, seed=1)
    assert BUDGET.iterations <= turn.report.iterations <= BUDGET.iterations + 1
    assert turn.report.parts == ()


def test_a_player_who_is_ahead_brings_no_position_back(plans):
    """Two agents that always find the same best turn would go round in a circle until the turn limit."""
    ahead = [(state, turn) for state, turn, _ in plans if turn.value > 500]
    assert ahead
    for state, turn in ahead:
        again = state.copy()
        again.past = (state.play(*turn.actions).position_key,)
        other = agent("reply").plan(again.view(), BUDGET, seed=1)
        assert again.play(*other.actions).position_key not in again.past
        assert other.value <= turn.value or other.value > 0


def test_the_way_to_a_state_can_be_left_out_of_account(plans):
    for state, turn, _ in plans:
        again = state.copy()
        again.past = (state.play(*turn.actions).position_key,)
        assert agent("reply:progress=false").plan(again.view(), LARGER, seed=1).actions == turn.actions


def test_only_open_views_know_the_way_to_a_state(midgame):
    state = midgame("hero_academy", 1, seed=7)[0]
    turn = agent("greedy_action").plan(state.view(), seed=1)
    after = state.play(*turn.actions)
    assert after.past == (*state.past, after.position_key)
    assert state.walk(turn.actions).after.past == after.past
    assert after.view().world().past == after.past
    assert after.view(kind="hidden").world().past == ()


LONG = "hero_academy:action_points=12,evaluation=described"


def test_long_turns_and_the_replies_to_them_are_legal(midgame, replayed):
    for state in midgame(LONG, 3, seed=5):
        turn = agent("reply").plan(state.view(), BUDGET, seed=1)
        after = replayed(state, turn)
        answered = after.play(*turn.reply)
        assert turn.reply or after.is_over
        assert answered.is_over or answered.player == state.player


def test_edits_find_better_long_turns_than_breeding_place_by_place(midgame):
    """Both judge turns as they stand, with equal numbers of tries."""

    def value(state, spec):
        return agent(spec).plan(state.view(), LARGER, seed=1).value

    specs = ("reply:gather=1.0,win_probe=0", "reply:gather=1.0,win_probe=0,edit_from=99")
    edited, placed = np.array([[value(state, spec) for spec in specs] for state in midgame(LONG, 8, seed=5)]).T
    assert edited.mean() > placed.mean()
    assert (edited > placed).sum() > (edited < placed).sum()


def test_short_turns_are_bred_place_by_place(plans):
    for state, turn, _ in plans:
        assert agent("reply:edit_from=99").plan(state.view(), LARGER, seed=1).actions == turn.actions
        assert agent("reply:edit_from=1").plan(state.view(), LARGER, seed=1).report != turn.report


@pytest.mark.parametrize(
    "setting", ["edit_from=0", "population=3", "follow=-1", "gather=1.5", "levels=0", "reply_population=2", "guard=-1"]
)
def test_bad_settings_are_refused(setting):
    with pytest.raises(turnwright.TurnwrightError, match=setting.partition("=")[0]):
        agent(f"reply:{setting}")
