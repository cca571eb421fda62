"""`turnwright demo`: a small tournament."""

import time
from typing import Annotated

import typer

import turnwright
from turnwright import Budget
from turnwright.arena.players import Player
from turnwright.arena.process_pool import available_cores
from turnwright.arena.store import Store
from turnwright.arena.tournament import Tournament
from turnwright.cli.arena_options import checked_workers
from turnwright.cli.console import JsonFlag, out, print_json
from turnwright.cli.cross_table import show_cross_table
from turnwright.cli.tournament import play_tournament
from turnwright.games.registry import DEFAULT_GAME

FIELD = ("random", "greedy_action", "greedy_turn", "mcts", "oep", "fh_emcts")


def demo(
    agent: Annotated[
        list[str] | None,
        typer.Option(help="One more agent, such as path/to/file.py:MyBot; may be repeated.", show_default=False),
    ] = None,
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    budget: Annotated[str, typer.Option(help="What an agent may spend on a turn.")] = "20kev",
    deals: Annotated[int, typer.Option(min=1, help="Starts that every pair plays, each once from either seat.")] = 10,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to play in.", show_default="2, or 1 on one core")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play a round robin of the best-known agents, and print its cross table."""
    limit = Budget.parse(budget)
    planned = Tournament(
        game=turnwright.game(game).spec,
        players=tuple(Player.parse(spec, limit) for spec in (*FIELD, *(agent or ()))),
        games=2 * deals,
        seed=seed,
    )
    hands = checked_workers(workers or min(2, available_cores()), "processes", planned.pairings())
    begun = time.monotonic()
    with Store.in_memory() as store:
        table = play_tournament(planned, store, workers=hands)
    seconds = time.monotonic() - begun
    if json:
        settings = {"game": planned.game, "budget": str(limit), "deals": deals, "seed": seed}
        print_json(settings | {"seconds": round(seconds, 1)} | table.as_dict())
        return
    show_cross_table(table, f"{planned.game}, {limit} a turn: points in %, with 95 % intervals; Elo ± 95 %")
    games = len(planned.pairings()) * planned.games
    out.print(f"{games:,} games in {seconds:.0f} s: paired deals, seats swapped, open hands.", soft_wrap=True)
    out.print(
        "Go on: 'turnwright match oep mcts --budget 20kev' plays two agents and keeps the games, 'turnwright agents' "
        "lists all agents and their settings, and --agent adds one here, also your own from a file "
        "(docs/writing-an-agent.md).",
        soft_wrap=True,
    )
