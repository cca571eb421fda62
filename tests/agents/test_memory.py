"""Room for searches: tables that grow key by key, rooms that are used again, and searches whose room is full."""

import numpy as np
import pytest

from turnwright import Budget
from turnwright.agents import mutation_tree, tree
from turnwright.agents.memory import (
    DOUBLE,
    KEY,
    NUMBER,
    TABLE,
    Rooms,
    expected_nodes,
    is_known,
    is_new,
    place_of,
    put,
    table_room,
)
from turnwright.agents.registry import agent
from turnwright.core.compiled import entry


@entry
def _lowest_of_all(keys, lowest, table, given, values, before):
    """Give every key in turn its lowest value; `before` gets what it had, or infinity."""
    for i in range(given.size):
        place = place_of(keys, table[0], given[i])
        if is_known(keys, place):
            before[i] = lowest[place]
            lowest[place] = min(lowest[place], values[i])
        else:
            before[i] = np.inf
            put(keys, lowest, table[0], place, given[i], values[i])


@entry
def _which_are_new(keys, table, given, fresh):
    for i in range(given.size):
        fresh[i] = is_new(keys, table[0], given[i])


def keys_with_repeats(count: int, seed: int) -> np.ndarray:
    """Random keys, 0 among them, most of them several times."""
    rng = np.random.default_rng(seed)
    different = rng.integers(2**64, size=count // 3, dtype=np.uint64)
    different[0] = 0
    return rng.choice(different, size=count)


@pytest.mark.parametrize("count", [100, 3000, 60_000])
def test_a_table_knows_what_a_dictionary_knows(count):
    """Through several doublings, in the midst of which keys are looked up and values are lowered."""
    rooms = Rooms(KEY, DOUBLE, TABLE)
    for seed in range(2):  # the second finds the keys of the first in its room
        given = keys_with_repeats(count, seed)
        values = np.random.default_rng(seed).random(count)
        room = rooms.take(table_room(count), table_room(count), 1)
        room.clear_table(0, 2, count)
        before = np.empty(count)
        _lowest_of_all(*room.parts, given, values, before)
        known: dict[int, float] = {}
        for key, value, had in zip(given.tolist(), values.tolist(), before.tolist(), strict=True):
            key = key or 1  # 0 marks a free place
            assert had == known.get(key, np.inf)
            known[key] = min(value, known.get(key, np.inf))
        assert room.parts[2][0].used == len(known)
        rooms.give([room])


@pytest.mark.parametrize("most", [1, 500, 3072, 5000])
def test_a_full_table_remembers_nothing_more(most):
    given = np.arange(1, 20_001, dtype=np.uint64)
    room = Rooms(KEY, TABLE).take(table_room(most), 1)
    room.clear_table(0, 1, most)
    fresh = np.empty(given.size, dtype=np.bool_)
    _which_are_new(*room.parts, given, fresh)
    assert fresh.all()
    _which_are_new(*room.parts, given, fresh)
    assert (~fresh).sum() == most
    assert not fresh[:most].any()


def test_room_is_used_again_and_no_larger_than_asked_for():
    """A search must do the same whatever room an earlier one has left."""
    rooms = Rooms(NUMBER, TABLE)
    first = rooms.take(1000, 1)
    rooms.give([first])
    second = rooms.take(10, 1)
    assert second.parts[0].size == 10
    assert np.shares_memory(first.whole[0], second.parts[0])
    assert not np.shares_memory(second.whole[0], rooms.take(10, 1).whole[0])
    rooms.give([second])
    assert rooms.take(2000, 1).parts[0].size == 2000


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
    monkeypatch.setattr(mutation_tree, full, 40)
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
    monkeypatch.setattr(tree, full, 150)
    turn = agent(spec).plan(state.view(), Budget(iterations=3000), keep_tree=True)
    nodes = turn.tree["nodes"]
    assert len(nodes) <= 1000
    assert nodes[0]["visits"] == turn.report.iterations == 3000
    assert full != "_MOST_NODES" or len(nodes) == 150
    replayed(state, turn)
