"""Legends of Code and Magic's cards in a sentence each, and what its words mean."""

from turnwright.games.locm.engine.cards import BLUE, CREATURE, GREEN, KEYWORD_NAMES, Card

KEYWORD_SENTENCES = (
    "When it attacks a creature and its blow alone kills, what is more than the defense hits the opponent.",
    "Can attack in the turn in which it is summoned.",
    "When it attacks, its player gains as much health as its blow has strength.",
    "Enemies in its lane must attack it, or another Guard there, first.",
    "Any creature that its blow hurts dies.",
    "The first blow or damage does nothing, and the Ward is gone.",
)
"""By keyword."""

KIND_SENTENCES = (
    "Is summoned into a lane, and attacks there from the next turn on.",
    "Is used on one of your creatures.",
    "Is used on an enemy creature.",
    "Is used on an enemy creature, or on the opponent.",
)
"""By kind of card."""

DRAFTS = {
    "played": "Thirty times you choose one of three cards.",
    "learned": "Both decks are the cards that have won most in many games.",
    "ranked": "Both decks are the best cards by a contest winner's list.",
    "curve": "Both decks have cards for every turn.",
    "mixed": "Both decks weigh good cards against a good mixture of costs.",
    "random": "Both decks are chosen by chance.",
}
"""How a game's decks come about."""


def sentence_of(card: Card) -> str:
    """What a card does when it is played."""
    words = [] if card.kind == CREATURE else _item_words(card)
    if card.my_health:
        words.append(f"you {'gain' if card.my_health > 0 else 'lose'} {abs(card.my_health)} health")
    if card.foe_health:
        words.append(f"the opponent {'gains' if card.foe_health > 0 else 'loses'} {abs(card.foe_health)} health")
    if card.draw:
        words.append(f"you draw {card.draw} more {'card' if card.draw == 1 else 'cards'} next turn")
    sentence = ", ".join(words)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else ""


def _item_words(card: Card) -> list[str]:
    keywords = [name for i, name in enumerate(KEYWORD_NAMES) if card.keywords >> i & 1]
    words = []
    if card.attack:
        words.append(f"attack {card.attack:+}".replace("-", "\N{MINUS SIGN}"))
    if card.defense:
        words.append(f"defense {card.defense:+}".replace("-", "\N{MINUS SIGN}"))
    if keywords:
        words.append(f"{'gives' if card.kind == GREEN else 'removes'} {' and '.join(keywords)}")
    if card.kind == BLUE and card.defense:
        words.append(f"or {-card.defense} damage to the opponent")
    return words
