"""`turnwright doctor`: what this installation is like, and what to do about each problem."""

import typer
from rich.markup import escape
from rich.table import Table

from turnwright.cli.console import JsonFlag, out, print_json
from turnwright.cli.diagnosis import Diagnosis, diagnose


def doctor(json: JsonFlag = False) -> None:
    """Look at versions, cores, the cache, extras and the GPU, and say what to do about each problem.

    The exit code is 1 where something is wrong. A missing extra is not: it is only named.
    """
    found = diagnose()
    if json:
        print_json(found.as_dict())
    else:
        _show(found)
    if found.problems:
        raise typer.Exit(1)


def _show(found: Diagnosis) -> None:
    cores, cache, gpu = found.cores, found.cache, found.gpu
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_row("turnwright", escape(f"{found.turnwright}, in {found.place}"))
    table.add_row("Python", f"{found.python} on {found.platform}")
    table.add_row("packages", ", ".join(f"{name} {known or 'missing'}" for name, known in found.packages.items()))
    load = "" if cores["load"] is None else f"; load {cores['load']}"
    table.add_row("cores", f"{cores['available']} of {cores['machine']}{load}")
    state = "writable" if cache["writable"] else "NOT writable"
    size = f"{cache['files']:,} files, {cache['bytes'] / 1e6:,.0f} MB" if cache["exists"] else "still empty"
    table.add_row("cache", escape(f"{cache['place']}: {size}, {state}, {cache['free_bytes'] / 1e9:,.1f} GB free"))
    lacking = f"; missing: {', '.join(gpu['missing'])}" if gpu["missing"] else ""
    table.add_row("GPU", escape(f"{gpu['driver'] or 'no driver'}; numba-cuda {gpu['numba_cuda'] or 'none'}{lacking}"))
    for name, extra in found.extras.items():
        state = "installed" if extra["installed"] else f"missing: {extra['install']}"
        table.add_row(f"extra {name}", escape(f"{extra['purpose']}; {state}"))
    out.print(table)
    for problem in found.problems:
        out.print(f"Problem: {problem.what}.", markup=False, soft_wrap=True)
        out.print(f"  To do: {problem.do}.", markup=False, soft_wrap=True)
    if not found.problems:
        out.print("No problems found.")
