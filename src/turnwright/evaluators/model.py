"""Model files: JSON with the numbers of an evaluation and the card that says where they come from.

Reading one executes nothing. A file that is broken, cut off, too large, of another format or of another game is refused
with one sentence.
"""

import hashlib
import os
from functools import lru_cache
from os.path import isfile
from pathlib import Path
from typing import Any

import msgspec

from turnwright.core.errors import TurnwrightError

FORMAT = "turnwright-model-1"
"""What every model file says in its first field; another layout is another number."""
_LARGEST = 8 * 2**20
"""Bytes of the largest file that is read."""


class ModelError(TurnwrightError):
    """A model that cannot be read or does not fit."""


class MatchOnCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that says how strong a model is: two players who differ in their evaluation alone."""

    game: str
    """Spec of the game."""
    player: str
    """Spec of the agent with the model, and its budget."""
    opponent: str
    games: int
    score: float
    """Share of the points, a draw counting half."""
    low: float
    """Ends of the 95 % interval."""
    high: float
    note: str = ""
    """Anything else: the machine, its load."""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people should know of a model."""

    title: str
    """One line."""
    about: str = ""
    """What it is, in a few sentences."""
    data: str = ""
    """What it was made of: games, players, budgets, seeds."""
    settings: dict[str, str] = {}
    """What it was made with."""
    calibration: tuple[tuple[float, float, int], ...] = ()
    """Held-out positions by what the model says: mean predicted share, observed share, number of positions."""
    cost: str = ""
    """What an evaluation costs, measured."""
    matches: tuple[MatchOnCard, ...] = ()
    failures: tuple[str, ...] = ()
    """What was tried and did not work, a sentence each."""
    version: str = ""
    """Of the package that made it."""


class Model(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model as its file has it."""

    format: str
    kind: str
    """How `content` is read: `linear`, `neat`."""
    game: str
    """Spec of the game that it was made for."""
    card: Card
    content: dict[str, Any]
    """The numbers, in the form of the kind; the game reads and checks them."""

    @property
    def game_name(self) -> str:
        """The game's name, without settings."""
        return self.game.partition(":")[0]

    @property
    def digest(self) -> str:
        """Names what the model computes: its content, without the card."""
        text = msgspec.json.encode([self.kind, self.content], order="sorted")
        return hashlib.sha256(text).hexdigest()[:16]


def read_model(file: Path) -> Model:
    """The model in a file. A process reads a file once, so its games are judged alike from first to last."""
    return _read(file.resolve(), str(file))


@lru_cache(maxsize=256)
def _read(file: Path, given: str) -> Model:
    what = f"the model file {given!r}"
    if not isfile(file):  # where a name is too long, or no name at all, nothing is there
        raise ModelError(f"there is no model file {given!r}; give the path of one that 'train' or 'evolve' has written")
    try:
        with file.open("rb") as opened:
            text = opened.read(_LARGEST + 1)
    except OSError as error:
        raise ModelError(f"{what} cannot be read: {error.strerror}") from error
    if len(text) > _LARGEST:
        raise ModelError(f"{what} has more than {_LARGEST // 2**20} MB; no model is that large")
    try:
        model = msgspec.json.decode(text, type=Model)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ModelError(f"{what} is not a model of Turnwright, or is damaged: {_short(error)}") from error
    if model.format != FORMAT:
        raise ModelError(f"{what} has the format {model.format[:60]!r}; this version reads {FORMAT!r}")
    return model


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def write_model(model: Model, file: Path) -> None:
    """Write a model, whole or not at all."""
    scratch = file.with_name(f"{file.name}.{os.getpid()}")
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n")
    scratch.replace(file)
