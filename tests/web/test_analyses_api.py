"""Positions, analyses and reviews."""

import numpy as np
import pytest

import turnwright
from turnwright.core.budget import Budget
from turnwright.web.boards import board_of
from turnwright.web.positions import position_of
from turnwright.web.search_view import inside_of, wants_tree

STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"


def test_a_position_is_read_and_played_on(client):
    after = client.post("/api/positions", json={"state": STATE, "actions": ["a1-b1", "b1xc1"]}).json()
    assert after["notation"] == turnwright.state(STATE).play("a1-b1", "b1xc1").text
    assert after["position"]["ap"] == 3


def test_every_legal_action_of_a_position_is_told(client):
    told = client.post("/api/positions", json={"state": STATE}).json()["legal"]
    state = turnwright.state(STATE)
    assert [one["action"] for one in told] == [state.action_text(action) for action in state.legal_actions()]


def test_bad_positions_are_refused_in_a_sentence(client):
    for state in ("", "x", "hero_academy", "examples/pairs.py:Pairs 1", "nothing 1 2", STATE.replace("a1K", "z9K")):
        answer = client.post("/api/positions", json={"state": state})
        assert answer.status_code in (400, 422), state
    assert client.post("/api/positions", json={"state": "x" * 5000}).status_code == 422


def test_an_analysis_finds_what_the_agent_finds(client):
    wanted = {"state": STATE, "agent": "greedy_action", "seed": 5}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    state = turnwright.state(STATE)
    turn = turnwright.agent("greedy_action").plan(state.view(), seed=5)
    assert line["notation"] == str(turn)
    assert line["evaluation"] == state.walk(turn.actions).after.evaluate(0)
    assert line["steps"][-1]["notation"] == state.walk(turn.actions).after.text


def test_the_reply_that_an_agent_fears_is_a_legal_turn(client):
    """The opponent's whole turn; without the look at its own next turn it leaves exactly what the agent says."""
    wanted = {"state": STATE, "agent": "reply:follow=0", "budget": "2000it", "lines": 2}
    lines = client.post("/api/analyses", json=wanted).json()["lines"]
    for line in lines:
        after = turnwright.state(line["steps"][-1]["notation"])
        assert after.player == 1
        reply = after.walk([after.game.parse_action(text) for text in line["reply"]])
        assert reply.is_whole
        assert reply.after.evaluate(0) == line["value"] == line["curve"][-1][2]
        assert line["value"] < line["evaluation"]
    values = [line["value"] for line in lines]
    assert values == sorted(values, reverse=True)


def test_lines_are_different_turns(client):
    """Those of searches, and of the population where searches agree; the best first."""
    wanted = {"state": STATE, "agent": "oep", "budget": "1000ev", "lines": 4}
    answer = client.post("/api/analyses", json=wanted).json()
    ends = [line["steps"][-1]["notation"] for line in answer["lines"]]
    assert (len(ends), len(set(ends))) == (4, 4)
    assert answer["searches"] >= 4
    worth = [line["evaluation"] for line in answer["lines"]]
    assert worth == sorted(worth, reverse=True)
    state = turnwright.state(STATE)
    for line in answer["lines"]:
        after = state.walk([state.game.parse_action(text) for text in line["notation"].split()]).after
        assert (after.text, after.evaluate(0)) == (line["steps"][-1]["notation"], line["evaluation"])


def test_agents_that_look_for_no_reply_fear_none(client):
    (line,) = client.post("/api/analyses", json={"state": STATE, "agent": "greedy_action"}).json()["lines"]
    assert line["reply"] == []


