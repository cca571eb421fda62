"""What agents answer, checked: whoever plays a turn makes sure first that it is one."""

import traceback
from collections.abc import Sequence
from itertools import islice
from operator import index
from pathlib import Path
from reprlib import repr as brief_repr
from time import perf_counter
from typing import Any

from turnwright.agents.base import Agent, Report, Turn
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import NotationError
from turnwright.core.state import IllegalActionError, State, Walk
from turnwright.core.views import ViewKind

_MOST_ACTIONS = 10_000
"""No turn is so long; an answer may be, or have no end at all."""


class AnswerError(TurnwrightError):
    """An agent's answer that is not a whole, legal turn, or no answer at all."""


def ask(
    agent: Agent, state: State, budget: Budget | None = None, seed: int = 0, *, view: ViewKind = "open", **wishes: bool
) -> Turn:
    """The turn that an agent plays in a state, checked; `wishes` are further arguments of its `plan`."""
    return ask_and_walk(agent, state, budget, seed, view=view, **wishes)[0]


def ask_and_walk(
    agent: Agent, state: State, budget: Budget | None = None, seed: int = 0, *, view: ViewKind = "open", **wishes: bool
) -> tuple[Turn, Walk]:
    """The turn that an agent plays in a state, checked, and the way it leads from the true state."""
    started = perf_counter()
    try:
        answer = agent.plan(state.view(kind=view), budget, seed, **wishes)
    except TurnwrightError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's agent does
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise AnswerError(f"{agent.name} failed with {in_one_line(error)} ({where})") from error
    milliseconds = 1000 * (perf_counter() - started)
    walk = walk_of(answer, state)
    if isinstance(answer, Turn):
        return answer, walk
    return Turn(state=state, actions=walk.actions, report=Report(milliseconds=milliseconds)), walk


def walk_of(answer: Any, state: State) -> Walk:
    """The way that an agent's answer leads: legal from its first action to its last, which ends the turn.

    An answer is a `Turn`, a sequence of actions (numbers or notation), or a turn in notation.
    """
    if state.is_over:
        raise AnswerError("the game is over, so there is no turn to play")
    given = _actions(answer, state)
    actions = [_number(state, one, number) for number, one in enumerate(given, 1)]
    walk = state.walk(actions)
    played = len(walk.actions)
    if played < len(given):
        if walk.is_whole:
            raise AnswerError(f"the turn ends after {played} of the {len(given)} actions given")
        refused = given[played] if isinstance(given[played], str) else actions[played]
        try:
            walk.after.play(refused)
        except IllegalActionError as error:
            raise AnswerError(f"action {played + 1} of the turn: {error}") from error
        except Exception:  # a number that means nothing may have no notation either
            raise AnswerError(f"action {played + 1} of the turn, {refused}, is not legal here") from None
    if not walk.is_whole:
        end = walk.after.action_text(state.end_action)
        raise AnswerError(f"the turn does not end with the {len(given)} actions given; {end!r} ends it")
    return walk


def _number(state: State, given: Any, number: int) -> int:
    """An action as its number."""
    if type(given) is int and -(2**31) <= given < 2**31:
        return given
    try:
        action = state.game.parse_action(given) if isinstance(given, str) else index(given)
    except NotationError as error:
        raise AnswerError(f"action {number} of the turn: {error}") from error
    except Exception:  # a stranger's object answers as it likes
        said = f"action {number} of the turn is {_shown(given)}; it must be a whole number or notation"
        raise AnswerError(said) from None
    if not -(2**31) <= action < 2**31:
        raise AnswerError(f"action {number} of the turn is {_shown(given)}, which is beyond every action")
    return action


def _actions(answer: Any, state: State) -> Sequence[Any]:
    try:
        given = answer.actions if isinstance(answer, Turn) else answer
        listed = state.game.split_turn(given) if isinstance(given, str) else given
        actions = list(islice(listed, _MOST_ACTIONS + 1))
    except Exception:  # a stranger's object answers as it likes
        raise AnswerError(f"the answer is {_shown(answer)}; it must be a Turn or a sequence of actions") from None
    if len(actions) > _MOST_ACTIONS:
        raise AnswerError(f"the answer has more than {_MOST_ACTIONS:,} actions, which no turn has")
    return actions


def _shown(given: Any) -> str:
    """What was given, in a few words of one line."""
    return " ".join(brief_repr(given).split())
