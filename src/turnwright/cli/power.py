"""`turnwright power`: how many games a difference needs."""

from typing import Annotated, Any

import typer
from rich.table import Table

from turnwright import TurnwrightError
from turnwright.arena.statistics import (
    Design,
    chance_to_show,
    elo_of_share,
    games_needed,
    share_of_elo,
    smallest_share,
)
from turnwright.cli.console import JsonFlag, out, print_json

USUAL_DIFFERENCES = (5, 10, 20, 35, 50, 75, 100, 150, 200, 300)


def power(
    elo: Annotated[float | None, typer.Option(help="A difference in Elo, such as 20.", show_default=False)] = None,
    share: Annotated[
        float | None, typer.Option(help="The same as a share of the points, such as 0.62.", show_default=False)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="Number of games: which difference they can show, or the power to show it.", show_default=False
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="Significance level: how often equal agents may be called different (two-sided).")
    ] = 0.05,
    power: Annotated[float, typer.Option(help="Power: how often a real difference should be detected.")] = 0.8,
    draws: Annotated[float, typer.Option(help="The share of draws, from 0 to 1.")] = 0.0,
    pair_correlation: Annotated[
        float, typer.Option(help="Correlation of the two games of a pair: negative if the deal or the seat matters.")
    ] = 0.0,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Plan single games instead of pairs with the same deal.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Compute how many games you need to show a difference, or which difference a number of games can show.

    With a difference, the games it needs; with --games, the smallest difference they show; with both, how likely
    they are to show it; with neither, a table.
    """
    design = Design(alpha=alpha, power=power, draws=draws, paired=not unpaired, pair_correlation=pair_correlation)
    if elo is not None and share is not None:
        raise TurnwrightError("--elo and --share both name a difference; give one of them")
    wanted = share_of_elo(elo) if elo is not None else share
    if wanted is None and games is None:
        possible = [share for share in map(share_of_elo, USUAL_DIFFERENCES) if share <= design.largest_share]
        rows = [_difference(share) | {"games": games_needed(share, design)} for share in possible]
    elif games is None:
        assert wanted is not None
        rows = [_difference(wanted) | {"games": games_needed(wanted, design)}]
    elif wanted is None:
        rows = [_difference(smallest_share(games, design)) | {"games": games}]
    else:
        rows = [_difference(wanted) | {"games": games, "power": chance_to_show(wanted, games, design)}]
    if json:
        print_json(_design_as_dict(design) | {"differences": [{"power": design.power} | row for row in rows]})
    elif len(rows) > 1:
        _show(rows, design)
    else:
        out.print(_sentence(rows[0], design), soft_wrap=True)


def _difference(share: float | None) -> dict[str, Any]:
    """A difference in both units; None for no difference at all, and for an infinite one."""
    elo = None if share in (None, 0, 1) else elo_of_share(share or 0.5)
    return {"share": share, "elo": elo}


def _design_as_dict(design: Design) -> dict[str, Any]:
    return {
        "alpha": design.alpha,
        "draws": design.draws,
        "paired": design.paired,
        "pair_correlation": design.pair_correlation,
    }


def _show(rows: list[dict[str, Any]], design: Design) -> None:
    table = Table(title=f"Games that show a difference {_terms(design)}", title_justify="left")
    for heading in ("Elo", "share, %", "games"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(f"{row['elo']:+.0f}", f"{100 * row['share']:.1f}", f"{row['games']:,}")
    out.print(table)


def _sentence(row: dict[str, Any], design: Design) -> str:
    games = f"{row['games']:,} game{'s' if row['games'] > 1 else ''}"
    if row["share"] is None:
        return f"{games} cannot show any difference {_terms(design)}: play more."
    difference = f"a share of {100 * row['share']:.1f} %"
    if row["elo"] is not None:
        difference += f" ({row['elo']:+.0f} Elo)"
    if "power" in row:
        return f"{games} show {difference} with a power of {100 * row['power']:.0f} % at alpha {design.alpha:g}."
    return f"{games} show {difference} {_terms(design)}."


def _terms(design: Design) -> str:
    return f"with a power of {100 * design.power:g} % at alpha {design.alpha:g}"
