"""Turn-based evolutionary tree search: how wide the tree grows, and what a turn is worth in it."""

import pytest

import turnwright
from turnwright import Budget
from turnwright.agents import tbets
from turnwright.agents.registry import agent

THREAT = "4 2 ooo../...../x..../....x/..x.."


@pytest.mark.parametrize("iterations", [1, 30, 400])
def test_the_root_has_as_many_turns_as_progressive_widening_allows(iterations, midgame):
    """Never more than 2 n^0.4, and no two of them with the same end."""
    for state in midgame("hero_academy", 2, seed=3):
        report = agent("tbets").plan(state.view(), Budget(iterations=iterations), 1).report
        assert report.iterations == iterations
        assert 1 <= report.unique <= max(1.0, 2 * iterations**0.4 + 1)


def test_wider_nodes_make_a_flatter_tree(midgame):
    state = midgame("hero_academy", 1, seed=4)[0]
    narrow, wide = (
        agent(f"tbets:widening={widening}").plan(state.view(), Budget(iterations=600), 1).report
        for widening in (1, 1000)
    )
    assert narrow.depth_mean > wide.depth_mean == 1.0
    assert narrow.unique < wide.unique <= 600


def test_a_flat_tree_judges_turns_as_they_stand(midgame, pairs):
    """With room for every turn there is no depth, and a turn is worth what it leads to."""
    state = midgame(pairs, 1, seed=2)[0]
    turn = agent("tbets:widening=100000").plan(state.view(), Budget(iterations=300), 3)
    assert turn.report.depth_max == 1
    assert turn.value == pytest.approx(state.play(*turn.actions).evaluate(state.player))


def test_the_reply_is_seen(pairs):
    """The opponent has three in a row: only d1 stops the fourth."""
    state = turnwright.state(f"{pairs} {THREAT}")
    for seed in range(5):
        turn = agent("tbets").plan(state.view(), Budget(iterations=20_000), seed)
        assert "d1" in str(turn).split()


def test_a_full_tree_grows_no_more_and_still_answers(monkeypatch, midgame, replayed):
    state = midgame("hero_academy", 1, seed=3)[0]
    monkeypatch.setattr(tbets, "_MOST_NODES", 40)
    turn = agent("tbets").plan(state.view(), Budget(iterations=3000), 2)
    assert turn.report.iterations == 3000
    assert turn.report.unique < 40
    replayed(state, turn)
