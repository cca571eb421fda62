"""The drafting strategies in plain Python: a bot picks before anything is loaded.

They pick as the compiled ones of the engine do (`engine/draft_strategies.py`).
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

from turnwright.games.locm.engine.cards import CREATURE, GUARD, card, value_column
from turnwright.games.locm.engine.draft_quotas import CREATURE_GROUPS, CURVE_WANTED, GUARD_BONUS, MIXED_WANTED

DRAFTS = ("learned", "ranked", "curve", "mixed", "random")
"""The strategies; the first is the default."""
_WORST = 1000
_PAIRS = ((0, 1), (0, 2), (1, 2))


@cache
def ranks(seat: int) -> tuple[int, ...]:
    """The place of every card in Coac's list of 2019 for a seat, from card 1 on; 0 is best."""
    return tuple(_WORST if rank is None else rank for rank in value_column(f"coac19_rank_p{seat + 1}"))


class PlainDraft:
    """Picks a deck, round by round."""

    def __init__(self, strategy: str = DRAFTS[0], seed: int = 0) -> None:
        pick = {"learned": _learned, "ranked": _ranked, "curve": self._curve, "mixed": self._mixed, "random": self._any}
        self._pick = pick[strategy]
        self._rng = random.Random(seed)
        self._picked: Counter[int] = Counter()
        """Cards picked so far, by group."""

    def pick(self, numbers: Sequence[int], seat: int) -> int:
        """The place of the card that is taken of three, given by their numbers."""
        place = self._pick(numbers, seat)
        self._picked[_group(numbers[place])] += 1
        return place

    def _any(self, numbers: Sequence[int], seat: int) -> int:
        return self._rng.randrange(len(numbers))

    def _curve(self, numbers: Sequence[int], seat: int) -> int:
        weights = [self.curve_weight(number) for number in numbers]
        if not any(weights):
            return self._any(numbers, seat)
        return self._rng.choices(range(len(numbers)), weights)[0]

    def curve_weight(self, number: int) -> int:
        """How much the mana curve wants a card: what its group lacks, and more for a Guard."""
        group = _group(number)
        is_guard = card(number).kind == CREATURE and card(number).keywords & GUARD
        return max(0, CURVE_WANTED[group] - self._picked[group] + (GUARD_BONUS if is_guard else 0))

    def _mixed(self, numbers: Sequence[int], seat: int) -> int:
        """The group filled least; two that are equal win over a third that is filled less, as in the published
        agent, which also follows the list of the first seat in both."""
        groups = [_group(number) for number in numbers]
        filled = [self._picked[group] / MIXED_WANTED[group] for group in groups]
        if filled[0] == filled[1] == filled[2]:
            return _ranked(numbers, 0)
        for pair in _PAIRS:
            if filled[pair[0]] == filled[pair[1]]:
                return min(pair, key=lambda place: ranks(0)[numbers[place] - 1])
        return filled.index(min(filled))


def _learned(numbers: Sequence[int], seat: int) -> int:
    worths = [_learned_worth()[number - 1] for number in numbers]
    return worths.index(max(worths))


@cache
def _learned_worth() -> tuple[int, ...]:
    return tuple(worth or 0 for worth in value_column("learned"))


def _ranked(numbers: Sequence[int], seat: int) -> int:
    places = [ranks(seat)[number - 1] for number in numbers]
    return places.index(min(places))


def _group(number: int) -> int:
    kind = card(number).kind
    return CREATURE_GROUPS - 1 + kind if kind != CREATURE else min(max(card(number).cost, 1), CREATURE_GROUPS) - 1
