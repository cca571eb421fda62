"""An agent as a contest's bot: it searches for the answers to the messages that come through the door."""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from time import monotonic
from typing import TextIO

from turnwright.agents.base import Agent
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core.budget import Budget
from turnwright.core.errors import in_one_line
from turnwright.core.rng import generator
from turnwright.games.locm.contest.protocol import Block, block_of, read_block, write_turn
from turnwright.games.locm.game import Locm
from turnwright.games.locm.state_codec import take_apart
from turnwright.wire.contest_door import READY, Knock
from turnwright.wire.contest_knowledge import Knowledge

_RESERVE = 0.025
"""Seconds before the door's deadline at which a search must be over: its turn is still to be checked and written."""
_LEAST = 1.0
"""Milliseconds that a search gets, however late it is."""
_PASS = "PASS"


class ContestBot:
    """Plays one game with an agent."""

    def __init__(self, game: Locm, agent: Agent, budget: Budget | None, seed: int) -> None:
        self._game, self._agent, self._budget, self._seed = game, agent, budget, seed

    def _rehearse(self) -> None:
        """Play a turn that does not count, as brief as can be: all machine code that it takes is there afterwards."""
        start = Locm(replace(self._game.settings, draft="ranked")).start(0)
        self._answer(Knowledge(self._game), block_of(take_apart(start)), Budget(iterations=1), 0)

    def play(self, source: Iterable[str], sink: TextIO) -> None:
        """Get ready, and answer the messages that the door passes on until there are no more."""
        sink.write(json.dumps(READY) + "\n")
        sink.flush()
        self._rehearse()
        knowledge = Knowledge(self._game)
        for line in source:
            knock = Knock(**json.loads(line))
            for lines, choice in knock.drafted:
                knowledge.note_pick(read_block(lines), choice)
            left = 1000 * (knock.deadline - _RESERVE - monotonic())
            budget = _within(self._budget, max(_LEAST, left))
            try:
                answer = self._answer(knowledge, read_block(knock.lines), budget, knock.number)
            except Exception as error:  # the door answers plainly then
                sys.stderr.write(f"turn {knock.number + 1} is played without a search: {in_one_line(error)}\n")
            else:
                sink.write(json.dumps([knock.number, answer]) + "\n")
                sink.flush()

    def _answer(self, knowledge: Knowledge, block: Block, budget: Budget, number: int) -> str:
        if block.me.health <= 0 or block.foe.health <= 0:
            return _PASS  # a player who fell by drawing is still asked
        state = knowledge.note_turn(block)
        seed = int(generator(self._seed, number)[0])
        world = state.view(kind="hidden").world(seed)
        _, walk = ask_and_walk(self._agent, world, budget, seed, view="hidden")
        return write_turn(world, walk.actions)


def _within(budget: Budget | None, milliseconds: float) -> Budget:
    """A budget that ends by the clock too."""
    if budget is None:
        return Budget(milliseconds=milliseconds)
    own = budget.milliseconds
    return replace(budget, milliseconds=milliseconds if own is None else min(own, milliseconds))
