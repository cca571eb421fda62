"""The 160 cards of Legends of Code and Magic, and their rankings by strong players, as data.

`data/cards.csv` is the official list. `data/card_values.csv` has rankings and values, with their sources as column
names; an empty cell means that the source has no value for the card.
"""

import csv
from dataclasses import dataclass
from importlib.resources import files

CREATURE, GREEN, RED, BLUE = range(4)
"""Kinds of cards: a creature, and three kinds of items."""
KIND_NAMES = ("creature", "green item", "red item", "blue item")

KEYWORDS = "BCDGLW"
"""The letters of the keywords; letter i is bit i of a set of keywords."""
KEYWORD_NAMES = ("Breakthrough", "Charge", "Drain", "Guard", "Lethal", "Ward")
BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD = (1 << i for i in range(len(KEYWORDS)))

CARD_COUNT = 160
MAX_COST = 12
UNKNOWN = 0
"""The number of a card that is hidden."""

_DATA = files(__package__) / "data"


@dataclass(frozen=True, kw_only=True)
class Card:
    """One of the cards."""

    number: int
    """From 1 to 160, as in the game's protocol."""
    name: str
    kind: int
    """CREATURE, GREEN, RED or BLUE."""
    cost: int
    """The mana cost."""
    attack: int
    """The attack of a creature, or what an item adds to it."""
    defense: int
    keywords: int
    """A set of keyword bits: those that a creature has, a green item gives, or another item removes."""
    my_health: int
    """The change of its player's health."""
    foe_health: int
    """The change of the opponent's health."""
    draw: int
    """Extra cards to draw at the start of the next turn."""


def keywords_text(keywords: int) -> str:
    """A set of keywords in the notation of the protocol.

    >>> keywords_text(GUARD | WARD)
    '---G-W'
    """
    return "".join(letter if keywords >> i & 1 else "-" for i, letter in enumerate(KEYWORDS))


def keywords_of(text: str) -> int | None:
    """A set of keywords from its six characters; None if they are not valid."""
    word = sum(1 << i for i, letter in enumerate(KEYWORDS) if letter in text)
    return word if keywords_text(word) == text else None


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((_DATA / name).read_text(encoding="utf-8").splitlines()))


def _read_cards() -> tuple[Card, ...]:
    return tuple(
        Card(
            number=int(row["id"]),
            name=row["name"],
            kind=int(row["type_code"]),
            cost=int(row["cost"]),
            attack=int(row["attack"]),
            defense=int(row["defense"]),
            keywords=keywords_of(row["keywords"]) or 0,
            my_health=int(row["my_health"]),
            foe_health=int(row["opp_health"]),
            draw=int(row["draw"]),
        )
        for row in _rows("cards.csv")
    )


CARDS = _read_cards()
"""All cards in order: card n is `CARDS[n - 1]`."""
assert [card.number for card in CARDS] == list(range(1, CARD_COUNT + 1))
assert max(card.cost for card in CARDS) == MAX_COST


def card(number: int) -> Card:
    """The card with this number.

    >>> card(7).name
    'Rootkin Sapling'
    """
    return CARDS[number - 1]


def value_column(name: str) -> tuple[int | None, ...]:
    """A column of the card values, from card 1 on; None if the source has no value."""
    return tuple(int(row[name]) if row[name] else None for row in _rows("card_values.csv"))
