"""`turnwright bot`: an agent as a program of the contest."""

import sys
from typing import Annotated

import typer

import turnwright
from turnwright import Budget, TurnwrightError
from turnwright.cli.console import announce_compiling
from turnwright.wire.contest_door import serve


def bot(
    game: Annotated[str, typer.Argument(help="The game: locm, with settings if wanted.")],
    agent: Annotated[str, typer.Option(help="Who plays, such as oep.")] = "oep",
    budget: Annotated[
        str | None,
        typer.Option(
            help="What it may spend on a turn, besides the contest's time: 50ms, 20kev, …", show_default=False
        ),
    ] = None,
    time: Annotated[float, typer.Option(min=0.1, max=1000, help="So many times the contest's time limits hold.")] = 1.0,
    seed: Annotated[int, typer.Option(help="All chance of the agent follows from it.")] = 0,
    behind_the_door: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """Play Legends of Code and Magic as a bot of the contest: its protocol on stdin and stdout.

    The draft is answered at once, while the search is being loaded. Every line comes in time, if need be without a
    search. `turnwright compile locm` makes the machine code, so that a search is loaded when the battle begins.
    """
    if not behind_the_door:
        raise typer.Exit(serve(sys.argv[2:]))
    from turnwright.games.locm.game import Locm  # a game is loaded on first use
    from turnwright.wire.contest_bot import ContestBot

    chosen = turnwright.game(game)
    if not isinstance(chosen, Locm):
        raise TurnwrightError(f"the contest's protocol is for locm, not for {chosen.name}")
    limit = None if budget is None else Budget.parse(budget)
    player = ContestBot(chosen, turnwright.agent(agent), limit, seed)
    announce_compiling(f"{agent} for {chosen.spec}")
    player.play(sys.stdin, sys.stdout)
