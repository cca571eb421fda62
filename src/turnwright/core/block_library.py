"""Building blocks as LLVM code: machine code is made of the entries that they are linked into, and of nothing else.

Numba makes machine code of every compiled function, also of those that only compiled code calls, although callers take
over their LLVM code. That would be a fifth of all compile time.

Like `compile_cache`, this module knows private classes of Numba; pyproject.toml bounds the version of Numba for it.
"""

import os
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result

_KIND = "building block"


LIGHT = "TURNWRIGHT_LIGHT"
"""The environment variable that asks for light compiling: a shorter wait for code that takes up to 1.7 times as long.
The tests compile so."""


def is_light() -> bool:
    return bool(os.environ.get(LIGHT))


class BlockLibrary(JITCodeLibrary):
    """The code of a building block, ready to be linked into what calls it."""

    @property
    def codegen(self) -> Any:
        return _NOWHERE

    def _optimize_final_module(self) -> None:
        """Callers take it over and optimise it again, with themselves around it; without this they would be slower."""
        if not is_light():
            super()._optimize_final_module()
            return
        small = {"opt": 1, "loop_vectorize": False, "slp_vectorize": False}
        passes, builder = self._codegen._module_pass_manager(cost="cheap", **small)
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        self._ensure_finalized()
        return self.name, _KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def load(cls, codegen: Any, name: str, bitcode: bytes) -> "BlockLibrary":
        """The library that `serialize_using_object_code` has written."""
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


class _Nowhere:
    """In the place of an engine that would run the code."""

    def set_env(self, name: str, environment: object) -> None:
        """An environment belongs to the machine code that reads it: see `set_environments`."""


_NOWHERE = _Nowhere()


class BlockCompiler(Compiler):
    """Compiles a function into a `BlockLibrary`."""

    def _compile_core(self) -> Any:
        self.state.library = BlockLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super()._compile_core()


def set_environments(compiled: Any) -> None:
    """Give machine code the environments of the building blocks that were linked into it."""
    if not isinstance(compiled.library, BlockLibrary):
        for environment in compiled._find_referenced_environments():
            compiled.library.codegen.set_env(environment.env_name, environment)


def rebuilt(context: Any, payload: tuple[Any, ...]) -> CompileResult:
    """The compiled function that was kept as `CompileResult._reduce` gives it."""
    name, kind, code = payload[0]
    if kind != _KIND:
        return CompileResult._rebuild(context, *payload)
    description, environment, signature, objectmode, lifted, annotation, reload_init, environments = payload[1:]
    for function in reload_init:
        function()
    library = BlockLibrary.load(context.codegen(), name, code)
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=context.get_executable(library, description, environment),
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        fndesc=description,
        library=library,
        environment=environment,
        reload_init=reload_init,
        referenced_envs=environments,
    )
