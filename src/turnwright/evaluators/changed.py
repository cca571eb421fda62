"""Evaluations with some weights changed: `learned(standing-knight=900;reserve-inferno=2000)`.

So a spec can say every weight that a model has in its file, and tuning can vary it.
"""

import re
from math import isfinite

from turnwright.core.errors import TurnwrightError

_CHANGED = re.compile(r"(learned|described|reference|(?:model|neat)\([^()]*\))\(([^()]*)\)")


class ChangeError(TurnwrightError):
    """Changed weights that cannot be read."""


def split_changes(evaluation: str) -> tuple[str, dict[str, float]]:
    """An evaluation's name without its changed weights, and the changes by the names of the weights.

    >>> split_changes("learned(standing-knight=900;reserve-inferno=2000)")
    ('learned', {'standing-knight': 900.0, 'reserve-inferno': 2000.0})
    >>> split_changes("model(my/weights.json)")
    ('model(my/weights.json)', {})
    """
    found = _CHANGED.fullmatch(evaluation)
    if found is None:
        return evaluation, {}
    changes: dict[str, float] = {}
    for part in found[2].split(";"):
        name, _, text = (piece.strip() for piece in part.partition("="))
        if name in changes:
            raise ChangeError(f"{name!r} is changed twice in {evaluation!r}; give every weight once")
        changes[name] = _number(text, part, evaluation)
    return found[1], changes


def _number(text: str, part: str, evaluation: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ChangeError(f"{part!r} in {evaluation!r} changes no weight; write NAME=NUMBER, divided by ';'")
    return value
