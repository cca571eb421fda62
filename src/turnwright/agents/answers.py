"""What agents answer, checked: whoever plays a turn makes sure first that it is one."""

import traceback
from collections.abc import Sequence
from dataclasses import replace
from operator import index
from pathlib import Path
from time import perf_counter
from typing import Any

from turnwright.agents.base import Agent, Report, Turn
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import NotationError
from turnwright.core.state import IllegalActionError, State
from turnwright.core.views import ViewKind


class AnswerError(TurnwrightError):
    """An agent's answer that is not a whole, legal turn, or no answer at all."""


def ask(
    agent: Agent, state: State, budget: Budget | None = None, seed: int = 0, *, view: ViewKind = "open", **wishes: bool
) -> Turn:
    """The turn that an agent plays in a state, checked; `wishes` are further arguments of its `plan`."""
    started = perf_counter()
    try:
        answer = agent.plan(state.view(kind=view), budget, seed, **wishes)
    except TurnwrightError:
        raise
    except Exception as error:  # whatever a stranger's agent does
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise AnswerError(f"{agent.name} failed with {in_one_line(error)} ({where})") from error
    milliseconds = 1000 * (perf_counter() - started)
    turn = as_turn(answer, state)
    return turn if isinstance(answer, Turn) else replace(turn, report=Report(milliseconds=milliseconds))


def as_turn(answer: Any, state: State) -> Turn:
    """The turn that an agent's answer means: legal from its first action to its last, which ends the turn.

    An answer is a `Turn`, a sequence of actions (numbers or notation), or a turn in notation.
    """
    if state.is_over:
        raise AnswerError("the game is over, so there is no turn to play")
    given = _actions(answer)
    actions = []
    position = state
    for number, one in enumerate(given, 1):
        if position.is_over or position.player != state.player:
            raise AnswerError(f"the turn ends after {number - 1} of the {len(given)} actions given")
        try:
            action = position.game.parse_action(one) if isinstance(one, str) else index(one)
            position = position.play(action)
        except TypeError:
            raise AnswerError(
                f"action {number} of the turn is {one!r}; it must be a whole number or notation"
            ) from None
        except (IllegalActionError, NotationError) as error:
            raise AnswerError(f"action {number} of the turn: {error}") from error
        actions.append(action)
    if not position.is_over and position.player == state.player:
        end = position.action_text(position.end_action)
        raise AnswerError(f"the turn does not end with the {len(given)} actions given; {end!r} ends it")
    return answer if isinstance(answer, Turn) else Turn(state=state, actions=tuple(actions))


def _actions(answer: Any) -> Sequence[Any]:
    if isinstance(answer, Turn):
        return answer.actions
    if isinstance(answer, str):
        return answer.split()
    try:
        return list(answer)
    except TypeError:
        raise AnswerError(f"the answer is {answer!r}; it must be a Turn or a sequence of actions") from None
