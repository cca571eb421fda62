"""`turnwright study`: what people's games have come to, and the export. The page to play on is `serve --study`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from turnwright.arena.store import Store
from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.study.outcomes import Group, by_skill

study = typer.Typer(
    help="Show and export the games of a study with human players.", no_args_is_help=True, add_completion=False
)

NameOption = Annotated[str | None, typer.Option(help="Only this study.", show_default="all")]


@study.command()
def show(name: NameOption = None, store: StoreOption = None, json: JsonFlag = False) -> None:
    """Show the games won by each group of people, with 95 % intervals."""
    from turnwright.study.ledger import Ledger

    with Store(store_place(store), create=False) as opened:
        games = [found.game for found in Ledger(opened, create=False).participations(name)]
    groups = by_skill(games), by_skill(games, left_too=True)
    if json:
        print_json([_data(group, left) for left, found in zip((False, True), groups, strict=True) for group in found])
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("people", "begun", "finished", "won", "95 %", "with decided games that were left"):
        table.add_column(column, justify="left" if column == "people" else "right")
    for finished, decided in zip(*groups, strict=True):
        low, high = (100 * end for end in finished.interval)
        interval = f"{low:.0f} – {high:.0f}" if finished.games else ""
        row = (str(finished.begun), str(finished.games), _won(finished), interval, _won(decided))
        table.add_row(finished.label, *row)
    out.print(table)


def _won(group: Group) -> str:
    return "–" if group.share is None else f"{group.won} of {group.games}, {100 * group.share:.1f} %"


def _data(group: Group, left_too: bool) -> dict[str, object]:
    low, high = group.interval
    return {
        "skill": group.label,
        "left_games_counted": left_too,
        "begun": group.begun,
        "games": group.games,
        "won": group.won,
        "low": low,
        "high": high,
        "mean_turns": group.mean_turns,
    }


@study.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that ends in .csv or .json.")],
    name: NameOption = None,
    store: StoreOption = None,
) -> None:
    """Write all games of people to a file: answers, turns, evaluations, comments, random ids."""
    from turnwright.study import export as exporting
    from turnwright.study.ledger import Ledger

    exporting.check_format(file)
    with Store(store_place(store), create=False) as opened:
        count = exporting.write(file, Ledger(opened, create=False).participations(name))
    err.print(f"wrote {count:,} games to {file}", markup=False, soft_wrap=True)
