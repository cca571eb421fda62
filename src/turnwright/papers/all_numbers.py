"""Every published score with ours beside it, collected from the kept results."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import resources
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from turnwright.papers.experiment import PAPERS, Cell, Experiment
from turnwright.papers.load import experiment, experiment_names

KEPT_FILE = "kept.json"
"""The kept scores, in the package."""
_LISTED = ("published", "published_games", "full", "verdict", "reading", "score", "low", "high", "games")


@dataclass(frozen=True, kw_only=True)
class KeptScore:
    """A score of a kept result."""

    experiment: str
    table: str
    row: str
    column: str
    variant: str
    full: bool
    """Whether budgets were the published ones."""
    scale: float
    """Share of the published budgets."""
    size: str
    """In words."""
    score: float
    low: float
    high: float
    games: int
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    verdict: str | None
    games_needed: int | None
    mirror: bool
    checked: bool
    """Whether its games are kept beside the result, so that it can be computed again."""
    folder: str
    """Name of the folder of the result."""


@dataclass(frozen=True, kw_only=True)
class Number:
    """A published score, and what is kept of ours."""

    experiment: Experiment
    cell: Cell
    kept: tuple[KeptScore, ...] = field(default_factory=tuple)
    """At most one for each reading, that of the primary reading first."""
    scaled: tuple[KeptScore, ...] = field(default_factory=tuple)
    """What is kept with other budgets, the smallest first."""
    tries: tuple[KeptScore, ...] = field(default_factory=tuple)
    """What is kept of experiments that try to explain differences, the nearest to the published score first."""
    helping: frozenset[str] = frozenset()
    """Names of those that bring all that they replay nearer to the published scores."""

    @property
    def agrees(self) -> bool:
        """Whether ours agrees in a reading."""
        return any(score.verdict == "agrees" for score in self.kept)

    @property
    def explained(self) -> bool:
        """Whether ours does not agree, but does with a change that helps as a whole."""
        return not self.agrees and any(one.verdict == "agrees" and one.experiment in self.helping for one in self.tries)

    @property
    def best(self) -> KeptScore | None:
        """The score that stands for all: the one with a verdict, of the primary reading if it has one."""
        judged = [score for score in self.kept if score.verdict is not None]
        return next(iter(judged or self.kept), None)

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        best, published = self.best, self.cell.published
        assert published is not None
        return {
            "table": self.cell.table,
            "row": self.cell.row,
            "column": self.cell.column,
            "action_points": self.cell.turn_length,
            "seconds": self.cell.seconds,
            "published": published.value,
            "published_games": published.games,
            "kept": best is not None,
            "full": best is not None and best.full,
            "verdict": None if best is None else best.verdict,
            "reading": None if best is None else best.variant,
            "score": None if best is None else best.score,
            "low": None if best is None else best.low,
            "high": None if best is None else best.high,
            "games": 0 if best is None else best.games,
            "explained": self.explained,
            "readings": {score.variant: asdict(score) for score in self.kept},
            "tries": {score.experiment: asdict(score) for score in self.tries},
        }


def listed_numbers() -> list[dict[str, Any]]:
    """Every published score with the best of ours, as plain data: what the web app shows."""
    return [
        {
            "paper": PAPERS[number.experiment.paper],
            "experiment": number.experiment.name,
            "title": number.experiment.title,
            "number": place_of(number.cell),
            **{name: value for name, value in number.as_dict().items() if name in _LISTED},
        }
        for number in numbers(kept_scores())
    ]


def collected(folder: Path) -> list[KeptScore]:
    """The scores of all results in a folder, result by result."""
    return [score for file in sorted(folder.glob("*/result.json")) for score in _scores_of(file)]


def _scores_of(file: Path) -> Iterator[KeptScore]:
    data = json.loads(file.read_text(encoding="utf-8"))
    is_checked = "provenance" in data
    for score in data["scores"]:
        if score["published"] is None or score["score"] is None:
            continue
        found = {name: score.get(name) for name in ("difference", "difference_low", "difference_high", "games_needed")}
        yield KeptScore(
            experiment=data["name"],
            table=score["table"],
            row=score["row"],
            column=score["column"],
            variant=data["variant"],
            full=data["budget"] in ("paper", "seconds") and data["scale"] == 1,
            scale=data["scale"],
            size=_size(data, score),
            score=score["score"],
            low=score["low"],
            high=score["high"],
            games=score["games"],
            verdict=score["verdict"] if is_checked else None,
            mirror=score.get("mirror", False),
            checked=is_checked,
            folder=file.parent.name,
            **found,
        )


def _size(data: dict[str, Any], score: dict[str, Any]) -> str:
    counts = "full counts" if data["scale"] == 1 else f"{data['scale']:g} of the counts"
    return f"{counts}, {score['games'] / (score['published_games'] or 1):.2g} × the games"


def write_kept(scores: Sequence[KeptScore], file: Path) -> None:
    """Write scores where the package finds them."""
    file.write_text(kept_text(scores), encoding="utf-8")


def kept_text(scores: Sequence[KeptScore]) -> str:
    """The kept scores as text, a line each."""
    lines = ",\n".join(json.dumps(asdict(score), ensure_ascii=False) for score in scores)
    return f"[\n{lines}\n]\n"


@cache
def kept_scores() -> tuple[KeptScore, ...]:
    """The kept scores that come with the package."""
    text = resources.files("turnwright.papers").joinpath(KEPT_FILE).read_text(encoding="utf-8")
    return tuple(KeptScore(**one) for one in json.loads(text))


def numbers(scores: Sequence[KeptScore]) -> list[Number]:
    """Every published score that counts, experiment by experiment, with the best that is kept in each reading."""
    places: dict[tuple[str, str, str, str], list[KeptScore]] = {}
    for score in scores:
        places.setdefault((score.experiment, score.table, score.row, score.column), []).append(score)
    listed = []
    known = [experiment(name) for name in experiment_names()]
    for one in known:
        trying = [other.name for other in known if other.explains == one.name]
        for cell in one.cells if one.counted else ():
            if cell.published is None or cell.extra:
                continue
            found = places.get((one.name, cell.table, cell.row, cell.column), [])
            by_reading = [
                max(same, key=lambda score: (score.checked, score.full, score.games))
                for reading in dict.fromkeys((one.primary, "reference", "described"))
                if (same := [score for score in found if score.variant == reading])
            ]
            scaled = sorted((s for s in found if s.checked and not s.full), key=lambda score: score.scale)
            tries = [s for name in trying for s in places.get((name, cell.table, cell.row, cell.column), ())]
            tries = sorted((s for s in tries if s.full), key=lambda score: abs(score.difference or 0.0))
            listed.append(
                Number(experiment=one, cell=cell, kept=tuple(by_reading), scaled=tuple(scaled), tries=tuple(tries))
            )
    helping = frozenset(trial.experiment.name for trial in trials(listed) if trial.helps)
    return [replace(number, helping=helping) for number in listed]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """How an experiment that tries to explain differences fares on all numbers that it replays."""

    experiment: Experiment
    before: tuple[KeptScore, ...]
    """Ours in the first reading."""
    after: tuple[KeptScore, ...]
    """With the change, in the same order."""

    @property
    def helps(self) -> bool:
        """Whether the differences are smaller as a whole, so that one that vanishes is no accident of many tries."""
        return distance(self.after) < distance(self.before)


def trials(listed: Sequence[Number]) -> list[Trial]:
    """All experiments that try to explain differences."""
    found: dict[str, list[tuple[KeptScore, KeptScore]]] = {}
    for number in listed:
        for score in number.tries:
            if number.best is not None and number.best.verdict is not None:
                found.setdefault(score.experiment, []).append((number.best, score))
    return [
        Trial(
            experiment=experiment(name),
            before=tuple(before for before, _ in pairs),
            after=tuple(after for _, after in pairs),
        )
        for name, pairs in found.items()
    ]


def distance(scores: Sequence[KeptScore]) -> float:
    """The root mean square of the differences from the published scores, in points."""
    return sqrt(fmean((score.difference or 0.0) ** 2 for score in scores))


def place_of(cell: Cell) -> str:
    """Where a number stands, in words."""
    seconds = "" if cell.column.endswith(("s", "score")) else f", {cell.seconds:g} s" if cell.series else ""
    return f"{cell.row} – {cell.column}{seconds}" if cell.column != "score" else cell.row
