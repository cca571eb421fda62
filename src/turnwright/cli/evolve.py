"""`turnwright evolve`: networks that evaluate states, evolved by playing."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from turnwright.arena.config import ArenaConfig
from turnwright.arena.ray_connection import is_local
from turnwright.arena.store import Store
from turnwright.cli.arena_options import PlainOption, StoreOption, store_place
from turnwright.cli.console import JsonFlag, StoppedError, announce_compiling, out, print_json
from turnwright.cli.evolve_progress import following
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose
from turnwright.evaluators.model import write_model
from turnwright.neat.evolve import EvolutionProgress
from turnwright.neat.evolve import evolve as run_evolution
from turnwright.neat.load import read_plan
from turnwright.neat.plots import draw_evolution
from turnwright.neat.report import EvolutionReport, champion_model
from turnwright.neat.workers import BACKENDS


def evolve(
    method: Annotated[str, typer.Argument(help="neat")],
    spec: Annotated[Path, typer.Argument(help="A TOML file with game, inputs, generations, …")],
    generations: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of generations.", show_default="as in the file")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Write champion.json and pictures to this folder.",
            show_default="the file's name",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Networks that play at once.", show_default="one per core")
    ] = None,
    backend: Annotated[
        str, typer.Option(help="Where to play: threads, processes, or ray for a cluster; the result is the same.")
    ] = "threads",
    store: StoreOption = None,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Evolve networks that evaluate states, and write the best one as a model.

    The same command resumes an interrupted evolution, and continues with more generations.
    """
    choose(method, ["neat"], "method")
    choose(backend, list(BACKENDS), "backend")
    plan = read_plan(spec)
    plan = replace(plan, generations=generations or plan.generations)
    folder = folder or Path(spec.stem)
    _make(folder)
    announce_compiling(f"the games for {plan.game}")
    with Store(store_place(store)) as opened, following(plan, plain=plain) as follow:
        everywhere = backend == "ray" and not is_local()
        arena = ArenaConfig(store=opened, workers=workers or (0 if everywhere else available_cores()), backend=backend)
        progress = EvolutionProgress(begin=follow.begin, generation=follow.generation, finalist=follow.finalist)
        try:
            report = run_evolution(plan, arena, progress)
        except KeyboardInterrupt:
            raise StoppedError(
                "stopped; every finished generation is stored; run the same command again to resume"
            ) from None
    file = folder / "champion.json"
    write_model(champion_model(report), file)
    drawn = draw_evolution(report, folder)
    if json:
        print_json(report.as_dict() | {"model": str(file), "pictures": [str(one) for one in drawn]})
        return
    _show(report, file, drawn)


def _make(folder: Path) -> None:
    """Find out before hours of games that the champion cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TurnwrightError(f"the folder {str(folder)!r} cannot be created: {error.strerror}") from error


def _show(report: EvolutionReport, file: Path, drawn: list[Path]) -> None:
    plan, champion = report.plan, report.champion
    beaten = ", ".join(f"{epsilon:g} (generation {number})" for epsilon, number in report.beaten) or "none"
    lines = [
        f"{len(report.history):,} generations of {plan.neat.population} networks with {plan.inputs} inputs in "
        f"{plan.made_game.spec}",
        f"ε of the strongest opponent that a network beat in all {plan.games} games: {beaten}",
        f"champion: generation {champion.generation}, {len(champion.network.nodes)} nodes and "
        f"{champion.network.links} links; {100 * champion.share:.1f} % of {plan.play_off} games on other deals "
        f"against ε = {champion.last_epsilon:g}",
        f"play it as greedy_action:evaluation=neat({str(file).replace(' ', '%20')})",
        *(f"drawn: {one}" for one in drawn),
    ]
    for line in lines:
        out.print(escape(line), soft_wrap=True)
