"""What the numbers of LOCM's encoding mean."""

from turnwright.core.encoding import ActionRange, Encoding, EncodingRules
from turnwright.games.locm.engine import encoding as engine
from turnwright.games.locm.engine.cards import KEYWORD_NAMES, KIND_NAMES, MAX_COST
from turnwright.games.locm.engine.state import CHOICES, HAND_SIZE, LANES

_MOST = 30.0
"""Cards of a deck; a tenth of a creature's largest attack or defense stays below."""

ENCODING = Encoding(
    actions=(
        ActionRange(first=0, count=CHOICES, meaning="a pick of the draft"),
        ActionRange(first=engine.PASS, count=1, meaning="the turn ends"),
        ActionRange(
            first=engine.SUMMONS,
            count=HAND_SIZE * LANES,
            meaning="a creature is summoned: place in the hand × 2 + lane",
        ),
        ActionRange(
            first=engine.ATTACKS,
            count=engine.USES - engine.ATTACKS,
            meaning="a creature attacks: its place × 4 + target; 0 is the opponent, 1 to 3 the enemies of its lane",
        ),
        ActionRange(
            first=engine.USES,
            count=engine.ACTIONS - engine.USES,
            meaning="an item is used: place in the hand × 13 + target; 0 is the opponent, 1 to 6 own creatures, 7 to "
            "12 enemies",
        ),
    ),
    planes=(
        "there is a card at this place",
        *KIND_NAMES,
        "cost, divided by 10",
        "attack, divided by 10",
        "defense, divided by 10",
        *KEYWORD_NAMES,
        "health that the card gives its player, divided by 10",
        "health that the card gives the opponent, divided by 10",
        "cards that it lets its player draw",
        "the creature can attack",
    ),
    height=1,
    width=engine.PLACES,
    numbers=(
        *(f"{whose} health, divided by 30" for whose in ("own", "enemy")),
        *(f"{whose} mana, divided by 12" for whose in ("own", "enemy")),
        *(f"{whose} mana of a full turn, divided by 12" for whose in ("own", "enemy")),
        *(f"{whose} next rune, divided by 30" for whose in ("own", "enemy")),
        *(f"{whose} number of cards to draw next" for whose in ("own", "enemy")),
        *(f"cards in {whose} hand, divided by 8" for whose in ("own", "enemy")),
        *(f"cards in {whose} deck, divided by 30" for whose in ("own", "enemy")),
        "1 in the draft",
        "1 if the observer is to move",
        "1 if the observer is the first player",
        *(f"own cards of cost {cost} in the deck, or picked so far" for cost in range(MAX_COST + 1)),
    ),
    low=-_MOST,
    high=_MOST,
    rules=EncodingRules(action_of=engine.action_of, index_of=engine.index_of, write=engine.write, reads_hidden=False),
)
