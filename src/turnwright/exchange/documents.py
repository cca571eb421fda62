"""States, legal actions and whole turns as plain data, for JSON. `schemas` has the schema of each."""

from typing import Any

import msgspec

from turnwright.agents.base import Turn
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State, View, Walk
from turnwright.exchange.schemas import contents_of

VERSION = 1
"""Of all three documents. A new field keeps it; a change of meaning raises it."""


def state_document(state: State | View) -> dict[str, Any]:
    """A state, or what a view shows of one: what is hidden there is unknown in the document too.

    >>> import turnwright
    >>> document = state_document(turnwright.game("amazons", side=6).start(0))
    >>> document["player"], document["contents"]["amazons"][0]
    (0, {'square': 'b1', 'owner': 0})
    """
    shown = state.shown if isinstance(state, View) else state
    contents = contents_of(type(shown))
    return {
        "version": VERSION,
        "game": shown.game.spec,
        "state": shown.text,
        "view": state.kind if isinstance(state, View) else "open",
        "player": shown.player,
        "over": shown.is_over,
        "outcome": shown.outcome,
        "ending": shown.ending,
        "may_end": shown.may_end,
        "contents": {name: msgspec.to_builtins(getattr(shown, name), enc_hook=dict) for name in contents},
    }


def actions_document(state: State) -> dict[str, Any]:
    """The legal actions of a state, in the game's own order; the end of the turn is last where the turn may end."""
    actions = [] if state.is_over else [action for action in state.legal_actions() if action != state.end_action]
    if state.may_end:
        actions.append(state.end_action)
    return {
        "version": VERSION,
        "game": state.game.spec,
        "player": state.player,
        "may_end": state.may_end,
        "actions": [
            {
                "text": state.action_text(action),
                "number": action,
                "ends_turn": action == state.end_action,
                "reveals": action != state.end_action and state.is_revealing(action),
            }
            for action in actions
        ],
    }


def turn_document(walk: Walk, turn: Turn | None = None) -> dict[str, Any]:
    """A turn that was played, or the beginning of one, and what its agent thinks of it."""
    start, value = walk.start, None if turn is None else turn.value
    return {
        "version": VERSION,
        "game": start.game.spec,
        "state": start.text,
        "player": start.player,
        "turn": walk.text,
        "actions": start.game.format_actions(walk),
        "numbers": list(walk.actions),
        "whole": walk.is_whole,
        "after": walk.after.text,
        "over": walk.after.is_over,
        "outcome": walk.after.outcome,
        "value": None if value is None else float(value),
    }


def read_turn(state: State, document: Any) -> Walk:
    """The way that a turn document leads, read from the notation of its actions and checked by the rules."""
    actions = document.get("actions") if isinstance(document, dict) else None
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise TurnwrightError("a turn needs actions, a list of texts such as ['K@a1', 'end']")
    return played(state, actions)


def played(state: State, actions: list[str]) -> Walk:
    """The way that actions in notation lead from a state; an `IllegalActionError` names the first that cannot be."""
    numbers: list[int] = []
    position = state
    for place, action in enumerate(actions, 1):
        if numbers and (position.is_over or position.player != state.player):
            raise TurnwrightError(f"the turn ends after {place - 1} of the {len(actions)} actions given")
        numbers.append(state.game.parse_action(action))
        position = position.play(action)
    return state.walk(numbers)
