"""Agents that put actions in order: the walk through a list, and what their searches find, against brute force."""

from collections import Counter
from itertools import permutations
from math import comb, factorial

import numpy as np
import pytest
from scipy.stats import chisquare

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent
from turnwright.core.spec import SpecError

LOCM = "locm:draft=decks,evaluation=features"


def walked(state: State, order) -> tuple[tuple[int, ...], State]:
    """The turn that a list makes, and the state before its end: every action once, skipped where it is not legal."""
    me, turn = state.player, []
    for action in order:
        if state.is_legal(action):
            state = state.play(action)
            turn.append(action)
            if state.is_over or state.player != me:
                return tuple(turn), state
    return (*turn, state.end_action), state


def turn_starts_with(turn_starts, least: int, most: int, count: int) -> list[State]:
    """Turn starts of battles with so many possible actions."""
    found = []
    for seed in range(30):
        for state in turn_starts(LOCM, seed):
            if not state.is_over and least <= len(state.possible_actions()) <= most:
                found.append(state)
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize("spec", [pytest.param(LOCM, marks=pytest.mark.slow), "hero_academy", "pairs"])
def test_no_ai_plays_the_list_in_its_order(spec, turn_starts, pairs):
    for seed in range(3):
        for state in turn_starts(pairs if spec == "pairs" else spec, seed)[:20]:
            if not state.is_over:
                assert agent("no_ai").plan(state.view()).actions == walked(state, state.possible_actions())[0]


def test_a_random_permutation_gives_every_order_the_same_chance(turn_starts):
    """Chi-square at one in a million, over the turns that all orders of a list make."""
    for state in turn_starts_with(turn_starts, 3, 4, 3):
        orders = list(permutations(state.possible_actions()))
        expected = Counter(walked(state, order)[0] for order in orders)
        drawn = Counter(agent("permutation_random").plan(state.view(), seed=seed).actions for seed in range(600))
        assert set(drawn) <= set(expected)
        turns = list(expected)
        if len(turns) > 1:
            shares = np.array([expected[turn] for turn in turns]) / len(orders)
            assert chisquare([drawn[turn] for turn in turns], 600 * shares).pvalue > 1e-6


def best_of_all(state: State) -> float:
    """The best evaluation that any order leads to."""
    return max(walked(state, order)[1].evaluate(state.player) for order in permutations(state.possible_actions()))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["permutation_oep", "permutation_oep:swaps=2", "permutation_emcts"])
def test_500_evaluations_find_the_best_order_of_a_few_actions(spec, turn_starts):
    """Out of 120 at most; seldom does a search without memory miss it."""
    found = []
    for state in turn_starts_with(turn_starts, 3, 5, 12):
        turn = agent(f"{spec}{',' if ':' in spec else ':'}win_probe=0").plan(state.view(), seed=3)
        assert walked(state, turn.actions)[0] == turn.actions
        assert turn.value == walked(state, turn.actions)[1].evaluate(state.player)
        found.append(turn.value == best_of_all(state))
    assert len(found) == 12
    assert sum(found) >= 11


