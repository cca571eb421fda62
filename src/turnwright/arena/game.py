"""One game between two players."""

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import turnwright
from turnwright.agents.answers import ask_and_walk
from turnwright.agents.base import Agent, Turn
from turnwright.agents.warm_up import warm_up
from turnwright.arena.record import FIGURES, GameRecord, GameSetup
from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.core.views import ViewKind


class Watcher(Protocol):
    """Someone who is told what is going on, before it goes on."""

    def gets_ready(self, seat: int) -> None:
        """The player in a seat is made, and plays a turn that does not count."""

    def plans(self, seat: int, last_turn: Sequence[int]) -> None:
        """The player in a seat is asked for a turn, after the other's."""


# Made once a process: a game's tables and an agent's working memory are worth keeping between games.
game_of = lru_cache(maxsize=64)(turnwright.game)


@lru_cache(maxsize=256)
def ready_agent(spec: str, game: str, view: ViewKind) -> Agent:
    """An agent that has played a turn of the game, so that no budget pays for loading machine code."""
    warm_up(spec, game_of(game).start(0), view=view)
    return turnwright.agent(spec)


def _agent_for(spec: str, setup: GameSetup) -> Agent:
    made = turnwright.agent(spec)
    return made if made.per_game else ready_agent(spec, setup.game, setup.view)


def play_game(setup: GameSetup, watcher: Watcher | None = None) -> GameRecord:
    """Play a game to its end. A player that fails, or answers anything but a legal turn, forfeits."""
    started, clock = time.time(), time.perf_counter()
    game = game_of(setup.game)
    state = game.start(setup.deal)
    budgets = [player.budget for player in setup.players]
    agents: list[Agent] = []
    watchers: list[Agent] = []
    texts: list[str] = []
    reports = _Reports()
    forfeit = ""
    seat = 0
    last_turn: Sequence[int] = ()
    try:
        for seat, player in enumerate(setup.players):
            if watcher is not None:
                watcher.gets_ready(seat)
            agent = _agent_for(player.agent, setup)
            agents.append(agent)
            if agent.per_game:
                watchers.append(agent)
        while not state.is_over:
            seat = state.player
            if watcher is not None:
                watcher.plans(seat, last_turn)
            seed = int(generator(setup.seeds[seat], len(texts))[0])
            asked = time.perf_counter()
            turn, walk = ask_and_walk(agents[seat], state, budgets[seat], seed, view=setup.view)
            reports.add(seat, turn, time.perf_counter() - asked)
            texts.append(walk.text)
            last_turn, state = walk.actions, walk.after
            for agent in watchers:
                agent.see(walk)
    except TurnwrightError as error:
        forfeit = str(error)
    finally:
        for agent in watchers:
            agent.close()
    return GameRecord(
        setup=setup,
        outcome=(-1, 1)[seat] if forfeit else state.outcome,
        turns=tuple(texts),
        forfeit=forfeit,
        reports=reports.columns(),
        started=started,
        seconds=time.perf_counter() - clock,
        overrun=reports.overrun(setup),
    )


def forfeited_game(setup: GameSetup, turns: Sequence[Sequence[int]], seat: int, reason: str) -> GameRecord:
    """The record of a game that was broken off while a player planned: it loses."""
    state = game_of(setup.game).start(setup.deal)
    texts = []
    for actions in turns:
        walk = state.walk(actions)
        texts.append(walk.text)
        state = walk.after
    return GameRecord(setup=setup, outcome=(-1, 1)[seat], turns=tuple(texts), forfeit=reason, started=time.time())


class _Reports:
    """The search reports of a game, a column for every figure."""

    def __init__(self) -> None:
        self._seats: list[int] = []
        self._turns: list[Turn] = []
        self._seconds: list[float] = []

    def add(self, seat: int, turn: Turn, seconds: float) -> None:
        self._seats.append(seat)
        self._turns.append(turn)
        self._seconds.append(seconds)

    def columns(self) -> dict[str, list[float | None]]:
        columns: dict[str, list[float | None]] = {"seat": list(self._seats)}
        reports = [turn.report for turn in self._turns]
        values = [turn.value for turn in self._turns]
        if any(value is not None for value in values):
            columns["value"] = [None if value is None else round(float(value), 6) for value in values]
        for name in FIGURES:
            column = [getattr(report, name) for report in reports]
            if any(column):
                columns[name] = [round(figure, 3) for figure in column] if isinstance(column[0], float) else column
        return columns

    def overrun(self, setup: GameSetup) -> float | None:
        """By the arena's own clock, whatever the agents say."""
        limits = [None if player.budget is None else player.budget.milliseconds for player in setup.players]
        over = [
            1000 * seconds - limit
            for seat, seconds in zip(self._seats, self._seconds, strict=True)
            if (limit := limits[seat]) is not None
        ]
        return round(max(over), 3) if over else None
