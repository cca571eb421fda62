"""States, legal actions and turns as JSON: what is written for every game is what its schema says."""

import doctest
import json
from typing import Any

import jsonschema
import pytest

import turnwright
from turnwright import IllegalActionError, TurnwrightError
from turnwright.core.state import Walk
from turnwright.exchange import documents, schemas
from turnwright.exchange.documents import actions_document, played, read_turn, state_document, turn_document
from turnwright.exchange.schemas import KINDS, schema

GAMES = [*turnwright.game_names(), "examples/pairs.py:Pairs"]


def checked(kind: str, game: turnwright.State, document: dict[str, Any]) -> dict[str, Any]:
    """A document that went through JSON and agrees with its schema, which itself is one."""
    there_and_back = json.loads(json.dumps(document))
    described = schema(kind, game)
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.Draft202012Validator(described).validate(there_and_back)
    assert set(there_and_back) == set(described["properties"])
    return there_and_back


def some_turns(game: turnwright.State, count: int) -> list[Walk]:
    """The first turns of a game in which every second legal action is played."""
    state, walks = game.start(3), []
    while len(walks) < count and not state.is_over:
        start, actions = state, []
        while not state.is_over and state.player == start.player and len(actions) < 5:
            legal = state.legal_actions()
            actions.append(legal[len(legal) // 2] if legal else state.end_action)
            state = state.play(actions[-1])
        if not state.is_over and state.player == start.player and state.may_end:
            actions.append(state.end_action)
            state = state.play(state.end_action)
        walks.append(start.walk(actions))
    return walks


@pytest.mark.parametrize("module", [documents, schemas], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_hold(module):
    failed, tried = doctest.testmod(module)
    assert (bool(tried), failed) == (True, 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_document_of_a_game_agrees_with_its_schema(name):
    game = turnwright.game(name)
    for walk in some_turns(game, 6):
        for state in (walk.start, walk.after):
            document = checked("state", game, state_document(state))
            assert turnwright.state(document["state"]) == state
            listed = checked("actions", game, actions_document(state))
            assert all(state.accepts(action["number"]) for action in listed["actions"])
        document = checked("turn", game, turn_document(walk))
        assert read_turn(walk.start, document).after == walk.after
    for kind in ("hidden", "reference"):
        assert checked("state", game, state_document(walk.start.view(kind=kind)))["view"] == kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_refuses_what_is_not_such_a_document(kind):
    game = turnwright.game("amazons", side=6)
    validator = jsonschema.Draft202012Validator(schema(kind, game))
    assert list(validator.iter_errors({"version": 1, "game": "amazons"}))
    good = turn_document(game.start(0).walk([]))
    for wrong in ({"player": 2}, {"value": "good"}, {"version": 2}):
        assert list(jsonschema.Draft202012Validator(schema("turn", game)).iter_errors(good | wrong))


def test_every_field_of_a_state_is_described():
    for name in turnwright.game_names():
        contents = schema("state", turnwright.game(name))["properties"]["contents"]
        assert contents["properties"]
        assert all(field["description"] for field in contents["properties"].values())


def test_a_hidden_view_keeps_hidden_cards_out_of_the_document():
    state = turnwright.game("hero_academy").start(1)
    seen, hidden = state_document(state), state_document(state.view(player=0, kind="hidden"))
    assert hidden["contents"]["hands"][0] == seen["contents"]["hands"][0]
    assert hidden["contents"]["hands"][1] != seen["contents"]["hands"][1]
    assert hidden["contents"]["unknown_cards"][1] > 0


def test_turns_that_are_none_are_refused():
    state = turnwright.game("amazons", side=6).start(0)
    with pytest.raises(TurnwrightError, match="a turn needs actions, a list of texts"):
        read_turn(state, {"actions": [1, 2]})
    with pytest.raises(IllegalActionError, match="b1-b1 is not legal here"):
        played(state, ["b1-b1"])
    with pytest.raises(TurnwrightError, match="the turn ends after 2 of the 3 actions given"):
        played(state, ["b1-b3", "*b4", "b6-b5"])
