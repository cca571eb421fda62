"""Turnwright's own protocol, version 1: JSON lines, for every game. The page docs/wire-protocol.md specifies it."""

import json
from collections.abc import Mapping
from math import isfinite
from time import monotonic
from types import MappingProxyType
from typing import Any

from turnwright.agents.base import UNKNOWN, Report, Turn
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State, View, Walk
from turnwright.core.views import ViewKind
from turnwright.wire.process import LINE_LIMIT, BotError, ProcessorLimit, shown
from turnwright.wire.session import ANSWER_SECONDS, START_SECONDS, Session, shown_state

PROTOCOL, VERSION = "turnwright", 1
NAME_LENGTH = 100
_COUNTS = ("evaluations", "steps", "iterations")
_MOST_COUNTED = 2**60
MAX_ACTIONS = 1000
"""Actions that a turn may have, more than in any game."""
_SEED_BITS = 11
"""Seeds are cut to the 53 bits that every JSON reader can hold."""


class JsonSession(Session):
    """A game with a program that speaks JSON lines."""

    name = ""
    """What the program calls itself."""
    looks = 0
    """How often it has asked what an action leads to."""
    _several = False
    """Whether the program has said that it plays several games."""
    further: Mapping[str, Any] = MappingProxyType({})
    """Fields to add to every message; a program must ignore what it does not know."""

    @property
    def lasts(self) -> bool:
        return self._several

    def begin(self, view: View, budget: Budget | None) -> None:
        """Greet the program, unless it has played a game already, and tell it of the game."""
        self._last: list[str] = []
        self._turns = 0
        self._parts = 0
        self._goes_on = False
        self._played: list[str] = []
        _looked(view.world(), [], view.kind)  # compiles what answers take, while the program's clock does not run
        if not self.name:
            self._greet()
        game = {
            "type": "game",
            "game": view.game.spec,
            "seat": view.player,
            "view": view.kind,
            "budget": _budget_data(budget),
            "allowance": self._grace,
        }
        self._ask(game, ("ready",), 1000 * START_SECONDS)

    def _greet(self) -> None:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "version": VERSION,
            "line_limit": LINE_LIMIT,
            "several_games": True,
        }
        answer = self._ask(hello, ("hello",), 1000 * START_SECONDS)
        name, version = answer.get("name"), answer.get("version")
        if not isinstance(name, str) or not 0 < len(name) <= NAME_LENGTH:
            raise BotError(f"hello needs a name of 1 to {NAME_LENGTH} characters, not {shown(repr(name))}")
        if version != VERSION or isinstance(version, bool):
            raise BotError(
                f"{shown(name)} speaks version {shown(repr(version))} of the protocol; this is version {VERSION}"
            )
        self.name, self._several = name, answer.get("several_games") is True

    def turn(self, view: View, budget: Budget | None, seed: int) -> Turn:
        if not self._goes_on:
            self._turns, self._parts, self._played = self._turns + 1, 0, []
        self._goes_on = False
        self._parts += 1
        world = view.world(seed)
        message = {
            "type": "turn",
            "turn": self._turns,
            "part": self._parts,
            "played": self._played,
            "state": shown_state(view).text,
            "legal": _legal(world),
            "may_end": world.may_end,
            "seed": seed >> _SEED_BITS,
            "budget": _budget_data(budget),
        }
        if view.kind == "open":
            message["last"] = self._last
        limit = 1000 * ANSWER_SECONDS if budget is None or budget.milliseconds is None else budget.milliseconds
        processor = self._processor_limit(budget)
        begun = monotonic()
        answer = self._ask(message, ("turn", "look"), limit, processor=processor)
        while answer["type"] == "look":
            self.looks += 1
            seen = _looked(world, _actions_of(answer), view.kind)
            left = limit - 1000 * (monotonic() - begun)
            answer = self._ask(seen, ("turn", "look"), limit, left=left, processor=processor)
        return Turn(
            state=world,
            actions=tuple(_numbers(world, _actions_of(answer), "turn")),
            value=_figure(answer, "value"),
            report=_report(answer, 1000 * (monotonic() - begun)),
        )

    def see(self, walk: Walk) -> None:
        self._last = walk.start.game.format_actions(walk)

    def see_part(self, walk: Walk) -> None:
        self._goes_on = True
        self._played = [*self._played, *walk.start.game.format_actions(walk)]

    def end(self, result: str, last: Walk | None = None) -> None:
        is_over = last is not None and last.after.is_over
        message: dict[str, Any] = {"type": "end", "result": result, "last": None, "state": None}
        if last is not None and is_over:  # nothing is hidden any more
            message |= {"last": last.start.game.format_actions(last), "state": last.after.text}
        self._send(message)

    def _send(self, message: dict[str, Any]) -> None:
        self.process.send(json.dumps({**message, **self.further}) + "\n")

    def _ask(
        self,
        message: dict[str, Any],
        wanted: tuple[str, ...],
        limit: float,
        *,
        left: float | None = None,
        processor: ProcessorLimit | None = None,
    ) -> dict[str, Any]:
        """Send a message and read the answer, which must be of one of the wanted types.

        The limit is in milliseconds; `left` is what an earlier answer has left of it.
        """
        self._check_silence()
        self._send(message)
        line = self._answer(limit, left=left, processor=processor)
        answer = read_message(line)
        if answer["type"] not in wanted:
            raise BotError(f"{shown(line)} does not answer {message['type']!r}; {' or '.join(wanted)} does")
        return answer


