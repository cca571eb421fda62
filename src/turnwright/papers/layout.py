"""How scores are laid out: tables as the papers have them, curves where there is an axis."""

from collections.abc import Sequence
from dataclasses import dataclass

import turnwright
from turnwright.papers.experiment import Experiment
from turnwright.papers.published import Series
from turnwright.papers.result import CellScore, CurveLine, Curves


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table of scores."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scores: dict[tuple[str, str], CellScore]

    @property
    def listed(self) -> list[CellScore]:
        """The scores, row by row."""
        places = [(row, column) for row in self.rows for column in self.columns]
        return [self.scores[place] for place in places if place in self.scores]


def grids(experiment: Experiment, scores: Sequence[CellScore]) -> list[Grid]:
    """The scores table by table, in the order of the paper."""
    columns = {one.title: [experiment.players[role].label for role in one.columns] for one in experiment.tables}
    tables: dict[str, list[CellScore]] = {}
    for score in scores:
        tables.setdefault(score.cell.table, []).append(score)
    return [
        Grid(
            title=title,
            rows=tuple(dict.fromkeys(score.cell.row for score in members)),
            columns=_in_order({score.cell.column for score in members}, columns.get(title, []), members),
            scores={(score.cell.row, score.cell.column): score for score in members},
        )
        for title, members in tables.items()
    ]


def _in_order(used: set[str], printed: Sequence[str], members: Sequence[CellScore]) -> tuple[str, ...]:
    """The columns that are used, as printed; where nothing is known of that, as they come."""
    order = printed or dict.fromkeys(score.cell.column for score in members)
    return tuple(column for column in order if column in used)


def score_curves(experiment: Experiment, scores: Sequence[CellScore]) -> list[Curves]:
    """A figure for every table whose rows run along an axis of three places or more."""
    series = {one.name: one for one in experiment.series}
    figures = []
    for grid in grids(experiment, scores):
        members = [series[score.cell.series] for score in grid.listed if score.cell.series]
        if not members or members[0].over == "match" or len(grid.columns) < 3:
            continue
        first = members[0]
        is_setting = first.over == "setting" and bool(first.at_labels)
        lines = [_line(grid, row, is_setting) for row in grid.rows]
        figures.append(
            Curves(
                title=grid.title,
                x_label=_axis(experiment, first),
                y_label="score, %",
                lines=tuple(lines),
                logarithmic=first.over == "seconds",
                tick_labels=grid.columns if is_setting else (),
            )
        )
    return figures


def _axis(experiment: Experiment, series: Series) -> str:
    """What the x axis shows, in words."""
    if series.over == "turn_length":
        setting = turnwright.game(series.game or experiment.game).turn_length_setting or "actions"
        return setting.replace("_", " ")
    return "seconds of the paper per turn" if series.over == "seconds" else series.axis


def _line(grid: Grid, row: str, by_place: bool) -> CurveLine:
    places = [column for column in grid.columns if (row, column) in grid.scores]
    scores = [grid.scores[row, column] for column in places]
    x = [
        float(grid.columns.index(column)) if by_place else float(score.cell.at or 0)
        for column, score in zip(places, scores, strict=True)
    ]
    order = sorted(range(len(x)), key=lambda i: x[i])
    published = [score.cell.published for score in scores]
    return CurveLine(
        label=row,
        x=tuple(x[i] for i in order),
        y=tuple(100 * (scores[i].share or 0.0) for i in order),
        low=tuple(100 * scores[i].interval.low for i in order),
        high=tuple(100 * scores[i].interval.high for i in order),
        published=tuple(None if (one := published[i]) is None else one.value for i in order),
    )
