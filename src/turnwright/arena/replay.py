"""A stored game played again, turn by turn, and checked against the rules."""

from collections.abc import Iterator

import turnwright
from turnwright.agents.turn_check import AnswerError, walk_of
from turnwright.arena.record import GameRecord
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import no_foreign_code, parse_spec
from turnwright.core.state import State


class ReplayError(TurnwrightError):
    """A stored game that does not follow the rules."""


def positions(record: GameRecord, *, trusted: bool = False) -> Iterator[State]:
    """The positions from the start to the end, one more than turns; a turn that the rules do not allow is an error.

    At the end, the outcome must be the one that is stored, unless the game was forfeited. A record may come from
    anybody: rules from outside the package are run only if they are `trusted`.
    """
    spec = parse_spec(record.setup.game)
    if not trusted:
        no_foreign_code(spec, "if you trust it, allow it with --trust")
    state = turnwright.game(spec).start(record.setup.seed)
    yield state
    for number, turn in enumerate(record.turns, 1):
        try:
            state = walk_of(turn, state).after
        except AnswerError as error:
            raise ReplayError(f"turn {number} of the stored game, {turn!r}, is not legal: {error}") from error
        yield state
    if record.forfeit:
        return
    if not state.is_over:
        raise ReplayError(f"the stored game stops after {len(record.turns)} turns, but is not over there")
    if state.outcome != record.outcome:
        raise ReplayError(f"the stored outcome is {record.outcome}, but by the rules it is {state.outcome}")
