"""Monte Carlo tree search: its trees against what they promise, and against the same search in plain Python."""

from collections import Counter
from functools import cache
from math import log, sqrt

import pytest
from numpy import float32 as single

from turnwright import Budget, State
from turnwright.agents import mcts
from turnwright.agents.registry import agent

GAMES = ("hero_academy", "hero_academy:map=a-tiny,deck=TINY,action_points=3", "pairs")
Tree = list[dict]


def grown(state: State, settings: str, budget: Budget, seed: int = 1):
    """A plan with its tree."""
    turn = agent(f"mcts:{settings}" if settings else "mcts").plan(state.view(), budget, seed, keep_tree=True)
    return turn, turn.tree["nodes"]


def settled(state: State, action: int) -> State:
    """The state after an action; where only the end of the turn is left, after that too."""
    after = state.play(action)
    if not after.is_over and after.player == state.player and after.candidates() == [after.end_action]:
        after = after.play(after.end_action)
    return after


def states_of(state: State, nodes: Tree) -> dict[int, State]:
    """The state of every node that can be reached from the root."""
    found, waiting = {0: state}, [0]
    while waiting:
        node = waiting.pop()
        for edge in nodes[node]["edges"]:
            if edge["child"] not in found:
                found[edge["child"]] = settled(found[node], edge["action"])
                waiting.append(edge["child"])
    return found


def best(node: dict) -> dict:
    """The edge of highest mean, of equals the first."""
    return max(node["edges"], key=lambda edge: edge["mean"])


@pytest.fixture(params=GAMES)
def state(request, midgame, pairs) -> State:
    return midgame(pairs if request.param == "pairs" else request.param, 1, seed=2)[0]


@pytest.mark.parametrize("settings", ["", "table=no", "exploration=0,greedy=1", "depth=3,rollouts=2,policy=meta"])
def test_visits_add_up(state, settings):
    """Every iteration passes the root and ends at the node that the last edge of its path leads to: what goes into
    a node either ends there, once for each edge that was new, or goes on. A finished game keeps all."""
    turn, nodes = grown(state, settings, Budget(iterations=3000))
    assert nodes[0]["visits"] == turn.report.iterations == 3000
    incoming = [0] * len(nodes)
    edges_in = [0] * len(nodes)
    for node in nodes:
        for edge in node["edges"]:
            incoming[edge["child"]] += edge["visits"]
            edges_in[edge["child"]] += 1
    states = states_of(state, nodes)
    for number, node in enumerate(nodes):
        outgoing = sum(edge["visits"] for edge in node["edges"])
        if number == 0:
            assert outgoing == node["visits"]
            continue
        assert node["visits"] == incoming[number]
        assert outgoing == (0 if states[number].is_over else node["visits"] - edges_in[number])
    if settings == "table=no":
        assert max(edges_in) == 1


@pytest.mark.parametrize("game", ["hero_academy:action_points=1", "hero_academy:map=a-tiny,action_points=2", "pairs"])
def test_values_are_shares_of_a_win_and_the_opponents_are_turned_round(game, midgame, pairs):
    """Without a table, the sum of an edge is one leaf's value and the sums below it, each seen from its own side."""
    state = midgame(pairs if game == "pairs" else game, 1, seed=2)[0]
    _, nodes = grown(state, "table=no", Budget(iterations=8000))
    flips = 0
    for node in nodes:
        for edge in node["edges"]:
            assert 0.0 <= edge["mean"] <= 1.0
            child = nodes[edge["child"]]
            if not child["edges"]:
                continue
            below = 0.0
            for onward in child["edges"]:
                total = onward["mean"] * onward["visits"]
                below += total if child["mine"] == node["mine"] else onward["visits"] - total
            flips += child["mine"] != node["mine"]
            assert -1e-6 <= edge["mean"] * edge["visits"] - below <= 1 + 1e-6
    assert flips > 0, "the tree never reached the opponent's turn"


