"""`turnwright papers`: the experiments of the papers."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from turnwright.cli.console import JsonFlag, out, print_json
from turnwright.papers.all_numbers import Number, kept_scores, numbers
from turnwright.papers.cost import cost
from turnwright.papers.experiment import PAPERS, Experiment
from turnwright.papers.load import experiment, experiment_names
from turnwright.papers.scale import Size


def papers(json: JsonFlag = False) -> None:
    """List the published experiments, and what each costs at full size."""
    listed = [experiment(name) for name in experiment_names()]
    if json:
        counted = numbers(kept_scores())
        print_json([_as_dict(one, [number for number in counted if number.experiment is one]) for one in listed])
        return
    for paper, title in PAPERS.items():
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        table.add_column("name", no_wrap=True)
        table.add_column("what")
        table.add_column("at full size")
        for one in listed:
            if one.paper == paper:
                table.add_row(one.name, escape(one.title), escape(str(cost(one, Size()))))
        out.print(table)
    out.print(
        "Estimates: games × turns per game × counts per turn × nanoseconds per count, accurate to a factor of two; "
        "'turnwright reproduce NAME' runs one, and --scale 0.05 makes it small.",
        soft_wrap=True,
    )


def _as_dict(one: Experiment, found: list[Number]) -> dict[str, Any]:
    estimate = cost(one, Size())
    return {
        "name": one.name,
        "paper": one.paper,
        "title": one.title,
        "about": " ".join(one.about.split()),
        "kind": one.kind,
        "notes": list(one.notes),
        "cells": len(one.cells),
        "primary": one.primary,
        "numbers": [number.as_dict() for number in found],
        "cost": {
            "games": estimate.games,
            "positions": estimate.positions,
            "core_hours": round(estimate.core_hours, 2),
        },
    }
