"""Choosing some cells of an experiment."""

from collections.abc import Sequence

from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.published import ExperimentError

_NUMBERS = {"ap": "turn_length", "seconds": "seconds", "at": "at"}
_TEXTS = ("table", "series", "row", "column", "player", "opponent")


def chosen_cells(experiment: Experiment, wishes: Sequence[str] = ()) -> list[Cell]:
    """The cells that all wishes agree with; a wish is `key=value,value`.

    Numbers must be equal, texts contain the value. Cells of extra size are chosen only by their table or series.
    """
    cells = experiment.cells
    asked_for_extra = any(wish.partition("=")[0].strip() in ("table", "series") for wish in wishes)
    if not asked_for_extra:
        cells = [cell for cell in cells if not cell.extra]
    for wish in wishes:
        key, equals, values = (part.strip() for part in wish.partition("="))
        if not equals or key not in (*_NUMBERS, *_TEXTS):
            raise ExperimentError(
                f"{wish!r} selects no cells; write key=value with one of {', '.join((*_NUMBERS, *_TEXTS))}"
            )
        kept = [cell for cell in cells if any(_fits(cell, key, value.strip()) for value in values.split(","))]
        if not kept:
            there = list(dict.fromkeys(str(_value(cell, key)) for cell in cells))
            raise ExperimentError(f"{experiment.name} has no cell with {wish}; available: {', '.join(there)}")
        cells = kept
    return cells


def _value(cell: Cell, key: str) -> object:
    value = getattr(cell, _NUMBERS.get(key, key))
    return f"{value:g}" if isinstance(value, float) else value


def _fits(cell: Cell, key: str, wanted: str) -> bool:
    value = getattr(cell, _NUMBERS.get(key, key))
    if key not in _NUMBERS:
        return wanted.lower() in str(value).lower()
    try:
        return value is not None and float(value) == float(wanted)
    except ValueError:
        raise ExperimentError(f"{wanted!r} is not a number; {key} is selected by numbers, such as {key}=5") from None
