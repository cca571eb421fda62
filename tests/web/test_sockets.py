"""Pages that follow a game: what they are told, and what they cannot break."""

import json
import time

import pytest
from starlette.websockets import WebSocketDisconnect


def until(socket, kind: str) -> list[dict]:
    """Messages up to the first of a kind."""
    told = [socket.receive_json()]
    while told[-1]["type"] != kind:
        told.append(socket.receive_json())
    return told


def test_an_agents_turn_is_told_action_by_action(client, begin):
    game = begin(seats=[{"agent": "greedy_action"}, {}])
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        assert socket.receive_json() == game
        socket.send_json({"type": "continue"})
        turn = until(socket, "turn")[-1]
        after = socket.receive_json()
    assert [step["action"] for step in turn["steps"]] == after["log"][0]["actions"]
    assert turn["steps"][-1]["position"] == after["position"]
    assert turn["steps"][0]["position"]["ap"] == game["position"]["ap"] - 1


def test_everybody_who_follows_is_told(client, begin):
    game = begin()
    address = f"/ws/games/{game['name']}"
    with client.websocket_connect(address) as one, client.websocket_connect(address) as other:
        one.receive_json(), other.receive_json()
        one.send_json({"type": "act", "actions": [game["legal"][0]["action"]]})
        assert one.receive_json() == other.receive_json()


def test_what_a_piece_could_do(client, begin):
    game = begin()
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        socket.send_json({"type": "look", "source": game["legal"][0]["from"]})
        assert socket.receive_json()["targets"][0]["action"] == game["legal"][0]["action"]


HOSTILE = [
    "",
    "null",
    "[]",
    "{",
    "\u0000",
    "[" * 5000,
    '{"type":"act"}',
    '{"type":"act","actions":[]}',
    '{"type":"act","actions":"end"}',
    '{"type":"act","actions":[7]}',
    json.dumps({"type": "act", "actions": ["end"] * 65}),
    '{"type":"act","actions":["end"],"as":1}',
    '{"type":"act","actions":["end"],"count":-1}',
    '{"type":"act","actions":["\\ud800"]}',
    '{"type":"look","source":"../../etc"}',
    '{"type":"undo","undo":true}',
    '{"type":"become_player_two"}',
    json.dumps({"type": "look", "source": "x" * 70_000}),
]


@pytest.mark.parametrize("message", HOSTILE, ids=lambda text: text[:30] or "nothing")
def test_a_message_that_is_not_understood_is_an_error_answer_and_the_game_is_unharmed(client, begin, message):
    game = begin()
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        socket.send_text(message)
        answer = socket.receive_json()
        assert answer["type"] in ("error", "effects")
        assert len(json.dumps(answer)) < 1000
        socket.send_bytes(b"\x00\xff")
        assert socket.receive_json()["type"] == "error"
    assert client.get(f"/api/games/{game['name']}").json() == game


def test_a_closed_page_cancels_its_search(client, begin):
    game = begin(seats=[{"agent": "oep", "budget": "10s"}, {}])
    pool = client.app.state.services.pool
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        socket.send_json({"type": "continue"})
        while not until(socket, "thinking")[-1].get("value"):
            pass
        assert pool.running == 1
    started = time.monotonic()
    while pool.running and time.monotonic() - started < 8:
        time.sleep(0.02)
    assert pool.running == 0
    assert time.monotonic() - started < 5, "the search went on although nobody was there"
    assert client.get(f"/api/games/{game['name']}").json()["log"] == []


def test_an_analysis_is_followed_and_stopped(client, begin):
    state = begin(seats=[{}, {}])["notation"]
    with client.websocket_connect("/ws/thoughts") as socket:
        socket.send_json({"type": "analyse", "state": state, "agent": "oep", "budget": "10s", "lines": 3})
        assert socket.receive_json()["type"] == "position"
        while not until(socket, "thinking")[-1].get("value"):
            pass
        socket.send_json({"type": "stop"})
        found = until(socket, "analysis")[-1]
        assert found["searches"] == 1
        assert 1 <= len(found["lines"]) <= 3, "the population of the one search may have more turns"
        socket.send_json({"type": "analyse", "state": "nonsense", "agent": "random"})
        assert until(socket, "error")


def test_a_page_of_another_site_is_not_let_in(client, begin):
    address = f"/ws/games/{begin()['name']}"
    for origin in ("http://elsewhere.example", "null", "http://testserver.elsewhere.example"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers={"Origin": origin}):
            pass
    with client.websocket_connect(address, headers={"Origin": "http://testserver"}) as socket:
        assert socket.receive_json()["type"] == "game"


def test_a_game_that_is_not_there(client):
    with client.websocket_connect("/ws/games/nowhere") as socket:
        assert socket.receive_json()["type"] == "error"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4404


def test_a_name_that_no_game_can_have_is_not_looked_up(client, monkeypatch):
    monkeypatch.setattr(client.app.state.services.sessions, "find", None)
    for name in ("%00", "a%00b", "x" * 41, "%C3%A4"):
        with client.websocket_connect(f"/ws/games/{name}") as socket:
            assert socket.receive_json()["type"] == "error"
