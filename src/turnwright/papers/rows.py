"""Results as rows of text, the same in the terminal, in Markdown and on the page."""

from collections import Counter
from collections.abc import Sequence

from turnwright.papers.experiment import PAPERS
from turnwright.papers.findings import number_text
from turnwright.papers.layout import grids
from turnwright.papers.result import CellScore, Finding, Result

SCORE_COLUMNS = (
    "row", "column", "ours, %", "95 %", "games", "p", "published", "ours − published", "verdict", "note",
)  # fmt: skip
"""The published number has its games in brackets; p is Wilcoxon's, of no difference between the players."""
_RULE_OF_SCORES = (
    "A score agrees where the whole 95 % interval of ours − published, the errors of both included, lies within ± the "
    "margin ({margin:g} points); else it differs where that interval excludes 0. A pairing is one result: its mirror "
    "image is not counted again."
)
_RULE_OF_FIGURES = (
    "A mean agrees where its whole 95 % interval lies within 10 % of the published one, which is taken at its word; "
    "else it differs where that interval excludes it. Exact numbers agree to the digits printed."
)
_RULE_OF_RUNS = (
    "A published figure, which is from one run, agrees where it lies within the range of our runs, and differs where "
    "it does not; fewer than three runs of ours are too few."
)
VERDICTS = ("agrees", "differs", "not borne out", "undecided")
"""In the order in which they are counted."""
FINDING_COLUMNS = ("of", "figure", "ours", "95 %", "published", "ours / published", "verdict", "note")


def score_row(score: CellScore) -> tuple[str, ...]:
    """A score in the order of `SCORE_COLUMNS`."""
    cell, found = score.cell, score.verdict
    played = f"{score.games}" if score.games == score.wanted else f"{score.games} of {score.wanted}"
    if score.share is None:
        published = "" if cell.published is None else f"{cell.published.value:g}"
        return (cell.row, cell.column, "–", "", played, "", published, "", "", cell.note)
    low, high = score.interval
    difference = ""
    if found is not None and found.difference is not None:
        ends = found.interval
        difference = f"{100 * found.difference:+.1f} ({100 * ends.low:+.0f} to {100 * ends.high:+.0f})"
    return (
        cell.row,
        cell.column,
        f"{100 * score.share:.1f}",
        f"{100 * low:.1f} – {100 * high:.1f}",
        played,
        "" if score.p is None else "< .001" if score.p < 0.001 else f"{score.p:.3f}".lstrip("0"),
        "" if cell.published is None else f"{cell.published.value:g} ({cell.published.games})",
        difference,
        "" if found is None else found.word,
        _note(score),
    )


def _note(score: CellScore) -> str:
    """What a reader must know of a score."""
    notes = [score.cell.note] if score.cell.note else []
    if score.is_mirror:
        notes.append("the games of an earlier row, from the other side")
    if score.verdict is not None and score.verdict.word == "undecided":
        needed = score.needed
        notes.append("no number of games decides" if needed is None else f"about {needed:,} games decide")
    return "; ".join(notes)


def finding_row(finding: Finding) -> tuple[str, ...]:
    """A finding in the order of `FINDING_COLUMNS`."""
    return (
        finding.group,
        finding.label,
        finding.ours,
        finding.interval,
        finding.published,
        finding.ratio,
        finding.word or "",
        finding.note,
    )


_SEARCH_WORDS = {
    "milliseconds": "ms",
    "iterations": "iterations",
    "evaluations": "evaluations",
    "steps": "steps",
    "generations": "generations or phases",
    "unique": "unique ends",
    "depth_mean": "mean depth",
    "depth_max": "deepest",
    "completed": "actions filled in",
}


def search_table(result: Result) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows of the searches' means per turn; figures that no agent reports are left out."""
    names = [name for name in _SEARCH_WORDS if any(name in one.means for one in result.searches)]
    rows = [
        (one.group, f"{one.turns:,}", *(number_text(one.means[name]) if name in one.means else "" for name in names))
        for one in result.searches
    ]
    return ("searches of", "turns", *(_SEARCH_WORDS[name] for name in names)), rows


def summary(result: Result) -> str:
    """The verdicts, counted."""
    words = Counter[str]()
    words.update(s.verdict.word for s in result.scores if s.verdict is not None and not s.is_mirror)
    words.update(one.word for one in result.statements if one.word is not None)
    words.update(one.word for one in result.findings if one.word is not None)
    if not words:
        return "No verdicts: nothing was published as a number, budgets are scaled, or there is nothing of ours."
    counted = ", ".join(f"{words[word]} × {word}" for word in VERDICTS if words[word])
    rule = _RULE_OF_RUNS if result.experiment.evolutions else _RULE_OF_SCORES if result.scores else _RULE_OF_FIGURES
    return f"Verdicts: {counted}. {rule.format(margin=result.experiment.margin)}"


def markdown(result: Result) -> str:
    """The result as a page of Markdown, to be kept beside the paper's page."""
    experiment = result.experiment
    parts = [
        f"# {experiment.name}: {experiment.title}",
        f"{PAPERS[experiment.paper]}. {' '.join(experiment.about.split())}",
        f"**{result.words}.** {summary(result)}",
        *result.remarks,
    ]
    for grid in grids(result.experiment, result.scores):
        parts.append(
            f"## {grid.title}\n\n" + markdown_table(SCORE_COLUMNS, [score_row(score) for score in grid.listed])
        )
    if result.statements:
        rows = [(one.says, one.word or "", one.detail) for one in result.statements]
        parts.append("## Statements\n\n" + markdown_table(("statement", "verdict", "scores"), rows))
    if result.findings:
        parts.append("## Figures\n\n" + markdown_table(FINDING_COLUMNS, [finding_row(one) for one in result.findings]))
    if result.searches:
        parts.append("## Searches, means of a turn\n\n" + markdown_table(*search_table(result)))
    run = [f"```\n{result.command}\n```"]
    if result.settings:
        run.append(markdown_table(("in the paper", "here"), [(what, f"`{spec}`") for what, spec in result.settings]))
    run.append(markdown_table(("machine", "versions"), list(result.machine.items())))
    parts.append("## What was run\n\n" + "\n\n".join(run))
    return "\n\n".join(parts) + "\n"


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; columns without any entry are left out."""
    used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    lines = [[columns[i] for i in used], ["---"] * len(used), *([row[i] for i in used] for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
