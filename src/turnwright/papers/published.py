"""What was published: tables, series along an axis, statements, figures of searches, single quantities."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import Literal

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.views import ViewKind


class ExperimentError(TurnwrightError):
    """An experiment, or a wish about it, that cannot be used."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """A published score, in percent."""

    value: float
    """As printed."""
    games: int
    """Games behind it."""
    low: float
    """The same as the value; where print contradicts itself, the lowest value that it may mean."""
    high: float
    """The highest value that it may mean."""


@dataclass(frozen=True, kw_only=True)
class Correction:
    """What a misprinted place of a table may mean."""

    row: str
    column: str
    low: float
    high: float
    note: str
    """What is wrong with the print."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A published cross table: the row's score against the column, in percent."""

    title: str
    rows: tuple[str, ...]
    """Roles."""
    columns: tuple[str, ...]
    """Roles."""
    published: tuple[tuple[float | str, ...], ...]
    """By row and column; an empty text where nothing was published."""
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Series:
    """Matches of one player against one other along an axis, or a single match."""

    name: str
    """Unique in the experiment; statements and filters use it."""
    label: str
    """As tables and legends show it."""
    table: str = ""
    """Title of the table that the series is a row of."""
    player: str
    """Role whose score it is."""
    opponent: str
    """Role."""
    over: Literal["match", "turn_length", "seconds", "setting"] = "match"
    """What the axis is; a match has no axis."""
    axis: str = ""
    """The axis in words, where it is a setting."""
    at: tuple[float, ...] = ()
    """Places on the axis."""
    at_labels: tuple[str, ...] = ()
    """How the places are written, where not as numbers."""
    turn_length: int | None = None
    """Actions a turn; if not given, as the game is set."""
    seconds: float | None = None
    """The paper's time a turn, where it differs from the experiment's."""
    opponent_seconds: float | None = None
    """The opponent's, where it differs from the player's."""
    published: tuple[float | str, ...] = ()
    """Percent, or wins-losses-draws; an empty text where only a figure exists."""
    sigma: float | None = None
    """Standard deviation of a match's score, where given."""
    games: int | None = None
    """Games for each place, where they differ from the experiment's."""
    published_games: int | None = None
    """Games behind the published numbers, where they are from another experiment."""
    game: str | None = None
    """Spec of the game, where it differs from the experiment's."""
    view: ViewKind | None = None
    """What players see, where it differs from what the variant shows."""
    best_of: int = 1
    """Of how many settings, each tried on as many games, a published score is the best, and so too high."""
    extra: bool = False
    """Too large to be played unless it is selected explicitly."""


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Something that was published in words or as a figure without numbers, in a form that can be tested."""

    says: str
    """As a sentence."""
    test: Literal["above", "below", "not_above", "near", "grows", "falls", "highest", "higher_than"]
    """What must hold of the scores; see `statements`."""
    series: tuple[str, ...] = ()
    """Names of the series that it is about; none: all."""
    at: tuple[float, ...] = ()
    """Places on the axis that it is about; none: all."""
    value: float = 50.0
    """What above, below, not_above and near compare with, in percent."""
    other: str = ""
    """Series that higher_than compares with."""


@dataclass(frozen=True, kw_only=True)
class SearchFigure:
    """A published figure about how a search went, per turn."""

    player: str
    """Role."""
    figure: Literal[
        "iterations",
        "evaluations",
        "generations",
        "unique",
        "depth_mean",
        "depth_min",
        "depth_max",
        "completed",
        "best_age",
        "last_gap",
        "per_second",
        "milliseconds",
    ]
    """Which figure of the search's report."""
    label: str
    published: float | None = None
    """None where only a picture exists."""
    sigma: float | None = None
    """Its standard deviation over turns, where given."""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A published number that is counted or measured rather than played for."""

    key: str
    """The name under which the experiment's code gives it."""
    label: str
    published: str | None = None
    """As printed, digit by digit; numbers may be larger than a computer's own."""
    misprint: bool = False
    """Whether print is known to be wrong here."""
    note: str = ""


def column_label(series: Series, place: int, game: Game) -> str:
    """How a place on a series' axis is written."""
    if series.over == "match":
        return "score"
    if series.at_labels:
        return series.at_labels[place]
    at = series.at[place]
    if series.over == "turn_length":
        return f"{at:g} {turn_length_unit(game)}"
    if series.over == "seconds":
        return f"{at:g} s" if at >= 1 else f"{1000 * at:g} ms"
    return f"{at:g}"


def turn_length_unit(game: Game) -> str:
    """The initials of what a game counts the actions of a turn in: AP for action points."""
    words = (game.turn_length_setting or "actions").split("_")
    return "".join(word[0] for word in words).upper() if len(words) > 1 else words[0]


def selection_bias(value: float, games: int, tried: int) -> float:
    """The expected excess, in points, of the best of several scores over the true score, if all are equally good."""
    if tried == 1:
        return 0.0
    middles = [(place + 0.5) / 1000 for place in range(1000)]
    highest = fmean(NormalDist().inv_cdf(middle ** (1 / tried)) for middle in middles)
    return highest * 100 * sqrt(value / 100 * (1 - value / 100) / games)


def published_score(
    entry: float | str, games: int, correction: Correction | None, best_of: int = 1
) -> Published | None:
    """A published score from its entry in a data file: percent, or wins-losses-draws; nothing from an empty one.

    The best of several may mean anything down to what is left without the bias of that choice.
    """
    if isinstance(entry, str):
        if not entry:
            return None
        try:
            wins, losses, draws = (int(part) for part in entry.split("-"))
        except ValueError:
            raise ExperimentError(
                f"{entry!r} is not a published score; write percent as a number, or wins-losses-draws"
            ) from None
        games = wins + losses + draws
        value = 100 * (wins + draws / 2) / games
    else:
        value = float(entry)
    if not 0 <= value <= 100:
        raise ExperimentError(f"a published score of {value:g} is impossible; it must be from 0 to 100 percent")
    low, high = (correction.low, correction.high) if correction else (value, value)
    low -= selection_bias(value, games, best_of)
    return Published(value=value, games=games, low=low, high=high)
