"""`turnwright train`: an evaluation's weights, learned from games."""

from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.record import GameRecord
from turnwright.arena.replay import positions
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
from turnwright.core.errors import TurnwrightError
from turnwright.games.registry import DEFAULT_GAME
from turnwright.training.plan import read_plan
from turnwright.training.plots import draw_training
from turnwright.training.shallow.plan import read_network_plan
from turnwright.training.shallow.train import NetworkReport, network_generation_text, train_network
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
    """Learn the weights of a game's evaluation: play, fit, and repeat while matches show an improvement.

    The same command resumes an interrupted training and arrives at the same weights.
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
    _show(report, [generation_text(made) for made in report.generations])
    for file in drawn:
        out.print(f"drawn: {file}", markup=False, soft_wrap=True)


@train.command()
def network(
    spec: Annotated[Path, typer.Argument(help="A TOML file with game, players, games, [fit], [gate], …")],
    folder: Annotated[
        Path | None, typer.Option(help="Where lessons and models go.", show_default="beside the file, its name")
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Learn a shallow network that corrects a game's evaluation: self-play, replies, fit, matches.

    The same command resumes an interrupted training and arrives at the same network.
    """
    plan = read_network_plan(spec)
    place = folder or spec.with_suffix("")
    hands = checked_workers(workers, backend, plan.tests("game", "game"))
    with Store(store_place(store)) as opened, CliProgress(plain=plain) as progress:
        arena = ArenaConfig(store=opened, workers=hands, backend=backend, patience=patience)
        report = train_network(plan, arena, place, progress, say=_say)
    if json:
        print_json(report.as_dict() | {"store": opened.place})
        return
    _show(report, [network_generation_text(made) for made in report.generations])


def _say(line: str) -> None:
    err.print(line, markup=False, soft_wrap=True)


def _show(report: TrainingReport | NetworkReport, generations: list[str]) -> None:
    for line in generations:
        out.print(line, markup=False, soft_wrap=True)
    if report.model is None:
        out.print("no generation passed its gate, so there is no model", soft_wrap=True)
        return
    for score in report.tests:
        out.print(f"against the starting evaluation: {score_text(score)}", markup=False, soft_wrap=True)
    out.print(f"model: {report.model}; play with it as evaluation=model({report.model})", markup=False, soft_wrap=True)


def _evaluations(record: GameRecord) -> list[float]:
    """What the positions at the starts of turns are worth to the first player."""
    return [state.evaluate(0) for state in positions(record) if not state.is_over]


def _figure(value: float) -> str:
    """A scale with three digits, or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@train.command()
def chances(
    game: Annotated[str, typer.Option(help="The game whose stored games to read.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(min=1, help="Maximum number of games to read, the newest first.")] = 1000,
    parts: Annotated[int, typer.Option(min=1, max=20, help="Parts of a game with a scale each, by turns.")] = 1,
    store: StoreOption = None,
    json: JsonFlag = False,
) -> None:
    """Estimate from stored games how an evaluation translates into a chance of winning."""
    from turnwright.training.chances import fit_chances, in_parts, merged

    spec = turnwright.game(game).spec
    with Store(store_place(store), create=False) as opened:
        records = [found.record for found in opened.search(game=spec, limit=games, newest=True)]
    records = [record for record in records if record.setup.game == spec and not record.forfeit]
    if not records:
        raise TurnwrightError(f"the store has no games of {spec}; play some with 'turnwright match --game {spec}'")
    played = [(_evaluations(record), record.points(0)) for record in records]
    found = [(first, fit_chances(part)) for first, part in in_parts(played, parts)]
    if json:
        parted = [{"turn": first} | fitted.as_dict() for first, fitted in found]
        print_json(found[0][1].as_dict() if parts == 1 else {"parts": parted})
        return
    for first, fitted in found:
        scale, low, high = (_figure(figure) for figure in (fitted.scale, *fitted.interval))
        when = "" if parts == 1 else f" from turn {first} on"
        out.print(
            f"{spec}{when}: scale {scale} ({low} to {high}), {fitted.positions:,} positions of {fitted.games:,} games",
            markup=False,
            soft_wrap=True,
        )
    table = Table("chance said", "positions", "said", "came", box=SIMPLE_HEAD)
    for one in merged([one for _, part in found for one in part.bins]):
        shares = f"{100 * one.low:.0f} – {100 * one.high:.0f} %"
        table.add_row(shares, f"{one.positions:,}", f"{100 * one.said:.1f} %", f"{100 * one.came:.1f} %")
    out.print(table)
