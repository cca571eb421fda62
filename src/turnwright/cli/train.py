"""`turnwright train`: an evaluation's weights, learned from games."""

from pathlib import Path
from typing import Annotated

import typer

from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    BackendOption,
    PatienceOption,
    PlainOption,
    StoreOption,
    WorkersOption,
    checked_workers,
    store_place,
)
from turnwright.cli.arena_progress import CliProgress
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.training.plan import read_plan
from turnwright.training.plots import draw_training
from turnwright.training.train import TrainingReport, generation_text, score_text
from turnwright.training.train import train as run_training

train = typer.Typer(no_args_is_help=True, add_completion=False, help="Learn an evaluation's weights from games.")


@train.callback()
def _commands() -> None:
    """Learn an evaluation's weights from games."""


@train.command()
def value(
    spec: Annotated[Path, typer.Argument(help="A TOML file with game, agent, budget, games, [gate], …")],
    folder: Annotated[
        Path | None, typer.Option(help="Where models and pictures go.", show_default="beside the file, its name")
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Learn the weights of a game's evaluation: play, fit, and go on while matches say that it is better.

    The same command resumes a training that was stopped, and comes to the same weights as an undisturbed one.
    """
    plan = read_plan(spec)
    place = folder or spec.with_suffix("")
    hands = checked_workers(workers, backend, [plan.data(1, "game"), *plan.tests("game", "game")])
    announce_compiling(f"the agents for {plan.game}")
    with Store(store_place(store)) as opened, CliProgress(plain=plain) as progress:
        arena = ArenaConfig(store=opened, workers=hands, backend=backend, patience=patience)
        report = run_training(plan, arena, place, progress, say=_say)
    drawn = draw_training(report, place)
    if json:
        print_json(report.as_dict() | {"store": opened.place, "pictures": [str(file) for file in drawn]})
        return
    _show(report)
    for file in drawn:
        out.print(f"drawn: {file}", markup=False, soft_wrap=True)


def _say(line: str) -> None:
    err.print(line, markup=False, soft_wrap=True)


def _show(report: TrainingReport) -> None:
    for made in report.generations:
        out.print(generation_text(made), markup=False, soft_wrap=True)
    if report.model is None:
        out.print("no generation has passed its gate, so there is no model", soft_wrap=True)
        return
    for score in report.tests:
        out.print(f"against where it started: {score_text(score)}", markup=False, soft_wrap=True)
    out.print(f"model: {report.model}; play with it as evaluation=model({report.model})", markup=False, soft_wrap=True)
