"""The terms of the heuristic evaluation: what of pieces, gear, squares and cards a weight can be learned for."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

import numpy as np

from turnwright.evaluators.model import ModelError
from turnwright.evaluators.terms import Terms
from turnwright.games.hero_academy.engine.cards import CARDS, CRYSTAL, GEAR, KINDS
from turnwright.games.hero_academy.engine.maps import Map
from turnwright.games.hero_academy.engine.pieces import HIT_POINT_SHIFT
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK
from turnwright.games.hero_academy.settings import Weights

_HIT_POINTS = 1000.0
"""Hit points that the term of health counts as one."""
_SIXTEENTHS = float(1 << HIT_POINT_SHIFT)
_SQUARES = {
    "d": "deploy_square", "D": "deploy_square", "A": "assault_square", "S": "defense_square", "P": "power_square",
}  # fmt: skip
_SPREADS = {
    "hit_point": 1000.0, "standing": 1500.0, "fallen": 800.0, "reserve": 1000.0,
    "gear_standing": 300.0, "gear_fallen": 300.0, "column": 300.0,
}  # fmt: skip
_SQUARE_SPREAD = 300.0
_CRYSTAL_SPREAD = 5000.0


class HeroAcademyTerms(Terms):
    """Of a board, around some weights."""

    def __init__(self, board: Map, prior: Weights) -> None:
        self._board, self._base = board, prior
        self._places = list(_places(board.width))
        self.names = tuple(map(_name, self._places))
        self._index = {place: i for i, place in enumerate(self._places)}
        self.prior = np.array([_weight(prior, place) for place in self._places])
        self.spread = np.array([_spread(place) for place in self._places])

    def values(self, records: np.ndarray) -> np.ndarray:
        states = records.view(np.ndarray)
        terms = np.zeros((len(states), len(self._places)), dtype=np.float32)
        for square in range(self._board.width * self._board.height):
            codes = states["unit"][:, square]
            kinds = codes & KIND_MASK
            for side, sign in enumerate((1.0, -1.0)):
                living = _has(states["living"][:, side], square)
                fallen = _has(states["fallen"][:, side], square)
                if not (living.any() or fallen.any()):
                    continue
                for kind in range(len(KINDS)):
                    self._add_piece(terms, living & (kinds == kind), kind, codes, sign, "standing")
                    self._add_health(terms, living & (kinds == kind), kind, states["hp"][:, square], sign)
                    if kind != CRYSTAL:
                        self._add_piece(terms, fallen & (kinds == kind), kind, codes, sign, "fallen")
                        self._add_place(terms, living & (kinds == kind), kind, square, side)
        for card in range(len(CARDS)):
            held = [_count(states["hand"][:, side], card) + _count(states["deck"][:, side], card) for side in (0, 1)]
            terms[:, self._index["reserve", card]] = held[0] - held[1]
        return terms

    def _add_piece(
        self, terms: np.ndarray, here: np.ndarray, kind: int, codes: np.ndarray, sign: float, how: str
    ) -> None:
        terms[here, self._index[how, kind]] += sign
        if kind == CRYSTAL:
            return
        for item in range(len(GEAR)):
            carriers = here & (codes >> GEAR_SHIFT + item & 1 == 1)
            terms[carriers, self._index[f"gear_{how}", item, kind]] += sign

    def _add_health(self, terms: np.ndarray, here: np.ndarray, kind: int, hp: np.ndarray, sign: float) -> None:
        terms[here, self._index["hit_point", kind]] += sign * hp[here] / _HIT_POINTS

    def _add_place(self, terms: np.ndarray, here: np.ndarray, kind: int, square: int, side: int) -> None:
        board, sign = self._board, 1.0 - 2.0 * side
        x, y = divmod(square, board.height)
        terms[here, self._index["column", kind, board.width - 1 - x if side else x]] += sign
        name = _SQUARES.get(board.rows[y][x])
        if name is not None:
            terms[here, self._index[name, kind]] += sign

    def content(self, weights: np.ndarray) -> dict[str, Any]:
        content: dict[str, Any] = {field.name: _lists(getattr(self._base, field.name)) for field in fields(Weights)}
        content["column"] = [[0] * self._board.width for _ in range(CRYSTAL)]
        for place, weight in zip(self._places, weights.tolist(), strict=True):
            _put(content, place, round(weight * _SIXTEENTHS / _HIT_POINTS if place[0] == "hit_point" else weight))
        return content


Place = tuple[Any, ...]
"""Where a weight lies in `Weights`: the field, and the indices in it."""


def _places(width: int) -> Iterator[Place]:
    units = range(CRYSTAL)
    yield from (("standing", kind) for kind in range(len(KINDS)))
    yield from (("hit_point", kind) for kind in range(len(KINDS)))
    yield from (("fallen", kind) for kind in units)
    for name in ("gear_standing", "gear_fallen"):
        yield from ((name, item, kind) for item in range(len(GEAR)) for kind in units)
    for name in ("deploy_square", "assault_square", "defense_square", "power_square"):
        yield from ((name, kind) for kind in units)
    yield from (("reserve", card) for card in range(len(CARDS)))
    yield from (("column", kind, column) for kind in units for column in range(width))


def _name(place: Place) -> str:
    """A weight's name for people: `standing-knight`, `gear_fallen-scroll-archer`, `column-ninja-3`."""
    name, *where = place
    if name == "reserve":
        words = [CARDS[where[0]]]
    elif name.startswith("gear"):
        words = [GEAR[where[0]], KINDS[where[1]]]
    else:
        words = [KINDS[where[0]], *map(str, where[1:])]
    return "-".join([name, *words]).lower()


def changed(weights: Weights, changes: Mapping[str, float], width: int) -> dict[str, Any]:
    """A model's content: the weights, but for some by their names, in the units of `Weights`.

    On a board that is so wide; every unit then has a number for each column.
    """
    content: dict[str, Any] = {field.name: _lists(getattr(weights, field.name)) for field in fields(Weights)}
    steps = [way / max(1, width - 1) for way in range(width)]
    content["column"] = [[row[round(step * (len(row) - 1))] for step in steps] for row in weights.column]
    places = {_name(place): place for place in _places(width)}
    for name, value in changes.items():
        if name not in places:
            close = ", ".join(get_close_matches(name, places, n=3, cutoff=0.0))
            raise ModelError(f"there is no weight {name!r}; similar ones are {close}")
        _put(content, places[name], round(value))
    return content


def _put(content: dict[str, Any], place: Place, value: int) -> None:
    name, *where = place
    target = content[name]
    for step in where[:-1]:
        target = target[step]
    target[where[-1]] = value


def _weight(weights: Weights, place: Place) -> float:
    name, *where = place
    found: Any = getattr(weights, name)
    if name == "column":
        row = found[where[0]]
        return float(row[min(where[1], len(row) - 1)])
    for step in where:
        found = found[step]
    return found * _HIT_POINTS / _SIXTEENTHS if name == "hit_point" else float(found)


def _spread(place: Place) -> float:
    if place == ("standing", CRYSTAL):
        return _CRYSTAL_SPREAD
    return _SPREADS.get(place[0], _SQUARE_SPREAD)


def _lists(value: Any) -> Any:
    return [_lists(part) for part in value] if isinstance(value, tuple | list) else value


def _has(sets: np.ndarray, square: int) -> np.ndarray:
    found: np.ndarray = (sets >> np.uint64(square)) & np.uint64(1) == 1
    return found


def _count(hands: np.ndarray, card: int) -> np.ndarray:
    return ((hands >> np.uint64(4 * card)) & np.uint64(15)).astype(np.float32)
