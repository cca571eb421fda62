"""What the setting `evaluation` names, as compiled code takes it: which evaluator runs, and with which weights."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from turnwright.core.plain_data import Reader
from turnwright.evaluators.changed import split_changes
from turnwright.evaluators.model import Model, ModelError
from turnwright.evaluators.named import named_model
from turnwright.evaluators.network import Network
from turnwright.evaluators.shallow import Shallow
from turnwright.evaluators.shipped import shipped_model
from turnwright.games.hero_academy.settings import WEIGHTS, Settings, Weights
from turnwright.games.hero_academy.terms import changed

NAME = "hero_academy"
_READER = Reader(error=ModelError)
_SIZES = {"large": 30, "small": 20, "tiny": 0}
"""Shipped models by the size of the board, which has more squares than this."""
_MANY_POINTS = 8
"""From this many action points, large boards have their own weights."""


@dataclass(frozen=True, kw_only=True)
class Evaluator:
    """An evaluation, resolved."""

    runs: str
    """Which of the compiled evaluators (`parameters.EVALUATORS`) judges states."""
    weights: Weights = WEIGHTS["described"]
    """Of the heuristic; the state keeps its balance by them whatever runs."""
    network: Network | None = None
    """Where a network judges."""
    shallow: Shallow | None = None
    """Where a shallow network corrects the heuristic."""
    model: Model | None = field(default=None, compare=False)
    """The model that it comes from, if any."""


@lru_cache(maxsize=256)
def evaluator_of(settings: Settings) -> Evaluator:
    """The evaluator that the settings name; a model's file is read here."""
    name, changes = split_changes(settings.evaluation)
    found = _named(name, settings)
    if not changes:
        return found
    if found.runs != "heuristic":
        raise ModelError(f"{name} has no weights to change; learned, described, reference and linear models have")
    content = changed(found.weights, changes, settings.board.width)
    return replace(found, weights=_READER.record(Weights, _listed(content), settings.evaluation))


def _named(name: str, settings: Settings) -> Evaluator:
    if name == "learned":
        return _of_model(learned_model(settings), name)
    model = named_model(name, NAME)
    if model is not None:
        return _of_model(model, name)
    if name in WEIGHTS:
        return Evaluator(runs="heuristic", weights=WEIGHTS[name])
    return Evaluator(runs=name)


def learned_model(settings: Settings) -> Model:
    """The best shipped model for a game with these settings: by the size of its board, and its action points."""
    squares = settings.board.width * settings.board.height
    size = next(size for size, least in _SIZES.items() if squares > least)
    if size == "large" and settings.action_points >= _MANY_POINTS:
        return shipped_model(f"hero-academy-{size}-ap10")
    return shipped_model(f"hero-academy-{size}")


def _of_model(model: Model, name: str) -> Evaluator:
    read = _KINDS.get(model.kind)
    if read is None:
        raise ModelError(f"{name} is a model of the kind {model.kind[:60]!r}; {NAME} reads {', '.join(_KINDS)}")
    return read(model, name)


def _linear(model: Model, name: str) -> Evaluator:
    weights: Weights = _READER.record(Weights, _listed(model.content), name)
    return Evaluator(runs="heuristic", weights=weights, model=model)


def _network(model: Model, name: str) -> Evaluator:
    return Evaluator(runs="network", network=_READER.record(Network, model.content, name), model=model)


def _shallow(model: Model, name: str) -> Evaluator:
    content = dict(model.content)
    inner = content.pop("weights", None)
    if not isinstance(inner, dict):
        raise ModelError(f"{name} has no weights for its network to correct")
    weights: Weights = _READER.record(Weights, _listed(inner), name)
    network = _READER.record(Shallow, _listed(content), name)
    return Evaluator(runs="shallow", weights=weights, shallow=network, model=model)


def _listed(content: dict[str, Any]) -> dict[str, Any]:
    """Lists in lists as tuples, as `Weights` are compared and remembered by."""
    return {key: _tuple(value) for key, value in content.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


_KINDS = {"linear": _linear, "neat": _network, "shallow": _shallow}
"""How the content of a model becomes an evaluator, by the model's kind."""
