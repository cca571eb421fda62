"""`turnwright bench`: how fast an engine is."""

from typing import Annotated

import typer
from rich.table import Table

from turnwright import game as game_named
from turnwright.bench.collisions import CollisionReport, count_collisions
from turnwright.bench.report import Report, run
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json


def bench(
    game: Annotated[str, typer.Argument(help="The game, such as hero_academy or hero_academy:map=a-tiny.")],
    collisions: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Instead of speed: how often hash keys collide on about N distinct states.",
        ),
    ] = 0,
    json: JsonFlag = False,
) -> None:
    """Measure the engine of a game, in nanoseconds and in ticks.

    A tick is one step of a fixed chain of arithmetic, measured in the same run: ticks compare across
    machines.
    """
    chosen = game_named(game)
    announce_compiling(f"the benchmark of {chosen.name}")
    if collisions:
        _show_collisions(count_collisions(chosen, collisions), json)
        return
    with err.status("measuring …") as status:
        report = run(chosen, progress=lambda line: status.update(f"measuring: {line} …"))
    if json:
        print_json(report.as_dict())
    else:
        _show(report)


def _show(report: Report) -> None:
    table = Table("measure", "ns", "per second", "ticks", "what")
    for column in table.columns[1:4]:
        column.justify = "right"
    for figure in report.figures:
        table.add_row(figure.name, f"{figure.ns:,.1f}", f"{figure.rate:,.0f}", f"{figure.ticks:,.1f}", figure.what)
    out.print(table)
    out.print(f"{report.game.spec}, {report.positions} positions; a tick is {report.tick_ns:.2f} ns.")


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