def test_actions_are_tried_in_order_and_all_before_any_is_tried_again(state):
    turn, nodes = grown(state, "table=no,ties=list", Budget(iterations=2000))
    assert turn.report.depth_min == min(node["depth"] for node in nodes if not node["edges"])
    states = states_of(state, nodes)
    for number, node in enumerate(nodes):
        if not node["edges"]:
            continue
        here = states[number]
        ordered = sorted(here.candidates() or [here.end_action], key=lambda action: -here.priority(action))
        assert [edge["action"] for edge in node["edges"]] == ordered[: len(node["edges"])]
        if len(node["edges"]) < len(ordered):
            assert {edge["visits"] for edge in node["edges"]} == {1}


def test_the_table_merges_transpositions(state):
    """With it a state is one node, so two orders of moves that commute meet; without it every new edge is a node."""
    _, merged = grown(state, "", Budget(iterations=3000))
    turn, apart = grown(state, "table=no", Budget(iterations=3000))
    texts = [here.text for here in states_of(state, merged).values()]
    assert len(texts) == len(set(texts)) == len(merged)
    assert len(merged) < len(apart) == 1 + sum(len(node["edges"]) for node in apart)
    assert turn.report.iterations == 3000

    def reached(nodes: Tree, *actions: int) -> int | None:
        node = 0
        for action in actions:
            node = next((edge["child"] for edge in nodes[node]["edges"] if edge["action"] == action), None)
            if node is None:
                return None
        return node

    pairs = 0
    for first in merged[0]["edges"]:
        for second in merged[first["child"]]["edges"]:
            order = first["action"], second["action"]
            there, back = reached(merged, *order), reached(merged, *reversed(order))
            if back is not None and order[0] != order[1]:
                same = settled(settled(state, order[0]), order[1]) == settled(settled(state, order[1]), order[0])
                assert (there == back) == same
                pairs += same
    assert pairs > 0


def plain_search(root: State, exploration: float, table: bool, iterations: int) -> list[dict]:
    """The algorithm once more: UCT with rollouts that always follow the ordering to the end of the turn.

    Means and confidence widths have single precision, as in the search, so that ties fall alike.
    """
    me = root.player

    @cache
    def actions(state: State) -> list[int]:
        return sorted(state.candidates() or [state.end_action], key=lambda action: -state.priority(action))

    @cache
    def rolled(state: State) -> float:
        player = state.player
        while not state.is_over and state.player == player:
            candidates = state.candidates() or [state.end_action]
            state = state.play(max(candidates, key=state.priority))
        return state.normalised(me)

    nodes = [{"state": root, "visits": 0, "edges": []}]
    known: dict[State, int] = {}
    for _ in range(iterations):
        node, path = nodes[0], []
        while not node["state"].is_over:
            tried = len(node["edges"])
            if tried < len(actions(node["state"])):
                after = settled(node["state"], actions(node["state"])[tried])
                child = known.get(after) if table else None
                if child is None:
                    child = known[after] = len(nodes)
                    nodes.append({"state": after, "visits": 0, "edges": []})
                node["edges"].append({"child": child, "visits": 0, "sum": 0.0})
                path.append((node, node["edges"][-1]))
                node = nodes[child]
                break
            growth = 2 * exploration * sqrt(2 * log(node["visits"]))
            bound = [
                float(single(edge["sum"] / edge["visits"])) + growth * float(single(1 / sqrt(edge["visits"])))
                for edge in node["edges"]
            ]
            edge = node["edges"][bound.index(max(bound))]
            path.append((node, edge))
            node = nodes[edge["child"]]
        value = rolled(node["state"])
        nodes[0]["visits"] += 1
        for above, edge in path:
            edge["visits"] += 1
            edge["sum"] += value if above["state"].player == me else 1 - value
            nodes[edge["child"]]["visits"] += 1
    return nodes


@pytest.mark.parametrize("table", ["yes", "no"])
@pytest.mark.parametrize("exploration", [0.0, 0.05, 2**-0.5])
def test_grows_the_same_tree_as_plain_python(state, exploration, table):
    """With rollouts that leave nothing to chance, every node and edge has the same visits and means."""
    settings = f"greedy=1,exploration={exploration},table={table},ties=list"
    _, nodes = grown(state, settings, Budget(iterations=400))
    plain = plain_search(state, exploration, table == "yes", 400)
    assert len(nodes) == len(plain)
    for ours, theirs in zip(nodes, plain, strict=True):
        assert ours["visits"] == theirs["visits"]
        assert [(edge["child"], edge["visits"]) for edge in ours["edges"]] == [
            (edge["child"], edge["visits"]) for edge in theirs["edges"]
        ]
        for one, other in zip(ours["edges"], theirs["edges"], strict=True):
            assert one["mean"] == pytest.approx(other["sum"] / other["visits"], abs=1e-9)


