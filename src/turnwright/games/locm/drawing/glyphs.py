"""The signs of which pictures of Legends of Code and Magic are made: plain shapes around (0, 0), about 20 units
wide."""

KEYWORD_GLYPHS = (
    # Breakthrough: an arrow through a wall
    '<path d="M-9 0H7M2-5L8 0L2 5" fill="none" stroke="{ink}" stroke-width="2.4"/>'
    '<path d="M-3-9V-3M-3 3V9" stroke="{ink}" stroke-width="3"/>',
    # Charge: a bolt of lightning
    '<path d="M3-10L-7 2H-1L-3 10L7-3H1Z" fill="{ink}"/>',
    # Drain: a drop
    '<path d="M0-10Q8 1 8 4A8 6 0 0 1-8 4Q-8 1 0-10Z" fill="{ink}"/>',
    # Guard: a shield
    '<path d="M-8-8Q-3-7 0-10Q3-7 8-8V1Q7 7 0 10Q-7 7-8 1Z" fill="{ink}"/>',
    # Lethal: a skull
    '<path d="M-8-3A8 7 0 0 1 8-3Q8 2 5 4V9H-5V4Q-8 2-8-3Z" fill="{ink}"/>'
    '<circle cx="-3" cy="-2" r="2" fill="{ground}"/><circle cx="3" cy="-2" r="2" fill="{ground}"/>',
    # Ward: a bubble
    '<circle r="8.5" fill="none" stroke="{ink}" stroke-width="2.2"/><circle r="3.5" fill="{ink}"/>',
)
"""By keyword."""

KIND_GLYPHS = (
    # creature: a paw
    '<path d="M0 0Q7 2 6 8Q0 12-6 8Q-7 2 0 0Z" fill="{ink}"/><circle cx="-8" cy="-1" r="2.8" fill="{ink}"/>'
    '<circle cx="-3" cy="-6" r="2.8" fill="{ink}"/><circle cx="3" cy="-6" r="2.8" fill="{ink}"/>'
    '<circle cx="8" cy="-1" r="2.8" fill="{ink}"/>',
    # green item: a leaf
    '<path d="M-8 9Q-9-8 9-9Q9 8-5 6L-8 9Z" fill="{ink}"/>',
    # red item: a blade
    '<path d="M9-10L10-4L-1 6L-5 2ZM-8 1L0 9M-6 5L-10 9" fill="{ink}" stroke="{ink}" stroke-width="2.2"/>',
    # blue item: a flask
    '<path d="M-3-10H3V-3L9 7Q9 10 6 10H-6Q-9 10-9 7L-3-3Z" fill="{ink}"/>',
)
"""By kind of card."""

HEART = '<path d="M0 9C-14-1-9-10-4-9Q-1-8 0-5Q1-8 4-9C9-10 14-1 0 9Z" fill="{ink}"/>'
GEM = '<path d="M0-10L9-3V4L0 10L-9 4V-3Z" fill="{ink}"/>'
SWORD = '<path d="M9-10L10-9L0 3L-2 1ZM-6 0L1 7M-3 4L-9 10" fill="{ink}" stroke="{ink}" stroke-width="2"/>'
SHIELD = '<path d="M-8-8H8V1Q7 7 0 10Q-7 7-8 1Z" fill="{ink}"/>'
RUNE = '<path d="M0-8L6 0L0 8L-6 0Z" fill="{ink}" stroke="{edge}" stroke-width="1.5"/>'