def test_a_tree_search_tells_how_often_it_tried_each_first_action(client):
    wanted = {"state": STATE, "agent": "mcts", "budget": "500it"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    visits = [branch["visits"] for branch in line["branches"]]
    assert visits == sorted(visits, reverse=True)
    legal = {turnwright.state(STATE).action_text(action) for action in turnwright.state(STATE).legal_actions()}
    assert {branch["action"] for branch in line["branches"]} <= legal
    assert 0 < sum(visits) <= 500
    assert line["figures"]["iterations"] == 500


def test_a_tree_search_tells_its_principal_turn(client):
    """The most visited way down: it begins with the most visited first action, and can be played."""
    wanted = {"state": STATE, "agent": "mcts", "budget": "2000it"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    way = [step["action"] for step in line["principal"]]
    visits = [step["visits"] for step in line["principal"]]
    assert way[0] == line["branches"][0]["action"]
    assert visits == sorted(visits, reverse=True)
    assert turnwright.state(STATE).play(*way)


def test_a_tree_of_mutations_tells_what_it_tried_in_place_of_what(client):
    wanted = {"state": STATE, "agent": "emcts", "budget": "2000it"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    root = line["mutations"]
    words = root["turn"].split()
    assert turnwright.state(STATE).play(*words)
    visits = [mutation["visits"] for mutation in root["tried"]]
    assert visits == sorted(visits, reverse=True)
    assert root["way"][0] == root["tried"][0]
    for mutation in root["tried"]:
        assert mutation["replaced"] == words[mutation["position"] - 1] != mutation["action"]


def test_an_evolution_tells_its_population(client):
    """Quartiles are those of the statistics module, over the generations; final genomes are whole turns, best first."""
    wanted = {"state": STATE, "agent": "oep:population=20", "budget": "2000ev"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    snapshots, genomes = line["population"]["snapshots"], line["population"]["genomes"]
    generations = [snapshot["generation"] for snapshot in snapshots]
    assert generations == sorted(set(generations))
    assert len(generations) > 5
    for snapshot in snapshots:
        assert snapshot["best"] >= snapshot["upper"] >= snapshot["median"] >= snapshot["lower"] >= snapshot["worst"]
    assert snapshots[-1]["best"] == line["value"] == genomes[0]["value"]
    state = turnwright.state(STATE)
    for genome in genomes:
        after = state.walk([state.game.parse_action(text) for text in genome["actions"]])
        assert after.is_whole
        assert after.after.evaluate(0) == genome["value"]
    values = [genome["value"] for genome in genomes]
    assert values == sorted(values, reverse=True)
    assert len({genome["notation"] for genome in genomes}) == len(genomes)


@pytest.mark.parametrize("values", [[5.0], [5.0, 1.0], [9.0, 8.0, 7.0, -2.0], [4.0, 3.0, 2.0, 1.0, 0.0], [1.0] * 7])
def test_quartiles_of_a_population_are_those_of_numpy(values):
    tree = {
        "kind": "population",
        "snapshots": [{"generation": 1, "evaluations": 4, "milliseconds": 1.0, "values": values}],
        "genomes": [],
    }
    (told,) = inside_of(turnwright.state(STATE), tree)["population"]["snapshots"]
    assert [told["lower"], told["median"], told["upper"]] == pytest.approx(np.percentile(values, [25, 50, 75]))


def test_only_small_trees_are_kept():
    """A population has a fixed size; a tree grows with the iterations, and a time limit says nothing of them."""
    wanted = [("oep", "10s"), ("mcts", "20000it"), ("emcts", "500ev"), ("mcts", "1s+5000it")]
    refused = [("mcts", "20001it"), ("mcts", "100ms"), ("greedy_action", "5ev"), ("oep_permutation", "500ev")]
    assert all(wants_tree(spec, Budget.parse(text)) for spec, text in wanted)
    assert not any(wants_tree(spec, Budget.parse(text)) for spec, text in refused)
    assert not wants_tree("mcts", None)


def test_a_whole_turn_is_played_step_by_step(client):
    actions = ["a1-b1", "b1xc1", "end"]
    steps = client.post("/api/positions/turn", json={"state": STATE, "actions": actions}).json()
    assert [step["action"] for step in steps] == actions
    assert [step["notation"] for step in steps] == [
        turnwright.state(STATE).play(*actions[: i + 1]).text for i in range(3)
    ]
    for wrong in (actions[:2], ["a1-i9"], [*actions, "end"], []):
        answer = client.post("/api/positions/turn", json={"state": STATE, "actions": wrong})
        assert answer.status_code == 400, wrong


def test_unknown_cards_are_guessed(client, begin):
    """A position of a hidden game can be analysed as it is seen."""
    game = begin(hands="hidden", seats=[{}, {"agent": "random"}])
    assert "unknown=" in game["notation"]
    answer = client.post("/api/analyses", json={"state": game["notation"], "agent": "greedy_action"})
    assert answer.status_code == 200
    assert answer.json()["lines"][0]["notation"].endswith("end")
    wanted = {"state": game["notation"], "agent": "oep:worlds=2", "budget": "400ev"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    for genome in line["population"]["genomes"]:
        played = {"state": game["notation"], "actions": genome["actions"]}
        assert client.post("/api/positions/turn", json=played).status_code == 200


def test_a_review_has_no_regret_where_the_best_turn_was_played(client, finished):
    """Greedy Action reviewed by itself, with the same seeds or not, never plays better than the best turn."""
    game = finished()
    with client.websocket_connect("/ws/thoughts") as socket:
        socket.send_json({"type": "review", "stored": game["stored"], "agent": "greedy_action", "budget": "100ms"})
        told = [socket.receive_json()]
        while told[-1]["type"] == "reviewed":
            told.append(socket.receive_json())
    assert told[-1]["type"] == "review"
    turns = told[:-1]
    assert [one["number"] for one in turns] == list(range(1, len(game["log"]) + 1))
    record = client.get(f"/api/stored-games/{game['stored']}").json()
    for one, value in zip(turns, record["evaluations"][1:], strict=True):
        assert one["played"] == (value if one["seat"] == 0 else -value)
        assert one["regret"] == max(0, one["best"] - one["played"])


def test_a_review_by_reply_compares_turns_after_their_replies(client, finished):
    game = finished()
    with client.websocket_connect("/ws/thoughts") as socket:
        socket.send_json({"type": "review", "stored": game["stored"], "agent": "reply", "budget": "300it"})
        told = [socket.receive_json()]
        while told[-1]["type"] == "reviewed":
            told.append(socket.receive_json())
    turns = told[:-1]
    opponent = turnwright.agent("oep:diversity=tabu")
    for number, one in enumerate(turns, 1):
        steps = client.get(f"/api/stored-games/{game['stored']}/turns/{number}").json()["steps"]
        after = turnwright.state(steps[-1]["notation"])
        if not after.is_over:
            answer = opponent.plan(after.view(), budget=Budget.parse("300it"), seed=number)
            after = after.walk(answer.actions).after
        assert one["played"] == after.evaluate(one["seat"])
        assert one["regret"] == max(0, one["best"] - one["played"])
    assert any(one["regret"] > 0 for one in turns)


@pytest.mark.parametrize(
    ("space", "unknown", "view"), [(" ", "1/0", "hidden"), ("\t", "1/0", "hidden"), (" ", "0/0", "open")]
)
def test_how_an_agent_looks_is_decided_on_the_position_not_on_its_text(space, unknown, view):
    state = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2A/a3w K3C/- 1824/10787"
    position = position_of(f"{state}{space}unknown={unknown}")
    assert board_of(position.game).view_of(position) == view


def test_a_position_is_judged_by_every_evaluation_of_its_game(client):
    """By the one that the game names, and by the others beside it."""
    for spec, judge in (("hero_academy", "learned"), ("hero_academy:evaluation=material", "material")):
        text = "7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787"
        here = client.post("/api/positions", json={"state": f"{spec} {text}"}).json()
        assert here["judged_by"] == judge
        assert here["judgements"][judge] == here["evaluation"]
        assert here["judgements"]["described"] != here["judgements"]["learned"]


def test_people_choose_the_evaluation_of_a_game(client):
    for options, judge in (({}, "learned"), ({"evaluation": "described"}, "described")):
        seats = {"seats": [{}, {"agent": "random"}]}
        game = client.post("/api/games", json=seats | {"options": {"map": "a-tiny"} | options}).json()
        assert turnwright.game(game["game"]).judged_by == judge
    answer = client.post("/api/games", json={"options": {"evaluation": "model(/etc/passwd)"}})
    assert answer.status_code == 422
