"""`turnwright papers`: the experiments of the papers."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from turnwright.cli.console import JsonFlag, out, print_json
from turnwright.papers.cost import cost
from turnwright.papers.experiment import PAPERS, Experiment
from turnwright.papers.load import experiment, experiment_names
from turnwright.papers.scale import Size


def papers(json: JsonFlag = False) -> None:
    """List the published experiments, and what each costs at full size."""
    listed = [experiment(name) for name in experiment_names()]
    if json:
        print_json([_as_dict(one) for one in listed])
        return
    for paper, title in PAPERS.items():
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        table.add_column("name", no_wrap=True)
        table.add_column("what")
        table.add_column("at full size")
        for one in listed:
            if one.paper == paper:
                table.add_row(one.name, escape(one.title), escape(_needs(one)))
        out.print(table)
    out.print(
        "Estimates: games × turns of a game × counts of a turn × nanoseconds of a count, good to a factor of two; "
        "'turnwright reproduce NAME' plays one, --scale 0.05 makes it small.",
        soft_wrap=True,
    )


def _needs(one: Experiment) -> str:
    return f"waits for {', '.join(one.waits_for)}" if one.waits_for else str(cost(one, Size()))


def _as_dict(one: Experiment) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": one.name,
        "paper": one.paper,
        "title": one.title,
        "about": " ".join(one.about.split()),
        "kind": one.kind,
        "waits_for": list(one.waits_for),
        "notes": list(one.notes),
        "cells": len(one.cells),
        "cost": None,
    }
    if not one.waits_for:
        estimate = cost(one, Size())
        data["cost"] = {
            "games": estimate.games,
            "positions": estimate.positions,
            "core_hours": round(estimate.core_hours, 2),
        }
    return data
