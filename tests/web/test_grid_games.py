"""Arimaa and Amazons by messages: what the page is told, and that people and agents can play them."""

import pytest
from pydantic import TypeAdapter

import turnwright
from turnwright.web.boards import board_named
from turnwright.web.schemas.games import ShownGame

BASIC = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


def pieces(position, **wanted):
    return [one for one in position["pieces"] if all(one[key] == value for key, value in wanted.items())]


def act(client, game, *actions):
    answer = client.post(f"/api/games/{game['name']}/actions", json={"actions": actions})
    assert answer.status_code == 200, answer.text
    TypeAdapter(ShownGame).validate_json(answer.text, strict=True)
    return answer.json()


def test_people_place_their_pieces_and_step(client, begin):
    game = begin(game="arimaa", options={"setup": "played"}, seats=[{}, {}])
    assert game["position"]["setup"]
    assert game["position"]["hands"][0] == {"rabbit": 8, "cat": 2, "dog": 2, "horse": 2, "camel": 1, "elephant": 1}
    assert {"from": "hand:E", "to": "d2"}.items() <= next(
        one for one in game["legal"] if one["action"] == "Ed2"
    ).items()
    for side, (front, back) in enumerate(((2, 1), (7, 8))):
        row = "HDCEMCDH"
        placed = [f"{letter}{file}{front}" for letter, file in zip(row, "abcdefgh", strict=True)]
        placed += [f"R{file}{back}" for file in "abcdefgh"]
        game = act(client, game, *(text.lower() if side else text for text in placed))
    assert not game["position"]["setup"]
    game = act(client, game, "Ed2n")
    assert (game["position"]["steps"], game["may_end"]) == (3, True)


def test_a_book_places_the_pieces_and_an_agent_answers(client, begin):
    game = begin(game="arimaa", options={}, seats=[{"agent": "random"}, {}])
    assert len(pieces(game["position"])) == 32
    answer = client.post(f"/api/games/{game['name']}/agent-turn")
    assert answer.json()["player"] == 1


def position_with(**places: str):
    """Gold to move, with some pieces by square."""
    rows = ["".join(places.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(8, 0, -1)]
    return turnwright.game("arimaa").parse_state(f"5g [{''.join(rows)}]")


def test_frozen_pieces_pushes_and_captures_are_told():
    board = board_named("arimaa")
    state = position_with(c5="E", c4="c", h1="R", h8="r", g4="d", g5="h", f1="C")
    assert [one["square"] for one in pieces(board.position(state), frozen=True)] == ["c4"]
    action = state.game.parse_action("cc4s")
    after = state.play(action)
    assert board.places(state, action) == ("c4", "c3")
    assert [effect.as_dict() for effect in board.effects(state, action, after)] == [
        {"kind": "move", "at": "c4", "to": "c3", "what": "cat"},
        {"kind": "capture", "at": "c3", "what": "cat"},
    ]
    assert board.position(after)["push"] == "c4"


def test_amazons_are_moved_and_shoot(client, begin):
    game = begin(game="amazons", options={"side": 6}, seats=[{}, {"agent": "random"}])
    assert (game["position"]["side"], len(game["position"]["amazons"]), game["may_end"]) == (6, 8, False)
    game = act(client, game, "b1-b4")
    assert game["position"]["moved"] == "b4"
    assert {one["from"] for one in game["legal"]} == {"b4"}
    game = act(client, game, "*b2")
    assert game["position"]["closed"] == ["b2"]
    answer = client.post(f"/api/games/{game['name']}/agent-turn")
    assert len(answer.json()["position"]["closed"]) == 2


@pytest.mark.parametrize("name", ["arimaa", "amazons"])
def test_positions_can_be_read_and_analysed(client, name):
    state = turnwright.game(name).start(1).text if name == "amazons" else BASIC
    shown = client.post("/api/positions", json={"state": state}).json()
    assert shown["legal"]
    lines = client.post("/api/analyses", json={"state": state, "agent": "random"}).json()["lines"]
    assert lines[0]["steps"][-1]["position"]["player"] == 1
