"""The JSON schemas of states, legal actions and whole turns.

What a game has in its states (`contents`) is described by its own state class: by the types, and the sentences, of the
properties that the class lists in `contents`.
"""

from typing import Any, get_type_hints

import msgspec

from turnwright.core.game import Game
from turnwright.core.settings_text import field_sentences
from turnwright.core.state import State
from turnwright.core.views import VIEW_KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT, _NUMBER, _FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
_PLAYER = {"enum": [0, 1], "description": "0 moves first, 1 second."}
_VERSION = {"const": 1, "description": "Of the document. New fields keep it; a change of meaning raises it."}
_OUTCOME = {"enum": [-1, 0, 1], "description": "1 if player 0 has won, -1 if player 1 has, else 0."}


def contents_of(state_class: type[State]) -> tuple[str, ...]:
    """The properties that documents have of a game's states: those that its state class lists."""
    listed: tuple[str, ...] = getattr(state_class, "contents", ())
    return listed


def schema(kind: str, game: Game) -> dict[str, Any]:
    """The schema of a kind of document, one of `KINDS`, for a game.

    >>> import turnwright
    >>> schema("state", turnwright.game("amazons"))["properties"]["contents"]["properties"]["moved"]["anyOf"]
    [{'type': 'string'}, {'type': 'null'}]
    """
    properties, definitions = _KINDS[kind](game)
    described = {
        "$schema": DIALECT,
        "$id": f"urn:turnwright:{kind}:1:{game.name}",
        "title": f"{kind} of {game.name}",
        **_object({"version": _VERSION, "game": {**_TEXT, "description": "The spec of the game."}, **properties}),
    }
    return described | ({"$defs": definitions} if definitions else {})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    """All fields are always there; further ones may come."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _state(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    contents, definitions = _contents(game)
    ending = {"anyOf": [{"enum": list(game.endings)} if game.endings else _TEXT, {"type": "null"}]}
    return {
        "state": {**_TEXT, "description": "The whole state in notation; `turnwright.state` reads it."},
        "view": {"enum": list(VIEW_KINDS), "description": "What is shown: under `hidden`, hidden things are unknown."},
        "player": {**_PLAYER, "description": "Who moves: 0 or 1."},
        "over": _FLAG,
        "outcome": _OUTCOME,
        "ending": {**ending, "description": "How a finished game ended, in the game's words; null if it has none."},
        "may_end": {**_FLAG, "description": "Whether the turn may end here."},
        "contents": contents,
    }, definitions


def _contents(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    kind = game.state_class
    names = () if kind is None else contents_of(kind)
    getters = [getattr(kind, name).fget for name in names]
    hints = [get_type_hints(getter)["return"] for getter in getters]
    found, definitions = msgspec.json.schema_components(hints, ref_template="#/$defs/{name}")
    properties = {
        name: {**described, "description": " ".join((getter.__doc__ or "").split())}
        for name, described, getter in zip(names, found, getters, strict=True)
    }
    for hint in hints:
        for part in _dataclasses_in(hint):
            fields = definitions[part.__name__]["properties"]
            for name, sentence in field_sentences(part).items():
                if name in fields:
                    fields[name] = {**fields[name], "description": sentence}
    return _object(properties), definitions


def _dataclasses_in(hint: Any) -> list[type[Any]]:
    """All dataclasses that a type is made of."""
    if hasattr(hint, "__dataclass_fields__"):
        return [hint, *(part for inner in get_type_hints(hint).values() for part in _dataclasses_in(inner))]
    return [part for inner in getattr(hint, "__args__", ()) for part in _dataclasses_in(inner)]


def _actions(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    action = _object(
        {
            "text": {**_TEXT, "description": "The action in notation."},
            "number": {**_NUMBER, "description": "The same as a number, for Python."},
            "ends_turn": {**_FLAG, "description": "Whether it is the action that ends the turn."},
            "reveals": {**_FLAG, "description": "Whether it reveals something, so that the rest cannot be planned."},
        }
    )
    return {
        "player": {**_PLAYER, "description": "Whose actions they are."},
        "may_end": {**_FLAG, "description": "Whether the turn may end here; the last action then ends it."},
        "actions": {"type": "array", "items": action},
    }, {}


def _turn(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    return {
        "state": {**_TEXT, "description": "Where the turn begins, in notation."},
        "player": _PLAYER,
        "turn": {**_TEXT, "description": "The turn in notation."},
        "actions": {"type": "array", "items": _TEXT, "description": "Its actions in notation, in order."},
        "numbers": {"type": "array", "items": _NUMBER, "description": "The same as numbers."},
        "whole": {**_FLAG, "description": "Whether the turn is over after these actions."},
        "after": {**_TEXT, "description": "The state after the last action."},
        "over": {**_FLAG, "description": "Whether the game is over there."},
        "outcome": _OUTCOME,
        "value": {
            "type": ["number", "null"],
            "description": "What the agent thinks the turn is worth, in its own unit; null if it has no opinion.",
        },
    }, {}


_KINDS = {"state": _state, "actions": _actions, "turn": _turn}
KINDS = tuple(_KINDS)
"""The kinds of documents."""
