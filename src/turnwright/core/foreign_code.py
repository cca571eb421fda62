"""Loads classes from outside: from a Python file, a folder that is a package, or an importable module.

Loading a class runs foreign code. The caller must make sure that the user wants this. A file runs once per process, so
its code cannot change while its compiled code is in use.
"""

import hashlib
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from os.path import isdir, isfile
from pathlib import Path
from types import ModuleType
from typing import Any

from turnwright.core.errors import in_one_line
from turnwright.core.source_digest import closure_digest
from turnwright.core.spec import FileClass, ForeignClass, SpecError


def foreign_class(spec: ForeignClass, what: str, fits: Callable[[type[Any]], bool], expected: str) -> type[Any]:
    """The class that a spec names.

    `what` is "game" or "agent". `fits` says whether a class is one; `expected` says what is wrong if it is not.
    """
    module = _module(spec, what)
    place = spec.file if isinstance(spec, FileClass) else spec.module
    found = vars(module).get(spec.class_name)
    if found is None:
        classes = [value for value in vars(module).values() if isinstance(value, type) and fits(value)]
        names = [value.__name__ for value in classes if _belongs(value, module)]
        instead = f"its {what}s are {', '.join(names)}" if names else f"it has no {what}s"
        raise SpecError(f"{place!r} has no class {spec.class_name!r}; {instead}")
    if not (isinstance(found, type) and fits(found)):
        raise SpecError(f"{spec.class_name!r} in {place!r} {expected}")
    return found


def _belongs(kind: type[Any], module: ModuleType) -> bool:
    return kind.__module__ == module.__name__ or kind.__module__.startswith(f"{module.__name__}.")


def _module(spec: ForeignClass, what: str) -> ModuleType:
    if not isinstance(spec, FileClass):
        return _imported(spec.module)
    given, path = Path(spec.file), spec.path
    is_folder = isdir(path)
    if not (is_folder or isfile(path)):  # false also if a name is too long
        where = "" if given.is_absolute() else f" in {Path.cwd()}"
        sort = "file" if spec.file.endswith(".py") else "folder"
        raise SpecError(
            f"there is no {sort} {spec.file!r}{where} to take the {what} {spec.class_name!r} from"
            + ("" if given.is_absolute() else "; go to the folder that the path starts at, or give the whole path")
        )
    if is_folder and not (path / "__init__.py").is_file():
        raise SpecError(f"the folder {spec.file!r} is not a package: it has no file __init__.py")
    return _run(path)


@cache
def _run(path: Path) -> ModuleType:
    """The module of a file or folder, importable by name: machine code in the cache refers to that name."""
    file = path / "__init__.py" if path.is_dir() else path
    closure_digest(file)  # computed before the file runs, so an edit in between cannot be mistaken for what ran
    name = f"turnwright_file_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(path)] if path.is_dir() else None)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # what a file prints is not a result
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        for loaded in [loaded for loaded in sys.modules if loaded == name or loaded.startswith(f"{name}.")]:
            del sys.modules[loaded]
        raise SpecError(f"{path.name!r} cannot be run: {in_one_line(error)}") from error
    return module


def _imported(name: str) -> ModuleType:
    try:
        with redirect_stdout(sys.stderr):
            return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise SpecError(
                f"there is no module {name!r}; install its package, or put the folder that holds it on PYTHONPATH"
            ) from None
        raise SpecError(f"the module {name!r} cannot be imported: {in_one_line(error)}") from error
    except (Exception, SystemExit) as error:
        raise SpecError(f"the module {name!r} cannot be imported: {in_one_line(error)}") from error
