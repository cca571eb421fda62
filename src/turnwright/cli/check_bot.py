"""`turnwright check-bot`: does a program keep to the protocol?"""

from typing import Annotated

import typer
from rich.markup import escape

import turnwright
from turnwright import Budget
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.core.spec import Command, parse_spec
from turnwright.games.registry import DEFAULT_GAME
from turnwright.wire.check import check
from turnwright.wire.command import Program


def check_bot(
    command: Annotated[str, typer.Argument(metavar="CMD", help='The program, such as "python3 my_bot.py --level 2".')],
    game: Annotated[str, typer.Option(help="The game to play.")] = DEFAULT_GAME,
    budget: Annotated[str, typer.Option(help="Its budget for a turn.")] = "1s",
    turns: Annotated[int, typer.Option(min=1, help="Maximum number of turns that it plays in each game.")] = 40,
    json: JsonFlag = False,
) -> None:
    """Check your own program: play a few games with it and list its mistakes.

    The exit code is 1 if there is a mistake. In locm the program must speak the contest's protocol, in arimaa AEI, in
    other games JSON lines; "protocol=json:" in front of the command line chooses JSON lines.
    """
    program = Program.of(_command(command))
    chosen = turnwright.game(game)
    announce_compiling(chosen.name)
    with err.status(f"playing {escape(chosen.spec)} with {escape(program.line)} …"):
        report = check(program, chosen, Budget.parse(budget), turns)
    if json:
        print_json({"command": program.line, "game": chosen.spec, "budget": budget} | report.as_dict())
    else:
        for finding in report.findings:
            out.print(f"wrong: {finding}", markup=False, soft_wrap=True)
        for remark in report.remarks:
            out.print(f"remark: {remark}", markup=False, soft_wrap=True)
        if not report.findings:
            who = report.name or program.line
            played = f"{report.turns} turns, the slowest in {report.slowest:g} ms"
            out.print(f"{who} follows the protocol ({report.protocol}): {played}", markup=False, soft_wrap=True)
    if report.findings:
        raise typer.Exit(1)


def _command(text: str) -> Command:
    """The command line, with or without the `cmd:` of a spec."""
    text = text.strip()
    spec = parse_spec(text if text.startswith("cmd:") else f"cmd:{text}")
    assert isinstance(spec, Command)  # which is what its first letters say
    return spec
