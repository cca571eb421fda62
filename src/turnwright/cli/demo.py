"""`turnwright demo`: a small tournament."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import turnwright
from turnwright import Budget
from turnwright.agents.warm_up import warm_up
from turnwright.arena.round_robin import Cell, CrossTable, RoundRobin, play_round_robin
from turnwright.arena.workers import available_cores
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json

FIELD = ("random", "greedy_action", "greedy_turn", "mcts", "oep", "fh_emcts")
_PLAIN_LINES = 10
"""How often progress is told where there is no terminal to draw a bar on."""


def demo(
    agent: Annotated[
        list[str] | None,
        typer.Option(help="One more agent, such as path/to/file.py:MyBot; may be repeated.", show_default=False),
    ] = None,
    game: Annotated[str, typer.Option(help="The game.")] = "hero_academy",
    budget: Annotated[str, typer.Option(help="What an agent may spend on a turn.")] = "20kev",
    deals: Annotated[int, typer.Option(min=1, help="Starts that every pair plays, each once from either seat.")] = 10,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to play in.", show_default="2, or 1 on one core")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play a round robin of the best-known agents, and print its cross table."""
    players = [turnwright.agent(spec) for spec in (*FIELD, *(agent or ()))]
    tournament = RoundRobin(
        game=turnwright.game(game).spec,
        agents=tuple(player.spec for player in players),
        budget=Budget.parse(budget),
        deals=deals,
        seed=seed,
    )
    start = turnwright.game(game).start(seed)
    for player in players:
        announce_compiling(f"{player.name} for {start.game.name}")
        warm_up(player.spec, start)
    begun = time.monotonic()
    with _progress(len(tournament.games())) as advance:
        table = play_round_robin(tournament, workers or min(2, available_cores()), lambda _: advance())
    seconds = time.monotonic() - begun
    if json:
        settings = {"game": tournament.game, "budget": str(tournament.budget), "deals": deals, "seed": seed}
        print_json(settings | {"seconds": round(seconds, 1)} | table.as_dict())
    else:
        _show(table, tournament, seconds)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """What is called after every game: a bar on a terminal, a line now and then elsewhere."""
    if err.is_terminal:
        columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=err, transient=True) as bar:
            task = bar.add_task("playing", total=total)
            yield lambda: bar.advance(task)
        return
    played = 0

    def advance() -> None:
        nonlocal played
        played += 1
        if played * _PLAIN_LINES // total > (played - 1) * _PLAIN_LINES // total:
            err.print(f"played {played:,} of {total:,} games")

    yield advance


def _show(table: CrossTable, tournament: RoundRobin, seconds: float) -> None:
    places = table.ranking()
    drawn = Table(
        title=f"{tournament.game}, {tournament.budget} a turn: points in %, with 95 % intervals",
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_lines=True,
    )
    drawn.add_column("")
    drawn.add_column("agent", overflow="fold", min_width=max(map(len, FIELD)))
    for heading in (*map(str, range(1, len(places) + 1)), "all"):
        drawn.add_column(heading, justify="center", no_wrap=True)
    for rank, player in enumerate(places, 1):
        cells = ["" if other == player else _cell(table.cells[player][other]) for other in places]
        drawn.add_row(str(rank), escape(table.agents[player]), *cells, _cell(table.total(player)))
    out.print(drawn)
    games = len(tournament.games())
    out.print(f"{games:,} games in {seconds:.0f} s: paired deals, seats swapped, open hands.", soft_wrap=True)
    for player, spec in enumerate(table.agents):
        reasons = [(reason, games) for (loser, reason), games in table.forfeits.items() if loser == player]
        if reasons:
            lost = sum(games for _, games in reasons)
            out.print(f"{spec} forfeited {lost} games, first because {reasons[0][0]}", markup=False, soft_wrap=True)
    out.print(
        "Go on: 'turnwright agents' lists all agents and their settings, and --agent adds one here, also your "
        "own from a file (docs/writing-an-agent.md).",
        soft_wrap=True,
    )


def _cell(cell: Cell) -> str:
    low, high = cell.interval
    return f"{100 * (cell.share or 0.0):.0f}\n{100 * low:.0f}–{100 * high:.0f}"
