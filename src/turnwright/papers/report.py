"""The report of an experiment as one page that needs nothing from elsewhere."""

from collections.abc import Iterable, Sequence
from html import escape

from turnwright.papers.experiment import PAPERS
from turnwright.papers.layout import Grid, grids, score_curves
from turnwright.papers.plots import draw_curves, draw_mean_bars, draw_score_bars, style_sheet
from turnwright.papers.result import CellScore, Result
from turnwright.papers.rows import (
    FINDING_COLUMNS,
    SCORE_COLUMNS,
    finding_row,
    score_row,
    search_table,
    summary,
)

_NUMBER = ' class="number"'


def report_page(result: Result) -> str:
    """The page as text."""
    experiment = result.experiment
    parts = [
        f"<h1>{escape(experiment.name)}: {escape(experiment.title)}</h1>",
        f'<p class="soft">{escape(PAPERS[experiment.paper])}</p>',
        f"<p>{escape(' '.join(experiment.about.split()))}</p>",
        _size_line(result),
        f"<p>{escape(summary(result))}</p>",
        *(f"<p>{escape(remark)}</p>" for remark in result.remarks),
        *_scores(result),
        *_statements(result),
        *_findings(result),
        *_what_was_run(result),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(experiment.name)}</title><style>{style_sheet()}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _size_line(result: Result) -> str:
    kind = "size" if result.size.scale == 1 else "size scaled"
    return f'<p class="{kind}">{escape(result.words)}</p>'


def _scores(result: Result) -> Iterable[str]:
    if not result.scores:
        return
    yield "<h2>Scores</h2>"
    curves = {one.title: one for one in score_curves(result.experiment, result.scores)}
    for grid in grids(result.experiment, result.scores):
        yield _matrix(grid, result.words)
        if grid.title in curves:
            yield draw_curves(curves[grid.title])
        else:
            yield draw_score_bars(grid.title, grid.listed)
    rows = [score_row(score) for grid in grids(result.experiment, result.scores) for score in grid.listed]
    yield "<details><summary>All scores, with games and differences</summary>"
    yield _table(f"All scores ({result.words})", SCORE_COLUMNS, rows, numbers=range(2, 8))
    yield "</details>"


def _matrix(grid: Grid, size: str) -> str:
    """The table as the paper has it, each place with ours, its interval, and what was published."""
    head = "".join(f"<th>{escape(column)}</th>" for column in grid.columns)
    lines = []
    for row in grid.rows:
        cells = "".join(_matrix_cell(grid.scores.get((row, column))) for column in grid.columns)
        lines.append(f"<tr><th>{escape(row)}</th>{cells}</tr>")
    caption = f'{escape(grid.title)}, % <span class="soft">({escape(size)})</span>'
    return (
        f'<div class="wide"><table><caption>{caption}</caption><tr><th></th>{head}</tr>\n'
        + "\n".join(lines)
        + "</table></div>"
    )


def _matrix_cell(score: CellScore | None) -> str:
    if score is None:
        return '<td class="soft">–</td>'
    if score.share is None:
        return '<td class="soft">not played</td>'
    low, high = score.interval
    lines = [
        f"<strong>{100 * score.share:.1f}</strong>",
        f'<span class="soft">{100 * low:.0f} – {100 * high:.0f}</span>',
    ]
    if score.cell.published is not None:
        lines.append(f"published {score.cell.published.value:g}")
    if score.verdict is not None:
        lines.append(_shown(score.verdict.word))
    return f"<td>{'<br>'.join(lines)}</td>"


def _shown(text: str) -> str:
    """A text, a verdict's in its colour."""
    colour = {"agrees": "agrees", "differs": "differs", "undecided": "few", "not borne out": "differs"}.get(text)
    return escape(text) if colour is None else f'<span class="{colour}">{text}</span>'


def _statements(result: Result) -> Iterable[str]:
    if result.statements:
        yield "<h2>Statements</h2>"
        rows = [(one.says, one.word or "", one.detail) for one in result.statements]
        yield _table(f"Tested on the scores above ({result.words})", ("statement", "verdict", "scores"), rows)


def _findings(result: Result) -> Iterable[str]:
    if result.findings:
        yield "<h2>Figures</h2>"
        rows = [finding_row(one) for one in result.findings]
        yield _table(f"Measured beside published ({result.words})", FINDING_COLUMNS, rows, numbers=range(2, 6))
    yield from draw_mean_bars(result.findings)
    for figure in result.curves:
        yield draw_curves(figure)
    if result.searches:
        columns, means = search_table(result)
        yield "<h2>Searches</h2>"
        yield _table(f"Means of a turn ({result.words})", columns, means, numbers=range(1, len(columns)))


def _what_was_run(result: Result) -> Iterable[str]:
    yield "<h2>What was run</h2>"
    yield f"<p><code>{escape(result.command)}</code></p>"
    if result.settings:
        yield _table("Games and players", ("in the paper", "here"), result.settings)
    yield _table("Machine and versions", ("", ""), list(result.machine.items()))
    if result.experiment.notes:
        yield "<h2>Notes</h2><ul>" + "".join(f"<li>{escape(note)}</li>" for note in result.experiment.notes) + "</ul>"


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Iterable[int] = ()) -> str:
    """A table; columns without any entry are left out."""
    right = set(numbers)
    used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    head = "".join(f"<th>{escape(columns[i])}</th>" for i in used)
    lines = []
    for row in rows:
        cells = "".join(f"<td{_NUMBER if i in right else ''}>{_shown(row[i])}</td>" for i in used)
        lines.append(f"<tr>{cells}</tr>")
    return (
        f'<div class="wide"><table><caption>{escape(title)}</caption><tr>{head}</tr>\n'
        + "\n".join(lines)
        + "</table></div>"
    )
