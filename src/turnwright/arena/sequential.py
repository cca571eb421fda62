"""A match that stops as soon as its question is answered.

The answer is read from the pairs in their order, as far as they are complete, so that it does not depend on the number
of workers. Games begun beyond it are stored, but not counted.
"""

from collections.abc import Callable
from typing import Any

from turnwright.arena.contest import source_wanted
from turnwright.arena.pairing import Pairing
from turnwright.arena.record import GameRecord
from turnwright.arena.statistics import Sprt, SprtState, pair_counts
from turnwright.arena.store import Store


class SequentialTest:
    """Follows a pairing and says when it has been decided."""

    def __init__(self, pairing: Pairing, store: Store, question: Sprt, *, any_source: bool = False) -> None:
        self._question = question
        self._places = {
            game.setup.key: (number, game.seats[0]) for number in range(pairing.pairs) for game in pairing.pair(number)
        }
        self._halves: dict[int, list[float]] = {}
        self._points: list[float] = []
        self.state: SprtState = question.state(pair_counts([]))
        """Where the test stands."""
        setups = [game.setup for game in pairing]
        for key, game in store.outcomes(setups, source_wanted(pairing, any_source)).items():
            self._add(key, game.outcome)

    @property
    def pairs_used(self) -> int:
        """The pairs that were needed for the answer, or all that are complete without a gap."""
        return len(self._points)

    def wants(self, pairing: Pairing, pair: int) -> bool:
        """Whether one more pair is of interest."""
        return self.state.decision == "undecided"

    def listening(self, follow: Callable[[GameRecord], None]) -> Callable[[GameRecord], None]:
        """A listener that passes on what it hears."""

        def listen(record: GameRecord) -> None:
            self._add(record.setup.key, record.outcome)
            follow(record)

        return listen

    def _add(self, key: str, outcome: int) -> None:
        number, first = self._places[key]
        self._halves.setdefault(number, []).append((1 + (outcome if first == 0 else -outcome)) / 2)
        while self.state.decision == "undecided" and len(self._halves.get(len(self._points), ())) == 2:
            self._points.append(sum(self._halves[len(self._points)]))
            self.state = self._question.state(pair_counts(self._points))

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
