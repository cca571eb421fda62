"""Classes from Python files outside the package, named by their place: `path/to/file.py:Class`.

A file is run once a process, so its code cannot change while compiled code of it is in use.
"""

import hashlib
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from turnwright.core.errors import in_one_line
from turnwright.core.source_digest import closure_digest
from turnwright.core.spec import CLASS_IN_FILE, SpecError


def split_place(name: str) -> tuple[str, str] | None:
    """The file and the class that a name leads to; None for the name of something in the package."""
    in_file = CLASS_IN_FILE.fullmatch(name)
    if in_file:
        return in_file["file"], in_file["class"]
    if name.endswith(".py"):
        raise SpecError(f"{name!r} names a file but no class in it; give it as {name}:Class")
    return None


def class_in_file(file: str, class_name: str, kind: str, fits: Callable[[type[Any]], bool], expected: str) -> type[Any]:
    """The class of that name in a file.

    `fits` says whether a class is of the wanted kind, `expected` what is wrong with one that is not.
    """
    path = Path(file).resolve()
    if not path.is_file():
        raise SpecError(f"there is no file {file!r} to take the {kind} {class_name!r} from")
    module = _run(path)
    found = vars(module).get(class_name)
    if found is None:
        classes = [value for value in vars(module).values() if isinstance(value, type) and fits(value)]
        names = [value.__name__ for value in classes if value.__module__ == module.__name__]
        instead = f"its {kind}s are {', '.join(names)}" if names else f"it has no {kind}s"
        raise SpecError(f"{file!r} has no class {class_name!r}; {instead}")
    if not (isinstance(found, type) and fits(found)):
        raise SpecError(f"{class_name!r} in {file!r} {expected}")
    return found


@cache
def _run(path: Path) -> ModuleType:
    """The module of a file, importable by a name: machine code kept on disk refers to it by that name."""
    closure_digest(path)  # remembered before the file runs, so an edit in between cannot pass for what was run
    name = f"turnwright_file_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # what a file prints is not a result
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise SpecError(f"{path.name!r} cannot be run: {in_one_line(error)}") from error
    return module
