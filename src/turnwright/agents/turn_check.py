"""Checks the answers of agents: a turn is played only after it has been checked."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import index
from reprlib import repr as brief_repr
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any

from turnwright.agents.base import UNKNOWN, Agent, Report, Turn
from turnwright.core.budget import Budget
from turnwright.core.compile_errors import explained, place_outside
from turnwright.core.errors import ContractError, TurnwrightError, in_one_line
from turnwright.core.game import NotationError
from turnwright.core.rng import generator
from turnwright.core.state import IllegalActionError, State, Walk
from turnwright.core.views import ViewKind

_MOST_ACTIONS = 10_000
"""Longer than any turn; an answer may be longer, or endless."""

_MOST_COUNTED = 2**60
_ADD_UP = ("milliseconds", "evaluations", "steps", "iterations", "probed", "generations", "unique", "completed")
"""The figures of a report that add up over the parts of a turn."""


class AnswerError(TurnwrightError):
    """An answer that is not a legal turn or the start of one, or a missing answer."""


class OwnAgentError(AnswerError):
    """An agent of the package failed, which is a bug of ours; `__cause__` is the error."""


@dataclass(frozen=True, kw_only=True)
class Spent:
    """The time that a turn took by our own clocks, whatever its agent reports."""

    milliseconds: float
    cpu_milliseconds: float = 0.0
    """Processor time; measured only where a budget limits it."""

    def overrun(self, budget: Budget | None, times: int = 1) -> float | None:
        """The overrun in milliseconds, if the budget was granted a number of times; None without a time budget."""
        if budget is None:
            return None
        limits = ((self.milliseconds, budget.milliseconds), (self.cpu_milliseconds, budget.cpu_milliseconds))
        return max((used - times * limit for used, limit in limits if limit is not None), default=None)


class TurnClock:
    """Measures an agent's turn, starting now."""

    def __init__(self, agent: Agent, budget: Budget | None) -> None:
        limited = budget is not None and budget.cpu_milliseconds is not None
        # A foreign agent may have any class.
        self._processor = getattr(agent, "processor_seconds", process_time) if limited else None
        self._used = self._processor() if self._processor is not None else 0.0
        self._started = perf_counter()

    def spent(self) -> Spent:
        """The time used so far."""
        milliseconds = 1000 * (perf_counter() - self._started)
        used = 1000 * (self._processor() - self._used) if self._processor is not None else 0.0
        return Spent(milliseconds=milliseconds, cpu_milliseconds=used)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A whole turn that an agent has played."""

    turn: Turn
    """The plan, with all its parts combined."""
    walk: Walk
    """The positions from the true state on."""
    budgets: int
    """How many times it got its budget: once, and once more after each revelation."""


def ask(
    agent: Agent, state: State, budget: Budget | None = None, seed: int = 0, *, view: ViewKind = "open", **wishes: bool
) -> Turn:
    """Ask an agent in a state, and check its answer: a turn, or the start of one. `wishes` are more arguments of its
    `plan`."""
    return _ask_once(agent, state, budget, seed, view, wishes)[0]


def ask_and_walk(
    agent: Agent, state: State, budget: Budget | None = None, seed: int = 0, *, view: ViewKind = "open", **wishes: bool
) -> tuple[Turn, Walk]:
    """Ask an agent for a whole turn in a state, check it, and return it with its positions from the true state on."""
    asked = ask_in_parts(agent, state, budget, seed, view=view, wishes=wishes)
    return asked.turn, asked.walk


def ask_in_parts(
    agent: Agent,
    state: State,
    budget: Budget | None = None,
    seed: int = 0,
    *,
    view: ViewKind = "open",
    before_part: Callable[[], None] = lambda: None,
    wishes: Mapping[str, bool] = MappingProxyType({}),
) -> Asked:
    """The whole turn that an agent plays in a state, checked.

    An answer is played up to the first action that reveals hidden information. Then, or if the answer is only the start
    of a turn, the agent is asked again, after a call of `before_part`. A budget is for a turn: the rest of it goes to
    the next part. After a revelation there is a new budget.
    """
    turn, walk, spent = _ask_once(agent, state, budget, seed, view, wishes)
    if walk.is_whole:
        return Asked(turn=replace(turn, actions=walk.actions) if walk.revealed else turn, walk=walk, budgets=1)
    answers, actions, budgets, left = [turn], list(walk.actions), 1, budget
    while len(actions) < _MOST_ACTIONS:
        if walk.revealed:
            left, budgets = budget, budgets + 1
        else:
            left = _left_of(left, turn.report, spent)
        before_part()
        if agent.per_game:
            guarded(agent, partial(agent.see_part, walk))
        part_seed = int(generator(seed, len(answers))[0])
        turn, walk, spent = _ask_once(agent, walk.after, left, part_seed, view, wishes)
        answers.append(turn)
        actions += walk.actions
        if walk.is_whole:
            break
    else:
        raise AnswerError(f"the turn has {len(actions):,} actions and no end")
    whole = replace(answers[0], actions=tuple(actions), report=_in_sequence([answer.report for answer in answers]))
    return Asked(turn=whole, walk=state.walk(actions), budgets=budgets)


def _ask_once(
    agent: Agent, state: State, budget: Budget | None, seed: int, view: ViewKind, wishes: Mapping[str, bool]
) -> tuple[Turn, Walk, "Spent"]:
    """An agent's answer, the positions up to the first revelation, and the time that it took."""
    seen = state.view(kind=view)
    clock = TurnClock(agent, budget)
    answer = guarded(agent, lambda: agent.plan(seen, budget, seed, **wishes))
    spent = clock.spent()
    walk = walk_of(answer, state, in_parts=True)
    if isinstance(answer, Turn):
        return answer, walk, spent
    report = Report(milliseconds=spent.milliseconds, unknown=UNKNOWN)
    return Turn(state=state, actions=walk.actions, report=report), walk, spent


