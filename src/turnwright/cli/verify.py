"""`turnwright verify`: is the engine the one that the recorded games were played on?"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from turnwright import TurnwrightError
from turnwright import game as game_named
from turnwright.batch.comparison import Comparison, compare_random_games, compare_recorded, compare_turns
from turnwright.batch.devices import missing
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.games.verification import VerificationReport, verifier


def verify(
    game: Annotated[str, typer.Argument(help="The name of a game.")],
    files: Annotated[list[Path] | None, typer.Argument(help="Recorded games, plain or gzipped.")] = None,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Replay them on the GPU, too, and compare every state with the CPU's.")
    ] = False,
    steps: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="With --gpu: play about N random actions on both, and compare."),
    ] = 0,
    json: JsonFlag = False,
) -> None:
    """Replay recorded games and compare every state; the exit code is 1 if anything differs."""
    if gpu:
        _verify_gpu(game, files or [], steps, json)
        return
    if steps:
        raise TurnwrightError("--steps are played on the CPU and on the GPU; add --gpu")
    if not files:
        raise TurnwrightError("there is nothing to verify; name one or more files of recorded games")
    _verify(game, files, json)


def _verify(game: str, files: list[Path], json: bool) -> None:
    verify_files = verifier(game)
    announce_compiling(game)
    start = time.monotonic()
    size = sum(file.stat().st_size for file in files if file.is_file())
    columns = (
        TextColumn("verifying"),
        BarColumn(),
        TextColumn("{task.percentage:.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("verifying", total=size)
        report = verify_files(files, lambda more: bar.advance(task, more))
    seconds = time.monotonic() - start
    if json:
        print_json({**report.as_dict(), "seconds": round(seconds, 3)})
    else:
        _print_report(report, seconds)
    if report.mismatches:
        raise typer.Exit(1)


def _verify_gpu(name: str, files: list[Path], steps: int, json: bool) -> None:
    """Compare the GPU with the CPU: the steps of recorded games, random games, and turns planned in all ways."""
    lacking = missing()
    if lacking:
        raise TurnwrightError(lacking)
    announce_compiling(name)
    found: list[Comparison] = []
    for comparison in _comparisons(name, files, steps):
        found.append(comparison)
        if not json:
            _print_comparison(comparison)
    if json:
        print_json({"game": name, "comparisons": [comparison.as_dict() for comparison in found]})
    if any(comparison.mismatches for comparison in found):
        raise typer.Exit(1)


def _comparisons(name: str, files: list[Path], steps: int) -> Iterator[Comparison]:
    if files:
        yield from compare_recorded(name, files)
    if steps or not files:
        game = game_named(name)
        yield from compare_turns(game)
        yield from compare_random_games(game, steps)


def _print_comparison(comparison: Comparison) -> None:
    counted = f"{comparison.compared:,} compared" + (f", {comparison.steps:,} steps" if comparison.steps else "")
    first = "" if comparison.first is None else f"; the first is number {comparison.first}"
    out.print(f"{comparison.what}: {counted}; mismatches: {comparison.mismatches:,}{first}", soft_wrap=True)


def _print_report(report: VerificationReport, seconds: float) -> None:
    counted = [
        f"{number:,} {what}"
        for what, number in (
            ("files", report.files),
            ("games", report.games),
            ("steps", report.steps),
            ("deals", report.deals),
        )
    ]
    out.print(
        f"{report.game}: {', '.join(counted)} in {seconds:.1f} s; mismatches: {report.mismatches:,}",
        soft_wrap=True,
    )
    if report.first_mismatch is not None:
        out.print(f"first mismatch: {report.first_mismatch}", markup=False, soft_wrap=True)
