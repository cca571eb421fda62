"""A state taken apart and put together again: what notation, recordings, protocol and pictures have in common.

Parts hold everything that can be chosen freely; cards by kind and cost, Guards and keys follow from them.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.locm.engine.cards import CARD_COUNT, CREATURE, GUARD, KEYWORDS, UNKNOWN, card
from turnwright.games.locm.engine.state import (
    BATTLE,
    CHOICES,
    DRAFT,
    FIRST_ID,
    FIRST_RUNE,
    HAND_SIZE,
    LANE_SIZE,
    LANES,
    LAST_ID,
    MAX_STAT,
    ORDER_BITS,
    ROUNDS,
    RUNE_STEP,
    STARTING_HEALTH,
    STATE,
    UNKNOWN_PICK,
    owner_of,
)

if TYPE_CHECKING:
    from turnwright.games.locm.game import Locm

MAX_HEALTH = 30_000
_MAX_COUNTER = 100
_MAX_TURN = 2 * 56
_SEATS = ("player 1", "player 2")
_UNKNOWN_TRIPLET = (UNKNOWN,) * CHOICES


class ImpossibleStateError(TurnwrightError):
    """Parts that do not make a state of the game."""


@dataclass(frozen=True, kw_only=True)
class Creature:
    """A creature on the board."""

    id: int
    """Its instance id, which says whose it is."""
    lane: int
    """0 is left, 1 is right."""
    attack: int
    defense: int
    keywords: int
    """A set of keyword bits."""
    can_attack: bool = False
    has_attacked: bool = False
    """This turn."""
    touched: bool = False
    """Has attacked, been attacked or been given an item: the protocol no longer shows its card's effects."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One player's part of a battle."""

    health: int = STARTING_HEALTH
    mana: int = 0
    max_mana: int = 0
    bonus: int = 0
    """1 while the second player has one mana more."""
    rune: int = FIRST_RUNE
    """The next rune, 0 if none is left."""
    next_draw: int = 0
    """Cards to draw at the start of the next turn."""
    draw_shown: int = 0
    """Number of draws that the protocol shows."""
    before: int = STARTING_HEALTH
    """Health at the start of the opponent's latest turn."""
    hand: tuple[int, ...] = ()
    """Ids in draw order."""
    deck: tuple[int, ...] = ()
    """Ids, the next card first."""
    board: tuple[Creature, ...] = ()
    """In the order of summoning."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All of a state that does not follow from the rest."""

    phase: int
    """DRAFT or BATTLE."""
    turn: int
    """Picks made in the draft; of the battle, the turn's number from 0."""
    player: int
    """The player to move, 0 or 1."""
    winner: int = -1
    """The player who has won, -1 for none."""
    sides: tuple[Side, Side] = (Side(), Side())
    cards: tuple[int, ...] = (UNKNOWN,) * (LAST_ID + 1)
    """By id, the number of every card of the battle; 0 where it is unknown or there is none."""
    triplets: tuple[tuple[int, ...], ...] = (_UNKNOWN_TRIPLET,) * ROUNDS
    """By round, the cards of the draft; zeros where they are unknown."""
    picks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By player, what it took in the rounds so far; `UNKNOWN_PICK` where that is unknown. Empty without a draft."""
    seeds: tuple[int, int] = (0, 0)
    """Of the shuffles, before the battle."""
    chance: int = 0
    """The state of the generator of draws, where ids are anonymous."""

    @property
    def has_draft(self) -> bool:
        """Whether it is known what was drafted from."""
        return self.triplets[0] != _UNKNOWN_TRIPLET


# Apart


def take_apart(state: State) -> Parts:
    """The parts of a state."""
    return parts_of(state.records)[0]


def parts_of(records: np.ndarray) -> list[Parts]:
    """The parts of many states. Fields are turned into plain numbers at once: asked for one by one they take long."""
    columns = [records[name].tolist() for name in _FIELDS]
    return [_parts(dict(zip(_FIELDS, values, strict=True))) for values in zip(*columns, strict=True)]


_FIELDS = [name for name in STATE.names or () if name not in ("guards", "kind", "affordable", "dealt", "tail")]


def _parts(record: dict[str, Any]) -> Parts:
    phase, turn = record["phase"], record["turn"]
    triplets = tuple(map(tuple, record["triplets"]))
    if triplets[0] == _UNKNOWN_TRIPLET:
        made = (0, 0)
    else:
        made = (ROUNDS, ROUNDS) if phase == BATTLE else ((turn + 1) >> 1, turn >> 1)
    first, second = (
        tuple(word >> 2 * i & 3 for i in range(count)) for word, count in zip(record["picks"], made, strict=True)
    )
    return Parts(
        phase=phase,
        turn=turn,
        player=record["player"],
        winner=record["winner"],
        sides=(_side(record, 0), _side(record, 1)),
        cards=tuple(record["cards"][: LAST_ID + 1]),
        triplets=triplets,
        picks=(first, second),
        seeds=tuple(record["seed"]),
        chance=record["chance"],
    )


def _side(record: dict[str, Any], side: int) -> Side:
    order = record["order"][side]
    summoned = [order >> ORDER_BITS * i & ((1 << ORDER_BITS) - 1) for i in range(LANES * LANE_SIZE)]
    ids = range(FIRST_ID + side, LAST_ID + 1, 2)
    return Side(
        **{name: record[name][side] for name in _NUMBERS},
        hand=tuple(i for i in ids if record["hand"] >> i & 1),
        deck=tuple(i for i in ids if record["deck"] >> i & 1),
        board=tuple(
            Creature(
                id=i,
                lane=record["lane"][1] >> i & 1,
                attack=record["attack"][i],
                defense=record["defense"][i],
                keywords=record["keywords"][i],
                can_attack=bool(record["ready"] >> i & 1),
                has_attacked=bool(record["struck"] >> i & 1),
                touched=bool(record["touched"] >> i & 1),
            )
            for i in summoned
            if i
        ),
    )


_NUMBERS = ("health", "mana", "max_mana", "bonus", "rune", "next_draw", "draw_shown", "before")


# Together


def put_together(game: "Locm", parts: Parts) -> State:
    """The state with these parts; an `ImpossibleStateError` says what cannot be."""
    _check_counters(parts)
    _check_draft(parts)
    for side in (0, 1):
        _check_side(parts, side)
    records = game.blank()
    record = records[0]
    record.phase, record.turn, record.player, record.winner = parts.phase, parts.turn, parts.player, parts.winner
    record.chance = parts.chance
    record.cards[: LAST_ID + 1] = parts.cards
    record.triplets[:] = parts.triplets
    sets = dict.fromkeys(("hand", "deck", "ready", "struck", "touched", "guards"), 0)
    lanes = [0, 0]
    for side, own in enumerate(parts.sides):
        for name in _NUMBERS:
            record[name][side] = getattr(own, name)
        record.seed[side] = parts.seeds[side]
        record.picks[side] = sum(pick << 2 * i for i, pick in enumerate(parts.picks[side]))
        record.order[side] = sum(creature.id << ORDER_BITS * i for i, creature in enumerate(own.board))
        sets["hand"] |= sum(1 << i for i in own.hand)
        sets["deck"] |= sum(1 << i for i in own.deck)
        for creature in own.board:
            here = 1 << creature.id
            lanes[creature.lane] |= here
            sets["ready"] |= here * creature.can_attack
            sets["struck"] |= here * creature.has_attacked
            sets["touched"] |= here * creature.touched
            sets["guards"] |= here * (creature.keywords & GUARD != 0)
            record.attack[creature.id], record.defense[creature.id] = creature.attack, creature.defense
            record.keywords[creature.id] = creature.keywords
    for name, word in sets.items():
        record[name] = word
    record.lane[:] = lanes
    return State(game, records).under(game)


def _check_counters(parts: Parts) -> None:
    _check_range("the phase", parts.phase, DRAFT, BATTLE)
    first, last = (0, 2 * ROUNDS - 1) if parts.phase == DRAFT else (-1, _MAX_TURN)
    _check_range("the turn", parts.turn, first, last)
    if parts.player != parts.turn & 1:
        raise ImpossibleStateError(
            f"player {parts.player + 1} is to move in turn {parts.turn}; even turns are player 1's, odd ones player 2's"
        )
    _check_range("the winner", parts.winner + 1, 0, 2)
    for seed in parts.seeds:
        _check_range("the seed of a shuffle", seed, -(2**63), 2**63 - 1)
    _check_range("chance", parts.chance, 0, 2**64 - 1)
    fallen = [side.health <= 0 for side in parts.sides]
    heir = parts.player if fallen[1 - parts.player] else 1 - parts.player
    if parts.winner != (heir if any(fallen) else -1):
        raise ImpossibleStateError(
            "winner and health do not agree; the game is over as soon as a player has no health, and then the player "
            "to move has won if the opponent has none"
        )


def _check_draft(parts: Parts) -> None:
    if len(parts.triplets) != ROUNDS:
        raise ImpossibleStateError(f"there are {len(parts.triplets)} rounds of the draft; there must be {ROUNDS}")
    shown = ROUNDS if parts.phase == BATTLE else parts.turn // 2 + 1
    for number, triplet in enumerate(parts.triplets):
        unknown = triplet == _UNKNOWN_TRIPLET
        if len(triplet) != CHOICES or not (unknown or all(1 <= found <= CARD_COUNT for found in triplet)):
            raise ImpossibleStateError(f"round {number + 1} of the draft needs three cards from 1 to {CARD_COUNT}")
        if unknown and number < shown and (parts.has_draft or parts.phase == DRAFT):
            raise ImpossibleStateError(
                f"the cards of round {number + 1} of the draft are missing; they have been shown"
            )
    for side, seat in enumerate(_SEATS):
        made = 0
        if parts.has_draft:
            made = ROUNDS if parts.phase == BATTLE else (parts.turn + 1 - side) >> 1
        if len(parts.picks[side]) != made:
            raise ImpossibleStateError(f"{seat} has {len(parts.picks[side])} picks; there must be {made}")
        if not all(0 <= pick <= UNKNOWN_PICK for pick in parts.picks[side]):
            raise ImpossibleStateError(f"{seat} has a pick that is not 0, 1, 2 or unknown")


def _check_side(parts: Parts, side: int) -> None:
    own, seat = parts.sides[side], _SEATS[side]
    _check_range(f"{seat}'s health", own.health, -MAX_HEALTH, MAX_HEALTH)
    _check_range(f"{seat}'s health before", own.before, -MAX_HEALTH, MAX_HEALTH)
    for name in ("mana", "max_mana", "next_draw", "draw_shown"):
        _check_range(f"{seat}'s {name.replace('_', ' ')}", getattr(own, name), 0, _MAX_COUNTER)
    _check_range(f"{seat}'s bonus", own.bonus, 0, 1)
    if own.rune % RUNE_STEP or not 0 <= own.rune <= FIRST_RUNE or 0 < own.health <= own.rune:
        raise ImpossibleStateError(
            f"{seat}'s next rune is {own.rune}; it is 25, 20, 15, 10, 5 or 0, and below the health"
        )
    if parts.phase == DRAFT and (own.hand or own.deck or own.board):
        raise ImpossibleStateError(f"{seat} has cards in hand, deck or play; there are none before the battle")
    if len(parts.cards) != LAST_ID + 1 or not all(UNKNOWN <= number <= CARD_COUNT for number in parts.cards):
        raise ImpossibleStateError(f"there must be {LAST_ID + 1} numbers of cards by id, each from 0 to {CARD_COUNT}")
    places = [*own.hand, *own.deck, *(creature.id for creature in own.board)]
    for instance in places:
        if not (FIRST_ID <= instance <= LAST_ID and owner_of(instance) == side):
            raise ImpossibleStateError(f"{seat} has a card with id {instance}; ids are 1 to 60, odd ones player 1's")
    if len(set(places)) < len(places):
        raise ImpossibleStateError(f"{seat} has two cards with the same id in hand, deck and play")
    if list(own.hand) != sorted(own.hand) or list(own.deck) != sorted(own.deck):
        raise ImpossibleStateError(f"the ids of {seat}'s hand and deck must ascend")
    _check_range(f"the number of cards in {seat}'s hand", len(own.hand), 0, HAND_SIZE)
    for lane in range(LANES):
        filled = sum(creature.lane == lane for creature in own.board)
        _check_range(f"the number of {seat}'s creatures in lane {lane}", filled, 0, LANE_SIZE)
    for creature in own.board:
        _check_creature(parts, side, creature)


def _check_creature(parts: Parts, side: int, creature: Creature) -> None:
    what = f"the creature {creature.id}"
    number = parts.cards[creature.id]
    if number == UNKNOWN or card(number).kind != CREATURE:
        raise ImpossibleStateError(f"{what} is of card {number}, which is no creature")
    _check_range(f"the lane of {what}", creature.lane, 0, LANES - 1)
    _check_range(f"the attack of {what}", creature.attack, 0, MAX_STAT)
    _check_range(f"the defense of {what}", creature.defense, 1, MAX_STAT)
    _check_range(f"the set of keywords of {what}", creature.keywords, 0, (1 << len(KEYWORDS)) - 1)
    if creature.can_attack and (creature.has_attacked or side != parts.player):
        raise ImpossibleStateError(f"{what} can attack though it has attacked or its player is not to move")


def _check_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ImpossibleStateError(f"{what} is {value}; it must be from {low} to {high}")
