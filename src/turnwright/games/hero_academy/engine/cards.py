"""Cards and units of Hero Academy's Council, as data.

The order of `CARDS` is the order in which decks are counted, drawn from and listed.
"""

from dataclasses import dataclass

KNIGHT, ARCHER, CLERIC, WIZARD, NINJA = range(5)
INFERNO, POTION, RUNEMETAL, SCROLL, DRAGONSCALE, HELM = range(5, 11)
CRYSTAL = 5  # a kind of piece; there is no such card

CARDS = (
    "KNIGHT",
    "ARCHER",
    "CLERIC",
    "WIZARD",
    "NINJA",
    "INFERNO",
    "REVIVE_POTION",
    "RUNEMETAL",
    "SCROLL",
    "DRAGONSCALE",
    "SHINING_HELM",
)
KINDS = (*CARDS[:5], "CRYSTAL")
GEAR = CARDS[7:11]
"""The items that a unit can carry; item i of this list is bit i of a unit's gear."""

HAND_SIZE = 6

DECKS = {
    #            KN AR CL WI NI INF POT RUN SCR DRA HEL
    "STANDARD": (3, 3, 3, 3, 1, 2, 2, 3, 2, 3, 3),
    "SMALL": (2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2),
    "TINY": (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
}


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The numbers of one kind of piece."""

    hp: int
    """Hit points when healthy and without gear."""
    speed: int = 0
    """How far it moves (Manhattan distance; it jumps over other pieces)."""
    power: int = 0
    physical_resistance: int = 0
    """Resistance to physical damage, in percent."""
    magical_resistance: int = 0
    magical: bool = False
    """Whether its attack is magical."""
    reach: int = 0
    """How far it attacks."""
    melee_halves: int = 2
    """Damage factor at distance 1, in halves."""
    heal_reach: int = 0


UNITS = (
    Unit(hp=1000, speed=2, power=200, physical_resistance=20, reach=1),
    Unit(hp=800, speed=2, power=300, reach=3, melee_halves=1),
    Unit(hp=800, speed=2, power=200, magical=True, reach=2, heal_reach=2),
    Unit(hp=800, speed=2, power=200, magical_resistance=10, magical=True, reach=2),
    Unit(hp=800, speed=3, power=200, reach=2, melee_halves=4),
    Unit(hp=4500),
)
"""By kind: knight, archer, cleric, wizard, ninja, crystal."""

HEAL_FACTOR = 3
REVIVE_FACTOR = 2
POTION_HEAL = 1000
POTION_REVIVE = 100
INFERNO_DAMAGE = 350
ASSAULT_BONUS = 300
POWER_SQUARE_BONUS = 100
GEAR_RESISTANCE = 20
DEFENSE_SQUARE_RESISTANCE = 20
CHAIN_PERCENT = (75, 56)
"""The share of the full damage that the first and the second jump of a wizard's chain deal."""
CHAIN_REACH = 4
"""How much farther than its target a wizard's chain can hit: two jumps to neighbours, also diagonal ones."""
