"""`turnwright bench`: how fast an engine and its searches are."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from turnwright import TurnwrightError
from turnwright import game as game_named
from turnwright.agents.plots import check_picture_name
from turnwright.bench.batches import BatchReport, measure_batches
from turnwright.bench.cold import ColdStart, cold_starts
from turnwright.bench.collisions import CollisionReport, count_collisions
from turnwright.bench.plots import draw_scaling
from turnwright.bench.report import ISLANDS, BenchReport, run
from turnwright.bench.scaling import COSTS, ScalingReport, measure_scaling
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json


def bench(
    game: Annotated[str, typer.Argument(help="The game, such as hero_academy or hero_academy:map=a-tiny.")],
    only: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME…]",
            help="Measure only these; with --scaling, only these costs; with --cold, only these agents.",
        ),
    ] = "",
    scaling: Annotated[
        bool, typer.Option("--scaling", help="Measure instead how costs grow with action points and with units.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --scaling, draw the curves as .png or .svg.")
    ] = None,
    cold: Annotated[
        bool,
        typer.Option(
            "--cold", help="Measure instead the time to each agent's first plan, with an empty and a full cache."
        ),
    ] = False,
    collisions: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Measure instead how often hash keys collide on about N distinct states.",
        ),
    ] = 0,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Instead: how fast batches of games and turns are on a GPU.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Measure the engine of a game and the searches in it, in nanoseconds and in ticks.

    A tick is one step of a fixed chain of arithmetic, measured in the same run: ticks compare across
    machines.
    """
    if scaling + cold + bool(collisions) + gpu > 1:
        raise TurnwrightError(
            "--scaling, --cold, --collisions and --gpu are different measurements; choose one of them"
        )
    if plot is not None:
        if not scaling:
            raise TurnwrightError("--plot draws what --scaling measures; add --scaling")
        check_picture_name(plot)
    if only and (collisions or gpu):
        raise TurnwrightError("--only chooses among figures; --collisions and --gpu measure all; leave one of them out")
    chosen = game_named(game)
    names = [name.strip() for name in only.split(",")] if only else []
    if cold:
        with _measuring() as progress:
            starts = list(cold_starts(game, only=names, progress=progress))
        _show_cold(starts, json)
        return
    announce_compiling(f"the benchmark of {chosen.name}")
    if gpu:
        with _measuring() as progress:
            batches = measure_batches(chosen, progress=progress)
        _show_batches(batches, json)
    elif collisions:
        _show_collisions(count_collisions(chosen, collisions), json)
    elif scaling:
        with _measuring() as progress:
            growth = measure_scaling(chosen, only=names, progress=progress)
        if plot is not None:
            draw_scaling(growth, plot)
            err.print(f"wrote {plot}", markup=False)
        _show_scaling(growth, json)
    else:
        with _measuring() as progress:
            progress("compiling everything that is not in the cache")
            _compile_apart(game, names)
            report = run(chosen, only=names, progress=progress)
        _show(report, json)
        if report.islands_speedup is None and (not names or ISLANDS in names):
            err.print(f"{ISLANDS} is skipped: two islands need two cores")


def _compile_apart(game: str, only: list[str]) -> None:
    """Let another process compile. Code runs up to a tenth slower in the process that has just compiled it than in
    all later ones, which load it."""
    process = get_context("spawn").Process(target=_measure_once, args=(game, only))
    process.start()
    process.join()


def _measure_once(game: str, only: list[str]) -> None:
    announce_compiling(f"the benchmark of {game}")
    with suppress(TurnwrightError):  # the main process finds it too, and reports it
        run(game_named(game), rounds=1, only=only, effort=0.01)


@contextmanager
def _measuring() -> Iterator[Callable[[str], None]]:
    """A line on stderr that says what is being measured; what is yielded changes it."""
    with err.status("measuring …") as status:
        yield lambda line: status.update(f"measuring: {line} …")


def _show(report: BenchReport, json: bool) -> None:
    if json:
        print_json(report.as_dict())
        return
    table = Table("measure", "ns", "per second", "ticks", "what")
    table.columns[0].no_wrap = True
    for column in table.columns[1:4]:
        column.justify = "right"
    for figure in report.figures:
        table.add_row(figure.name, f"{figure.ns:,.1f}", f"{figure.rate:,.0f}", f"{figure.ticks:,.1f}", figure.what)
    out.print(table)
    if report.islands_speedup is not None:
        out.print(f"Two islands on two threads do {report.islands_speedup:.2f} times the evaluations of one.")
    out.print(f"{report.game.spec}, {report.positions} positions; a tick is {report.tick_ns:.2f} ns.")


def _show_scaling(report: ScalingReport, json: bool) -> None:
    if json:
        print_json(report.as_dict())
        return
    for curve in report.curves:
        headings = (curve.over.replace("_", " "), *(COSTS[cost] for cost in curve.ns))
        table = Table(*headings, box=SIMPLE_HEAD, padding=0, collapse_padding=True)
        for column in table.columns:
            column.justify = "right"
        for i, size in enumerate(curve.sizes):
            cells = [f"{ns[i] / 1000:,.3g} ({ns[i] / report.tick_ns:,.0f})" for ns in curve.ns.values()]
            table.add_row(str(size), *cells)
        table.add_section()
        table.add_row("exponent", *(f"{curve.exponent(cost):.2f}" for cost in curve.ns))
        out.print(table)
    out.print(f"{report.game.spec}; microseconds, in brackets ticks; a tick is {report.tick_ns:.2f} ns.")


def _show_cold(starts: list[ColdStart], json: bool) -> None:
    if json:
        print_json({start.agent: start.as_dict() for start in starts})
        return
    table = Table("agent", "seconds, nothing compiled", "seconds, everything compiled")
    for column in table.columns[1:]:
        column.justify = "right"
    for start in starts:
        table.add_row(start.agent, f"{start.cold:.1f}", f"{start.warm:.1f}")
    out.print(table)


def _show_batches(report: BatchReport, json: bool) -> None:
    if json:
        print_json(report.as_dict())
        return
    table = Table("measure", "per second", "ms on the GPU", "ms in all", "what")
    for column in table.columns[1:4]:
        column.justify = "right"
    for figure in report.figures:
        milliseconds = (f"{1000 * seconds:,.2f}" for seconds in (figure.kernel_seconds, figure.seconds))
        table.add_row(figure.name, f"{figure.rate:,.0f}", *milliseconds, figure.what)
    out.print(table)
    out.print(f"{report.game.spec} on {report.gpu['name']}.")


def _show_collisions(reports: list[CollisionReport], json: bool) -> None:
    if json:
        print_json([report.as_dict() for report in reports])
        return
    table = Table("states", "distinct", "key", "collisions", "share")
    for column in (table.columns[1], *table.columns[3:]):
        column.justify = "right"
    for report in reports:
        table.add_row(
            report.source, f"{report.distinct:,}", report.key, f"{report.collisions:,}", f"{report.share:.2e}"
        )
    out.print(table)
