"""The referee's end of the contest's protocol for Legends of Code and Magic (version 1.2).

As with the referee, a line that cannot be read loses the game, and an action that is not legal is dropped.
"""

from collections.abc import Sequence

from turnwright.core.referee import Referee
from turnwright.core.state import State, View, Walk
from turnwright.games.locm.contest.protocol import (
    MILLISECONDS,
    block_of,
    noted,
    play_line,
    read_pick,
    read_turn,
)
from turnwright.games.locm.engine.state import BATTLE
from turnwright.games.locm.state_codec import Parts, parts_of, take_apart


class LocmReferee(Referee):
    """Asks a program that was written for the contest."""

    _foe_actions: Sequence[str] = ()

    def message(self, view: View) -> str:
        return "\n".join(block_of(_parts(view), self._foe_actions).lines) + "\n"

    def milliseconds(self, view: View) -> float:
        return milliseconds_for(_parts(view))

    def actions(self, view: View, seed: int, line: str) -> Sequence[int]:
        parts = _parts(view)
        if parts.phase != BATTLE:
            return [read_pick(line, parts.triplets[parts.turn // 2])]
        world = view.world(seed)
        after, played = play_line(world, line)
        missing = len(read_turn(line)) - len(played)
        if missing and not after.is_over:
            self.dropped_first = self.dropped_first or line
            self.dropped += missing
        return [*played] if world.walk(played).is_whole else [*played, world.end_action]

    def see(self, walk: Walk) -> None:
        positions = parts_of(walk.records[: len(walk.actions)])
        self._foe_actions = tuple(
            noted(parts, action)
            for parts, action in zip(positions, walk.actions, strict=True)
            if parts.phase == BATTLE and action != walk.start.end_action
        )


REFEREE = LocmReferee


def _parts(view: View) -> Parts:
    """What the view shows; unknown things are left unknown."""
    return take_apart(State(view.game, view.records))


def milliseconds_for(parts: Parts) -> float:
    """The contest's time limit for an answer."""
    first = "first " if parts.turn // 2 == 0 else ""
    return MILLISECONDS[f"{first}{'battle' if parts.phase == BATTLE else 'draft'}"]
