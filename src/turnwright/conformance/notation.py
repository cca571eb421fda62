"""Does what is written read back to the same thing?"""

from collections.abc import Callable, Iterator

from turnwright.agents.turn_check import walk_of
from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import random_game, same_fields
from turnwright.core.errors import in_one_line
from turnwright.core.game import Game
from turnwright.core.state import State

_SUBJECT = "notation"
_MOST_STATES = 150
_ADVICE = "stored games, logs and programs use notation, so reading it must give back what was written"


def check_notation(game: Game) -> Iterator[Finding]:
    """States, actions and turns of random games, written and read; the first of each kind that fails is found."""
    states = [state for seed in range(2) for state in random_game(game, 20 + seed)[:_MOST_STATES]]
    for check in (_state_fault, _action_fault, _turn_fault):
        for state in states:
            if said := _tried(check, state):
                yield Finding(subject=_SUBJECT, what=said, state=_tried(str, state), advice=_ADVICE)
                if check is _action_fault:
                    return  # turns are made of actions
                break


def check_keys(game: Game) -> Iterator[Finding]:
    """Along random play, two states have the same key exactly if they have the same notation."""
    texts: dict[int, str] = {}
    keys: dict[str, tuple[int, int]] = {}
    for seed in range(3):
        for state in random_game(game, 30 + seed)[: 3 * _MOST_STATES]:
            if texts.setdefault(state.hash, state.text) != state.text:
                what = f"two different states have the same key, this one and {texts[state.hash]}"
                advice = "state_hash must cover everything that affects play"
                yield Finding(subject="keys", what=what, state=state.text, advice=advice)
                return
            if keys.setdefault(state.text, (state.hash, state.position_key)) != (state.hash, state.position_key):
                what = "the same state was reached with two different keys"
                advice = "keys must depend only on the fields, and notation must show every field that matters"
                yield Finding(subject="keys", what=what, state=state.text, advice=advice)
                return


def _tried(check: Callable[[State], str], state: State) -> str:
    try:
        return check(state)
    except Exception as error:
        return f"it failed with {in_one_line(error)}"


def _state_fault(state: State) -> str:
    text = state.text
    rest = text.removeprefix(state.game.spec)
    if rest == text or not rest.startswith(" "):
        return f"{text!r} does not begin with the game's spec and a space"
    try:
        back = state.game.parse_state(rest.strip())
    except Exception as error:
        return f"a state cannot be read back: {in_one_line(error)}"
    if back.text != text:
        return f"a state reads back as a different one: {back.text!r}"
    if back.hash != state.hash or not same_fields(back.records, state.records):
        return "a state reads back with different fields, although its notation is the same"
    return ""


def _action_fault(state: State) -> str:
    ends = [state.end_action] if state.may_end else []
    for action in dict.fromkeys([*state.legal_actions(), *ends]):
        text = state.action_text(action)
        said = _read_fault(state.game, text, action)
        if said:
            return said
    return ""


def _read_fault(game: Game, text: str, action: int) -> str:
    if game.split_turn(text) != [text]:
        return f"the action {text!r} contains the divider of turns, {game.divider!r}, or has spaces around it"
    try:
        read = game.parse_action(text)
    except Exception as error:
        return f"the action {text!r} cannot be read back: {in_one_line(error)}"
    return "" if read == action else f"the action {text!r}, number {action}, reads back as number {read}"


def _turn_fault(state: State) -> str:
    """A turn to its end, by the first action each time."""
    if state.is_over:
        return ""
    here = state
    actions: list[int] = []
    while not here.is_over and here.player == state.player and len(actions) < state.game.max_turn:
        actions.append((here.legal_actions() or [here.end_action])[-1])
        here = here.play(actions[-1])
    walk = state.walk(actions)
    texts = state.game.format_actions(walk)
    if state.game.split_turn(walk.text) != texts:
        return f"the turn {walk.text!r} is not split into its actions, {texts}"
    spaced = f"  {state.game.divider}  ".join(texts) + " "
    if state.game.split_turn(spaced) != texts:
        return f"the turn {spaced!r}, with more spaces, is not split into its actions"
    if walk.is_whole and walk_of(walk.text, state).actions != walk.actions:
        return f"the turn {walk.text!r} reads back as a different one"
    return ""
