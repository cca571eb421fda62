"""`turnwright positions`: how good an agent's turns are where published agents have been."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import turnwright
from turnwright import Agent, Budget, TurnwrightError
from turnwright.agents.turn_check import AnswerError, ask
from turnwright.agents.warm_up import warm_up
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.games.hero_academy.recorded.position_scores import (
    PositionScore,
    Summary,
    score,
    summarise,
    under_evaluation,
)
from turnwright.games.hero_academy.recorded.positions import Position, read_positions, reference_positions

_RECORDED = "recorded"
_SHORT = {"greedy_action": "GA", "greedy_turn": "GT", "online_evolution": "OE", "ne_mcts": "NE", "best": "all"}


def positions(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Recorded positions, plain or gzipped; without it, those of the package.",
            show_default=False,
        ),
    ] = None,
    agent: Annotated[
        list[str] | None, typer.Option(help="The agent to play them; may be repeated.", show_default=False)
    ] = None,
    budget: Annotated[
        str, typer.Option(help="Budget per turn: 1s, 5000ev, …, or recorded for the time stored with each position.")
    ] = _RECORDED,
    evaluation: Annotated[
        str, typer.Option(help="The evaluation for planning and for the values; the recorded values use reference.")
    ] = "reference",
    seed: Annotated[int, typer.Option(help="The seed of every plan.")] = 0,
    json: JsonFlag = False,
) -> None:
    """Run agents on recorded Hero Academy positions and compare with the published agents."""
    players = [turnwright.agent(spec) for spec in agent or ()]
    if not players:
        raise TurnwrightError("no agent is given; name one with --agent, such as --agent oep:diversity=tabu")
    limit = None if budget == _RECORDED else Budget.parse(budget)
    played = list(read_positions(file)) if file is not None else reference_positions()
    if not played:
        raise TurnwrightError(f"there are no positions in {str(file)!r}")
    for player in players:
        announce_compiling(f"{player.name} for hero_academy")
        warm_up(player.spec, under_evaluation(played[0], evaluation))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results = []
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        tasks = [bar.add_task(player.spec, total=len(played)) for player in players]
        for task, player in zip(tasks, players, strict=True):
            scores = _play(player, played, limit, evaluation, seed, partial(bar.advance, task))
            results.append((player, scores))
    if json:
        reports = [_as_dict(player, budget, evaluation, seed, scores) for player, scores in results]
        print_json(reports[0] if len(reports) == 1 else {"agents": reports})
    else:
        _show(results)


def _play(
    player: Agent,
    played: list[Position],
    budget: Budget | None,
    evaluation: str,
    seed: int,
    advance: Callable[[], None],
) -> list[PositionScore]:
    scores = []
    for position in played:
        limit = budget or Budget(milliseconds=position.budget_ms)
        try:
            turn = ask(player, under_evaluation(position, evaluation), limit, seed)
        except AnswerError as error:
            raise AnswerError(f"{player.spec} at {position.id}: {error}") from error
        scores.append(score(position, evaluation, turn.actions))
        advance()
    return scores


def _by_action_points(scores: list[PositionScore]) -> dict[int, Summary]:
    points = sorted({score.action_points for score in scores})
    return {ap: summarise([score for score in scores if score.action_points == ap]) for ap in points}


def _as_dict(player: Agent, budget: str, evaluation: str, seed: int, scores: list[PositionScore]) -> dict[str, Any]:
    return {
        "agent": player.spec,
        "budget": budget,
        "evaluation": evaluation,
        "seed": seed,
        "all": summarise(scores).as_dict(),
        "ap": {str(ap): summary.as_dict() for ap, summary in _by_action_points(scores).items()},
        "positions_detail": [asdict(score) | {"best": score.best} for score in scores],
    }


def _show(results: Sequence[tuple[Agent, list[PositionScore]]]) -> None:
    """One table, the agents beside each other in every section: by number, since specs can be long."""
    for number, (player, _) in enumerate(results, 1):
        out.print(f"#{number}: {player.spec}", markup=False, soft_wrap=True)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    comparisons = (f"≥{short}" for short in _SHORT.values())
    for heading in ("AP", "#", "n", "gain", "regret", "unwon", *comparisons, "wins"):
        table.add_column(heading, justify="right", no_wrap=True)
    by_points = [_by_action_points(scores) for _, scores in results]
    sections = [(str(ap), [summaries[ap] for summaries in by_points]) for ap in by_points[0]]
    for ap, summaries in [*sections, ("all", [summarise(scores) for _, scores in results])]:
        for number, summary in enumerate(summaries, 1):
            table.add_row(
                ap,
                str(number),
                f"{summary.positions:,}",
                *map(_number, (summary.mean_gain, summary.mean_regret, summary.mean_regret_unwon)),
                *(f"{100 * summary.at_least[name]:.1f}" for name in _SHORT),
                f"{summary.wins}/{summary.wins_recorded}",
            )
        table.add_section()
    out.print(table)
    out.print(
        "n positions; mean gain over the position; mean regret to the best recorded turn, and the same without the "
        "positions won (unwon); percent of positions at least as good as the recorded Greedy Action (GA), "
        "Greedy Turn (GT), Online Evolution (OE), non-exploring MCTS (NE) and all of them; games won / "
        "won by any of them.",
        soft_wrap=True,
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
