"""Every published score with ours beside it: collected from the kept results, and as one page."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from turnwright.arena.statistics import Interval, discoveries, p_of_difference
from turnwright.papers.experiment import PAPERS, Cell, Experiment
from turnwright.papers.load import experiment, experiment_names
from turnwright.papers.rows import VERDICTS

KEPT_FILE = "kept.json"
"""The kept scores, in the package."""
_FALSE = 0.05
"""The false-discovery rate that the page states."""
_MOST_DIFFERENCES = 10
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
            "readings": {score.variant: asdict(score) for score in self.kept},
        }


def listed_numbers() -> list[dict[str, Any]]:
    """Every published score with the best of ours, as plain data: what the web app shows."""
    return [
        {
            "paper": PAPERS[number.experiment.paper],
            "experiment": number.experiment.name,
            "title": number.experiment.title,
            "number": _place(number.cell),
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
    for one in map(experiment, experiment_names()):
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
            listed.append(Number(experiment=one, cell=cell, kept=tuple(by_reading), scaled=tuple(scaled)))
    return listed


# The page

_HEAD = """# All published numbers

Every score that the papers print, {count} in all, with ours beside it. NEAT's are on its [own page](../neat.md).
This page is made from the [kept results](README.md#running-resuming-keeping) by `python tools/all_numbers.py`; a test
compares the two, and computes every score again from the games that are kept beside it.

For Hero Academy the authors' testbed is public, so `reference` is the first reading and `described` the second. For
LOCM `described` is the first, because `reference` was partly chosen by the numbers that it is compared with.
[What the words mean](README.md#verdicts). A number whose budgets are scaled, or whose games are not kept, has no
verdict.
"""


def page(listed: Sequence[Number], tried: dict[str, str], folders: Sequence[str]) -> str:
    """The page as Markdown; `tried` has what was tried about a difference, by experiment, row and column, and `folders`
    are the names of all kept results."""
    parts = [
        _HEAD.format(count=len(listed)),
        _counts(listed),
        _discoveries(listed),
        _differences(listed, tried),
    ]
    for paper, title in PAPERS.items():
        members = [number for number in listed if number.experiment.paper == paper]
        if members:
            parts.append(f"## {title}\n\n" + _table(_COLUMNS, [_row(number) for number in members]))
    links = ", ".join(f"[{name}](results/{name}/result.md)" for name in folders)
    parts.append(f"## All kept results\n\n{links}.")
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _counts(listed: Sequence[Number]) -> str:
    kept = [number.best for number in listed]
    words = Counter(_word(score) for score in kept)
    rows = [(word, str(words[word])) for word in (*VERDICTS, _SCALED, _OLD, _MISSING) if words[word]]
    full = sum(score is not None and score.full for score in kept)
    lead = (
        f"{sum(score is not None for score in kept)} of the {len(listed)} have a number of ours, {full} of them at the "
        "published counts. A cross table prints every pairing twice; both numbers are rows here. "
        f"{sum(any(one.verdict == 'agrees' for one in number.kept) for number in listed)} agree in a reading."
    )
    return f"{lead}\n\n" + _table(("verdict", "numbers"), rows)


_SCALED, _OLD, _MISSING = "none: scaled counts", "none: older sources, games not kept", "not played"


def _word(score: KeptScore | None) -> str:
    if score is None:
        return _MISSING
    return score.verdict or (_OLD if not score.checked else _SCALED)


def _judged(listed: Sequence[Number]) -> list[tuple[Number, KeptScore]]:
    """Numbers with a verdict, every pairing once."""
    return [(n, n.best) for n in listed if n.best is not None and n.best.verdict is not None and not n.best.mirror]


def _p(score: KeptScore) -> float:
    interval = Interval((score.difference_low or 0.0) / 100, (score.difference_high or 0.0) / 100)
    return p_of_difference((score.difference or 0.0) / 100, interval)


def _discoveries(listed: Sequence[Number]) -> str:
    judged = _judged(listed)
    if not judged:
        return "Nothing is judged yet."
    p_values = [_p(score) for _, score in judged]
    alone, together = sum(p < _FALSE for p in p_values), sum(discoveries(p_values, _FALSE))
    return (
        f"Of {len(judged)} comparisons (every pairing once) {alone} have a difference that is significant at the 5 % "
        f"level taken alone; by chance about {_FALSE * len(judged):.0f} would. With a false-discovery rate of 5 % over "
        f"the whole page (Benjamini–Hochberg) {together} remain."
    )


def _differences(listed: Sequence[Number], tried: dict[str, str]) -> str:
    differing = [(n, s) for n, s in _judged(listed) if s.verdict == "differs"]
    differing.sort(key=lambda pair: -abs(pair[1].difference or 0.0))
    if not differing:
        return ""
    rows = [
        (
            f"`{number.experiment.name}`",
            _place(number.cell),
            _published(number.cell),
            f"{score.score:.1f}",
            score.variant,
            tried.get(key_of(number.cell, number.experiment.name), "nothing yet"),
        )
        for number, score in differing[:_MOST_DIFFERENCES]
    ]
    head = ("experiment", "number", "published", "ours", "reading", "what was tried")
    return f"## The largest differences\n\n{len(differing)} differ; the largest:\n\n" + _table(head, rows)


def key_of(cell: Cell, name: str) -> str:
    """The name under which a file says what was tried about a number."""
    return (
        f"{name}: {cell.row}, {cell.column}" if not cell.series else f"{name}: {cell.table}, {cell.row}, {cell.column}"
    )


_COLUMNS = (
    "experiment", "number", "published", "reading", "ours, %", "95 %", "games", "size", "verdict", "other reading",
    "other budgets",
)  # fmt: skip


def _row(number: Number) -> tuple[str, ...]:
    best = number.best
    start = (f"`{number.experiment.name}`", _place(number.cell), _published(number.cell))
    if best is None:
        return (*start, "", "–", "", "", "", _MISSING, "", "")
    others = [score for score in number.kept if score is not best]
    return (
        f"[`{number.experiment.name}`](results/{best.folder}/result.md)",
        *start[1:],
        best.variant,
        f"{best.score:.1f}",
        f"{best.low:.1f} – {best.high:.1f}",
        f"{best.games:,}",
        best.size,
        _verdict(best),
        "; ".join(f"{score.variant}: {score.score:.1f}, {_word(score)}" for score in others),
        "; ".join(f"× {one.scale:g}: {one.score:.1f}" for one in number.scaled if one is not best),
    )


def _verdict(score: KeptScore) -> str:
    if score.verdict != "undecided":
        return _word(score)
    needed = "no number decides" if score.games_needed is None else f"about {score.games_needed:,} games decide"
    return f"undecided ({needed})"


def _place(cell: Cell) -> str:
    seconds = "" if cell.column.endswith(("s", "score")) else f", {cell.seconds:g} s" if cell.series else ""
    return f"{cell.row} – {cell.column}{seconds}" if cell.column != "score" else cell.row


def _published(cell: Cell) -> str:
    assert cell.published is not None
    return f"{cell.published.value:g} ({cell.published.games:,})"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
