"""`turnwright verify`: is the engine the one that the recorded games were played on?"""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.games.verification import VerificationReport, verifier


def verify(
    game: Annotated[str, typer.Argument(help="The name of a game.")],
    files: Annotated[list[Path], typer.Argument(help="Recorded games, plain or gzipped.")],
    json: JsonFlag = False,
) -> None:
    """Replay recorded games and compare every state; the exit code is 1 if anything differs."""
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
