"""Converts settings to the parameter record of compiled code: tables of cards, weights and values."""

from collections.abc import Callable
from typing import Any

import numpy as np

from turnwright.core.records import blank_records
from turnwright.games.locm.engine.cards import CARD_COUNT, CARDS, CREATURE, KEYWORDS, Card, value_column
from turnwright.games.locm.settings import Settings

_ROWS = CARD_COUNT + 1
_SETS = 1 << len(KEYWORDS)

PARAMETERS = np.dtype(
    [
        ("drafter", np.int64),
        ("database", np.int64),
        ("mirrors", np.int64),
        ("book", np.int64),
        ("same_shuffle", np.int64),
        ("anonymous", np.int64),
        ("evaluator", np.int64),
        ("pruning", np.int64),
        ("few_attacks", np.int64),
        # Cards by number; row 0 is for unknown cards
        ("kind", np.int8, _ROWS),
        ("cost", np.int8, _ROWS),
        ("attack", np.int8, _ROWS),
        ("defense", np.int8, _ROWS),
        ("keywords", np.uint8, _ROWS),
        ("my_health", np.int8, _ROWS),
        ("foe_health", np.int8, _ROWS),
        ("draw", np.int8, _ROWS),
        ("rank", np.int16, (2, _ROWS)),  # by seat: 0 for the best card of Coac's list
        ("learned", np.int16, _ROWS),  # the learned value of a card in a deck
        # Evaluation
        ("win", np.float64),
        ("spread", np.float64),  # scale of `normalise`: an evaluation of this size maps to 0.75
        ("weight", np.float64, 5),
        ("guards_hold", np.int64),
        ("card_worth", np.float64, _ROWS),  # of a creature, independent of its current stats
        ("item_worth", np.float64, _ROWS),
        ("worth_of_keywords", np.float64, _SETS),
        ("idle_counts", np.int64),  # whether the other values count for creatures without attack too
        ("worth_of_attack", np.float64),
        ("worth_of_defense", np.float64),
        ("worth_of_warded_attack", np.float64),
        ("worth_of_gifts", np.float64, _SETS),
        # Standing: by keywords, the value of a creature and of a point of its attack
        ("worth_of_presence", np.float64, _SETS),
        ("worth_of_strength", np.float64, _SETS),
        ("worth_of_body", np.float64),
        ("health", np.float64),
        ("last_twenty", np.float64),
        ("last_ten", np.float64),
        ("initiative", np.float64),
        ("card_held", np.float64),
        ("card_coming", np.float64),
        ("doom", np.float64),
    ],
    align=True,
)

DRAFTERS = ("played", "random", "ranked", "curve", "mixed", "learned", "decks")
BOOKS = ("none", *DRAFTERS[1:6])
"""The same strategies in the same order."""
EVALUATORS = ("features", "win_lose", "standing", "answered")
PRUNINGS = ("none", "weaklings")

_SPREAD_OF_WIN = 0.05
_FILLER = -100
"""ClosetAI's number for cards that it does not rate."""


def build_parameters(settings: Settings) -> np.ndarray:
    """The one-element parameter array for a game."""
    array = blank_records(PARAMETERS)
    p = array[0]
    p.drafter = DRAFTERS.index(settings.draft)
    p.database = settings.decks
    p.mirrors = settings.deck_pairs == "mirrors"
    p.book = BOOKS.index(settings.book)
    p.same_shuffle = settings.shuffles == "same"
    p.anonymous = settings.instance_ids == "anonymous"
    p.evaluator = EVALUATORS.index(settings.evaluation)
    p.pruning = PRUNINGS.index(settings.pruning)
    p.few_attacks = settings.possible == "authors"
    for card in CARDS:
        for name in ("kind", "cost", "attack", "defense", "keywords", "my_health", "foe_health", "draw"):
            p[name][card.number] = getattr(card, name)
    for seat in range(2):
        p.rank[seat, 0] = CARD_COUNT
        p.rank[seat, 1:] = value_column(f"coac19_rank_p{seat + 1}")
    p.learned[1:] = value_column("learned")
    p.win, p.spread = settings.won, _SPREAD_OF_WIN * settings.won
    p.weight[:] = settings.damage, settings.danger, settings.board, settings.items, settings.cards
    p.guards_hold = settings.threat == "guards"
    p.idle_counts = 1
    match settings.card_value:
        case "stats":
            p.worth_of_attack = p.worth_of_defense = 1.0
            _fill_keyword_worth(p.worth_of_keywords, "BDGLW", 2.0)
            _fill_keyword_worth(p.worth_of_keywords, "C", 1.0)
            _fill_items(p, lambda card: card.cost if settings.item_value == "cost" else _effects(card))
        case "printed":
            worth = np.zeros(_SETS)
            _fill_keyword_worth(worth, "BDGLW", 2.0)
            _fill_keyword_worth(worth, "C", 1.0)
            for card in CARDS:
                p.card_worth[card.number] = card.attack + card.defense + worth[card.keywords]
            _fill_items(p, lambda card: card.cost if settings.item_value == "cost" else _effects(card))
        case "coac19":
            ranks = value_column("coac19_rank_p1")
            _fill_all(p, [float(CARD_COUNT - (rank or 0)) for rank in ranks])
        case "closetai":
            values = value_column("closetai_by_number")
            _fill_all(p, [float(_FILLER if value is None else value) for value in values])
        case "coac_board":  # 5 * (defense + 2 * attack + ward * attack + 4 * lethal) + 20, and 9 for Guard
            p.idle_counts = 0
            p.worth_of_attack, p.worth_of_defense, p.worth_of_warded_attack = 10.0, 5.0, 5.0
            p.worth_of_gifts[:] = 20.0
            _fill_keyword_worth(p.worth_of_gifts, "L", 20.0)
            _fill_keyword_worth(p.worth_of_keywords, "G", 9.0)
            _fill_items(p, lambda card: 21)
    _fill_standing(p, settings)
    return array


def _fill_standing(p: Any, settings: Settings) -> None:
    p.worth_of_presence[:] = settings.presence
    _fill_keyword_worth(p.worth_of_presence, "G", settings.guard)
    _fill_keyword_worth(p.worth_of_presence, "L", settings.lethal)
    _fill_keyword_worth(p.worth_of_presence, "W", settings.ward)
    p.worth_of_strength[:] = settings.attack
    _fill_keyword_worth(p.worth_of_strength, "D", settings.drain)
    _fill_keyword_worth(p.worth_of_strength, "B", settings.breakthrough)
    p.worth_of_body, p.initiative = settings.defense, settings.initiative
    p.health, p.last_twenty, p.last_ten = settings.health, settings.last_twenty, settings.last_ten
    p.card_held, p.card_coming, p.doom = settings.held, settings.coming, settings.doom


def _fill_keyword_worth(table: np.ndarray, letters: str, worth: float) -> None:
    for keywords in range(_SETS):
        table[keywords] += worth * sum(keywords >> KEYWORDS.index(letter) & 1 for letter in letters)


def _fill_items(p: Any, worth_of: Callable[[Card], int]) -> None:
    for card in CARDS:
        if card.kind != CREATURE:
            p.item_worth[card.number] = worth_of(card)


def _fill_all(p: Any, values: list[float]) -> None:
    p.card_worth[1:] = values
    p.item_worth[1:] = values


def _effects(card: Card) -> int:
    """The sum of an item's effects; a keyword or a drawn card counts two."""
    changes = abs(card.attack) + abs(card.defense) + abs(card.my_health) + abs(card.foe_health)
    return changes + 2 * card.keywords.bit_count() + 2 * card.draw
