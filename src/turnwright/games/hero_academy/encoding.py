"""What the numbers of Hero Academy's encoding mean."""

from functools import lru_cache

from turnwright.core.encoding import ActionRange, Encoding, EncodingRules
from turnwright.games.hero_academy.engine import encoding as engine
from turnwright.games.hero_academy.engine.cards import CARDS, GEAR, KINDS
from turnwright.games.hero_academy.engine.maps import Map

_RULES = EncodingRules(
    action_of=engine.action_of, index_of=engine.index_of, write=engine.write, write_mask=engine.write_mask
)
_MOST = 25.0
"""Action points that a turn can have; counts of cards stay below."""


@lru_cache(maxsize=64)
def encoding_on(board: Map) -> Encoding:
    """The encoding for a map."""
    squares, cards = board.width * board.height, len(CARDS)
    kinds = [name.lower() for name in KINDS]
    names = [name.lower().replace("_", " ") for name in CARDS]
    drops = squares * squares
    swaps = drops + cards * squares
    return Encoding(
        actions=(
            ActionRange(first=0, count=drops, meaning="a unit on one square acts on another: from × squares + to"),
            ActionRange(
                first=drops, count=cards * squares, meaning="a card is played on a square: card × squares + square"
            ),
            ActionRange(first=swaps, count=cards, meaning="a card is swapped"),
            ActionRange(first=swaps + cards, count=1, meaning="the turn ends"),
        ),
        planes=(
            *(f"own {kind}" for kind in kinds),
            *(f"enemy {kind}" for kind in kinds),
            "health: hit points left, as a share of full health",
            "knocked out",
            *(f"carries {item.lower().replace('_', ' ')}" for item in GEAR),
            "own deploy squares",
            "enemy deploy squares",
            "assault squares",
            "defense squares",
            "power squares",
        ),
        height=board.height,
        width=board.width,
        numbers=(
            *(f"own hand: {name} cards" for name in names),
            *(f"own deck: {name} cards" for name in names),
            *(f"enemy hand, as far as known: {name} cards" for name in names),
            *(f"enemy deck or unseen in hand: {name} cards" for name in names),
            "unseen cards in the enemy hand",
            "action points left in the turn",
            "turns played, as a share of the turn limit",
            "1 if the observer is to move",
            "1 if the observer is the first player",
        ),
        high=_MOST,
        rules=_RULES,
    )
