"""The games under their ids: `turnwright/hero_academy-v1` for PettingZoo and for Gymnasium.

Neither library looks for environments of others, and importing them takes longer than the whole command line. So
importing `turnwright` registers the games with whichever of the two is there already, and waits for the other: they
are registered as soon as somebody imports it.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

GAMES = ("hero_academy", "locm", "arimaa", "amazons")
VERSION = 1
"""Of the environments: another one where an index, an observation or a reward means something else."""


def register_with_pettingzoo() -> None:
    """Make the games known to `pettingzoo.make("aec", …)`."""
    from pettingzoo import aec_registry, register

    for game in GAMES:
        name = f"turnwright/{game}-v{VERSION}"
        if name not in aec_registry:
            register("aec", name, entry_point="turnwright.environments.make:env", kwargs={"game": game})


def register_with_gymnasium() -> None:
    """Make the games known to `gymnasium.make(…)` and `gymnasium.make_vec(…)`."""
    import gymnasium

    for game in GAMES:
        name = f"turnwright/{game}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="turnwright.environments.make:gym_env",
                vector_entry_point="turnwright.environments.make:vector_env",
                kwargs={"game": game},
            )


_LIBRARIES: dict[str, Callable[[], None]] = {
    "pettingzoo": register_with_pettingzoo,
    "gymnasium": register_with_gymnasium,
}


def register() -> None:
    """Register the games with the libraries that are imported, and with the others once they are."""
    waiting = {}
    for library, enter in _LIBRARIES.items():
        module = sys.modules.get(library)
        if module is None or getattr(module.__spec__, "_initializing", False):
            waiting[library] = enter
        else:
            enter()
    if waiting and not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting(waiting))


class _Waiting:
    """Stands before Python's own finders until the libraries have come, and then says what is to be done."""

    def __init__(self, waiting: dict[str, Callable[[], None]]) -> None:
        self._waiting = waiting

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._waiting:
            return None
        enter = self._waiting.pop(name)
        if not self._waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            _then(spec.loader, enter)
        return spec


def _then(loader: Any, enter: Callable[[], None]) -> None:
    """Let a loader do something more when it has carried out its module."""
    execute = loader.exec_module

    def executed(module: ModuleType) -> None:
        del loader.exec_module
        execute(module)
        enter()

    loader.exec_module = executed
