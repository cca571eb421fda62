"""An agent as a contest's bot: it searches for answers to the messages that need a search."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import Protocol, TextIO

from turnwright.agents.base import Agent
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core import compiled
from turnwright.core.budget import Budget
from turnwright.core.compile_cache import load_without_linear_algebra
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.games.contests import CONTESTS
from turnwright.wire import inbox
from turnwright.wire.bot_options import BotOptions
from turnwright.wire.searcher import CALLED, READY, Knock

_SHARE = 0.5
"""Of the time until the door's deadline, what a search gets. The rest is for the way of its turn through checks and
pipes, which is long on a busy machine; twice the search would hardly be stronger."""


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

        def say(number: int, answer: str) -> None:
            sink.write(json.dumps([number, answer]) + "\n")
            sink.flush()

        say(CALLED, "")
        self._rehearse()
        say(READY, "")
        contestant = self._new_contestant()
        for line in source:
            knock = Knock(**json.loads(line))
            answer = ""
            try:
                answer = self._answer_in_time(contestant, knock)
            except Exception as error:  # the door answers plainly then
                sys.stderr.write(f"the search for turn {knock.number + 1} failed: {in_one_line(error)}\n")
            say(knock.number, answer)

    def _rehearse(self) -> None:
        """Play a turn that does not count, as brief as can be: all machine code that it takes is there afterwards."""
        contestant = self._new_contestant()
        self._answer(contestant, contestant.state(contestant.rehearsal()), Budget(iterations=1), 0)

    def _answer_in_time(self, contestant: Contestant, knock: Knock) -> str:
        """The answer to a knock; nothing if it is too late for one."""
        for lines, answered in knock.answered:
            contestant.note(lines, answered)
        state = contestant.state(knock.lines)
        milliseconds = 1000 * (knock.deadline - monotonic())
        if milliseconds <= 0:
            return ""
        return self._answer(contestant, state, _within(self._budget, _SHARE * milliseconds), knock.number)

    def _answer(self, contestant: Contestant, state: State | None, budget: Budget, number: int) -> str:
        if state is None:
            return contestant.nothing
        seed = int(generator(self._seed, number)[0])
        world = state.view(kind="hidden").world(seed)
        _, walk = ask_and_walk(self._agent, world, budget, seed, view="hidden")
        return contestant.answer(world, walk.actions)


def search_behind(options: BotOptions) -> None:
    """Be the process that searches."""
    import turnwright

    load_without_linear_algebra()
    game = turnwright.game(options.game)
    contestant = contestant_for(game)
    player = options.agent or contestant().agent
    budget = None if options.budget is None else Budget.parse(options.budget)
    search = BotSearch(contestant, turnwright.agent(player), budget, options.seed)

    def announce(name: str) -> None:
        sys.stderr.write(f"compiling {player} for {game.name} (once; turnwright compile does it ahead of time)\n")
        compiled.announce = None

    compiled.announce = announce
    search.play(inbox.knocks(), sys.stdout)


def _within(budget: Budget | None, milliseconds: float) -> Budget:
    """A budget that ends by the clock too."""
    if budget is None:
        return Budget(milliseconds=milliseconds)
    own = budget.milliseconds
    return replace(budget, milliseconds=milliseconds if own is None else min(own, milliseconds))
