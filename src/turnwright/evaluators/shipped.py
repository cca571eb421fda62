"""The models that come with the package, by name."""

from functools import cache
from pathlib import Path

from turnwright.core.spec import choose
from turnwright.evaluators.model import Model, read_model

FOLDER = Path(__file__).parent / "models"


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of all shipped models."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


def shipped_model(name: str) -> Model:
    """A shipped model by its name."""
    return read_model(FOLDER / f"{choose(name, list(shipped_names()), 'shipped model')}.json")
