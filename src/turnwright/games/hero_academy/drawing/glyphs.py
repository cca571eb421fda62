"""The signs of which pictures of Hero Academy are made: plain shapes around (0, 0), about 40 units wide.

Signs of units are painted in white (`ink`) with details in the colour of the token below (`ground`).
"""

UNIT_GLYPHS = (
    # knight: a helmet with visor and plume
    '<path d="M-12 16V-3C-12-18 12-18 12-3V16L4 19V5H-4V19Z" fill="{ink}"/>'
    '<path d="M-9-3H9V1H-9Z" fill="{ground}"/><path d="M-2-15Q0-24 12-21Q7-17 3-14Z" fill="{ink}"/>',
    # archer: a drawn bow
    '<path d="M-3-19Q19 0-3 19" fill="none" stroke="{ink}" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M-3-19L-11 0L-3 19M-15 0H13" fill="none" stroke="{ink}" stroke-width="2"/>'
    '<path d="M21 0L11-5V5Z" fill="{ink}"/>',
    # cleric: a cross in a ring
    '<circle r="17" fill="none" stroke="{ink}" stroke-width="2.5"/>'
    '<path d="M-4-13H4V-4H13V4H4V13H-4V4H-13V-4H-4Z" fill="{ink}"/>',
    # wizard: a pointed hat with a star
    '<path d="M4-21L13 10H-12Z" fill="{ink}"/><ellipse cy="12" rx="20" ry="5.5" fill="{ink}"/>'
    '<path d="M2-8L4-2L10 0L4 2L2 8L0 2L-6 0L0-2Z" fill="{ground}"/>',
    # ninja: a throwing star
    '<path d="M0-21L5-5L21 0L5 5L0 21L-5 5L-21 0L-5-5Z" fill="{ink}" transform="rotate(18)"/>'
    '<circle r="4" fill="{ground}"/>',
)
"""By kind, without the crystal."""

CRYSTAL_GLYPH = (
    '<path d="M0-32L17-14V13L0 31L-17 13V-14Z" fill="{ground}" stroke="{edge}" stroke-width="2"/>'
    '<path d="M0-32L17-14L0-8L-17-14Z" fill="#fff" opacity=".45"/>'
    '<path d="M0-8L17-14V13L0 31Z" fill="#000" opacity=".16"/>'
)

TOKENS = (
    '<circle r="27" fill="{ground}" stroke="{edge}" stroke-width="2"/>',
    '<rect x="-25" y="-25" width="50" height="50" rx="6" fill="{ground}" stroke="{edge}" stroke-width="2"/>',
)
"""By owner: player 1's pieces are round, player 2's square."""

SQUARE_GLYPHS = {
    # crossed swords
    "A": '<path d="M-15-15L9 9M15-15L-9 9M4 14L14 4M-4 14L-14 4M10 10L16 16M-10 10L-16 16" fill="none" '
    'stroke="{ink}" stroke-width="4" stroke-linecap="round"/>',
    # a shield
    "S": '<path d="M-14-15Q-6-13 0-18Q6-13 14-15V1Q13 13 0 19Q-13 13-14 1Z" fill="none" stroke="{ink}" '
    'stroke-width="4" stroke-linejoin="round"/>',
    # a bolt of lightning
    "P": '<path d="M5-20L-12 4H-1L-6 20L12-5H1Z" fill="{ink}"/>',
    # chevrons into the board: from the left, from the right
    "d": '<path d="M-12-14L0 0L-12 14M3-14L15 0L3 14" fill="none" stroke="{ink}" stroke-width="5"/>',
    "D": '<path d="M12-14L0 0L12 14M-3-14L-15 0L-3 14" fill="none" stroke="{ink}" stroke-width="5"/>',
}
"""By the map's symbol."""
