"""Battles between the decks of the LOCM paper: ten drafts, three strategies, ten orders of every deck.

A database follows from its seed alone. Its battles are numbered: for every draft and order there is a set of six, in
which the decks of two strategies meet. Both players play each battle from both seats. This gives the paper's sets of
twelve games, and matches of a hundred sets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from turnwright.core.bits import EMPTY
from turnwright.core.compiled import entry, rule
from turnwright.core.rng import GOLDEN, generator, mix
from turnwright.core.work_array import work_array
from turnwright.games.locm.engine.battle import end_turn, set_up
from turnwright.games.locm.engine.draft import note_pick
from turnwright.games.locm.engine.draft_strategies import RANKED, strategic_pick
from turnwright.games.locm.engine.rules import begin
from turnwright.games.locm.engine.state import ROUNDS

if TYPE_CHECKING:
    from turnwright.core.state import State
    from turnwright.games.locm.game import Locm

DRAFTS, ORDERS = 10, 10
STRATEGIES = ("ranked", "curve", "mixed")
SET = 6
"""The number of battles per draft and order."""
SETS = DRAFTS * ORDERS
BATTLES = SETS * SET

_DISTINCT = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
_MIRRORS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""The strategies whose decks meet in the battles of a set, the first player's first: two different ones, in both
orders; or any two, including the same, in one order."""

_DRAFT, _PICKS, _SHUFFLE, _CHANCE = range(4)
"""The purposes of the seeds of a database."""
_SEED_BITS = np.uint64(16)


@rule
def _word(database, purpose, draft, deck, order):
    word = mix(np.uint64(database) + GOLDEN)
    for part in (purpose, draft, deck, order):
        word = mix(word ^ mix(np.uint64(part) + GOLDEN))
    return word


@rule
def _seed(database, purpose, draft, deck, order):
    return np.int64(_word(database, purpose, draft, deck, order) >> _SEED_BITS)


@rule
def deal_decks(params, state, number):
    """The start of a battle of the database, for any number."""
    battle = number % BATTLES
    draft, order = battle // SET // ORDERS, battle // SET % ORDERS
    decks = _MIRRORS[battle % SET] if params.mirrors else _DISTINCT[battle % SET]
    base = params.database
    shuffles = (
        _seed(base, _SHUFFLE, draft, 0 if params.same_shuffle else decks[0], order),
        _seed(base, _SHUFFLE, draft, 0 if params.same_shuffle else decks[1], order),
    )
    chance = _word(base, _CHANCE, draft, battle, order) if params.anonymous else EMPTY
    begin(params, state, _seed(base, _DRAFT, draft, 0, 0), shuffles[0], shuffles[1], chance)
    rng = work_array(1, np.uint64)
    for side in range(2):
        # The picks of a deck are the same in all its battles, for both players.
        rng[0] = _word(base, _PICKS, draft, decks[side], 0)
        for round_number in range(ROUNDS):
            choice = strategic_pick(params, state, RANKED + decks[side], side, 0, round_number, rng)
            note_pick(state, side, round_number, choice)
    set_up(params, state)
    end_turn(params, state)


@entry
def _deal(game, states, number):
    deal_decks(game.record, states[0], number)


def start_of_battle(game: "Locm", number: int) -> "State":
    """The start of a battle of the game's database."""
    from turnwright.core.state import State  # not part of the compiled code

    records = game.blank()
    _deal(game, records, np.int64(number % BATTLES))
    return State(game, records)


@lru_cache(maxsize=1024)
def _order_of_sets(seed: int, round_number: int) -> tuple[int, ...]:
    keys = {number: int(generator(seed, round_number, number)[0]) for number in range(SETS)}
    return tuple(sorted(keys, key=keys.__getitem__))


def battle_of_match(seed: int, number: int) -> int:
    """The battle at a position of a match: set by set, with the sets in an order that follows from the match's seed."""
    round_number, place = divmod(number, BATTLES)
    return SET * _order_of_sets(seed, round_number)[place // SET] + place % SET


@dataclass(frozen=True, kw_only=True)
class Battle:
    """The decks that meet in a battle of the database."""

    draft: int
    """The number of the draft, from 0."""
    order: int
    """The order of both decks, from 0."""
    decks: tuple[str, str]
    """The strategies that drafted them, the first player's first."""

    @classmethod
    def of(cls, game: "Locm", number: int) -> "Battle":
        """The battle with this number."""
        whole, pair = divmod(number % BATTLES, SET)
        first, second = (_MIRRORS if game.settings.deck_pairs == "mirrors" else _DISTINCT)[pair]
        return cls(draft=whole // ORDERS, order=whole % ORDERS, decks=(STRATEGIES[first], STRATEGIES[second]))


@dataclass(frozen=True, kw_only=True)
class Deck:
    """A deck of the database, in one of its orders."""

    draft: int
    strategy: str
    order: int
    cards: tuple[int, ...]
    """The numbers of the cards, in the order of drawing."""


def decks_of_database(game: "Locm") -> Iterator[Deck]:
    """All decks of a game's database: by draft, strategy and order."""
    for draft in range(DRAFTS):
        for strategy in STRATEGIES:
            for order in range(ORDERS):
                first = (draft * ORDERS + order) * SET
                pair = next(n for n in range(SET) if Battle.of(game, first + n).decks[0] == strategy)
                cards = start_of_battle(game, first + pair).records[0].cards
                yield Deck(draft=draft, strategy=strategy, order=order, cards=tuple(cards[1 : 2 * ROUNDS : 2].tolist()))