@pytest.mark.parametrize("points", [2, 5, 8])
def test_cutting_fixes_one_ply_per_phase(points, midgame):
    """As many phases as action points. After each but the last, whose end is that of the search, one more node on
    the way down has a single action left, and everything after that phase went through it."""
    state = midgame(f"hero_academy:action_points={points}", 1, seed=4)[0]
    iterations = 4000
    turn, nodes = grown(state, "cut=yes", Budget(iterations=iterations))
    node = 0
    for phase in range(1, points):
        assert len(nodes[node]["edges"]) == 1, f"phase {phase} left a choice"
        edge = nodes[node]["edges"][0]
        assert edge["visits"] >= iterations * (points - phase) // points
        assert edge["action"] == turn.actions[phase - 1]
        node = edge["child"]
    assert len(nodes[node]["edges"]) > 1
    assert turn.report.generations in (points - 1, points)
    assert turn.report.depth_max >= points


def test_collapsing_leaves_only_branches_that_lead_to_the_end_of_the_turn(midgame):
    """Once enough ends of the turn are known; nothing new grows in the own turn after that."""
    for seed in (1, 2, 3):
        state = midgame("hero_academy:map=a-small,deck=SMALL,action_points=3", 1, seed=seed)[0]
        turn, nodes = grown(state, "collapse=30", Budget(iterations=10_000))
        _, whole = grown(state, "", Budget(iterations=10_000))
        waiting, own, ends = [0], 0, set()
        while waiting:
            node = nodes[waiting.pop()]
            assert node["edges"], "a branch ends within the own turn"
            own += 1
            for edge in node["edges"]:
                if nodes[edge["child"]]["mine"]:
                    waiting.append(edge["child"])
                else:
                    ends.add(edge["child"])
        assert 30 <= len(ends) <= 32
        assert turn.report.unique == len(ends)
        assert turn.report.depth_max > max(node["depth"] for node in whole)


def test_collapsing_spares_the_next_own_turn(midgame):
    """Only depths up to the end of the present turn are cut: a later own turn in the tree keeps all its branches."""
    later = 0
    for state in midgame("hero_academy:map=a-tiny,deck=TINY,action_points=2", 6, seed=2):
        _, nodes = grown(state, "exploration=0,greedy=1,collapse=50", Budget(iterations=5000))
        edges_in = Counter(edge["child"] for node in nodes for edge in node["edges"])
        for number, here in states_of(state, nodes).items():
            if here.records[0].turn == state.records[0].turn + 2 and not here.is_over:
                later += 1
                outgoing = sum(edge["visits"] for edge in nodes[number]["edges"])
                assert outgoing == nodes[number]["visits"] - edges_in[number]
    assert later > 100


def test_unique_counts_the_ends_of_the_present_turn(midgame):
    """Not those of later turns, which the tree reaches too."""
    for state in midgame("hero_academy:map=a-tiny,deck=TINY,action_points=2", 3, seed=2):
        turn, nodes = grown(state, "exploration=0,greedy=1", Budget(iterations=3000))
        ends = [nodes[edge["child"]] for node in nodes if node["mine"] for edge in node["edges"]]
        assert any(end["depth"] > 3 for end in ends), "the tree never reached another own turn"
        states = states_of(state, nodes).values()
        begun = [s for s in states if s.records[0].turn == state.records[0].turn + 1 and s.records[0].ap == 2]
        decided = [s for s in states if s.records[0].turn == state.records[0].turn and s.is_over]
        assert turn.report.unique == len(begun) + len(decided)


