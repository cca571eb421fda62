"""What is sent to a page about a game: plain data, without anything that its viewer may not know."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import numpy as np

from turnwright.arena.live.live_game import EVERYTHING, NOBODY, LiveGame
from turnwright.arena.live.played_turn import PlayedTurn
from turnwright.arena.live.seat import Seat
from turnwright.core.state import State, Walk
from turnwright.web.boards import board_of
from turnwright.web.search_pool import Found, Progress

OPPONENT = "opponent"
"""The name of an agent about which people learn nothing."""


def on_the_wire(message: Any) -> str:
    """A message as a page gets it."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def shown_game(
    game: LiveGame, *, thinking: bool, stored: int | None, sitter: int | None = None, rematch: str | None = None
) -> str:
    """All that a page needs to show a game from scratch, as it goes over the wire. `sitter`: whose key it has shown."""
    viewer, acts, private = game.viewer_at(sitter), can_act(game, sitter), game.is_private(sitter)
    actions = () if private else game.unfinished
    shown = {
        "type": "game",
        "name": game.name,
        "board": board_of(game.state.game).name,
        "game": game.setup.game,
        "judged_by": game.state.game.judged_by,
        "view": game.setup.view,
        "seats": [_seat(game, seat) for seat in game.setup.seats],
        "has_keys": game.keys is not None,
        "sitter": sitter,
        "waiting": [game.keys is not None and game.keys.is_waiting(seat) for seat in (0, 1)],
        "viewer": {EVERYTHING: "everything", NOBODY: "nobody"}.get(viewer, viewer),
        "player": game.seat,
        "turn": len(game.turns) + 1,
        "count": game.count_at(sitter),
        "over": game.is_over,
        "outcome": game.outcome,
        "ending": "forfeit" if game.forfeit and game.quiet else game.ending,
        "reason": game.reason,
        "end": game.state.action_text(game.state.end_action),
        "may_end": acts and game.state.may_end,
        "thinking": thinking,
        "stored": stored,
        "rematch": rematch,
        "actions": seen_texts(game, game.seat, actions, game.turn_start, viewer),
        "undoable": 0 if private else game.undoable,
        "legal": shown_legal(game.state) if acts else [],
        **shown_position(_told_state(game, game.turn_start if private else game.state, viewer)),
    }
    return f'{on_the_wire(shown)[:-1]},"log":[{_log(game, viewer)}]}}'


def _told_state(game: LiveGame, state: State, viewer: int) -> State:
    """The position as a viewer may see it; while the game runs, without what tells what chance will bring."""
    seen = game.seen(state, viewer)
    return seen if game.is_over else board_of(seen.game).without_future(seen)


def _seat(game: LiveGame, seat: Seat) -> dict[str, Any]:
    return seat.as_dict() if seat.is_human or not game.quiet else {"agent": OPPONENT, "budget": None}


def can_act(game: LiveGame, sitter: int | None = None) -> bool:
    """Whether a person is to move and may see his hand; where seats have keys, whether it is this one."""
    if game.keys is not None and sitter != game.seat:
        return False
    return game.is_human_turn and game.viewer_at(sitter) != NOBODY


def seen_texts(game: LiveGame, seat: int, texts: Sequence[str], start: State, viewer: int) -> list[str]:
    """Actions of a seat's turn in notation, without what a viewer may not know; `start`: of the turn."""
    if viewer in (EVERYTHING, seat):
        return list(texts)
    board = board_of(game.state.game)
    return [board.as_others_see(text, start) for text in texts]


def shown_position(state: State) -> dict[str, Any]:
    """A position, and its notation."""
    return {"position": board_of(state.game).position(state), "notation": state.text}


def shown_state(state: State) -> dict[str, Any]:
    """A position with all that can be asked of it."""
    return {
        "board": board_of(state.game).name,
        "game": state.game.spec,
        "player": state.player,
        "over": state.is_over,
        "outcome": state.outcome,
        "reason": state.ending or "",
        "end": state.action_text(state.end_action),
        "may_end": not state.is_over and state.may_end,
        "evaluation": state.evaluate(0),
        "judged_by": state.game.judged_by,
        "judgements": {name: judged(state, name) for name in state.game.evaluations},
        "legal": [] if state.is_over else shown_legal(state),
        **shown_position(state),
    }


