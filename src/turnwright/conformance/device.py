"""Could a game's batches run on a GPU? What stands against it, in words.

A GPU has no heap: rules may not allocate. That is read in their sources, so it is found without a GPU. Where numba-cuda
is installed, every kernel is compiled besides, for which no GPU is needed either.
"""

import ast
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import turnwright
from turnwright.batch.devices import PACKAGE
from turnwright.conformance.finding import Finding
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.source_digest import closure, module_file

_ALLOCATING = {
    "arange", "array", "asarray", "concatenate", "copy", "empty", "empty_like", "full", "ones", "sort", "zeros",
    "zeros_like",
}  # fmt: skip
"""Functions and methods that make a new array."""
_BLOCKS = {"rule", "inlined"}
_ADVICE = "take the room as an argument, use a field of the state, or call work_array with a constant size"
_OURS = Path(turnwright.__file__).parent / "core"


def check_for_gpu(spec: str) -> list[Finding]:
    """What keeps a game, given by its spec string, from running on a GPU; nothing if it can."""
    try:
        game = turnwright.game(spec)
    except TurnwrightError as error:
        return [Finding(subject="contract", what=str(error))]
    findings = list(_allocations(game))
    if not findings and find_spec(PACKAGE) is not None:
        findings += _kernels_that_fail(game)
    return findings


def _allocations(game: Game) -> Iterator[Finding]:
    """Every place in the rules, and in what they are made of, that allocates."""
    rules = (getattr(game.rules, field.name) for field in fields(game.rules))
    files = {module_file(rule.__module__) for rule in rules if rule is not None}
    for file in sorted(closure(*files)):
        if _OURS not in file.parents:
            for function, line, what in _allocating_calls(ast.parse(file.read_text())):
                yield Finding(
                    subject="GPU",
                    what=f"{function} in {file.name}, line {line}, allocates an array ({what})",
                    advice=_ADVICE,
                )


def _allocating_calls(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The compiled function, the line and the name of every call that makes an array."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in _BLOCKS for mark in function.decorator_list
        ):
            for call in ast.walk(function):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and call.func.attr in _ALLOCATING
                ):
                    yield function.name, call.lineno, call.func.attr


def _kernels_that_fail(game: Game) -> Iterator[Finding]:
    from turnwright.batch import gpu  # not before it is asked for

    for name in gpu.KERNELS:
        try:
            gpu.ptx(game, name)
        except Exception as error:
            yield Finding(
                subject="GPU",
                what=f"{name} cannot be compiled for a GPU: {in_one_line(error)[:300]}",
                advice="keep rules to arithmetic, records, lists written by spread and out[n], and work_array",
            )