def read_message(line: str) -> dict[str, Any]:
    """The message that a line holds: a JSON object with a type."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BotError(f"{shown(line)} is not JSON; every line must be one JSON object") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BotError(f"{shown(line)} is not a message; a message is a JSON object with a type")
    return message


def _report(answer: dict[str, Any], milliseconds: float) -> Report:
    """What a program says that it did; what it does not say is unknown."""
    counts = {name: _figure(answer, name) for name in _COUNTS}
    known = {name: int(count) for name, count in counts.items() if count is not None and 0 <= count < _MOST_COUNTED}
    return Report(
        milliseconds=milliseconds,
        evaluations=known.get("evaluations", 0),
        steps=known.get("steps", 0),
        iterations=known.get("iterations", 0),
        unknown=tuple(name for name in UNKNOWN if name not in known),
    )


def _figure(answer: dict[str, Any], name: str) -> float | None:
    """A figure that a program may give with its turn; None if it does not."""
    figure = answer.get(name)
    if figure is None:
        return None
    if isinstance(figure, bool) or not isinstance(figure, int | float) or not isfinite(figure):
        raise BotError(f"'turn' has {shown(repr(figure))} as {name}; it must be a number, or null if it is not known")
    return float(figure)


def _actions_of(message: dict[str, Any]) -> list[str]:
    actions = message.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BotError(f"{message['type']!r} needs actions, a list of texts, not {shown(repr(actions))}")
    if len(actions) > MAX_ACTIONS:
        raise BotError(f"{message['type']!r} has {len(actions)} actions; no turn has more than {MAX_ACTIONS}")
    return actions


def _numbers(state: State, actions: list[str], what: str) -> list[int]:
    """Actions as their numbers, read from notation."""
    numbers = []
    for place, action in enumerate(actions, 1):
        try:
            numbers.append(state.game.parse_action(action))
        except TurnwrightError as error:
            raise BotError(f"action {place} of {what!r}: {error}") from error
    return numbers


def _legal(state: State) -> list[str]:
    """The legal actions in notation; where the turn may end, the last one ends it."""
    if state.is_over:
        return []
    actions = [action for action in state.legal_actions() if action != state.end_action]
    ends = (state.end_action,) if state.may_end else ()
    return [state.action_text(action) for action in (*actions, *ends)]


def _looked(world: State, actions: list[str], kind: ViewKind) -> dict[str, Any]:
    """What the program may see of the position after some actions; nothing once its turn is over."""
    walk = world.walk(_numbers(world, actions, "look"))
    if len(walk.actions) < len(actions):
        wrong = len(walk.actions)
        raise BotError(f"action {wrong + 1} of 'look' is {shown(actions[wrong])}, which is not legal there")
    if walk.is_whole:
        return {"type": "seen", "over": True, "legal": [], "may_end": False}
    after = walk.after
    text = shown_state(after.view(kind=kind)).text
    return {"type": "seen", "over": False, "state": text, "legal": _legal(after), "may_end": after.may_end}


def _budget_data(budget: Budget | None) -> dict[str, float] | None:
    if budget is None:
        return None
    limits = {name: getattr(budget, name) for name in ("milliseconds", "cpu_milliseconds", *_COUNTS)}
    return {name: limit for name, limit in limits.items() if limit is not None}
