"""What the setting `evaluation` names, as compiled code takes it: settings with a model's weights in them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from turnwright.core.plain_data import Reader
from turnwright.core.spec import choose
from turnwright.evaluators.changed import split_changes
from turnwright.evaluators.model import Model, ModelError
from turnwright.evaluators.named import named_model
from turnwright.evaluators.shipped import shipped_model
from turnwright.games.locm.settings import Settings

NAME = "locm"
LEARNED = "locm-answered"
"""The best shipped model."""
_READER = Reader(error=ModelError)


@dataclass(frozen=True, kw_only=True)
class StandingWeights:
    """The content of a linear model: which evaluation, and all its weights."""

    evaluation: Literal["standing", "answered"]
    health: float
    last_twenty: float
    last_ten: float
    presence: float
    attack: float
    defense: float
    initiative: float
    guard: float
    lethal: float
    ward: float
    drain: float
    breakthrough: float
    held: float
    coming: float
    doom: float


@lru_cache(maxsize=256)
def judged_by(settings: Settings) -> Settings:
    """The settings with the weights of the model that they name, if they name one; its file is read here."""
    name, changes = split_changes(settings.evaluation)
    model = shipped_model(LEARNED) if name == "learned" else named_model(name, NAME)
    return settings if model is None else _with_model(settings, model, name, changes)


def _with_model(settings: Settings, model: Model, name: str, changes: dict[str, float]) -> Settings:
    if model.kind != "linear":
        raise ModelError(f"{name} is a model of the kind {model.kind[:60]!r}; {NAME} reads linear")
    weights: StandingWeights = _READER.record(StandingWeights, model.content, name)
    known = [name for name in vars(weights) if name != "evaluation"]
    for changed in changes:
        choose(changed, known, "weight")
    try:
        return replace(settings, **vars(weights) | changes)
    except ValueError as error:
        raise ModelError(f"{name}: {error}") from error
