"""`turnwright demo`: a small tournament."""

import time
from typing import Annotated

import typer

import turnwright
from turnwright import Budget
from turnwright.arena.text import cross_table_text
from turnwright.cli.arena_progress import CliProgress
from turnwright.cli.console import JsonFlag, announce_compiling, out, print_json
from turnwright.core.cores import available_cores
from turnwright.games.registry import DEFAULT_GAME

FIELD = ("random", "greedy_action", "greedy_turn", "mcts", "oep", "fh_emcts")


def demo(
    agent: Annotated[
        list[str] | None,
        typer.Option(help="One more agent, such as path/to/file.py:MyBot; may be repeated.", show_default=False),
    ] = None,
    game: Annotated[str, typer.Option(help="The game: hero_academy, locm, arimaa, amazons:side=6, …")] = DEFAULT_GAME,
    budget: Annotated[str, typer.Option(help="An agent's budget for a turn.")] = "20kev",
    deals: Annotated[
        int, typer.Option(min=1, help="Starts that each pair of agents plays, each from both seats.")
    ] = 10,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of worker processes.", show_default="2, or 1 on one core")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play a round robin of the best-known agents, and print its cross table."""
    limit = Budget.parse(budget)
    announce_compiling(f"the agents for {game}")
    begun = time.monotonic()
    with CliProgress(plain=False, resumes=False) as progress:
        result = turnwright.tournament(
            [*FIELD, *(agent or ())],
            game=game,
            games=2 * deals,
            budget=limit,
            seed=seed,
            workers=workers or min(2, available_cores()),
            progress=progress,
        )
    seconds = time.monotonic() - begun
    if json:
        settings = {"game": result.planned.game, "budget": str(limit), "deals": deals, "seed": seed}
        print_json(settings | {"seconds": round(seconds, 1)} | result.table.as_dict())
        return
    title = f"{result.planned.game}, {limit} a turn: points in %, with 95 % intervals; Elo ± 95 %"
    games = sum(score.games for _, _, score in result.table.scores)
    out.print(cross_table_text(result.table, title, out.width), markup=False, soft_wrap=True)
    out.print(f"{games:,} games in {seconds:.0f} s: paired deals, seats swapped, open hands.", soft_wrap=True)
    out.print(
        "Go on: 'turnwright match oep mcts --budget 20kev' plays two agents and keeps the games, 'turnwright agents' "
        "lists all agents and their settings, and --agent adds one here, also your own from a file "
        "(docs/writing-an-agent.md).",
        soft_wrap=True,
    )
