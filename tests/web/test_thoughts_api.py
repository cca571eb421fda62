"""Positions, analyses and reviews."""

import turnwright

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


def test_a_tree_search_tells_how_often_it_tried_each_first_action(client):
    wanted = {"state": STATE, "agent": "mcts", "budget": "500it"}
    (line,) = client.post("/api/analyses", json=wanted).json()["lines"]
    visits = [branch["visits"] for branch in line["branches"]]
    assert visits == sorted(visits, reverse=True)
    legal = {turnwright.state(STATE).action_text(action) for action in turnwright.state(STATE).legal_actions()}
    assert {branch["action"] for branch in line["branches"]} <= legal
    assert 0 < sum(visits) <= 500
    assert line["figures"]["iterations"] == 500


def test_unknown_cards_are_guessed(client, begin):
    """A position of a hidden game can be analysed as it is seen."""
    game = begin(hands="hidden", seats=[{}, {"agent": "random"}])
    assert "unknown=" in game["notation"]
    answer = client.post("/api/analyses", json={"state": game["notation"], "agent": "greedy_action"})
    assert answer.status_code == 200
    assert answer.json()["lines"][0]["notation"].endswith("end")


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