@pytest.mark.parametrize("settings", ["", "exploration=0,greedy=1", "cut=yes"])
def test_the_plan_follows_the_best_means_and_is_completed_by_the_ordering(state, settings):
    """As far as the tree reaches; the report says how many actions the ordering added."""
    for iterations in (10, 300, 5000):
        turn, nodes = grown(state, settings, Budget(iterations=iterations))
        here, node, added = state, 0, 0
        for action in turn.actions:
            if here.candidates() == [here.end_action]:
                assert action == here.end_action
            elif node is not None and nodes[node]["edges"]:
                edge = best(nodes[node])
                assert action == edge["action"]
                node = edge["child"]
            else:
                node, added = None, added + 1
                assert here.priority(action) == max(map(here.priority, here.candidates() or [here.end_action]))
            here = here.play(action)
        assert turn.report.completed == added
        assert turn.value == pytest.approx(best(nodes[0])["mean"])


def test_the_published_one_forfeits_what_the_tree_does_not_reach(midgame):
    """A plan shorter than the turn ends it with action points left; with none in the tree it is the end alone."""
    state = midgame("hero_academy:action_points=10", 1, seed=2)[0]
    turn, nodes = grown(state, "variant=reference", Budget(iterations=500))
    node, expected = 0, []
    while nodes[node]["edges"]:
        expected.append(best(nodes[node])["action"])
        node = best(nodes[node])["child"]
    assert 0 < len(expected) < 10
    assert turn.actions == (*expected, state.end_action)
    assert turn.report.completed == 0
    nothing = agent("mcts:variant=reference").plan(state.view(), Budget(iterations=0))
    assert nothing.actions == (state.end_action,)


def test_several_trees_decide_by_their_roots_together(midgame, monkeypatch, replayed):
    """The first action has the best mean over all trees, also where every tree for itself would play another."""
    grown_trees = []

    def spied(trees):
        grown_trees.append([(tree.nodes.copy(), tree.links.copy(), tree.sums.copy()) for tree in trees])
        return decide(trees)

    decide = mcts._merged_choice
    monkeypatch.setattr(mcts, "_merged_choice", spied)
    alone = 0
    for seed in range(60):
        state = midgame("hero_academy", 3, seed=6)[seed % 3]
        turn = agent("mcts:trees=2,greedy=0,exploration=3").plan(state.view(), Budget(iterations=600), seed)
        assert [part.iterations for part in turn.report.parts] == [300, 300]
        visits, totals, firsts = Counter(), Counter(), set()
        for nodes, links, sums in grown_trees.pop():
            places = slice(nodes[0].first, nodes[0].first + nodes[0].tried)
            tried = [(action, *brought) for (action, _), brought in zip(links[places], sums[places], strict=True)]
            for action, count, total in tried:
                visits[action] += count
                totals[action] += total
            firsts.add(max(tried, key=lambda edge: edge[2] / edge[1])[0])
        means = {action: totals[action] / visits[action] for action in visits}
        assert means[turn.actions[0]] == max(means.values()) == pytest.approx(turn.value)
        alone += turn.actions[0] not in firsts
        replayed(state, turn)
    assert alone > 0, "some tree always agreed"


@pytest.mark.parametrize("budget", ["20kit", "100kev", "100kst"])
def test_the_plan_can_be_watched_and_watching_changes_nothing(budget, midgame):
    """It is told some sixty times in a budget, at ever more evaluations, at last as it is played."""
    state = midgame("hero_academy", 1, seed=6)[0]
    turn = agent("mcts").plan(state.view(), Budget.parse(budget), seed=1)
    evaluations = [at for at, _, _ in turn.report.curve]
    assert 60 <= len(evaluations) <= 66
    assert evaluations == sorted(evaluations)
    assert turn.report.curve[-1][2] == turn.value


@pytest.mark.parametrize("combine", ["mean", "min", "max"])
def test_several_rollouts_count_as_one_iteration(state, combine):
    turn, nodes = grown(state, f"rollouts=4,combine={combine}", Budget(iterations=200))
    assert (turn.report.iterations, turn.report.evaluations) == (200, 800)
    assert nodes[0]["visits"] == 200


def test_worse_rollouts_make_lower_values(midgame):
    state = midgame("hero_academy", 1, seed=3)[0]
    means = []
    for combine in ("min", "mean", "max"):
        _, nodes = grown(state, f"rollouts=8,combine={combine},greedy=0", Budget(iterations=400))
        visits = sum(edge["visits"] for edge in nodes[0]["edges"])
        means.append(sum(edge["mean"] * edge["visits"] for edge in nodes[0]["edges"]) / visits)
    assert means == sorted(means)
    assert means[0] < means[2]
