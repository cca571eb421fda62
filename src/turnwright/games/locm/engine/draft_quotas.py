"""How many cards of each group the drafting strategies want: plain data, for compiled picks and for those of a bot
that has nothing loaded yet."""

CREATURE_GROUPS = 7
"""Creatures by cost 0 to 1, 2, 3, 4, 5, 6, 7 and more; behind them are the groups of green, red and blue items."""
CURVE_WANTED = (5, 4, 4, 3, 3, 3, 2, 2, 2, 2)
MIXED_WANTED = (5, 4, 4, 3, 3, 3, 2, 2, 2, 1)
GUARD_BONUS = 6
"""How much more a creature with Guard is wanted by the mana curve."""
