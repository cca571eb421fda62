"""What a page is told of a game: plain data, without anything that its viewer may not know."""

import json
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from turnwright.arena.live.live_game import EVERYTHING, NOBODY, LiveGame
from turnwright.arena.live.played_turn import PlayedTurn
from turnwright.arena.live.seat import Seat
from turnwright.core.state import State, Walk
from turnwright.web.boards import board_of
from turnwright.web.search_pool import Progress

OPPONENT = "opponent"
"""What an agent is called that people are told nothing about."""


def on_the_wire(message: dict[str, Any]) -> str:
    """A message as a page gets it."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def shown_game(game: LiveGame, *, thinking: bool, stored: int | None) -> str:
    """All that a page needs to show a game from scratch, as it goes over the wire."""
    shown = {
        "type": "game",
        "name": game.name,
        "board": board_of(game.state.game).name,
        "game": game.setup.game,
        "view": game.setup.view,
        "seats": [_seat(game, seat) for seat in game.setup.seats],
        "viewer": _viewer(game),
        "player": game.seat,
        "turn": len(game.turns) + 1,
        "count": game.count,
        "over": game.is_over,
        "outcome": game.outcome,
        "ending": "forfeit" if game.forfeit and game.quiet else game.ending,
        "reason": game.reason,
        "end": game.state.action_text(game.state.end_action),
        "may_end": can_act(game) and game.state.may_end,
        "thinking": thinking,
        "stored": stored,
        "actions": seen_texts(game, game.seat, game.unfinished, game.turn_start),
        "undoable": game.undoable,
        "legal": shown_legal(game.state) if can_act(game) else [],
        **shown_position(_told_state(game)),
    }
    return f'{on_the_wire(shown)[:-1]},"log":[{_log(game)}]}}'


def _told_state(game: LiveGame) -> State:
    """The position as the game's viewer may see it; while it runs, without what tells what chance will bring."""
    seen = game.seen(game.state)
    return seen if game.is_over else board_of(seen.game).without_future(seen)


def _seat(game: LiveGame, seat: Seat) -> dict[str, Any]:
    return seat.as_dict() if seat.is_human or not game.quiet else {"agent": OPPONENT, "budget": None}


def _viewer(game: LiveGame) -> str | int:
    return {EVERYTHING: "everything", NOBODY: "nobody"}.get(game.viewer, game.viewer)


def can_act(game: LiveGame) -> bool:
    """Whether a person is to move and may see his hand."""
    return game.is_human_turn and game.viewer != NOBODY


def seen_texts(game: LiveGame, seat: int, texts: Sequence[str], start: State) -> list[str]:
    """Actions of a seat's turn in notation, without what the game's viewer may not know; `start`: of the turn."""
    if game.viewer in (EVERYTHING, seat):
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


def _log(game: LiveGame) -> str:
    """The turns that are over. Those told before are remembered: a long game has many, and every click tells them."""
    viewer, count, text = game.told_log
    if viewer != game.viewer or count > len(game.turns):
        count, text = 0, ""
    new = enumerate(game.turns[count:], count + 1)
    text = ",".join(filter(None, [text, *(on_the_wire(shown_log(game, number, turn)) for number, turn in new)]))
    game.told_log = game.viewer, len(game.turns), text
    return text


def shown_log(game: LiveGame, number: int, turn: PlayedTurn) -> dict[str, Any]:
    """A turn in the log. What an agent thought of it stays unsaid where hands are hidden, or all of the agent is."""
    texts = seen_texts(game, turn.seat, turn.texts, turn.start)
    shown: dict[str, Any] = {"number": number, "seat": turn.seat, "actions": texts}
    if game.viewer == EVERYTHING and not game.quiet:
        shown |= {"value": turn.value, "figures": turn.figures}
    return shown


def shown_turn(game: LiveGame, turn: PlayedTurn, number: int) -> dict[str, Any]:
    """A turn that was just played, step by step."""
    texts = seen_texts(game, turn.seat, turn.texts, turn.start)
    return {
        "type": "turn",
        "log": shown_log(game, number, turn),
        "steps": shown_steps(turn.start, turn.actions, texts, game),
    }


def shown_steps(
    start: State, actions: Sequence[int], texts: Sequence[str], game: LiveGame | None = None
) -> list[dict[str, Any]]:
    """The way of a turn: every action with its places, its effects and the position after it.

    With a game in progress, positions are as its viewer may see them, and without notation: that takes longer to write
    than all the rest, and no page reads it while a turn goes by.
    """
    board = board_of(start.game)
    walk = start.walk(actions)
    positions = walk.positions
    steps = []
    for i, (action, text) in enumerate(zip(walk.actions, start.game.format_actions(walk), strict=True)):
        before, after = positions[i], positions[i + 1]
        source, target = board.places(before, action)
        told = texts[i]
        if told != text:  # what others may not know
            source, effects = "", []
        else:
            effects = [effect.as_dict() for effect in board.effects(before, action, after)]
        seen = shown_position(after) if game is None else {"position": board.position(game.seen(after))}
        steps.append({"action": told, "from": source, "to": target, "effects": effects} | seen)
    return steps


def shown_progress(game: LiveGame, progress: Progress, *, secret: bool) -> dict[str, Any]:
    """How far the agent to move is; with hidden hands only how much it has done, of a hidden agent not even that."""
    shown = {"type": "thinking", "seat": game.seat} | progress_data(game.state, progress)
    if secret or game.quiet:
        for name in ("value", "actions", "ghosts", "reply", "curve"):
            shown.pop(name, None)
    if game.quiet:
        shown["figures"] = {}
    return shown


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
