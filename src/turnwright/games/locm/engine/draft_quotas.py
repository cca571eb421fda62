"""How many cards of each group the drafting strategies want. It is plain data, for compiled code and for bots that have
not loaded the engine yet."""

CREATURE_GROUPS = 7
"""Creatures of cost 0 to 1, 2, 3, 4, 5, 6, and 7 or more; then green, red and blue items."""
CURVE_WANTED = (5, 4, 4, 3, 3, 3, 2, 2, 2, 2)
MIXED_WANTED = (5, 4, 4, 3, 3, 3, 2, 2, 2, 1)
GUARD_BONUS = 6
"""The extra weight of a creature with Guard in the strategy `curve`."""
