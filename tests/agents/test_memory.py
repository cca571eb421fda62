"""Room for searches: rooms that are used again, and searches whose room is full."""

import numpy as np
import pytest

from turnwright import Budget
from turnwright.agents import emcts, mcts
from turnwright.agents.memory import DOUBLE, INT, Rooms, expected_nodes
from turnwright.agents.registry import agent
from turnwright.core.hash_table import KEY


def test_room_is_used_again_and_no_larger_than_asked_for():
    """A search must do the same whatever room an earlier one has left."""
    rooms = Rooms(nodes=INT)
    first = rooms.take(nodes=1000)
    rooms.give([first])
    second = rooms.take(nodes=10)
    assert second["nodes"].size == 10
    assert np.shares_memory(first["nodes"], second["nodes"])
    assert not np.shares_memory(second["nodes"], rooms.take(nodes=10)["nodes"])
    rooms.give([second])
    assert rooms.take(nodes=2000)["nodes"].size == 2000


@pytest.mark.parametrize("values", [KEY, DOUBLE])
def test_a_table_in_a_room_that_was_used_before_is_empty(values):
    """Also where the search before asked for a larger one, or filled what this one did not ask for."""
    rooms = Rooms(table=values)
    for most in (50_000, 100, 50_000):
        room = rooms.take(table=most)
        table = room.new_table(most)
        assert (table.values is table.keys) == (values is KEY)
        assert not table.keys.any()
        assert table.header["used"][0] == 0
        table.keys[:] = 7
        table.header["length"] = table.keys.size // 2
        rooms.give([room])


def test_the_expected_nodes_follow_the_tightest_limit():
    assert expected_nodes(Budget(iterations=100), 10**6) == 1124
    assert expected_nodes(Budget(iterations=100, milliseconds=1000), 10**6) == 1124
    assert expected_nodes(Budget(milliseconds=10**6), 5000) == 5000


@pytest.mark.parametrize("full", ["_MOST_NODES", "_MOST_MUTATIONS"])
@pytest.mark.parametrize("spec", ["emcts:elitist_root=yes", "emcts:phases=4,result=best_seen", "fh_emcts"])
def test_a_tree_of_mutations_whose_room_is_full_starts_again(spec, full, monkeypatch, midgame, replayed):
    """With the best mutation of its root: nothing found is lost, and the budget is used up."""
    state = midgame("hero_academy", 1, seed=3)[0]
    begun = agent(spec).plan(state.view(), Budget(iterations=1), keep_tree=True)
    monkeypatch.setattr(emcts, full, 40)
    for seed in range(3):
        turn = agent(spec).plan(state.view(), Budget(iterations=3000), seed, keep_tree=True)
        assert turn.report.iterations == 3000
        assert len(turn.tree["nodes"]) <= (40 if full == "_MOST_NODES" else 2000)
        replayed(state, turn)
        root = turn.tree["nodes"][turn.tree["root"]]
        if not spec.startswith("fh"):
            assert turn.value >= begun.value
            assert turn.value == state.play(*turn.actions).evaluate(state.player)
        if "result" not in spec:
            assert turn.value == root["value"]


@pytest.mark.parametrize("full", ["_MOST_NODES", "_MOST_EDGES"])
@pytest.mark.parametrize("spec", ["mcts", "mcts:exploration=0,greedy=1", "mcts:table=no,cut=yes"])
def test_a_tree_of_actions_whose_room_is_full_grows_no_more(spec, full, monkeypatch, midgame, replayed):
    """But its statistics do: every iteration still goes through the root."""
    state = midgame("hero_academy", 1, seed=3)[0]
    monkeypatch.setattr(mcts, full, 150)
    turn = agent(spec).plan(state.view(), Budget(iterations=3000), keep_tree=True)
    nodes = turn.tree["nodes"]
    assert len(nodes) <= 1000
    assert nodes[0]["visits"] == turn.report.iterations == 3000
    assert full != "_MOST_NODES" or len(nodes) == 150
    replayed(state, turn)
