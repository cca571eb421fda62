"""`turnwright reproduce`: a published experiment, played again."""

import json as json_format
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from turnwright import TurnwrightError
from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    AnySourceOption,
    BackendOption,
    PatienceOption,
    StoreOption,
    WorkersOption,
    checked_workers,
    store_place,
)
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.papers.check import check_result, earlier_games
from turnwright.papers.experiment import Variant
from turnwright.papers.kept_games import GAMES_FILE, write_games
from turnwright.papers.layout import grids
from turnwright.papers.load import experiment
from turnwright.papers.report import report_page
from turnwright.papers.reproduce import Laboratory, pairings
from turnwright.papers.reproduce import reproduce as play
from turnwright.papers.result import Result
from turnwright.papers.rows import (
    FINDING_COLUMNS,
    SCORE_COLUMNS,
    finding_row,
    markdown,
    score_row,
    search_table,
    summary,
)
from turnwright.papers.scale import Size

_PLAIN_LINES = 20
"""How many lines of progress are printed if there is no terminal for a bar."""


def reproduce(
    name: Annotated[str, typer.Argument(help="The experiment, as 'turnwright papers' lists it.")],
    games: Annotated[
        int | None,
        typer.Option(
            help="Games for every number in a table; must be even.", show_default="as published, times --scale"
        ),
    ] = None,
    budget: Annotated[
        str,
        typer.Option(
            help="paper: the published counts in iterations; seconds: the published time by the clock; or one for all, "
            "such as 1s or 5000it."
        ),
    ] = "paper",
    scale: Annotated[float, typer.Option(help="Share of the published games and budgets.")] = 1.0,
    variant: Annotated[
        Variant | None,
        typer.Option(
            help="As the papers describe it, or as the published code has it.",
            show_default="reference for matches and searches of Hero Academy, else described",
        ),
    ] = None,
    cells: Annotated[
        list[str] | None,
        typer.Option(
            help="Only some: ap=5,10 or seconds=1 or row=…, column=…, table=…; may be repeated.", show_default=False
        ),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(min=2, help="Number of turn starts to plan on, in experiments that use them.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    store: StoreOption = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    folder: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write report.html, result.json, result.md and the games there."),
    ] = None,
    earlier: Annotated[
        list[Path] | None,
        typer.Option(
            "--continue",
            metavar="DIR",
            help="Count the games of a result in DIR as played, if the present sources played them; may be repeated.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Play nothing: compute the result in DIR again from its games, and compare.",
            show_default=False,
        ),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Run a published experiment and compare our numbers with the published ones.

    Games that the store already has are not played again, so the same command resumes an interrupted run.
    """
    wanted = experiment(name)
    if check is not None:
        _check(name, check, json)
        return
    size = Size(
        games=games, budget=budget, scale=scale, variant=variant or wanted.primary, seed=seed, positions=positions
    )
    if folder is not None:
        _check_folder(folder)
    known = earlier_games(earlier or ())
    hands = checked_workers(workers, backend, pairings(wanted, size, cells or ()))
    announce_compiling(f"the agents of {name}")
    with Store(store_place(store)) as kept, _progress() as progress:
        arena = ArenaConfig(store=kept, workers=hands, backend=backend, patience=patience, any_source=any_source)
        laboratory = Laboratory(arena=arena, begin=progress.begin, advance=progress.advance, earlier=known)
        result = play(wanted, size, laboratory, cells or (), command=_command())
    if folder is not None:
        _write(result, folder)
    if json:
        print_json(result.as_dict())
    else:
        _show(result)


def _check(name: str, folder: Path, json: bool) -> None:
    """Compute a kept result again; what is not the same is an error."""
    found = check_result(folder, name)
    if json:
        print_json(asdict(found))
    elif not found.faults:
        out.print(
            f"{found.scores:,} scores with their intervals and verdicts, and {found.statements:,} statements, are the "
            f"same by the {found.games:,} games kept in {folder}",
            markup=False,
            soft_wrap=True,
        )
    for fault in found.faults:
        err.print(fault, markup=False, soft_wrap=True)
    if found.faults:
        raise TurnwrightError(f"{len(found.faults)} entries of {str(folder)!r} are not what its games say; play again")


def _command() -> str:
    """The command as typed, without what only matters on the machine at hand."""
    words = sys.argv[1:] if len(sys.argv) > 1 else []
    kept = []
    local = ("--store", "--out", "--workers", "--backend", "--patience", "--json", "--any-source", "--continue")
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.partition("=")[0] in local:
            skip = "=" not in word and word not in ("--json", "--any-source")
        else:
            kept.append(word)
    return shlex.join(["turnwright", *kept])


class _Bar:
    """Progress for people: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._what, self._done, self._total = "", 0, 0

    def begin(self, what: str, total: int) -> None:
        self._what, self._done, self._total = what, 0, total
        if self._bar is not None:
            self._task = self._bar.add_task(what, total=total)

    def advance(self) -> None:
        self._done += 1
        if self._bar is not None:
            self._bar.advance(self._task)
        elif self._done * _PLAIN_LINES // self._total > (self._done - 1) * _PLAIN_LINES // self._total:
            err.print(f"{self._what}: {self._done:,} of {self._total:,}")


@contextmanager
def _progress() -> Iterator[_Bar]:
    if not err.is_terminal:
        yield _Bar(None)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        yield _Bar(bar)


def _check_folder(folder: Path) -> None:
    """Find out before hours of games that the report cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TurnwrightError(f"the folder {str(folder)!r} cannot be created: {error.strerror}") from error


def _write(result: Result, folder: Path) -> None:
    files = {
        "report.html": report_page(result),
        "result.json": json_format.dumps(result.as_dict(), indent=2, ensure_ascii=False) + "\n",
        "result.md": markdown(result),
    }
    for name, text in files.items():
        try:
            (folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise TurnwrightError(f"{name} cannot be written to {str(folder)!r}: {error.strerror}") from error
    written = list(files)
    if result.pairings:
        try:
            write_games(result.pairings, folder)
        except OSError as error:
            raise TurnwrightError(f"{GAMES_FILE} cannot be written to {str(folder)!r}: {error.strerror}") from error
        written.append(GAMES_FILE)
    err.print(f"wrote {', '.join(written)} to {folder}", markup=False, soft_wrap=True)


def _show(result: Result) -> None:
    one = result.experiment
    out.print(f"[bold]{escape(one.name)}[/]: {escape(one.title)} ({escape(result.words)})", soft_wrap=True)
    for grid in grids(result.experiment, result.scores):
        rows = [score_row(score) for score in grid.listed]
        _print_table(f"{grid.title} ({result.words})", SCORE_COLUMNS, rows, range(2, 8))
    if result.statements:
        rows = [(tested.says, tested.word or "", tested.detail) for tested in result.statements]
        _print_table(f"Statements ({result.words})", ("statement", "verdict", "scores"), rows)
    if result.findings:
        _print_table(f"Figures ({result.words})", FINDING_COLUMNS, map(finding_row, result.findings), range(2, 6))
    if result.searches:
        columns, means = search_table(result)
        _print_table(f"Searches, means of a turn ({result.words})", columns, means, range(1, len(columns)))
    for remark in (*result.remarks, *one.notes, summary(result)):
        out.print(f"• {escape(remark)}", soft_wrap=True)


_LESS_NEEDED = ("p", "games", "95 %", "steps", "deepest", "mean depth", "note")
"""Columns that a narrow terminal does without, the first first; reports have them all."""
_LONGEST_FIGURE = 24
"""Letters up to which a figure stays in one line; what is longer is words."""
_WIDEST = 1000
_NARROWEST = 10
"""Letters that a column of words must keep for them to be read."""


def _print_table(title, columns, rows, right=()) -> None:  # type: ignore[no-untyped-def]
    rows = list(rows)
    used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    unneeded = [i for name in _LESS_NEEDED for i in used if columns[i] == name]
    while True:
        table = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for i in used:
            longest = max(len(columns[i]), *(len(row[i]) for row in rows))
            is_figure = i in right and longest <= _LONGEST_FIGURE
            width = longest if is_figure else min(longest, _NARROWEST)
            table.add_column(columns[i], justify="right" if is_figure else "left", no_wrap=is_figure, min_width=width)
        for row in rows:
            table.add_row(*(_coloured(row[i]) for i in used))
        if not unneeded or Measurement.get(out, out.options.update_width(_WIDEST), table).minimum <= out.width:
            break
        used.remove(unneeded.pop(0))
    out.print(table)


def _coloured(text: str) -> str:
    colours = {"agrees": "green", "differs": "bold red", "undecided": "yellow", "not borne out": "red"}
    return f"[{colours[text]}]{text}[/]" if text in colours else escape(text)
