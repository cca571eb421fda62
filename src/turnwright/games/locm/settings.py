"""What a game of Legends of Code and Magic can be played with, every choice named."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import available, model_value
from turnwright.evaluators.changed import split_changes

_WEIGHTED = re.compile(r"(features|standing|answered)\(([^()]*)\)")
FEATURE_WEIGHTS = ("damage", "danger", "board", "items", "cards")
STANDING_WEIGHTS = (
    "health", "last_twenty", "last_ten", "presence", "attack", "defense", "initiative",
    "guard", "lethal", "ward", "drain", "breakthrough", "held", "coming",
)  # fmt: skip
"""The weights of evaluations, in the order in which `features(…)`, `standing(…)` and `answered(…)` have them."""

EVALUATIONS = ("learned", "features", "win_lose", "standing", "answered")
CardValue = Literal["stats", "printed", "coac19", "closetai", "coac_board"]


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    draft: Literal["played", "random", "ranked", "curve", "mixed", "learned", "decks"] = "played"
    """Who drafts: the players (`played`); chance or a strategy, for both players; or nobody, because the decks come
    from a database (`decks`). With all but `played`, the game starts with the battle."""
    decks: int = 0
    """With `draft=decks`, the seed of the database; the seed of a start is then the number of a battle."""
    deck_pairs: Literal["distinct", "mirrors"] = "distinct"
    """With `draft=decks`, which decks of a draft meet: two distinct ones, in both orders, or any two."""
    shuffles: Literal["separate", "same"] = "separate"
    """Separate seeds for shuffling the two decks, or the same seed, as in the contests."""
    instance_ids: Literal["drawn", "anonymous"] = "drawn"
    """Ids in the order of drawing (the rules), or in random order, so that they reveal nothing."""

    book: Literal["none", "random", "ranked", "curve", "mixed", "learned"] = "none"
    """How agents pick in a draft: by what they search, or by one of the strategies."""
    evaluation: str = field(default="learned", metadata={"choices": EVALUATIONS})
    """How `evaluate` judges a state: by a model, `learned` or `model(FILE)`; by the weighted features; by nothing but
    the result; by how both players stand; or by that after a reply of the opponent's creatures."""
    damage: float = 1.0
    """In `features`, weight of the health that the opponent lost in the turn."""
    danger: float = 1.0
    """Weight of the attack of enemy creatures; it counts against the player."""
    board: float = 1.0
    """Weight of the value of the player's creatures."""
    items: float = 1.0
    """Weight of the value of items left in hand."""
    cards: float = 1.0
    """Weight of the number of cards to be drawn next."""
    card_value: CardValue = "stats"
    """The value of cards: attack, defense and keywords, current or as printed on the card; 160 minus the rank in
    Coac's list of 2019; ClosetAI's numbers; Coac's evaluation of creatures on the board."""
    item_value: Literal["cost", "effects"] = "cost"
    """With `card_value=stats` or `printed`, the value of items: their mana cost, or the sum of their effects."""
    threat: Literal["sum", "guards"] = "sum"
    """Which enemy creatures count as danger: all, or only those in lanes where the player has no Guard."""
    win: float | None = None
    """Value of a won game; none: 1000 with `card_value=stats` or `printed`, else 100000."""
    health: float = 0.2
    """In `standing` and `answered`, weight of a point of health."""
    last_twenty: float = 0.8
    """Extra weight of each of the last twenty points of health."""
    last_ten: float = 0.1
    """Extra weight of each of the last ten points of health."""
    presence: float = 1.0
    """Weight of a creature with attack."""
    attack: float = 1.0
    """Weight of a point of attack."""
    defense: float = 0.3
    """Weight of a point of defense."""
    initiative: float = 0.6
    """In `answered`, extra weight of a point of attack of the player whose turn is next."""
    guard: float = 0.0
    """Weight of Guard on a creature with attack."""
    lethal: float = 1.0
    """Weight of Lethal on a creature with attack."""
    ward: float = 1.4
    """Weight of Ward on a creature with attack."""
    drain: float = 0.3
    """Extra weight of a point of attack with Drain."""
    breakthrough: float = 0.0
    """Extra weight of a point of attack with Breakthrough."""
    held: float = 0.6
    """Weight of a card in hand."""
    coming: float = 0.5
    """Weight of a card to be drawn next."""
    doom: float = 400.0
    """In `answered`, the penalty if the opponent's creatures can win with their next attacks."""
    possible: Literal["all", "authors"] = "all"
    """Which attacks are possible actions: all; or, as in the contest agent of the paper's authors, none by
    creatures with attack 0, by a Lethal creature only on the enemy with the highest defense, if that is 4 or more,
    else on the opponent, and by a Guard only on the opponent."""
    pruning: Literal["none", "weaklings"] = "weaklings"
    """Which legal actions are not candidates: none, or attacks by creatures with attack 0."""

    def __post_init__(self) -> None:
        name, _ = split_changes(self.evaluation)
        if name not in EVALUATIONS and model_value(name) is None:
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
