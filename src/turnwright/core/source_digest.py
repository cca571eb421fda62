"""The import closure of a module, and a digest of its meaning.

Such digests are the keys of compiled code and stored games. They change only if the meaning of a module in the closure
may have changed. Comments, docstrings, layout and the texts of error messages do not count.

A closure contains the modules that a module imports at its top level, directly or indirectly, if they belong to
Turnwright or are in the same folder as the module. The data files next to them (`data/`) count byte by byte. Libraries
are not included: their versions are part of the cache's path and of a game's provenance.
"""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
_NAME = PACKAGE.name
_APART = frozenset({PACKAGE / "__init__.py", PACKAGE / "core/compile_cache.py", PACKAGE / "core/source_digest.py"})
"""Not part of any meaning: the version, and the modules that store and name compiled code."""
_VERSION = 1
"""The version of this algorithm; a new version changes all digests."""


@dataclass(frozen=True)
class _Source:
    """The meaning of one source file."""

    digest: str
    imports: tuple[tuple[int, str, tuple[str, ...]], ...]
    """Level (0: absolute), module, and the names imported from it."""


def cache_root() -> Path:
    """The folder for everything that can be generated again: `TURNWRIGHT_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("TURNWRIGHT_CACHE") or platformdirs.user_cache_dir(_NAME, appauthor=False))


def module_file(module: str) -> Path:
    """The file of a module that has been imported."""
    file = getattr(sys.modules[module], "__file__", None)
    if file is None:
        raise ValueError(f"the module {module!r} has no source file")
    return Path(file).resolve()


def closure_digest(*files: Path) -> str:
    """A digest of modules and everything that they import."""
    return _closure_digest(tuple(sorted({file.resolve() for file in files})))


def closure(*files: Path) -> list[Path]:
    """The files of modules and of everything that they import from Turnwright or from their own folders."""
    found: set[Path] = set()
    waiting = [(file.resolve(), _home(file.resolve())) for file in files]
    while waiting:
        file, home = waiting.pop()
        if file in found or file in _APART:
            continue
        found.add(file)
        waiting.extend((imported, home) for imported in _imported(file, home) if imported not in found)
    return sorted(found)


@cache
def _closure_digest(files: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    found = closure(*files)
    for file in found:
        digest.update(f"{_place(file)}:{_source(file).digest}\n".encode())
    for folder in sorted({file.parent / "data" for file in found}):
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"{_place(file)}:{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def source_place(file: Path) -> str:
    """The path of a source file: relative to the package, or on this machine."""
    return file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else str(file)


def _home(file: Path) -> Path:
    """The folder whose modules belong to a file: that of its package, or its own."""
    folder = file.parent
    while (folder / "__init__.py").exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _place(file: Path) -> str:
    """The name of a file in a digest: the path in the package for Turnwright's files, otherwise the file name."""
    return file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else file.name


def _imported(file: Path, home: Path) -> Iterator[Path]:
    for level, module, names in _source(file).imports:
        if level:
            base = file.parent
            for _ in range(level - 1):
                base = base.parent
            yield from _module_files(base.joinpath(*filter(None, module.split("."))), names)
            continue
        first, *rest = module.split(".")
        if first == _NAME:
            yield from _module_files(PACKAGE.joinpath(*rest), names)
        elif home != PACKAGE.parent:
            yield from _module_files(home.joinpath(first, *rest), names)


def _module_files(place: Path, names: Iterable[str]) -> Iterator[Path]:
    """The module at a path, and those imported names that are modules themselves."""
    for candidate in (place, *(place / name for name in names)):
        for file in (candidate.with_name(candidate.name + ".py"), candidate / "__init__.py"):
            if file.is_file():
                yield file


@cache
def _source(file: Path) -> _Source:
    """Read a file. Results are cached by its text, because parsing all files takes a tenth of a second."""
    text = file.read_bytes()
    kept = cache_root() / "sources" / f"{hashlib.sha256(text).hexdigest()[:32]}-{_VERSION}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        data = json.loads(kept.read_bytes())
        return _Source(data["digest"], tuple((level, module, tuple(names)) for level, module, names in data["imports"]))
    source = _read(text)
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        scratch = kept.with_suffix(f".{os.getpid()}")
        scratch.write_text(json.dumps({"digest": source.digest, "imports": source.imports}))
        scratch.replace(kept)
    return source


def _read(text: bytes) -> _Source:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # it cannot be imported; any edit of it counts
        return _Source(hashlib.sha256(text).hexdigest(), ())
    imports = tuple(_top_level_imports(tree.body))
    meaning = ast.dump(_Meaning().visit(tree))
    return _Source(hashlib.sha256(meaning.encode()).hexdigest(), imports)


def _top_level_imports(body: Iterable[ast.stmt]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The imports that run with the module, without those for type checkers only."""
    for statement in body:
        match statement:
            case ast.Import(names=names):
                for alias in names:
                    yield 0, alias.name, ()
            case ast.ImportFrom(level=level, module=module, names=names):
                yield level, module or "", tuple(alias.name for alias in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                yield from _top_level_imports(orelse)
            case ast.If(body=inner, orelse=orelse):
                yield from _top_level_imports([*inner, *orelse])
            case ast.Try(body=inner, handlers=handlers, orelse=orelse, finalbody=finalbody):
                caught = [inside for handler in handlers for inside in handler.body]
                yield from _top_level_imports([*inner, *caught, *orelse, *finalbody])
            case ast.With(body=inner):
                yield from _top_level_imports(inner)


class _Meaning(ast.NodeTransformer):
    """Removes what cannot change the behaviour of a program: standalone strings, and the texts of errors."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return None
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if isinstance(node.exc, ast.Call):
            return ast.Raise(exc=node.exc.func, cause=node.cause)
        return node
