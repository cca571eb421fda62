"""Legends of Code and Magic's cards in a sentence each, and what its words mean."""

from turnwright.games.locm.engine.cards import BLUE, CREATURE, GREEN, KEYWORD_NAMES, Card

KEYWORD_SENTENCES = (
    "When it attacks and kills a creature, damage beyond its defense hits the opponent.",
    "Can attack in the turn in which it is summoned.",
    "When it attacks, its player gains health equal to the damage.",
    "Enemies in its lane must attack it, or another Guard there, first.",
    "Kills any creature that it damages.",
    "Blocks the first damage; then the Ward is gone.",
)
"""By keyword."""

KIND_SENTENCES = (
    "Summon it into a lane; it attacks there from the next turn.",
    "Use it on one of your creatures.",
    "Use it on an enemy creature.",
    "Use it on an enemy creature or on the opponent.",
)
"""By kind of card."""

DRAFTS = {
    "played": "You choose one of three cards, thirty times.",
    "learned": "Both decks have the cards that won most in many games.",
    "ranked": "Both decks have the best cards of a contest winner's list.",
    "curve": "Both decks have cards for every turn.",
    "mixed": "Both decks balance good cards with a good mix of costs.",
    "random": "Both decks are random.",
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
