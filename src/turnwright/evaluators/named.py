"""What an evaluation's text names: a word of the game's own, or a model."""

from pathlib import Path

from turnwright.core.spec import ModelValue, model_value
from turnwright.evaluators.model import Model, ModelError, read_model
from turnwright.evaluators.shipped import shipped_model


def named_model(evaluation: str, game: str) -> Model | None:
    """The model that an evaluation such as `model(weights.json)` names, for a game; nothing for a plain word.

    `neat(…)` takes nothing but networks, `model(…)` any kind that the game can read.
    """
    value = model_value(evaluation)
    if value is None:
        return None
    model = _found(value)
    if value.kind not in ("model", model.kind):
        raise ModelError(f"{evaluation} needs a model of the kind {value.kind!r}, but this one is {model.kind!r}")
    if model.game_name != game:
        raise ModelError(f"{evaluation} names a model for {model.game_name[:60]!r}, not for {game}")
    return model


def _found(value: ModelValue) -> Model:
    return shipped_model(value.name) if value.is_shipped else read_model(Path(value.name))
