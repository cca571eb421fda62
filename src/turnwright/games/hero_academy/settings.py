"""What a game of Hero Academy can be played with, every choice named.

Papers, thesis and published engine differ in places. `reference` is what the published engine does,
`described` what the texts say. The rules are the reference's by default; ordering and pruning are the described
ones, and the evaluation is the learned one.
"""

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import available, model_value
from turnwright.evaluators.changed import split_changes
from turnwright.games.hero_academy.engine.cards import CARDS, DECKS, UNITS
from turnwright.games.hero_academy.engine.maps import Map, MapError, parse_map

Variant = Literal["described", "reference"]
EVALUATIONS = ("learned", "described", "reference", "material", "mean", "win_lose")
MAX_ACTION_POINTS = 25


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    map: str = "a"
    """A map's name (a, a-small, a-tiny), or its rows separated by '/'."""
    deck: str = "STANDARD"
    """STANDARD (28 cards), SMALL (18) or TINY (11)."""
    action_points: int = 5
    """Action points per turn, 1 to 25."""
    convention: Literal["papers", "arguments", "comparison"] = "papers"
    """How the action points determine the first turn and the turn limit: as in the papers' experiments (3 points
    and 100 turns at 5 points, else as `arguments`), as on the engine's command line (ap-1 points, 100 * max(1,
    6-ap) turns), or as in its AP comparison script (3 points, 500/ap turns below 5)."""
    starting_action_points: int | None = None
    """Action points of the first player's first turn; none: set by the convention."""
    turn_limit: int | None = None
    """Turns of both players after which the game is a draw; none: set by the convention."""
    draws: Literal["seeded", "random"] = "seeded"
    """How cards are drawn: as a function of the deck's seed (the papers), or at random."""

    evaluation: str = field(default="learned", metadata={"choices": EVALUATIONS})
    """How states are evaluated: a name, or a model such as `model(FILE)`."""
    ordering: Literal["described", "reference", "simple"] = "described"
    """How actions are ordered."""
    pruning: Variant = "described"
    """Which legal actions are not candidates."""

    ninja_speed: int = UNITS[4].speed
    """Speed of a ninja; 3 in the reference, 5 in the thesis."""
    cleric_magical_resistance: int = UNITS[2].magical_resistance
    """Magical resistance of a cleric in percent; 0 in the reference, 20 in the thesis."""
    wizard_magical_resistance: int = UNITS[3].magical_resistance
    """Magical resistance of a wizard in percent; 10 in the reference, 0 in the thesis."""
    helm_resists: Literal["magical", "physical"] = "magical"
    """Which damage a helm resists; magical in the reference, physical in the thesis."""
    archer_melee: Literal["half", "full"] = "half"
    """Damage of an archer at distance 1; half in the reference, full in the thesis."""
    scroll_factor: int = 3
    """Factor by which a scroll multiplies power; 3 in the reference, 4 if the thesis (+300 %) is read literally."""
    draw_at: Literal["end", "start"] = "end"
    """When a player draws: at the end of the turn (reference) or at its start (thesis)."""
    starting_hand: Literal["three_units", "any"] = "three_units"
    """Exactly three units among the six cards (reference), or any six cards (thesis)."""

    def __post_init__(self) -> None:
        name, _ = split_changes(self.evaluation)
        if name not in EVALUATIONS and model_value(name) is None:
            raise SettingsError(
                f"evaluation cannot be {self.evaluation!r}{available(self.evaluation, list(EVALUATIONS))}, model(FILE)"
            )
        parse_map(self.map)
        if self.deck not in DECKS:
            raise SettingsError(f"there is no deck {self.deck!r}; the decks are {', '.join(DECKS)}")
        _check("action_points", self.action_points, 1, MAX_ACTION_POINTS)
        _check("starting_action_points", self.first_turn_points, 1, MAX_ACTION_POINTS)
        _check("turn_limit", self.limit, 1, 30000)
        _check("ninja_speed", self.ninja_speed, 1, 16)
        _check("cleric_magical_resistance", self.cleric_magical_resistance, 0, 60)
        _check("wizard_magical_resistance", self.wizard_magical_resistance, 0, 60)
        _check("scroll_factor", self.scroll_factor, 1, 5)

    @cached_property
    def board(self) -> Map:
        """The map."""
        return parse_map(self.map)

    @property
    def first_turn_points(self) -> int:
        """Action points of the very first turn."""
        if self.starting_action_points is not None:
            return self.starting_action_points
        if self.convention == "comparison" or (self.convention == "papers" and self.action_points == 5):
            return 3
        return max(1, self.action_points - 1)

    @property
    def limit(self) -> int:
        """The turn limit."""
        if self.turn_limit is not None:
            return self.turn_limit
        if self.convention == "comparison":
            return int(100 * 5.0 / self.action_points) if self.action_points < 5 else 100
        return 100 * max(1, 6 - self.action_points)


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise SettingsError(f"{name} is {value}; it must be from {low} to {high}")


