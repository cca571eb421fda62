"""What a page is told of a game: plain data, without anything that its viewer may not know."""

from collections.abc import Sequence
from typing import Any

from turnwright.core.state import State
from turnwright.web.boards import board_of
from turnwright.web.live_game import EVERYTHING, NOBODY, LiveGame, PlayedTurn
from turnwright.web.searching import Progress


def shown_game(game: LiveGame, *, thinking: bool, stored: int | None) -> dict[str, Any]:
    """All that a page needs to show a game from scratch."""
    return {
        "type": "game",
        "name": game.name,
        "board": game.state.game.name,
        "game": game.setup.game,
        "view": game.setup.view,
        "seats": [seat.as_dict() for seat in game.setup.seats],
        "viewer": _viewer(game),
        "player": game.seat,
        "turn": len(game.turns) + 1,
        "count": game.count,
        "over": game.is_over,
        "outcome": game.outcome,
        "ending": _ending(game),
        "thinking": thinking,
        "stored": stored,
        "actions": game.texts,
        "undoable": game.undoable,
        "legal": shown_legal(game.state) if game.is_human_turn and game.viewer != NOBODY else [],
        "log": [shown_log(game, number, turn) for number, turn in enumerate(game.turns, 1)],
        **shown_position(game.seen(game.state)),
    }


def _viewer(game: LiveGame) -> str | int:
    return {EVERYTHING: "everything", NOBODY: "nobody"}.get(game.viewer, game.viewer)


def _ending(game: LiveGame) -> str:
    if game.resigned is not None:
        return "resigned"
    return game.forfeit or ("played" if game.is_over else "")


def shown_position(state: State) -> dict[str, Any]:
    """A position, and its notation."""
    return {"position": board_of(state.game).position(state), "notation": state.text}


def shown_legal(state: State) -> list[dict[str, str]]:
    """The legal actions: what each is begun with and aimed at. Ending the turn is always possible and not listed."""
    board = board_of(state.game)
    listed = []
    for action in state.legal_actions():
        if action != state.end_action:
            source, target = board.places(state, action)
            listed.append({"action": state.action_text(action), "from": source, "to": target})
    return listed


def shown_effects(state: State, source: str) -> list[dict[str, Any]]:
    """What every action that begins with a piece or card would do."""
    board = board_of(state.game)
    found = []
    for action in state.legal_actions():
        if action != state.end_action and board.places(state, action)[0] == source:
            effects = [effect.as_dict() for effect in board.effects(state, action, state.walk([action]).after)]
            target = board.places(state, action)[1]
            found.append({"action": state.action_text(action), "to": target, "effects": effects})
    return found


def shown_log(game: LiveGame, number: int, turn: PlayedTurn) -> dict[str, Any]:
    """A turn in the log. What an agent thought of it stays unsaid where hands are hidden."""
    texts = game.seen_texts(turn.seat, turn.texts, turn.start)
    shown: dict[str, Any] = {"number": number, "seat": turn.seat, "actions": texts}
    if game.viewer == EVERYTHING:
        shown |= {"value": turn.value, "figures": turn.figures}
    return shown


def shown_turn(game: LiveGame, turn: PlayedTurn, number: int) -> dict[str, Any]:
    """A turn that was just played, step by step."""
    texts = game.seen_texts(turn.seat, turn.texts, turn.start)
    return {
        "type": "turn",
        "log": shown_log(game, number, turn),
        "steps": shown_steps(turn.start, turn.actions, texts, game),
    }


def shown_steps(
    start: State, actions: Sequence[int], texts: Sequence[str], game: LiveGame | None = None
) -> list[dict[str, Any]]:
    """The way of a turn: every action with its places, its effects and the position after it."""
    board = board_of(start.game)
    walk = start.walk(actions)
    positions = walk.positions
    steps = []
    for i, action in enumerate(walk.actions):
        before, after = positions[i], positions[i + 1]
        source, target = board.places(before, action)
        told = texts[i]
        if told != before.action_text(action):  # what others may not know
            source, effects = "", []
        else:
            effects = [effect.as_dict() for effect in board.effects(before, action, after)]
        seen = after if game is None else game.seen(after)
        steps.append({"action": told, "from": source, "to": target, "effects": effects} | shown_position(seen))
    return steps


def shown_progress(game: LiveGame, progress: Progress, *, secret: bool) -> dict[str, Any]:
    """How far the agent to move is; with hidden hands only how much it has done."""
    shown = {"type": "thinking", "seat": game.seat} | progress_data(game.state, progress)
    if secret:
        for name in ("value", "actions", "ghosts", "curve"):
            shown.pop(name, None)
    return shown


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
        "figures": progress.figures or {},
        "curve": [list(point) for point in progress.curve],
    }
