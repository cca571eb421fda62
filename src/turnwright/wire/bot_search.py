"""An agent as a contest's bot: behind the door, it searches for the answers to the messages that need a search."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import Protocol, TextIO

from turnwright.agents.base import Agent
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.games.contests import CONTESTS
from turnwright.wire.door import READY, Knock

_RESERVE = 0.025
"""Seconds before the door's deadline at which a search must be over: its turn is still to be checked and written."""
_LEAST = 1.0
"""Milliseconds that a search gets, however late it is."""


class Contestant(Protocol):
    """What a game's package says for a bot: from the referee's messages to states, from turns to answers."""

    agent: str
    """Who plays by default."""
    nothing: str
    """The answer where there is no turn to plan."""

    def rehearsal(self) -> list[str]:
        """A message that does not count: whoever answers it has loaded all that answers take."""

    def note(self, lines: list[str], answer: str) -> None:
        """A message that was answered at once, and the answer."""

    def state(self, lines: list[str]) -> State | None:
        """The state that a message shows, as far as it is known; none if there is no turn to plan."""

    def answer(self, state: State, actions: Iterable[int]) -> str:
        """A turn as the referee wants it."""


def contestant_for(game: Game) -> Callable[[], Contestant]:
    """Makes contestants of a game."""
    if game.name not in CONTESTS:
        raise TurnwrightError(f"the contest's protocol is for {', '.join(CONTESTS)}, not for {game.name}")
    kind: Callable[[Game], Contestant] = import_module(f"{CONTESTS[game.name]}.contestant").Contestant
    return lambda: kind(game)


class BotSearch:
    """Plays one game with an agent."""

    def __init__(self, contestant: Callable[[], Contestant], agent: Agent, budget: Budget | None, seed: int) -> None:
        self._new_contestant, self._agent, self._budget, self._seed = contestant, agent, budget, seed

    def play(self, source: Iterable[str], sink: TextIO) -> None:
        """Get ready, and answer the messages that the door passes on until there are no more."""
        sink.write(json.dumps(READY) + "\n")
        sink.flush()
        self._rehearse()
        contestant = self._new_contestant()
        for line in source:
            knock = Knock(**json.loads(line))
            for lines, answered in knock.answered:
                contestant.note(lines, answered)
            left = 1000 * (knock.deadline - _RESERVE - monotonic())
            budget = _within(self._budget, max(_LEAST, left))
            try:
                answer = self._answer(contestant, knock.lines, budget, knock.number)
            except Exception as error:  # the door answers plainly then
                sys.stderr.write(f"turn {knock.number + 1} is played without a search: {in_one_line(error)}\n")
            else:
                sink.write(json.dumps([knock.number, answer]) + "\n")
                sink.flush()

    def _rehearse(self) -> None:
        """Play a turn that does not count, as brief as can be: all machine code that it takes is there afterwards."""
        contestant = self._new_contestant()
        self._answer(contestant, contestant.rehearsal(), Budget(iterations=1), 0)

    def _answer(self, contestant: Contestant, lines: list[str], budget: Budget, number: int) -> str:
        state = contestant.state(lines)
        if state is None:
            return contestant.nothing
        seed = int(generator(self._seed, number)[0])
        world = state.view(kind="hidden").world(seed)
        _, walk = ask_and_walk(self._agent, world, budget, seed, view="hidden")
        return contestant.answer(world, walk.actions)


def _within(budget: Budget | None, milliseconds: float) -> Budget:
    """A budget that ends by the clock too."""
    if budget is None:
        return Budget(milliseconds=milliseconds)
    own = budget.milliseconds
    return replace(budget, milliseconds=milliseconds if own is None else min(own, milliseconds))
