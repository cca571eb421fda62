"""Hero Academy's units and cards in a sentence each, and drawings of the cards that are not units."""

UNIT_SENTENCES = {
    "knight": "Sturdy. Pushes its target one square away.",
    "archer": "Shoots far; half as strong against an adjacent target.",
    "cleric": "Heals comrades within two squares and revives the fallen.",
    "wizard": "Its attack chains to two more enemies next to the target.",
    "ninja": "Fast, twice as strong against an adjacent target, and swaps places with any comrade.",
    "crystal": "If you lose your last one, you lose the game. It cannot act.",
}
CARD_SENTENCES = {
    "inferno": "350 magical damage to every enemy in a 3 × 3 area; the fallen there are removed.",
    "potion": "Heals 1000 hit points, or revives a fallen comrade with 100.",
    "runemetal": "Increases its bearer's power by half.",
    "scroll": "Triples its bearer's power for one attack or heal.",
    "dragonscale": "A tenth more hit points, 20 % less physical damage.",
    "helm": "A tenth more hit points, 20 % less magical damage.",
}

CARD_GLYPHS = {
    # flames
    "inferno": '<path d="M0-21Q4-11 11-5Q17 1 14 10Q10 20 0 20Q-10 20-14 10Q-16 3-10-4Q-9 2-5 3Q-8-10 0-21Z" '
    'fill="currentColor"/><path d="M1 4Q7 8 5 13Q3 17 0 17Q-6 16-4 10Q-2 8 1 4Z" fill="var(--ground)"/>',
    # a bottle
    "potion": '<path d="M-5-19H5V-8Q15-2 14 8Q12 19 0 19Q-12 19-14 8Q-15-2-5-8Z" fill="currentColor"/>'
    '<path d="M-10 5H10Q9 14 0 15Q-9 14-10 5Z" fill="var(--ground)"/>',
    # a sword
    "runemetal": '<path d="M-3 8V-15L0-21L3-15V8Z" fill="currentColor"/>'
    '<path d="M-11 8H11V12H-11ZM-2 12H2V20H-2Z" fill="currentColor"/>',
    # a scroll
    "scroll": '<path d="M-11-17H11Q15-17 15-12H9V17H-15Q-11 17-11 12Z" fill="currentColor"/>'
    '<path d="M-6-9H5M-6-2H5M-6 5H5" stroke="var(--ground)" stroke-width="3"/>',
    # scales
    "dragonscale": '<path d="M0-20L17-13V2Q15 14 0 20Q-15 14-17 2V-13Z" fill="currentColor"/>'
    '<path d="M-11-7Q-6 0 0-7Q6 0 11-7M-11 3Q-6 10 0 3Q6 10 11 3" fill="none" stroke="var(--ground)" '
    'stroke-width="3"/>',
    # a crown
    "helm": '<path d="M-17 14L-19-10L-9 0L0-17L9 0L19-10L17 14Z" fill="currentColor"/>'
    '<path d="M-12 8H12" stroke="var(--ground)" stroke-width="3"/>',
}
