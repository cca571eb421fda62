"""The look for a win at hand: exhaustive, within its part of the budget, and of no effect where there is no win."""

import numpy as np
import pytest

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent
from turnwright.agents.win_probe import win_at_hand
from turnwright.core.control_kernel import MAX_TURN

GAMES = ("hero_academy:map=a-tiny,deck=TINY,action_points=3", "pairs")
PLENTY = Budget(iterations=10**6)
SEARCHES = ("greedy_turn", "mcts", "oep", "emcts")


def shortest_win(state: State, most: int) -> int | None:
    """The fewest actions, ends of turns not counted, after which the player to move has won; by brute force."""
    me, level = state.player, [state]
    for length in range(most + 1):
        ended = [s if s.is_over or s.player != me else s.play(s.end_action) for s in level]
        if any(s.is_over and s.outcome == 1 - 2 * me for s in ended):
            return length
        level = [s.play(a) for s in level if not s.is_over and s.player == me for a in s.legal_actions()]
    return None


def weakened(state: State) -> State:
    """The same with little left of every piece, so that wins are near."""
    changed = state.copy()
    changed.records[0].hp[:] = np.minimum(changed.records[0].hp, 150)
    return changed.under(state.game)


def near_the_end(state: State) -> State:
    """The same with crystals that a turn may break, but not one or two blows."""
    changed = state.copy()
    crystals = [square for square in range(64) if int(changed.records[0].crystals) >> square & 1]
    changed.records[0].hp[crystals] = 900
    return changed.under(state.game)


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("longest", [1, 2, 3])
def test_a_win_is_found_where_brute_force_finds_one(spec, longest, turn_starts, pairs):
    """And it is the shortest there is."""
    lengths = []
    for seed in range(4):
        starts = turn_starts(pairs if spec == "pairs" else spec, seed)[-6:]
        for state in starts if spec == "pairs" else map(weakened, starts):
            control, _ = win_at_hand(state, longest, PLENTY)
            expected = shortest_win(state, longest)
            lengths.append(expected)
            turn = control[0].best_turn[: control[0].best_length].tolist()
            assert (len(turn) > 0) == (expected is not None)
            if turn:
                after = state.play(*turn)
                assert (after.is_over, after.outcome) == (True, 1 - 2 * state.player)
                assert sum(action != state.end_action for action in turn) == expected
    assert len(set(lengths)) > 1, "the states are all of a kind"


@pytest.mark.parametrize("spec", SEARCHES)
def test_without_a_win_the_search_is_the_same(spec, midgame):
    """Only its steps are more, and a budget of steps is shared."""
    near = map(near_the_end, midgame("hero_academy", 6, seed=2))
    states = [state for state in near if win_at_hand(state, 2, PLENTY)[0][0].best_length == 0]
    assert len(states) >= 3
    for state in states[:3]:
        probing, plain = (
            agent(f"{spec}:win_probe={longest}").plan(state.view(), Budget(evaluations=3000), seed=1)
            for longest in (2, 0)
        )
        assert (probing.actions, probing.value) == (plain.actions, plain.value)
        assert plain.report.probed == 0
        assert probing.report.probed == probing.report.steps - plain.report.steps > 0


@pytest.mark.parametrize("spec", SEARCHES)
def test_the_look_keeps_to_its_part_of_the_budget(spec, midgame):
    """A tenth of the steps, five for every evaluation or iteration; it stops where it is."""
    state = near_the_end(midgame("hero_academy", 1, seed=2)[0])
    for budget, most in (("3000st", 300), ("40ev", 200), ("40it", 200), ("0st", 0), ("0it", 0)):
        report = agent(spec).plan(state.view(), Budget.parse(budget)).report
        assert report.probed <= most + 1
        assert (report.probed > 0) == (most > 0)


def test_who_looks_for_wins(midgame):
    """Every search unless told not to; not what plays as published, nor what sees or seeks none."""
    state = near_the_end(midgame("hero_academy", 1, seed=2)[0])
    looking = {
        spec: agent(spec).plan(state.view(), Budget(evaluations=2000)).report.probed > 0
        for spec in (
            "mcts", "oep", "greedy_action:top=5", "mcts:variant=reference", "oep:variant=reference", "oep:win_probe=0",
            "random", "greedy_action", "oep:variant=reference,win_probe=1",
        )
    }  # fmt: skip
    assert [spec for spec, looks in looking.items() if looks] == [
        "mcts",
        "oep",
        "greedy_action:top=5",
        "oep:variant=reference,win_probe=1",
    ]


def test_a_tree_that_is_asked_for_is_grown_although_a_win_is_at_hand(pairs):
    state = turnwright.state(f"{pairs} 4 2 xxx../oo.../..o../...../.o...")
    alone, studied = (
        agent("mcts").plan(state.view(), Budget(iterations=500), keep_tree=keep) for keep in (False, True)
    )
    assert alone.actions == studied.actions
    assert (alone.tree, alone.report.exhausted) == (None, True)
    assert studied.report.iterations == studied.tree["nodes"][0]["visits"] == 500


def test_whole_turns_are_looked_at_and_none_where_no_win_is_in_reach(midgame):
    """What the game's bound rules out costs nothing; elsewhere the look is bound by its part of the budget alone."""
    state = midgame("hero_academy", 1, seed=2)[0]
    reports = [agent("reply").plan(here.view(), Budget(iterations=60)).report for here in (state, near_the_end(state))]
    assert reports[0].probed == 0
    assert 0 < reports[1].probed <= 301


def test_a_search_of_whole_turns_finds_a_win_where_brute_force_finds_one(turn_starts):
    """Whether it is short or not: the most promising actions come first, and no state that can win is left out."""
    found = []
    for seed in range(6):
        for state in map(weakened, turn_starts(GAMES[0], seed)[-6:]):
            control, _ = win_at_hand(state, MAX_TURN, PLENTY)
            turn = control[0].best_turn[: control[0].best_length].tolist()
            found.append(len(turn) > 0)
            assert found[-1] == (shortest_win(state, 3) is not None)
            if turn:
                after = state.play(*turn)
                assert (after.is_over, after.outcome) == (True, 1 - 2 * state.player)
    assert len(set(found)) == 2, "the states are all of a kind"


def test_promising_actions_are_tried_first():
    """Two moves and three shots of one archer: looked at by length, they come late."""
    state = turnwright.state(
        "hero_academy 50 2 5 b4X850,c2A600dh,e1K400,e5K932dh,g1k1200dh,g2x3800,g3a400,h1k1100h,h2c800,h4x3800,"
        "i3k1200dh -/p2d -/- 13507/30473"
    )
    promising, shortest = (win_at_hand(state, longest, PLENTY)[0][0] for longest in (MAX_TURN, 5))
    assert promising.best_length == shortest.best_length == 5
    assert promising.steps < shortest.steps / 2
