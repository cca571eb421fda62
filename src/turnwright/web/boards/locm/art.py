"""Pictures on the cards of a draft: plain shapes around (0, 0), within 68 units."""

CREATURES = {
    # An imp: ears, a round body, a smile
    "imp": (
        '<path d="M-16 14Q-20-8-12-14L-18-28L-4-18Q0-19 4-18L18-28L12-14Q20-8 16 14Q10 22 0 22Q-10 22-16 14Z"'
        ' fill="{ink}"/><ellipse cx="-8" cy="24" rx="7" ry="4" fill="{ink}"/>'
        '<ellipse cx="8" cy="24" rx="7" ry="4" fill="{ink}"/><circle cx="-6" cy="-4" r="3.6" fill="{ground}"/>'
        '<circle cx="6" cy="-4" r="3.6" fill="{ground}"/>'
        '<path d="M-6 8Q0 13 6 8" fill="none" stroke="{ground}" stroke-width="2.4" stroke-linecap="round"/>'
    ),
    # A wolf: pointed ears, slanted eyes
    "wolf": (
        '<path d="M-24-27L-10-18Q0-22 10-18L24-27L22-4L27 7L14 11L8 24Q0 30-8 24L-14 11L-27 7L-22-4Z" fill="{ink}"/>'
        '<path d="M-15-4L-5 1L-12 5ZM15-4L5 1L12 5Z" fill="{ground}"/><path d="M-5 16H5L0 22Z" fill="{ground}"/>'
    ),
    # A dragon: horns between two wings
    "dragon": (
        '<g opacity=".7"><path d="M-7 0Q-18-26-33-22Q-27-13-31-3Q-25-5-23 4Q-17 0-11 11Z" fill="{ink}"/>'
        '<path d="M7 0Q18-26 33-22Q27-13 31-3Q25-5 23 4Q17 0 11 11Z" fill="{ink}"/></g>'
        '<path d="M-9-12L-14-31L-4-18H4L14-31L9-12L13 3L7 20Q0 29-7 20L-13 3Z" fill="{ink}"/>'
        '<path d="M-9-3L-3 0L-8 3ZM9-3L3 0L8 3Z" fill="{ground}"/><circle cx="-3" cy="16" r="1.6" fill="{ground}"/>'
        '<circle cx="3" cy="16" r="1.6" fill="{ground}"/>'
    ),
}
"""By size: a weak creature, one in between, a strong one."""

ITEMS = {
    # A shield with a leaf on it
    "green": (
        '<path d="M-21-24Q-8-22 0-30Q8-22 21-24V2Q18 21 0 30Q-18 21-21 2Z" fill="{ink}"/>'
        '<path d="M-10 14Q-13-12 13-15Q14 11-6 9Z" fill="{ground}"/>'
        '<path d="M-10 14Q-3 0 6-7" fill="none" stroke="{ink}" stroke-width="2"/>'
    ),
    # A blade that strikes a spark
    "red": (
        '<path d="M25-30L29-16L-4 16L-14 6Z" fill="{ink}"/>'
        '<path d="M-21 3L-1 23M-13 14L-24 25" stroke="{ink}" stroke-width="6" stroke-linecap="round"/>'
        '<path d="M18 6L20.5 14.5L29 17L20.5 19.5L18 28L15.5 19.5L7 17L15.5 14.5Z" fill="{ink}" opacity=".7"/>'
    ),
    # A flask with bubbles
    "blue": (
        '<path d="M-8-31H8V-26H6V-10L23 18Q26 29 14 29H-14Q-26 29-23 18L-6-10V-26H-8Z" fill="{ink}"/>'
        '<path d="M-12 6H12L18 17Q20 24 13 24H-13Q-20 24-18 17Z" fill="{ground}"/>'
        '<circle cx="-6" cy="16" r="3.5" fill="{ink}"/><circle cx="5" cy="19" r="2.6" fill="{ink}"/>'
        '<circle cx="3" cy="11" r="2" fill="{ink}"/>'
    ),
}
"""By kind of item."""

PICTURES = {f"art-{name}": drawing for name, drawing in (CREATURES | ITEMS).items()}
