"""Explains compile errors of Numba in one sentence that names the file, the line and the mistake."""

import dis
import gc
import re
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Any

from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.core.ir import Loc

_PACKAGE = Path(__file__).resolve().parents[1]
_ADVICE = "NUMBA_DISABLE_JIT=1 shows it step by step"
_PLACE = re.compile(r"During: typing of .*? at (.+?) \((\d+)\)|File \"([^\"\n]+)\", line (\d+)")
_FAILED = re.compile(r"^\s*Failed in nopython mode pipeline \(step: [^)]*\)\n", re.MULTILINE)
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_CALLER = re.compile(r"resolving callee type: type\(CPUDispatcher\(<function (\w+)")
_NO_FORM = re.compile(r"No implementation of function Function\((.*?)\) found for signature:\s+>>> (.+)")
_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "and_": "&", "or_": "|",
    "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "iadd": "+=", "isub": "-=", "imul": "*=", "iand": "&=", "ior": "|=", "ixor": "^=", "ilshift": "<<=",
    "irshift": ">>=", "getitem": "[]", "setitem": "[] =",
}  # fmt: skip


def explained(error: BaseException) -> str | None:
    """A sentence that explains a compile error; empty for any other error.

    Numba's own message starts with what failed last and can fill pages. The mistake and its place are in the innermost
    part. A field that a record does not have is not even a Numba error.
    """
    if isinstance(error, KeyError) and (loc := _place_of_field(error.__traceback__)) is not None:
        return _sentence((loc.filename, loc.line), f"the record has no field {error.args[0]!r}")
    if not isinstance(error, NumbaError):
        return None
    try:
        text = str(error)
    except Exception:  # some of Numba's messages cannot be formatted
        text = type(error).__name__
    mistake = _mistake_in(text)
    return _sentence(_place_in(text, mistake, error), mistake)


def place_outside(traceback: TracebackType | None) -> str:
    """The innermost place of an error outside this package and libraries, as file and line; otherwise the innermost."""
    frames = extract_tb(traceback)
    found = next((frame for frame in reversed(frames) if not _is_ours(frame.filename)), frames[-1])
    return f"{Path(found.filename).name}, line {found.lineno}"


def _sentence(place: tuple[str, int] | None, mistake: str) -> str:
    where = f"{Path(place[0]).name}, line {place[1]}: " if place is not None else ""
    return f"{where}{mistake}; {_ADVICE}"


def _mistake_in(text: str) -> str:
    """What is wrong, in one line."""
    inner = text[max((found.end() for found in _FAILED.finditer(text)), default=0) :]
    if found := _NO_FORM.search(inner):
        name, _, arguments = found[2].strip().partition("(")
        return f"{_SYMBOLS.get(name, name)} cannot be compiled for ({arguments.removesuffix(')')})"
    lines = (line.strip() for line in inner.splitlines())
    first = next((line for line in lines if line and not line.startswith("- Resolution")), "it cannot be compiled")
    return _ADDRESS.sub("", first).rstrip(".:").removeprefix("NameError: ")


def _place_in(text: str, mistake: str, error: BaseException) -> tuple[str, int] | None:
    """The place of the mistake: the innermost one outside this package, otherwise any."""
    if (found := _unknown_name(mistake, text)) is not None:
        return found
    places = [(found[1] or found[3], int(found[2] or found[4])) for found in _PLACE.finditer(text)]
    loc = getattr(error, "loc", None)
    if isinstance(loc, Loc):
        places.append((loc.filename, loc.line))
    foreign = [place for place in places if not _is_ours(place[0])]
    return next(iter(foreign or places), None)


def _is_ours(file: str) -> bool:
    return Path(file).resolve().is_relative_to(_PACKAGE) or "site-packages" in file or file.startswith("<")


def _unknown_name(mistake: str, text: str) -> tuple[str, int] | None:
    """The place where an undefined name is used; Numba names only the function."""
    name = re.fullmatch(r"name '(\w+)' is not defined", mistake)
    caller = _CALLER.search(text)
    if name is None or caller is None:
        return None
    for function in _compiled_functions():
        if function.__name__ == caller[1] and name[1] in function.__code__.co_names:
            for instruction in dis.get_instructions(function):
                if instruction.argval == name[1] and instruction.positions and instruction.positions.lineno:
                    return function.__code__.co_filename, instruction.positions.lineno
    return None


def _compiled_functions() -> Iterator[Any]:
    # Compare types directly: `isinstance` would look through weak references to objects that no longer exist.
    return (thing.py_func for thing in gc.get_objects() if issubclass(type(thing), Dispatcher))


def _place_of_field(traceback: TracebackType | None) -> Loc | None:
    """The code that Numba was compiling when it looked up a field of a record."""
    place, last = None, None
    while traceback is not None:
        last = traceback.tb_frame
        loc = getattr(last.f_locals.get("self"), "loc", None)
        if isinstance(loc, Loc):
            place = loc
        traceback = traceback.tb_next
    asked = last is not None and last.f_code.co_filename.endswith("npytypes.py")
    return place if asked else None
