"""States of Hero Academy with names for everything in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import CRYSTAL
from turnwright.games.hero_academy.engine.parameters import unpack_cards
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK
from turnwright.games.hero_academy.squares import square_names, square_number

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

Kind = Literal["knight", "archer", "cleric", "wizard", "ninja"]
Item = Literal["runemetal", "scroll", "dragonscale", "helm"]
Card = Literal[
    "knight", "archer", "cleric", "wizard", "ninja", "inferno", "potion", "runemetal", "scroll", "dragonscale", "helm"
]
KIND_NAMES: tuple[Kind, ...] = ("knight", "archer", "cleric", "wizard", "ninja")
CARD_NAMES: tuple[Card, ...] = (*KIND_NAMES, "inferno", "potion", "runemetal", "scroll", "dragonscale", "helm")
ITEM_NAMES: tuple[Item, ...] = ("runemetal", "scroll", "dragonscale", "helm")
Cards = Mapping[Card, int]
"""How many there are of each card; cards that are not there are left out."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board."""

    square: str
    """Its square, as notation has it."""
    owner: int
    """Its player, 0 or 1."""
    kind: Kind
    hp: int
    """Hit points left; 0 if it is knocked out."""
    max_hp: int
    """Hit points when unhurt, its gear included."""
    power: int
    """What it strikes or heals with, its gear and its square included."""
    gear: tuple[Item, ...]

    @property
    def is_knocked_out(self) -> bool:
        return self.hp == 0


@dataclass(frozen=True, slots=True)
class Crystal:
    """A crystal on the board."""

    square: str
    owner: int
    hp: int
    max_hp: int


class HeroAcademyState(State):
    """A position of Hero Academy.

    >>> import turnwright
    >>> state = turnwright.game("hero_academy", map="a-tiny").start(seed=7)
    >>> state.turn, state.action_points, dict(state.hands[0])
    (1, 3, {'archer': 1, 'wizard': 1, 'ninja': 1, 'runemetal': 1, 'helm': 2})
    >>> state = state.play("A@a1")
    >>> [(unit.kind, unit.square, unit.hp, unit.power) for unit in state.units]
    [('archer', 'a1', 800, 300)]
    """

    __slots__ = ()
    game: "HeroAcademy"
    contents = ("turn", "turn_limit", "action_points", "units", "crystals", "hands", "decks", "unknown_cards")
    """What documents for other tools have of a state."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units on the board, knocked-out ones included, square by square down the columns."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Unit))

    @property
    def crystals(self) -> tuple[Crystal, ...]:
        """The crystals that stand."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Crystal))

    @property
    def pieces(self) -> tuple[Unit | Crystal, ...]:
        """Units and crystals, square by square down the columns."""
        record = self.records.view(np.ndarray)[0]  # fields are read at once: one by one they take long
        living, fallen = record["living"].tolist(), record["fallen"].tolist()
        codes, hps = record["unit"].tolist(), record["hp"].tolist()
        sides = living[0] | fallen[0], living[1] | fallen[1]
        names = square_names(self.game.settings.board.height)
        max_hp, power, power_squares = _tables(self.game)
        found: list[Unit | Crystal] = []
        for square in range(64):
            if not (sides[0] | sides[1]) >> square & 1:
                continue
            owner, code, hp = 0 if sides[0] >> square & 1 else 1, codes[square], hps[square]
            kind, gear = code & KIND_MASK, code >> GEAR_SHIFT
            if kind == CRYSTAL:
                found.append(Crystal(names[square], owner, hp, max_hp[code]))
                continue
            items = tuple(item for i, item in enumerate(ITEM_NAMES) if gear >> i & 1)
            strength = power[code][power_squares >> square & 1]
            found.append(Unit(names[square], owner, KIND_NAMES[kind], hp, max_hp[code], strength, items))
        return tuple(found)

    def unit_at(self, square: str) -> Unit | None:
        """The unit on a square, if there is one."""
        square_number(self.game.settings.board, square)  # refuses what is no square
        return next((unit for unit in self.units if unit.square == square), None)

    @property
    def hands(self) -> tuple[Cards, Cards]:
        """By player, the cards in hand, as far as they are known."""
        return self._cards("hand")

    @property
    def decks(self) -> tuple[Cards, Cards]:
        """By player, the cards in the deck; unknown cards of the hand are counted here."""
        return self._cards("deck")

    @property
    def unknown_cards(self) -> tuple[int, int]:
        """By player, how many cards of the hand are unknown. None are, but in what a `hidden` view shows."""
        first, second = self.records[0]["unknown"].tolist()
        return first, second

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; both players' turns count."""
        return int(self.records[0]["turn"])

    @property
    def turn_limit(self) -> int:
        """The turn in which the game is drawn."""
        return self.game.settings.limit

    @property
    def action_points(self) -> int:
        """Action points left in the turn."""
        return int(self.records[0]["ap"])

    def _cards(self, place: str) -> tuple[Cards, Cards]:
        first, second = (_counted(word) for word in self.records[0][place])
        return first, second


def _counted(word: Any) -> Cards:
    return MappingProxyType({name: count for name, count in zip(CARD_NAMES, unpack_cards(word), strict=True) if count})


@lru_cache(maxsize=64)
def _tables(game: "HeroAcademy") -> tuple[list[int], list[list[int]], int]:
    """By kind and gear: full health, and power off and on a power square; and which squares are such."""
    params = game.params.view(np.ndarray)[0]
    return params["max_hp"].tolist(), cast(list[list[int]], params["power"].tolist()), int(params["power_squares"])
