"""The referee's end of the contest's protocol for Legends of Code and Magic (version 1.2), towards a program.

As with the referee, a line that cannot be read loses the game, and an action that is not legal is dropped.
"""

from collections.abc import Sequence

from turnwright.core.budget import Budget
from turnwright.core.state import View, Walk
from turnwright.games.locm.contest.protocol import (
    MILLISECONDS,
    ProtocolError,
    block_of,
    noted,
    play_line,
    read_pick,
    read_turn,
)
from turnwright.games.locm.engine.state import BATTLE
from turnwright.games.locm.state_codec import Parts, parts_of, take_apart
from turnwright.wire.process import BotError, shown
from turnwright.wire.session import Session, shown_state


class ContestSession(Session):
    """A game with a program that was written for the contest. Budgets do not matter: the contest has its own limits."""

    dropped = 0
    """Actions that were not legal, and so were not played."""
    dropped_first = ""
    """The first line that had such an action."""
    _foe_actions: Sequence[str] = ()

    def begin(self, view: View, budget: Budget | None) -> None:
        """The protocol has no greeting; but what answers take is compiled, while the program's clock does not run."""
        world = view.world()
        world.walk([action for action in world.legal_actions() if world.is_legal(action)][:1])

    def turn(self, view: View, budget: Budget | None, seed: int) -> Sequence[int]:
        parts = take_apart(shown_state(view))
        self._check_silence()
        self.process.send("\n".join(block_of(parts, self._foe_actions).lines) + "\n")
        line = self._answer(self._time * milliseconds_for(parts))
        try:
            if parts.phase != BATTLE:
                return [read_pick(line, parts.triplets[parts.turn // 2])]
            return self._played(view, seed, line)
        except ProtocolError as error:
            raise BotError(f"{self.process.name}: {error}") from error

    def _played(self, view: View, seed: int, line: str) -> list[int]:
        """The legal actions of a line, and the end of the turn."""
        world = view.world(seed)
        after, played = play_line(world, line)
        missing = len(read_turn(line)) - len(played)
        if missing and not after.is_over:
            self.dropped_first = self.dropped_first or shown(line)
            self.dropped += missing
        return [*played] if world.walk(played).is_whole else [*played, world.end_action]

    def see(self, walk: Walk) -> None:
        positions = parts_of(walk.records[: len(walk.actions)])
        self._foe_actions = tuple(
            noted(parts, action)
            for parts, action in zip(positions, walk.actions, strict=True)
            if parts.phase == BATTLE and action != walk.start.end_action
        )

    def end(self, result: str) -> None:
        """The protocol has no farewell: the program's input is closed."""


def milliseconds_for(parts: Parts) -> float:
    """The contest's time limit for an answer."""
    first = "first " if parts.turn // 2 == 0 else ""
    return MILLISECONDS[f"{first}{'battle' if parts.phase == BATTLE else 'draft'}"]
