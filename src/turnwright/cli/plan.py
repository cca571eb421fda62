"""`turnwright plan`: what an agent would play."""

import json as json_format
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

import turnwright
from turnwright import Budget, Report, Turn, TurnwrightError
from turnwright.agents.base import Agent
from turnwright.agents.plots import check_picture_name, draw_curves, turns_on_the_way
from turnwright.agents.search import SearchAgent
from turnwright.agents.search_tree import SearchTree
from turnwright.agents.turn_check import ask
from turnwright.agents.turn_picture import turn_svg
from turnwright.agents.warm_up import warm_up
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.cli.named_state import GameOption, StateArgument, is_start, named_game, named_state
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.games.svg import stacked

_FIGURES = {
    "evaluations": "evaluations",
    "steps": "steps",
    "iterations": "iterations",
    "generations": "generations",
    "unique": "distinct ends of turn",
    "depth_max": "tree depth, deepest",
    "completed": "actions filled in",
}
_STRONGEST, _BUDGET = "reply", "1s"
"""Who plans if nobody is named, and how long."""
_TREES = (".json", ".svg")
_CURRENCIES = ("evaluations", "steps", "iterations")


def plan(
    state: StateArgument = None,
    agent: Annotated[str, typer.Option(help="The agent that plans, such as oep:population=50.")] = _STRONGEST,
    game: GameOption = None,
    budget: Annotated[
        str | None,
        typer.Option(help="Its budget: 1s, 100ms, 5000ev, 5000st, 5000it.", show_default=f"{_BUDGET} for {_STRONGEST}"),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            help="The seed of the search, and of a new game; with a counted budget, the same seed gives the same turn."
        ),
    ] = 0,
    view: Annotated[ViewKind, typer.Option(help="What the agent may know of the state.")] = "open",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Plot the best value over time, as .png or .svg.")
    ] = None,
    tree: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the search tree, or the population over time: as .json data, as an .svg picture with the turn "
            "on the board, or - for the top branches as text.",
        ),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Plan a turn and report on the search."""
    player = turnwright.agent(agent)
    if budget is None and agent == _STRONGEST:
        budget = _BUDGET
    limit = None if budget is None else Budget.parse(budget)
    announce_compiling(f"{player.name} for {named_game(state, game)}")
    position = named_state(state, game, seed if is_start(state) else None)
    if plot is not None:
        check_picture_name(plot)
    if tree is not None:
        _check_tree_name(tree)
    if position.is_over:
        raise TurnwrightError("the game is over in that state, so there is no turn to plan")
    with err.status(f"{escape(player.spec)} is planning …"):
        warm_up(player.spec, position, view=view)
        wishes = {"keep_tree": True} if tree is not None and isinstance(player, SearchAgent) else {}
        turn = ask(player, position, limit, seed, view=view, **wishes)
    if tree is not None:
        shown = _kept_tree(turn, player, tree)
    if plot is not None:
        with err.status("asking for the turns after smaller budgets …"):
            played = turns_on_the_way(player, position, turn, seed, view) if turn.report.has_falling_curve else ()
        draw_curves(turn.report, plot, title=f"{player.spec}, {limit}" if limit else player.spec, played=played)
        err.print(f"wrote {plot}", markup=False)
    if json:
        print_json(_as_dict(turn, player, position, limit, seed, view))
    else:
        _show(turn)
    if tree is not None and str(tree) == "-":
        (err if json else out).print(shown.text(), markup=False, soft_wrap=True)


def _check_tree_name(file: Path) -> None:
    if str(file) != "-" and file.suffix not in _TREES:
        raise TurnwrightError(
            f"the tree cannot be written to {str(file)!r}; end the name in {' or '.join(_TREES)}, or give -"
        )


def _kept_tree(turn: Turn, player: Agent, file: Path) -> SearchTree:
    """The search tree, written to the file if it is one."""
    if turn.tree is None:
        raise TurnwrightError(f"{player.name} has no search tree; leave out --tree, or ask mcts, emcts or oep")
    tree = SearchTree(turn.tree)
    if str(file) == "-":
        return tree
    try:
        if file.suffix == ".svg":
            board = turn_svg(turn.state.walk(turn.actions))
            file.write_text(stacked([picture for picture in (board, tree.svg()) if picture]), encoding="utf-8")
        else:
            file.write_text(json_format.dumps(tree) + "\n", encoding="utf-8")
    except OSError as error:
        raise TurnwrightError(f"the tree cannot be written to {str(file)!r}: {error.strerror}") from error
    err.print(f"wrote {file}", markup=False)
    return tree


def _as_dict(
    turn: Turn, player: Agent, position: State, budget: Budget | None, seed: int, view: ViewKind
) -> dict[str, Any]:
    return {
        "agent": player.spec,
        "state": position.text,
        "view": view,
        "budget": None if budget is None else str(budget),
        "seed": seed,
        "turn": str(turn),
        "actions": list(turn.actions),
        "value": turn.value,
        "reply": _reply_text(turn),
        "report": turn.report.as_dict(),
    }


def _reply_text(turn: Turn) -> str | None:
    """The reply that the agent fears, in notation."""
    return turn.state.play(*turn.actions).turn_text(turn.reply) if turn.reply else None


def _show(turn: Turn) -> None:
    out.print(str(turn), markup=False, soft_wrap=True)
    if turn.value is not None:
        out.print(f"value {turn.value:,.6g}")
    if turn.reply:
        out.print(f"fears {_reply_text(turn)}", markup=False, soft_wrap=True)
    report = turn.report
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_row("milliseconds", f"{report.milliseconds:,.1f}")
    counted = report.evaluations or report.steps or report.iterations
    for name, words in _FIGURES.items():
        if getattr(report, name) or (counted and name in _CURRENCIES):
            table.add_row(words, f"{getattr(report, name):,}")
    if report.depth_max:
        table.add_row("tree depth, mean", f"{report.depth_mean:.1f}")
    out.print(table)
    if report.exhausted:
        out.print("the search was exhaustive")
    for number, part in enumerate(report.parts, 1):
        out.print(f"part {number}: {_curve_sentence(part)}", soft_wrap=True)
    if not report.parts and report.curve:
        out.print(_curve_sentence(report), soft_wrap=True)


def _curve_sentence(report: Report) -> str:
    if not report.curve:
        return "no improvements were reported"
    (_, _, first), (evaluations, milliseconds, last) = report.curve[0], report.curve[-1]
    values = [value for _, _, value in report.curve]
    # A tree of actions may think less of its plan later, and then of another one.
    what = "improvements" if values == sorted(values) else "changes of plan"
    if len(values) == 1:
        return f"one plan, of value {last:,.6g}, after {evaluations:,} evaluations ({milliseconds:,.1f} ms)"
    return (
        f"{len(report.curve):,} {what}, from {first:,.6g} to {last:,.6g}, the last after "
        f"{evaluations:,} evaluations ({milliseconds:,.1f} ms)"
    )
