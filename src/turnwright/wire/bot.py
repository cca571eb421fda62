"""`turnwright bot`: its arguments, as the command line shows them. They are read by `bot_options`."""

import sys
from typing import Annotated

import typer

from turnwright.wire.door import enter


def bot(
    game: Annotated[str, typer.Argument(help="The game: locm or arimaa, with settings if wanted.")],
    agent: Annotated[
        str | None, typer.Option(help="The agent, such as oep.", show_default="our strongest agent; in arimaa oep")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(help="Its budget for a turn, within the contest's time limit: 50ms, 20kev, …", show_default=False),
    ] = None,
    time: Annotated[
        float, typer.Option(min=0.1, max=1000, help="A factor that multiplies the contest's time limits.")
    ] = 1.0,
    draft: Annotated[
        str, typer.Option(help="The drafting strategy: learned, ranked, curve, mixed, random.")
    ] = "learned",
    seed: Annotated[int, typer.Option(help="The seed of the agent and of the draft.")] = 0,
) -> None:
    """Play as a bot of a contest: the protocol of Legends of Code and Magic, or AEI for Arimaa, on stdin and stdout.

    In LOCM, picks need no search. They are held back a little while the search is being loaded, so that it is ready
    when the battle begins; `turnwright compile locm` makes the machine code for it. Every line comes in time, if need
    be without a search, and then a line on stderr reports it.
    """
    raise typer.Exit(enter(sys.argv[2:]))
