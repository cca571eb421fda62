"""`turnwright bot`: its arguments, and the way to the process that searches.

It does without the rest of the command line, which takes longer to load than an agent.
"""

import sys
from typing import Annotated

import typer

from turnwright.core.errors import TurnwrightError
from turnwright.wire.door import BEHIND, serve


def bot(
    game: Annotated[str, typer.Argument(help="The game: locm, with settings if wanted.")],
    agent: Annotated[
        str | None, typer.Option(help="Who plays, such as oep.", show_default="oep with tuned weights")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            help="What it may spend on a turn, besides the contest's time: 50ms, 20kev, …", show_default=False
        ),
    ] = None,
    time: Annotated[float, typer.Option(min=0.1, max=1000, help="A factor for the contest's time limits.")] = 1.0,
    seed: Annotated[int, typer.Option(help="All chance of the agent follows from it.")] = 0,
    behind: Annotated[bool, typer.Option(BEHIND, hidden=True)] = False,
) -> None:
    """Play Legends of Code and Magic as a bot of the contest: its protocol on stdin and stdout.

    The draft is answered at once, while the search is being loaded. Every line comes in time, if need be without a
    search. `turnwright compile locm` makes the machine code, so that a search is loaded when the battle begins.
    """
    if not behind:
        raise typer.Exit(serve(sys.argv[2:]))
    import turnwright
    from turnwright.core import compiled
    from turnwright.core.budget import Budget
    from turnwright.wire.bot_search import BotSearch, contestant_for

    contestant = contestant_for(turnwright.game(game))
    player = agent or contestant().agent
    search = BotSearch(contestant, turnwright.agent(player), None if budget is None else Budget.parse(budget), seed)

    def announce(name: str) -> None:
        sys.stderr.write(f"compiling {player} for {game} (once; turnwright compile {game} does it ahead of time)\n")
        compiled.announce = None

    compiled.announce = announce
    search.play(sys.stdin, sys.stdout)


def main() -> None:
    """Search, with the arguments of `turnwright bot`."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(bot)
    try:
        app(sys.argv[2:], prog_name="turnwright bot")
    except TurnwrightError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