@pytest.mark.parametrize("spec", ["permutation_oep:win_probe=0", "permutation_emcts:win_probe=0"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_up_to_two_actions_are_looked_at_in_all_orders_and_no_more(spec, count, turn_starts):
    for state in turn_starts_with(turn_starts, count, count, 4):
        turn = agent(spec).plan(state.view(), Budget(evaluations=500), seed=1)
        assert turn.value == best_of_all(state)
        assert turn.report.exhausted
        won = walked(state, turn.actions)[1].is_over
        assert won or turn.report.evaluations == max(1, factorial(count))


@pytest.mark.parametrize("spec", ["permutation_oep:win_probe=0", "permutation_emcts:win_probe=0"])
def test_a_search_uses_up_its_evaluations_one_an_iteration(spec, turn_starts):
    for state in turn_starts_with(turn_starts, 6, 40, 6):
        report = agent(spec).plan(state.view(), seed=2).report
        assert report.evaluations == report.iterations
        assert report.evaluations == 500 or report.exhausted


def test_evolution_keeps_what_is_not_worse(turn_starts):
    """Values of the curve grow, and more evaluations with the same seed never find less."""
    for state in turn_starts_with(turn_starts, 8, 40, 5):
        values = []
        for evaluations in (1, 5, 25, 125, 625):
            turn = agent("permutation_oep:win_probe=0").plan(state.view(), Budget(evaluations=evaluations), seed=4)
            curve = [value for _, _, value in turn.report.curve]
            assert curve == sorted(set(curve))
            assert curve[-1] == turn.value
            values.append(turn.value)
        assert values == sorted(values)


def test_a_node_tries_all_exchanges_before_the_tree_grows_deeper(turn_starts):
    for state in turn_starts_with(turn_starts, 5, 9, 4):
        exchanges = comb(len(state.possible_actions()), 2)
        player = agent("permutation_emcts:win_probe=0")
        for evaluations, depth in ((1, 0), (2, 1), (1 + exchanges, 1), (2 + exchanges, 2)):
            report = player.plan(state.view(), Budget(evaluations=evaluations), seed=5).report
            assert report.exhausted or report.depth_max == depth


def test_all_exchanges_of_the_root_are_different(turn_starts):
    """With one more evaluation than exchanges, the best order at most one exchange away is found."""
    for state in turn_starts_with(turn_starts, 3, 5, 5):
        possible = state.possible_actions()
        exchanges = comb(len(possible), 2)
        spec = "permutation_emcts:win_probe=0,result=best_seen"
        near = []
        for order in permutations(possible):
            orders = [order]
            for i in range(len(order)):
                for j in range(i):
                    other = list(order)
                    other[i], other[j] = other[j], other[i]
                    orders.append(tuple(other))
            near.append(max(walked(state, one)[1].evaluate(state.player) for one in orders))
        turn = agent(spec).plan(state.view(), Budget(evaluations=1 + exchanges), seed=6)
        assert turn.value in near


def test_the_answer_on_the_path_is_never_better_than_the_best_seen(turn_starts):
    for state in turn_starts_with(turn_starts, 8, 40, 6):
        for phases in (1, 10):
            path, seen = (
                agent(f"permutation_emcts:win_probe=0,phases={phases},result={result}").plan(state.view(), seed=7)
                for result in ("path", "best_seen")
            )
            assert path.value <= seen.value
            assert path.value == walked(state, path.actions)[1].evaluate(state.player)


def test_a_full_tree_starts_again(turn_starts):
    """65,536 permutations have room."""
    state = turn_starts_with(turn_starts, 8, 40, 1)[0]
    turn = agent("permutation_emcts:win_probe=0").plan(state.view(), Budget(evaluations=150_000), seed=8)
    assert turn.report.exhausted or turn.report.evaluations == 150_000
    assert turn.value == walked(state, turn.actions)[1].evaluate(state.player)


@pytest.mark.parametrize(
    "spec", ["greedy_action", "permutation_oep", "oep", pytest.param("mcts", marks=pytest.mark.slow)]
)
def test_any_agent_can_have_weights_of_its_own(spec, turn_starts):
    """Two players of a game may value things differently: the value told is that of the agent's own weights."""
    budget = Budget(evaluations=200)
    for state in turn_starts_with(turn_starts, 6, 40, 2):
        own = agent(f"{spec}:evaluation=features(3/2/5/1/1)").plan(state.view(), budget, seed=1)
        game = turnwright.game(LOCM, damage=3, danger=2, board=5, items=1, cards=1)
        same = agent(spec).plan(state.under(game).view(), budget, seed=1)
        assert (own.actions, own.value) == (same.actions, same.value)
        assert own.value != agent(spec).plan(state.view(), budget, seed=1).value or spec == "mcts"


@pytest.mark.parametrize(
    "wrong", ["features(1/2/3)", "features(1/2/3/4/x)", "features()", "stars", "features(1/1/1/1/1e9)", "x(1/1/1/1/1)"]
)
def test_weights_that_are_none_are_refused_in_one_sentence(wrong):
    state = turnwright.game(LOCM).start(1)
    with pytest.raises(turnwright.TurnwrightError) as caught:
        agent(f"permutation_oep:evaluation={wrong}").plan(state.view())
    assert "\n" not in str(caught.value)


def test_settings_below_their_least_are_refused():
    for wrong in ("permutation_oep:swaps=0", "permutation_emcts:phases=0", "permutation_emcts:exploration=-1"):
        with pytest.raises(SpecError, match="it must be at least"):
            agent(wrong)
