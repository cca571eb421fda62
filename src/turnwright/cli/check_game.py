"""`turnwright check-game` and `check-agent`: is a game or an agent of one's own right?"""

from typing import Annotated

import typer

from turnwright import Budget
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.conformance.agent import check_agent as findings_about_agent
from turnwright.conformance.device import check_for_gpu
from turnwright.conformance.finding import Finding
from turnwright.conformance.game import check_game as findings_about_game


def check_game(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The game, such as my_game.py:MyGame.")],
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Instead: name what keeps the game from running on a GPU. It needs none.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Test the rules of a game and report what breaks the contract; the exit code is 1 if anything does.

    The rules run twice in separate processes: as plain Python, then compiled with bounds checks.
    """
    if gpu:
        _tell(f"{spec} can run on a GPU", spec, check_for_gpu(spec), json)
        return
    findings = findings_about_game(spec, progress=lambda what: err.print(f"checking {spec}: {what}", markup=False))
    _tell(f"{spec} fulfils the contract", spec, findings, json)


def check_agent(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The agent, such as my_bot.py:MyBot.")],
    game: Annotated[str, typer.Option(help="The game to play.")] = "hero_academy:map=a-tiny",
    budget: Annotated[str, typer.Option(help="Its budget for a turn; counted budgets are repeatable.")] = "60it",
    json: JsonFlag = False,
) -> None:
    """Test an agent and report what would make it forfeit or spoil results; the exit code is 1 if anything would."""
    announce_compiling(game)
    findings = findings_about_agent(spec, game, budget=Budget.parse(budget))
    _tell(f"{spec} fulfils the contract in {game}", spec, findings, json)


def _tell(praise: str, spec: str, findings: list[Finding], json: bool) -> None:
    if json:
        print_json({"spec": spec, "findings": [finding.as_dict() for finding in findings]})
    elif not findings:
        out.print(praise, markup=False, soft_wrap=True)
    else:
        for finding in findings:
            out.print(f"wrong: {finding}", markup=False, soft_wrap=True)
    if findings:
        raise typer.Exit(1)
