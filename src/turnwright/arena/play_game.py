"""One game between two players."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from math import isfinite
from typing import Any, Protocol

import turnwright
from turnwright.agents.base import Agent, Turn
from turnwright.agents.registry import is_own_agent
from turnwright.agents.turn_check import AnswerError, OwnAgentError, Spent, TurnClock, ask_in_parts, guarded
from turnwright.agents.warm_up import warm_up
from turnwright.arena.players import Player
from turnwright.arena.record import FIGURES, GameRecord, GameSetup
from turnwright.core.budget import ALLOWANCE
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.spec import Command
from turnwright.core.views import ViewKind


class Watcher(Protocol):
    """An observer that is notified of each event before it happens."""

    def gets_ready(self, seat: int) -> None:
        """The player in a seat does something that is not planning: it is created, warms up, or hears of a turn."""

    def plans(self, seat: int, last_turn: Sequence[int]) -> None:
        """The player in a seat is asked for a turn, after the other's; without one, for the rest of its turn."""


_LONGEST_REASON = 1000
"""Letters of a reason that are kept: a stranger's error may hold a whole page."""


# Made once a process: a game's tables and an agent's working memory are worth keeping between games.
@lru_cache(maxsize=64)
def game_of(spec: str) -> Game:
    return turnwright.game(spec)


@lru_cache(maxsize=256)
def ready_agent(spec: str, game: str, view: ViewKind) -> Agent:
    """An agent that has played a turn of the game, so that no budget pays for loading machine code."""
    warm_up(spec, game_of(game).start(0), view=view)
    return turnwright.agent(spec)


def _agent_for(player: Player, setup: GameSetup) -> Agent:
    """A player's agent for a game.

    A stranger's agent is a new one in every game and seat: what it remembers of one game must not decide another,
    which would make results depend on who played what in which process.
    """
    if is_own_agent(player.spec):
        return ready_agent(player.agent, setup.game, setup.view)
    try:
        made = turnwright.agent(player.agent)
    except TurnwrightError as error:
        raise AnswerError(str(error)) from error
    if not made.per_game:
        ready_agent(player.agent, setup.game, setup.view)  # it plays a turn that does not count
    return made


def play_game(setup: GameSetup, watcher: Watcher | None = None) -> GameRecord:
    """Play a game to its end. A player that fails, or answers anything but a legal turn, forfeits.

    Nobody forfeits for an error of ours, be it in the arena or in an agent of the package: it is raised, and so is a
    `ContractError` of the game.
    """
    started, clock = time.time(), time.perf_counter()
    game = game_of(setup.game)
    state = game.start(setup.seed)
    budgets = [player.budget for player in setup.players]
    agents: list[Agent] = []
    notified: list[tuple[int, Agent]] = []
    texts: list[str] = []
    reports = _Reports()
    forfeit = ""
    seat = 0
    last_turn: Sequence[int] = ()
    try:
        for seat, player in enumerate(setup.players):
            if watcher is not None:
                watcher.gets_ready(seat)
            agent = _agent_for(player, setup)
            agents.append(agent)
            if agent.per_game:
                notified.append((seat, agent))
                seen = state.view(seat, setup.view)
                guarded(agent, partial(agent.begin, seen, player.budget))
        while not state.is_over:
            seat = state.player
            if watcher is not None:
                watcher.plans(seat, last_turn)
            seed = int(generator(setup.agent_seeds[seat], len(texts))[0])
            turn_clock = TurnClock(agents[seat], budgets[seat])
            asked = ask_in_parts(
                agents[seat], state, budgets[seat], seed, view=setup.view, before_part=_told_of_part(watcher, seat)
            )
            spent = turn_clock.spent()
            reports.add(seat, asked.turn, spent.overrun(budgets[seat], asked.budgets))
            _check_time(setup.players[seat], spent, asked.budgets)
            walk = asked.walk
            texts.append(walk.text)
            last_turn, state = walk.actions, walk.after
            for seat, agent in notified:
                if watcher is not None:
                    watcher.gets_ready(seat)
                guarded(agent, partial(agent.see, walk))
    except OwnAgentError as error:
        raise error.__cause__ or error from None
    except AnswerError as error:
        forfeit = reason_of(str(error))
    finally:
        for _, agent in notified:
            with suppress(Exception):  # the game is over, whatever a stranger's agent says
                agent.close()
    return GameRecord(
        setup=setup,
        outcome=(-1, 1)[seat] if forfeit else state.outcome,
        turns=tuple(texts),
        ending=None if forfeit else state.ending,
        forfeit=forfeit,
        reports=reports.columns(),
        started=started,
        seconds=time.perf_counter() - clock,
        overrun_ms=reports.overrun_ms(),
    )