def judged(state: State, evaluation: str) -> float:
    """What a position is worth to the first player by one of the game's evaluations."""
    return state.under(state.game.variant(evaluation=evaluation)).evaluate(0)


def shown_legal(state: State) -> list[dict[str, str]]:
    """The legal actions: what each is begun with and aimed at. Ending the turn is not listed."""
    board, actions = board_of(state.game), _choices(state)
    listed = []
    for action, text in zip(actions, _texts(state, actions), strict=True):
        source, target = board.places(state, action)
        listed.append({"action": text, "from": source, "to": target})
    return listed


def _choices(state: State) -> list[int]:
    """The legal actions but the end of the turn."""
    end = state.end_action
    return [action for action in state.legal_actions() if action != end]


class _Fan:
    """Actions that are all played in the same position: what a game's notation needs of a walk."""

    def __init__(self, state: State, actions: Sequence[int]) -> None:
        self.actions = actions
        self.records = np.broadcast_to(state.records, len(actions))
        self.positions = [state] * len(actions)


def _texts(state: State, actions: Sequence[int]) -> list[str]:
    """Actions in notation, each played in this position; asked for at once, which is far faster than one by one."""
    return state.game.format_actions(cast(Walk, _Fan(state, actions))) if actions else []


def shown_effects(state: State, source: str) -> list[dict[str, Any]]:
    """What every action that begins with a piece or card would do."""
    board = board_of(state.game)
    aimed = [(action, *board.places(state, action)) for action in _choices(state)]
    chosen = [(action, target) for action, begun, target in aimed if begun == source]
    found = []
    for (action, target), text in zip(chosen, _texts(state, [action for action, _ in chosen]), strict=True):
        reveals = state.is_revealing(action)  # nobody sees before he acts what chance will do
        after = None if reveals else state.walk([action]).after
        effects = [] if after is None else [effect.as_dict() for effect in board.effects(state, action, after)]
        found.append({"action": text, "to": target, "effects": effects})
    return found


def _log(game: LiveGame, viewer: int) -> str:
    """The turns that are over. Those told before are remembered: a long game has many, and every click tells them."""
    count, text = game.told_logs.get(viewer, (0, ""))
    if count > len(game.turns):
        count, text = 0, ""
    new = enumerate(game.turns[count:], count + 1)
    text = ",".join(filter(None, [text, *(on_the_wire(shown_log(game, number, turn, viewer)) for number, turn in new)]))
    if game.keys is None:
        game.told_logs.clear()  # all look with the same eyes, and the others' log is told no more
    game.told_logs[viewer] = len(game.turns), text
    return text


def shown_log(game: LiveGame, number: int, turn: PlayedTurn, viewer: int) -> dict[str, Any]:
    """A turn in the log. What an agent thought of it stays unsaid where hands are hidden, or all of the agent is."""
    texts = seen_texts(game, turn.seat, turn.texts, turn.start, viewer)
    shown: dict[str, Any] = {"number": number, "seat": turn.seat, "actions": texts}
    if viewer == EVERYTHING and not game.quiet:
        shown |= {"value": turn.value, "figures": turn.figures}
    return shown


def shown_turn(game: LiveGame, turn: PlayedTurn, number: int, sitter: int | None = None) -> dict[str, Any]:
    """A turn that is over, step by step, as whoever has a seat's key may see it, or none."""
    viewer = game.viewer_at(sitter)
    texts = seen_texts(game, turn.seat, turn.texts, turn.start, viewer)
    return {
        "type": "turn",
        "log": shown_log(game, number, turn, viewer),
        "steps": shown_steps(turn.start, turn.actions, texts, lambda state: game.seen(state, viewer)),
    }


