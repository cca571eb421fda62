"""`turnwright tune`: good settings of an agent or a game, found by playing."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.arena.text import overrun_lines
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    AnySourceOption,
    BackendOption,
    PatienceOption,
    PlainOption,
    StoreOption,
    WorkersOption,
    checked_workers,
    store_place,
)
from turnwright.cli.console import JsonFlag, announce_compiling, out, print_json
from turnwright.cli.tune_progress import following
from turnwright.cli.tune_report import show_report
from turnwright.tuning.load import read_plan
from turnwright.tuning.optimisers import checked_optimiser
from turnwright.tuning.plots import draw_tuning
from turnwright.tuning.tune import TuningProgress
from turnwright.tuning.tune import tune as run_tuning


def tune(
    optimiser: Annotated[str, typer.Argument(help="The optimiser: ntbea, or optuna (TPE) for comparison.")],
    spec: Annotated[Path, typer.Argument(help="A TOML file with agent, opponent, game, games, [space], …")],
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Sets of games that each run plays.", show_default="as in the file")
    ] = None,
    runs: Annotated[int | None, typer.Option(min=1, help="Independent runs.", show_default="as in the file")] = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw trajectories and the landscape.", show_default=False)
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="Play nothing; only report what the store has.")] = False,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Find good settings of an agent or a game by playing, and report them.

    The same command resumes an interrupted tuning, and continues with more iterations or runs.
    """
    checked_optimiser(optimiser)
    plan = read_plan(spec)
    plan = replace(plan, iterations=iterations or plan.iterations, runs=runs or plan.runs)
    hands = checked_workers(workers, backend, plan.covering())
    announce_compiling(f"the agents for {plan.game}")
    with Store(store_place(store), create=not report) as opened, following(plan, plain=plain) as follow:
        arena = ArenaConfig(store=opened, workers=hands, backend=backend, patience=patience, any_source=any_source)
        progress = TuningProgress(
            begin=follow.begin,
            evaluated=follow.evaluated,
            recommended=follow.recommended,
            finished=follow.finished,
        )
        found = run_tuning(plan, optimiser, arena, progress, play=not report)
    drawn = [] if pictures is None else draw_tuning(found, pictures)
    if json:
        print_json(found.as_dict() | {"store": opened.place, "pictures": [str(file) for file in drawn]})
        return
    show_report(found)
    for line in overrun_lines(found.overrun):
        out.print(line, soft_wrap=True)
    out.print(f"games are in {opened.place}", markup=False, soft_wrap=True)
    for file in drawn:
        out.print(f"drawn: {file}", markup=False, soft_wrap=True)