def guarded(agent: Agent, call: Callable[[], Any]) -> Any:
    """The result of an agent's method. Any error of a foreign agent becomes an `AnswerError`.

    If the game breaks the contract, or an agent of the package cannot use its input, the players are not at fault: such
    errors are raised unchanged.
    """
    is_ours = type(agent).__module__.startswith("turnwright.")
    try:
        return call()
    except ContractError:
        raise
    except TurnwrightError as error:
        if is_ours and not agent.per_game:  # a program plays through one of our agents
            raise
        raise AnswerError(str(error)) from error
    except BaseException as error:
        # Only the main thread gets Ctrl-C: in other threads, the agent itself raised this unusual error.
        is_ordinary = isinstance(error, Exception | SystemExit)
        if not is_ordinary and threading.current_thread() is threading.main_thread():
            raise
        kind = OwnAgentError if is_ours else AnswerError
        said = explained(error) or f"{in_one_line(error)} ({place_outside(error.__traceback__)})"
        raise kind(f"{agent.name} failed with {said}") from error


def _left_of(budget: Budget | None, report: Report, used: "Spent") -> Budget | None:
    """The rest of a budget after a part: time by our clock, counts by the agent's report."""
    if budget is None:
        return None
    spent = {name: _figure(report, name) for name in ("evaluations", "steps", "iterations")}
    spent |= {"milliseconds": used.milliseconds, "cpu_milliseconds": used.cpu_milliseconds}
    limits = {name: getattr(budget, name) for name in spent}
    return Budget(**{name: None if limit is None else max(0, limit - spent[name]) for name, limit in limits.items()})


def _in_sequence(reports: list[Report]) -> Report:
    """One report for parts of a turn that were planned in sequence; the curve is that of the first part."""
    counts = {name: sum(_figure(report, name) for report in reports) for name in _ADD_UP}
    unknown = {name for report in reports for name in getattr(report, "unknown", ())}
    return replace(Report(curve=getattr(reports[0], "curve", ()), unknown=tuple(sorted(unknown))), **counts)


def _figure(report: Any, name: str) -> Any:
    """A figure of a report; from a foreign agent it may not be a number."""
    figure = getattr(report, name, 0)
    return figure if type(figure) in (int, float) and 0 <= figure < _MOST_COUNTED else 0


def walk_of(answer: Any, state: State, *, in_parts: bool = False) -> Walk:
    """The positions of an answer: every action must be legal, and the last one must end the turn.

    An answer is a `Turn`, a sequence of actions (numbers or notation), or a turn in notation. With `in_parts`, it may
    be the start of a turn, and is followed only to the first action that reveals hidden information.
    """
    if state.is_over:
        raise AnswerError("the game is over, so there is no turn to play")
    given = _actions(answer, state)
    actions = [_number(state, one, number) for number, one in enumerate(given, 1)]
    walk = state.walk(actions, in_parts=in_parts)
    played = len(walk.actions)
    if played < len(given) and not (in_parts and walk.revealed):
        if walk.is_whole:
            raise AnswerError(f"the turn ends after {played} of the {len(given)} actions given")
        refused = given[played] if isinstance(given[played], str) else actions[played]
        try:
            walk.after.play(refused)
        except IllegalActionError as error:
            raise AnswerError(f"action {played + 1} of the turn: {error}") from error
        except Exception:  # a number that is not an action may have no notation
            raise AnswerError(f"action {played + 1} of the turn, {refused}, is not legal here") from None
    if not walk.is_whole and not (in_parts and played):
        after = walk.after
        how = f"{after.action_text(state.end_action)!r} ends it" if after.may_end else "it must go on"
        raise AnswerError(f"the turn is not complete after the {len(given)} actions given; {how}")
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
        raise AnswerError(f"action {number} of the turn is {_shown(given)}, which no action can be")
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
    """A short description of what was given."""
    return " ".join(brief_repr(given).split())