def _check_time(player: Player, spent: Spent, budgets: int) -> None:
    """Refuse a turn that comes too late. A program is held to its time by the agent that runs it, by the same rule."""
    over = spent.overrun(player.budget, budgets)
    if over is None or over <= ALLOWANCE or isinstance(player.spec, Command):
        return
    times = f"{spent.milliseconds:.0f} ms"
    if spent.cpu_milliseconds:
        times += f" and {spent.cpu_milliseconds:.0f} ms of processor time"
    again = f", given {budgets} times" if budgets > 1 else ""
    raise AnswerError(
        f"{player.agent} took {times}; its budget is {player.budget}{again}, and {ALLOWANCE:g} ms more are allowed"
    )


def _told_of_part(watcher: Watcher | None, seat: int) -> Callable[[], None]:
    """Tells an observer that a player is asked for a further part of its turn."""
    return (lambda: None) if watcher is None else (lambda: watcher.plans(seat, ()))


def reason_of(text: str) -> str:
    """Why a game was forfeited, in one line that is never empty: it tells forfeits from other games."""
    return " ".join(text.split())[:_LONGEST_REASON] or "failed without a reason"


def forfeited_game(
    setup: GameSetup,
    turns: Sequence[Sequence[int]],
    seat: int,
    reason: str,
    *,
    started: float | None = None,
    overrun_ms: float | None = None,
) -> GameRecord:
    """The record of a game that was broken off while a player planned: it loses. Only who moved when is known."""
    now = time.time()
    state = game_of(setup.game).start(setup.seed)
    texts: list[str] = []
    seats: list[float | None] = []
    for actions in turns:
        walk = state.walk(actions)
        texts.append(walk.text)
        seats.append(state.player)
        state = walk.after
    return GameRecord(
        setup=setup,
        outcome=(-1, 1)[seat],
        turns=tuple(texts),
        forfeit=reason_of(reason),
        reports={"seat": seats},
        started=now if started is None else started,
        seconds=0.0 if started is None else now - started,
        overrun_ms=overrun_ms,
    )


class _Reports:
    """The search reports of a game, a column for every figure."""

    def __init__(self) -> None:
        self._seats: list[int] = []
        self._turns: list[Turn] = []
        self._overruns: list[float] = []

    def add(self, seat: int, turn: Turn, overrun: float | None) -> None:
        """A turn, and by how many milliseconds it went over its time, if it had a time budget."""
        self._seats.append(seat)
        self._turns.append(turn)
        if overrun is not None:
            self._overruns.append(overrun)

    def columns(self) -> dict[str, list[float | None]]:
        columns: dict[str, list[float | None]] = {"seat": list(self._seats)}
        reports = [turn.report for turn in self._turns]
        values = [_number(turn.value, 6) for turn in self._turns]
        if any(value is not None for value in values):
            columns["value"] = values
        for name in FIGURES:
            column = [_known(report, name) for report in reports]
            if any(figure != 0 for figure in column):
                columns[name] = column
        return columns

    def overrun_ms(self) -> float | None:
        """By the arena's own clocks, whatever the agents say."""
        return round(max(self._overruns), 3) if self._overruns else None


def _known(report: Any, name: str) -> float | None:
    """A figure of a report, or nothing if it is unknown."""
    return None if name in getattr(report, "unknown", ()) else _number(getattr(report, name, None), 3)


def _number(figure: Any, places: int) -> float | None:
    """A figure of a report as JSON can hold it; nothing for what is no number, as strangers' reports may have it."""
    if type(figure) is int:
        return figure
    try:
        rounded = round(float(figure), places)
    except (TypeError, ValueError, OverflowError):
        return None
    return rounded if isfinite(rounded) else None
