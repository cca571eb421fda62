"""What a game of Legends of Code and Magic can be played with, every choice named."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import available, model_value

_WEIGHTED = re.compile(r"(features|standing|answered)\(([^()]*)\)")
FEATURE_WEIGHTS = ("damage", "danger", "board", "items", "cards")
STANDING_WEIGHTS = (
    "health", "last_twenty", "last_ten", "presence", "attack", "defense", "initiative",
    "guard", "lethal", "ward", "drain", "breakthrough", "held", "coming",
)  # fmt: skip
"""The weights of evaluations, in the order in which `features(…)`, `standing(…)` and `answered(…)` have them."""

EVALUATIONS = ("features", "win_lose", "standing", "answered", "learned")
CardValue = Literal["stats", "printed", "coac19", "closetai", "coac_board"]


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    draft: Literal["played", "random", "ranked", "curve", "mixed", "learned", "decks"] = "played"
    """Who drafts: the players; for both of them chance or a strategy (the best rank, the mana curve, both mixed, or
    what cards have been worth in our own games); or nobody, since decks come from a database. Without players, the
    game begins with the battle."""
    decks: int = 0
    """With `draft=decks`, the seed of the database; the seed of a start is then the number of a battle."""
    deck_pairs: Literal["distinct", "mirrors"] = "distinct"
    """With `draft=decks`, which of a draft's three decks meet: two different ones, as either player's; or any two."""
    shuffles: Literal["separate", "same"] = "separate"
    """Whether both decks are shuffled with seeds of their own, or with the same one, as the contests did."""
    instance_ids: Literal["drawn", "anonymous"] = "drawn"
    """Ids in draw order, so that they tell when a card was drawn (the rules), or without meaning."""

    book: Literal["none", "random", "ranked", "curve", "mixed", "learned"] = "none"
    """How agents pick in a draft: by what they search, or by one of the strategies."""
    evaluation: str = field(default="features", metadata={"choices": EVALUATIONS})
    """How `evaluate` judges a state: by the weighted features; by nothing but the result; by how both players stand;
    by that after a reply of the opponent's creatures; or by a model, `learned` or `model(FILE)`."""
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
    health: float = 0.2
    """In `standing` and `answered`, weight of every point of health."""
    last_twenty: float = 0.8
    """Further weight of each of the last twenty points of health."""
    last_ten: float = 0.1
    """Further weight of each of the last ten points of health."""
    presence: float = 1.0
    """Weight of a creature that can do harm."""
    attack: float = 1.0
    """Weight of a point of attack."""
    defense: float = 0.3
    """Weight of a point of defense."""
    initiative: float = 0.6
    """In `answered`, further weight of a point of attack of the player whose turn is next."""
    guard: float = 0.0
    """Weight of a creature with Guard."""
    lethal: float = 1.0
    """Weight of a creature with Lethal."""
    ward: float = 1.4
    """Weight of a creature with Ward."""
    drain: float = 0.3
    """Further weight of a point of attack of a creature with Drain."""
    breakthrough: float = 0.0
    """Further weight of a point of attack of a creature with Breakthrough."""
    held: float = 0.6
    """Weight of a card in hand."""
    coming: float = 0.5
    """Weight of a card to be drawn next."""
    doom: float = 400.0
    """In `answered`, what is taken off where the opponent's creatures can win with their next attacks."""
    possible: Literal["all", "authors"] = "all"
    """Which attacks the list of a turn's possible actions has: all; or, as in the contest agent of the paper's authors,
    none without strength, those of Lethal creatures on the enemy creature of most defense, if that is 4 at least, else
    on the opponent, and those of Guards on the opponent."""
    pruning: Literal["none", "weaklings"] = "weaklings"
    """Which legal actions are no candidates: none, or attacks by creatures whose attack is 0."""

    def __post_init__(self) -> None:
        if self.evaluation not in EVALUATIONS and model_value(self.evaluation) is None:
            raise SettingsError(
                f"evaluation cannot be {self.evaluation!r}{available(self.evaluation, list(EVALUATIONS))}, model(FILE)"
            )
        if not 0 <= self.decks < 2**63:
            raise SettingsError(f"decks is {self.decks}; it must be from 0 to 2**63 - 1")
        for name in (*FEATURE_WEIGHTS, *STANDING_WEIGHTS, "doom"):
            weight = getattr(self, name)
            if not -1e6 <= weight <= 1e6:
                raise SettingsError(f"{name} is {weight}; it must be from -1000000 to 1000000")
        if not 2.0 <= self.won <= 1e12:
            raise SettingsError(f"win is {self.win}; it must be from 2 to 1000000000000")

    def weighted(self, text: str) -> "Settings":
        """The settings with the weights of an evaluation such as `features(3/2/5/1/1)`."""
        found = _WEIGHTED.fullmatch(text)
        names = FEATURE_WEIGHTS if found is not None and found[1] == "features" else STANDING_WEIGHTS
        try:
            weights = dict(zip(names, map(float, found[2].split("/") if found else ()), strict=True))
        except ValueError:
            raise SettingsError(
                f"the evaluation {text!r} cannot be read; write {', '.join(EVALUATIONS)}, model(FILE), or one with "
                f"all its weights: features({'/'.join(FEATURE_WEIGHTS)}), standing or answered"
                f"({'/'.join(STANDING_WEIGHTS)})"
            ) from None
        assert found is not None
        return replace(self, evaluation=found[1], **weights)  # type: ignore[arg-type]

    @property
    def won(self) -> float:
        """Value of a won game."""
        if self.win is not None:
            return self.win
        return 1000.0 if self.card_value in ("stats", "printed") else 100_000.0
