"""What is searched: a few dimensions, each with a list of values.

A point is a tuple of places, one in each dimension's list; optimisers know places, everybody else values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import write_value

Value = bool | int | float | str
Point = tuple[int, ...]
Evaluation = tuple[Point, float]
"""A point and the fitness that it was once found to have."""

_MOST_POINTS = 2**62


class SpaceError(TurnwrightError):
    """A search space that cannot be searched, or a point outside it."""


@dataclass(frozen=True, kw_only=True)
class Dimension:
    """One thing that can be chosen."""

    name: str
    values: tuple[Value, ...]
    """What can be chosen; the order matters to optimisers that know neighbours."""

    def __post_init__(self) -> None:
        if len(self.values) < 2:
            raise SpaceError(f"{self.name} has {len(self.values)} values; a search needs at least two")
        texts = [write_value(value) for value in self.values]
        if twice := [text for text in texts if texts.count(text) > 1]:
            raise SpaceError(f"{self.name} has the value {twice[0]} twice")

    @property
    def is_ordered(self) -> bool:
        """Whether the values are numbers, in order."""
        values = [value for value in self.values if isinstance(value, int | float) and not isinstance(value, bool)]
        return len(values) == len(self.values) and values in (sorted(values), sorted(values, reverse=True))


@dataclass(frozen=True)
class Space:
    """All points: one value of every dimension."""

    dimensions: tuple[Dimension, ...]

    def __post_init__(self) -> None:
        if not self.dimensions:
            raise SpaceError("a search space needs at least one dimension")
        if len(set(self.names)) < len(self.names):
            raise SpaceError(f"two dimensions have the same name: {', '.join(self.names)}")
        if self.size > _MOST_POINTS:
            raise SpaceError(f"the search space has {self.size:.1e} points, which is too many")

    @classmethod
    def of(cls, values: Mapping[str, Sequence[Value]]) -> "Space":
        """The space with these values by name.

        >>> Space.of({"mutation": [0.1, 0.2], "crossover": ["uniform", "one_point", "none"]}).size
        6
        """
        return cls(tuple(Dimension(name=name, values=tuple(listed)) for name, listed in values.items()))

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions' names."""
        return tuple(dimension.name for dimension in self.dimensions)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many values each dimension has."""
        return tuple(len(dimension.values) for dimension in self.dimensions)

    @property
    def size(self) -> int:
        """How many points there are."""
        return prod(self.sizes)

    def values(self, point: Point) -> dict[str, Value]:
        """The values of a point, by name."""
        return {
            dimension.name: dimension.values[place]
            for dimension, place in zip(self.dimensions, self.checked(point), strict=True)
        }

    def text(self, point: Point) -> str:
        """A point for people: `mutation=0.1, crossover=uniform`."""
        return ", ".join(f"{name}={write_value(value)}" for name, value in self.values(point).items())

    def checked(self, point: Sequence[int]) -> Point:
        """The point, if it is one of the space."""
        places = tuple(int(place) for place in point)
        sizes = self.sizes
        if len(places) != len(sizes) or not all(0 <= at < size for at, size in zip(places, sizes, strict=True)):
            raise SpaceError(f"{tuple(point)} is not a point of a space with {' × '.join(map(str, sizes))} points")
        return places

    def drawn(self, lots: np.ndarray) -> Point:
        """The point that one number in [0, 1) per dimension stands for."""
        return tuple(int(lot * size) for lot, size in zip(lots, self.sizes, strict=True))

    def covering(self) -> Iterator[Point]:
        """A few points, among which is every value of every dimension."""
        for number in range(max(self.sizes)):
            yield tuple(min(number, size - 1) for size in self.sizes)