def shown_steps(
    start: State, actions: Sequence[int], texts: Sequence[str], seen: Callable[[State], State] | None = None
) -> list[dict[str, Any]]:
    """The way of a turn: every action with its places, its effects and the position after it.

    In a game in progress, `seen` gives positions as a viewer may see them. They are without notation: that takes longer
    to write than all the rest, and no page reads it while a turn goes by.
    """
    board = board_of(start.game)
    return [
        step | (shown_position(after) if seen is None else {"position": board.position(seen(after))})
        for step, _, after in _steps(start, actions, texts)
    ]


def told_turn(game: LiveGame, number: int, sitter: int | None = None) -> dict[str, Any]:
    """A turn of a game in progress as it can be told in words, without positions."""
    turn, viewer = game.turns[number - 1], game.viewer_at(sitter)
    texts = seen_texts(game, turn.seat, turn.texts, turn.start, viewer)
    return {"number": number, "seat": turn.seat, "actions": told_actions(turn.start, turn.actions, texts)}


def told_actions(start: State, actions: Sequence[int], texts: Sequence[str]) -> list[dict[str, Any]]:
    """The actions of a turn as they can be told in words: who acts, and what comes of it."""
    board = board_of(start.game)
    return [
        step | {"actor": board.actor(before, action) if step["from"] else ""}
        for action, (step, before, _) in zip(actions, _steps(start, actions, texts), strict=True)
    ]


def _steps(start: State, actions: Sequence[int], texts: Sequence[str]) -> Iterator[tuple[dict[str, Any], State, State]]:
    """Every action of a turn with its places and effects, and the positions before and after it."""
    board = board_of(start.game)
    walk = start.walk(actions)
    positions = walk.positions
    for i, (action, text) in enumerate(zip(walk.actions, start.game.format_actions(walk), strict=True)):
        before, after = positions[i], positions[i + 1]
        source, target = board.places(before, action)
        if texts[i] != text:  # what others may not know
            source, effects = "", []
        else:
            effects = [effect.as_dict() for effect in board.effects(before, action, after)]
        yield {"action": texts[i], "from": source, "to": target, "effects": effects}, before, after


def shown_progress(game: LiveGame, progress: Progress, *, secret: bool) -> dict[str, Any]:
    """How far the agent to move is; with hidden hands only how much it has done, of a hidden agent not even that."""
    shown = {"type": "thinking", "seat": game.seat} | progress_data(game.state, progress)
    if secret or game.quiet:
        for name in ("value", "actions", "ghosts", "reply", "curve"):
            shown.pop(name, None)
    if game.quiet:
        shown["figures"] = {}
    return shown


def shown_thought(game: LiveGame, found: Found) -> dict[str, Any] | None:
    """What an agent thought of the turn that it has just played; nothing with hidden hands, or of a hidden agent."""
    if game.setup.view != "open" or game.quiet:
        return None
    return {
        "value": found.value,
        "figures": found.figures,
        "reply": shown_reply(found.walk.after, found.turn.reply),
        "curve": [list(point) for point in found.turn.report.curve],
    }


def shown_reply(after: State, reply: Sequence[int]) -> list[str]:
    """The actions of an expected reply in notation, as far as they can be played.

    A search that goes on may have changed its mind between telling of its turn and of the reply to it.
    """
    texts: list[str] = []
    here, replier = after, after.player
    for action in reply:
        if here.is_over or here.player != replier or not here.accepts(action):
            break
        texts.append(here.action_text(action))
        here = here.play(action)
    return texts


def progress_data(state: State, progress: Progress) -> dict[str, Any]:
    """A search's progress as plain data; the best turn so far also as places, to be drawn on the board."""
    board = board_of(state.game)
    walk = state.walk(progress.actions)
    ghosts = []
    for action, position in zip(walk.actions, walk.positions, strict=False):
        source, target = board.places(position, action)
        ghosts.append({"from": source, "to": target, "action": position.action_text(action)})
    return {
        "stage": progress.stage,
        "value": progress.value,
        "actions": [ghost["action"] for ghost in ghosts],
        "ghosts": ghosts,
        "reply": shown_reply(walk.after, progress.reply),
        "figures": progress.figures or {},
        "curve": [list(point) for point in progress.curve],
    }
