"""A match that stops as soon as its question is answered.

The answer is read from the pairs in their order, as far as they are complete, so that it does not depend on the number
of workers. Games begun beyond it are stored, but not counted.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.provenance import counted_source
from turnwright.arena.record import GameRecord
from turnwright.arena.statistics import Sprt, SprtState
from turnwright.arena.store import Outcome


class SequentialTest:
    """Follows a pairing and says when it has been decided."""

    def __init__(self, pairing: Pairing, arena: ArenaConfig, question: Sprt) -> None:
        self._question = question
        self._places = {
            game.setup.key: (number, game.seats[0]) for number in range(pairing.pairs) for game in pairing.pair(number)
        }
        self._halves: dict[int, dict[str, float]] = {}
        """Points of the games of those pairs that have not been counted yet, by key."""
        self._counts = np.zeros(5, dtype=np.int64)
        self.pairs_used = 0
        """The pairs that were needed for the answer, or all that are complete without a gap."""
        self.state: SprtState = question.state(self._counts.tolist())
        """Where the test stands."""
        setups = [game.setup for game in pairing]
        stored = arena.store.outcomes(setups, counted_source(pairing, arena))
        self.known = len(stored)
        """Games of the pairing that were in the store at the beginning."""
        self.found(pairing, stored)

    def wants(self, pairing: Pairing, pair: int) -> bool:
        """Whether one more pair is of interest."""
        return self.state.decision == "undecided"

    def listening(self, follow: Callable[[GameRecord], None]) -> Callable[[GameRecord], None]:
        """A listener that passes on what it hears."""

        def listen(record: GameRecord) -> None:
            self._note(record.setup.key, record.outcome)
            self._count()
            follow(record)

        return listen

    def found(self, pairing: Pairing, outcomes: Mapping[str, Outcome]) -> None:
        """Hear of games that earlier runs have played, or another one meanwhile."""
        for key, game in outcomes.items():
            self._note(key, game.outcome)
        self._count()

    def _note(self, key: str, outcome: int) -> None:
        number, first = self._places[key]
        if number >= self.pairs_used:
            self._halves.setdefault(number, {})[key] = (1 + (outcome if first == 0 else -outcome)) / 2

    def _count(self) -> None:
        """Count the pairs that are complete, up to a gap or to the answer."""
        ready: list[np.ndarray] = []
        counts = self._counts.copy()
        while len(halves := self._halves.get(self.pairs_used + len(ready), {})) == 2:
            counts[int(2 * sum(halves.values()))] += 1
            ready.append(counts.copy())
        while ready and self.state.decision == "undecided":
            # All at once to find the first pair that may decide, and that one alone to be sure.
            ratios = self._question.llr(np.array(ready))
            deciding = np.flatnonzero((ratios <= self.state.lower) | (ratios >= self.state.upper))
            used = int(deciding[0]) + 1 if deciding.size else len(ready)
            self._counts = ready[used - 1]
            self.state = self._question.state(self._counts.tolist())
            for number in range(self.pairs_used, self.pairs_used + used):
                del self._halves[number]
            self.pairs_used += used
            ready = ready[used:]

    def sentence(self) -> str:
        """The answer in words."""
        state, asked = self.state, self._question
        ratio = f"log-likelihood ratio {state.llr:+.2f}, bounds {state.lower:.2f} and {state.upper:.2f}"
        if state.decision == "undecided":
            return f"undecided between {asked.elo0:g} and {asked.elo1:g} Elo after {self.pairs_used:,} pairs ({ratio})"
        elo, other = (asked.elo1, asked.elo0) if state.decision == "elo1" else (asked.elo0, asked.elo1)
        return f"{elo:g} Elo rather than {other:g}, decided after {self.pairs_used:,} pairs ({ratio})"

    def as_dict(self) -> dict[str, Any]:
        """Where the test stands, ready for JSON."""
        state = self.state
        return {
            "question": str(self._question),
            "decision": state.decision,
            "llr": state.llr,
            "lower": state.lower,
            "upper": state.upper,
            "pairs": self.pairs_used,
        }
