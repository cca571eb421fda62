"""The `turnwright` command. Each command lives in a file of its own and is registered here."""

import sys

import typer

from turnwright import TurnwrightError
from turnwright.cli.agents import agents
from turnwright.cli.bench import bench
from turnwright.cli.check_bot import check_bot
from turnwright.cli.check_game import check_agent, check_game
from turnwright.cli.compile import compile
from turnwright.cli.console import StoppedError, report_error
from turnwright.cli.decks import decks
from turnwright.cli.demo import demo
from turnwright.cli.games import games, version
from turnwright.cli.match import match
from turnwright.cli.papers import papers
from turnwright.cli.perft import perft
from turnwright.cli.plan import plan
from turnwright.cli.positions import positions
from turnwright.cli.power import power
from turnwright.cli.replay import replay
from turnwright.cli.reproduce import reproduce
from turnwright.cli.results import results
from turnwright.cli.serve import serve
from turnwright.cli.show import show
from turnwright.cli.study import study
from turnwright.cli.tournament import tournament
from turnwright.cli.tune import tune
from turnwright.cli.verify import verify
from turnwright.wire.contest_search import bot

app = typer.Typer(
    name="turnwright",
    help="Turn-based multi-action games: exact engines, search agents, and an arena.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.callback()(version)
app.command()(games)
app.command()(perft)
app.command()(compile)
app.command()(bench)
app.command()(show)
app.command()(verify)
app.command()(agents)
app.command()(plan)
app.command()(positions)
app.command()(decks)
app.command()(power)
app.command()(papers)
app.command()(reproduce)
app.command()(demo)
app.command()(match)
app.command()(tournament)
app.command()(tune)
app.command()(results)
app.command()(replay)
app.command()(serve)
app.add_typer(study, name="study")
app.command()(bot)
app.command()(check_bot)
app.command()(check_game)
app.command()(check_agent)


def main() -> None:
    """Run the command line: bad input ends in one sentence and exit code 2, Ctrl-C in code 130."""
    try:
        app()
    except TurnwrightError as error:
        report_error(str(error))
        sys.exit(2)
    except StoppedError as stopped:
        report_error(str(stopped))
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except Exception as error:
        from turnwright.core.compile_errors import explained

        if (said := explained(error)) is None:
            raise
        report_error(said)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code != 130:  # typer makes that out of Ctrl-C, without a word
            raise
        report_error("stopped")
        sys.exit(130)