ByUnit = tuple[int, int, int, int, int]
"""A number for each unit: knight, archer, cleric, wizard, ninja."""
ByPiece = tuple[int, int, int, int, int, int]
"""The same, and one for the crystal."""
ByItem = tuple[ByUnit, ByUnit, ByUnit, ByUnit]
"""By item (runemetal, scroll, dragonscale, helm), then by unit."""
_LARGEST_WEIGHT = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Weights:
    """The weights of the heuristic evaluation; they can change without compiling again.

    A standing piece is worth a number by its class, its hit points times a weight by its class, its gear, and the
    bonus of its square and column; a knocked-out unit a number by its class and its gear; a card in hand or deck
    its reserve. Whole numbers, so that the value kept incrementally is exactly the value from scratch.
    """

    win: int = 60000
    """Value of a won game."""
    hit_point: ByPiece = (16, 16, 16, 16, 16, 16)
    """Sixteenths of a point for every hit point."""
    standing: ByPiece = (2000, 1600, 1600, 1600, 1600, 9000)
    fallen: ByPiece = (1000, 800, 800, 800, 800, 4500)
    gear_standing: ByItem
    gear_fallen: ByItem
    deploy_square: ByUnit = (-75, -75, -75, -75, -75)
    assault_square: ByUnit = (120, 40, 10, 40, 50)
    defense_square: ByUnit = (30, 80, 20, 70, 60)
    power_square: ByUnit = (30, 120, 40, 100, 70)
    column: tuple[tuple[int, ...], ...] = ((0,),) * 5
    """By unit, then by column from the owner's edge on; boards of other widths take the nearest column."""
    reserve: tuple[int, ...]
    """By card: its value in hand or deck."""
    swapped_infernos: bool = False
    """Count the second player's infernos for the first and the other way round, as the published code does."""

    def __post_init__(self) -> None:
        if len(self.column) != 5 or not all(1 <= len(row) <= 64 for row in self.column):
            raise SettingsError("column must have a list of 1 to 64 numbers for each of the five units")
        if len(self.reserve) != len(CARDS):
            raise SettingsError(f"reserve has {len(self.reserve)} numbers; it must have one for each of {len(CARDS)}")
        if not 1 <= self.win <= 100 * _LARGEST_WEIGHT:
            raise SettingsError(f"win is {self.win}; it must be from 1 to {100 * _LARGEST_WEIGHT}")
        for weight in fields(self):
            if weight.name not in ("win", "swapped_infernos"):
                _check_size(weight.name, getattr(self, weight.name))


def _check_size(name: str, weight: Any) -> None:
    """Weights, however deep they lie, must fit into the tables of compiled code."""
    if isinstance(weight, tuple):
        for part in weight:
            _check_size(name, part)
    elif not -_LARGEST_WEIGHT <= weight <= _LARGEST_WEIGHT:
        raise SettingsError(f"{name} has {weight}; it must be from -{_LARGEST_WEIGHT} to {_LARGEST_WEIGHT}")


def _published(gear: ByItem, reserve: tuple[int, ...], *, swapped_infernos: bool = False) -> Weights:
    """The published table of gear counts once for a knocked-out unit and twice for a standing one."""
    runemetal, scroll, dragonscale, helm = (_twice(row) for row in gear)
    return Weights(
        gear_standing=(runemetal, scroll, dragonscale, helm),
        gear_fallen=gear,
        reserve=reserve,
        swapped_infernos=swapped_infernos,
    )


def _twice(row: ByUnit) -> ByUnit:
    knight, archer, cleric, wizard, ninja = (2 * weight for weight in row)
    return knight, archer, cleric, wizard, ninja


WEIGHTS: dict[str, Weights] = {
    "described": _published(
        ((-50, 40, 20, 40, 20), (-40, 50, 30, 50, 40), (30, 30, 30, 20, 30), (20, 20, 20, 20, 10)),
        (1750, 1400, 1400, 1400, 1400, 750, 600, 0, 0, 0, 0),
    ),
    "reference": _published(
        ((-30, 60, 20, 60, 20), (-10, 80, 30, 80, 70), (60, 60, 30, 50, 30), (20, 40, 20, 40, 30)),
        (1750, 1400, 1400, 1400, 1400, 750, 0, 0, 0, 0, 0),
        swapped_infernos=True,
    ),
}

__all__ = ["MAX_ACTION_POINTS", "WEIGHTS", "MapError", "Settings", "SettingsError", "Variant", "Weights"]
