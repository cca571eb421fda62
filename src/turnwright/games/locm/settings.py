"""What a game of Legends of Code and Magic can be played with, every choice named."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from turnwright.core.errors import TurnwrightError

_WEIGHTED = re.compile(r"features\(([^()]*)\)")

CardValue = Literal["stats", "printed", "coac19", "closetai", "coac_board"]


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    draft: Literal["played", "random", "ranked", "curve", "mixed", "decks"] = "played"
    """Who drafts: the players; for both of them chance or a strategy (the best rank, the mana curve, or both mixed); or
    nobody, since decks come from a database. Without players, the game begins with the battle."""
    decks: int = 0
    """With `draft=decks`, the seed of the database; the seed of a start is then the number of a battle."""
    deck_pairs: Literal["distinct", "mirrors"] = "distinct"
    """With `draft=decks`, which of a draft's three decks meet: two different ones, as either player's; or any two."""
    shuffles: Literal["separate", "same"] = "separate"
    """Whether both decks are shuffled with seeds of their own, or with the same one, as the contests did."""
    instance_ids: Literal["drawn", "anonymous"] = "drawn"
    """Ids in draw order, so that they tell when a card was drawn (the rules), or without meaning."""

    book: Literal["none", "random", "ranked", "curve", "mixed"] = "none"
    """How agents pick in a draft: by what they search, or by one of the strategies."""
    evaluation: Literal["features", "win_lose"] = "features"
    """How `evaluate` judges a state: by the weighted features, or by nothing but the result."""
    damage: float = 1.0
    """Weight of the health that the opponent lost in the turn."""
    danger: float = 1.0
    """Weight of the health that may be lost in the next turn; it counts against."""
    board: float = 1.0
    """Weight of the worth of own creatures."""
    items: float = 1.0
    """Weight of the worth of items left in hand."""
    cards: float = 1.0
    """Weight of the number of cards to be drawn next."""
    card_value: CardValue = "stats"
    """What cards are worth: attack, defense and keywords, as they stand or as printed on the card; 160 less the rank in
    Coac's list of 2019; ClosetAI's numbers; Coac's evaluation of creatures on the board."""
    item_value: Literal["cost", "effects"] = "cost"
    """With `card_value=stats` or `printed`, what items are worth: their mana, or the sum of their effects."""
    threat: Literal["sum", "guards"] = "sum"
    """Which enemy creatures count as danger: all, or those in lanes without an own Guard."""
    win: float | None = None
    """Value of a won game; if not given 1000 with `card_value=stats` or `printed`, else 100000."""
    possible: Literal["all", "authors"] = "all"
    """Which attacks the list of a turn's possible actions has: all; or, as in the contest agent of the paper's authors,
    none without strength, those of Lethal creatures on the enemy creature of most defense, if that is 4 at least, else
    on the opponent, and those of Guards on the opponent."""
    pruning: Literal["none", "weaklings"] = "weaklings"
    """Which legal actions are no candidates: none, or attacks by creatures whose attack is 0."""

    def __post_init__(self) -> None:
        if not 0 <= self.decks < 2**63:
            raise SettingsError(f"decks is {self.decks}; it must be from 0 to 2**63 - 1")
        for name in ("damage", "danger", "board", "items", "cards"):
            weight = getattr(self, name)
            if not -1e6 <= weight <= 1e6:
                raise SettingsError(f"{name} is {weight}; it must be from -1000000 to 1000000")
        if not 2.0 <= self.won <= 1e12:
            raise SettingsError(f"win is {self.win}; it must be from 2 to 1000000000000")

    def weighted(self, text: str) -> "Settings":
        """The settings with the weights of an evaluation such as `features(3/2/5/1/1)`."""
        inside = _WEIGHTED.fullmatch(text)
        try:
            damage, danger, board, items, cards = map(float, inside[1].split("/") if inside else ())
        except ValueError:
            raise SettingsError(
                f"the evaluation {text!r} cannot be read; write win_lose, features, or features with five weights: "
                "features(damage/danger/board/items/cards)"
            ) from None
        return replace(self, evaluation="features", damage=damage, danger=danger, board=board, items=items, cards=cards)

    @property
    def won(self) -> float:
        """Value of a won game."""
        if self.win is not None:
            return self.win
        return 1000.0 if self.card_value in ("stats", "printed") else 100_000.0
