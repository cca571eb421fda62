"""The page of all published numbers, as Markdown."""

from collections import Counter
from collections.abc import Sequence

from turnwright.arena.statistics import Interval, discoveries, p_of_difference
from turnwright.papers.all_numbers import KeptScore, Number, distance, place_of, trials
from turnwright.papers.experiment import PAPERS, Cell
from turnwright.papers.load import experiment
from turnwright.papers.rows import VERDICTS, markdown_table

_FALSE = 0.05
"""The false-discovery rate that the page states."""
_MOST_DIFFERENCES = 10

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
        _trials(listed),
    ]
    for paper, title in PAPERS.items():
        members = [number for number in listed if number.experiment.paper == paper]
        if members:
            parts.append(f"## {title}\n\n" + markdown_table(_COLUMNS, [_row(number) for number in members]))
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
        f"{sum(number.agrees for number in listed)} agree in a reading, and "
        f"{sum(number.explained for number in listed)} more do with [a change that helps](#changes-that-were-tried)."
    )
    return f"{lead}\n\n" + markdown_table(("verdict", "numbers"), rows)


_SCALED, _OLD, _MISSING = "none: scaled counts", "none: older sources, games not kept", "not played"


def _word(score: KeptScore | None) -> str:
    if score is None:
        return _MISSING
    return score.verdict or (_OLD if not score.checked else _SCALED)


def _judged(listed: Sequence[Number]) -> list[tuple[Number, KeptScore]]:
    """Numbers with a verdict, every pairing once, also where its two numbers are of results kept apart."""
    judged, seen = [], set()
    for n in listed:
        if n.best is None or n.best.verdict is None or n.best.mirror:
            continue
        place = n.experiment.name, n.cell.table
        if (*place, n.cell.column, n.cell.row) not in seen:
            seen.add((*place, n.cell.row, n.cell.column))
            judged.append((n, n.best))
    return judged


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
    remaining = [(n, s) for n, s in differing if not n.agrees and not n.explained]
    remaining.sort(key=lambda pair: -abs(pair[1].difference or 0.0))
    if not differing:
        return ""
    rows = [
        (
            f"`{number.experiment.name}`",
            place_of(number.cell),
            _published(number.cell),
            f"{score.score:.1f}",
            score.variant,
            _tried(number, tried),
        )
        for number, score in remaining[:_MOST_DIFFERENCES]
    ]
    head = ("experiment", "number", "published", "ours", "reading", "what was tried")
    lead = (
        f"{len(differing)} comparisons (every pairing once) differ in the first reading. "
        f"{len(differing) - len(remaining)} agree in the other reading or with a change; {len(remaining)} remain"
    )
    if not rows:
        return f"## The differences that remain\n\n{lead}."
    return f"## The differences that remain\n\n{lead}, the largest first:\n\n" + markdown_table(head, rows)


def _trials(listed: Sequence[Number]) -> str:
    rows = [
        (
            f"{trial.experiment.change} (`{trial.experiment.name}`)",
            str(len(trial.after)),
            *(
                f"{sum(one.verdict == 'agrees' for one in scores)}; {distance(scores):.1f}"
                for scores in (trial.before, trial.after)
            ),
            "yes" if trial.helps else "no",
        )
        for trial in trials(listed)
    ]
    if not rows:
        return ""
    head = ("change", "numbers", "before: agree; points away", "with it", "helps")
    return _TRIALS + markdown_table(head, rows)


_TRIALS = """## Changes that were tried

Experiments of ours play published numbers again with something changed that the papers leave open. They were chosen
after the differences were seen, so a number that agrees with one of several changes proves little. A change therefore
counts as an explanation only if it *helps*: all numbers that it replays must be nearer to print as a whole, by the root
mean square of their differences in points.

"""


def _tried(number: Number, tried: dict[str, str]) -> str:
    """What was tried about a difference: experiments of ours that change one thing, and what is written down."""
    parts = [f"{experiment(one.experiment).change}: {_try(one)}" for one in number.tries]
    written = tried.get(key_of(number.cell, number.experiment.name))
    return "; ".join([*parts, *([written] if written else [])]) or "nothing yet"


def _try(score: KeptScore) -> str:
    link = f"[{score.score:.1f}](results/{score.folder}/result.md)"
    return f"{link} ({score.low:.1f} to {score.high:.1f}), {score.games:,} games, {score.verdict}"


def key_of(cell: Cell, name: str) -> str:
    """The name under which a file says what was tried about a number."""
    return (
        f"{name}: {cell.row}, {cell.column}" if not cell.series else f"{name}: {cell.table}, {cell.row}, {cell.column}"
    )


_COLUMNS = (
    "experiment", "number", "published", "reading", "ours, %", "95 %", "games", "size", "verdict", "other reading",
    "with a change", "other budgets",
)  # fmt: skip


def _row(number: Number) -> tuple[str, ...]:
    best = number.best
    start = (f"`{number.experiment.name}`", place_of(number.cell), _published(number.cell))
    if best is None:
        return (*start, "", "–", "", "", "", _MISSING, "", "", "")
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
        "; ".join(
            f"{experiment(one.experiment).change}: {_try(one)}" for one in number.tries if best.verdict != "agrees"
        ),
        "; ".join(f"× {one.scale:g}: {one.score:.1f}" for one in number.scaled if one is not best),
    )


def _verdict(score: KeptScore) -> str:
    if score.verdict != "undecided":
        return _word(score)
    needed = "no number decides" if score.games_needed is None else f"about {score.games_needed:,} games decide"
    return f"undecided ({needed})"


def _published(cell: Cell) -> str:
    assert cell.published is not None
    return f"{cell.published.value:g} ({cell.published.games:,})"
