"""Building blocks as LLVM code. Entries are linked from them, and only entries are optimised and become machine code.

Numba links, optimises and translates every compiled function together with everything it calls, even functions that
only compiled code calls. So the innermost functions of a search would be optimised once for every function above them.
Here a building block stays as Numba generated it, and an entry collects all its building blocks: everything is
optimised once, as a whole.

Like `compile_cache`, this module uses private classes of Numba, so pyproject.toml limits the version of Numba.
"""

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result

_KIND = "building block"
_ADDRESS = "numba.dynamic.globals"
"""The prefix of symbols for addresses in this process. Code that needs one is useless to another process."""
_COMPILED = "_ZN"
"""The prefix of symbols of compiled functions."""


def _built_from(library: Any) -> list[Any]:
    """All libraries that a library needs, each once. Building blocks come first: they call the others, never the
    reverse."""
    found: dict[Any, None] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        other = waiting.pop()
        if other not in found:
            found[other] = None
            if isinstance(other, BlockLibrary):
                waiting.extend(other._linking_libraries)
    return sorted(found, key=lambda other: not isinstance(other, BlockLibrary))


def _own_code(library: Any) -> Any:
    return library.own_code if isinstance(library, BlockLibrary) else library._get_module_for_linking()


class BlockLibrary(JITCodeLibrary):
    """The code of a building block, ready to be linked into what calls it."""

    _own: Any = None

    @property
    def codegen(self) -> Any:
        return _NOWHERE

    @property
    def has_dynamic_globals(self) -> bool:
        """Whether it needs an address of this process. (Numba declares more of them than it needs.)"""
        if not any(variable.name.startswith(_ADDRESS) for variable in self._final_module.global_variables):
            return False
        module = self._final_module.clone()
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_aggressive_dce_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(module, self._codegen._pass_builder())
        return any(variable.name.startswith(_ADDRESS) for variable in module.global_variables)

    @property
    def own_code(self) -> Any:
        """Its own functions, without those that they call.

        They have weak linkage: a linker may meet them twice, and it keeps them even if nothing it has seen so far calls
        them. (It would drop functions with linkage `linkonce`, and a later caller would find nothing.)
        """
        if self._own is None:
            self._own = self._final_module.clone()
            for function in self._own.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "weak_odr"
        return self._own

    def add_llvm_module(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _get_module_for_linking(self) -> Any:
        """Everything that it is built from: for functions that do not collect it themselves, and for the cache on
        disk."""
        if self._shared_module is None:
            self._shared_module = self.own_code.clone()
            for library in _built_from(self):
                self._shared_module.link_in(_own_code(library), preserve=True)
        return self._shared_module

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        return self.name, _KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def load(cls, codegen: Any, name: str, bitcode: bytes) -> "BlockLibrary":
        """The library that `serialize_using_object_code` wrote."""
        library = cls(codegen, name)
        library._final_module = library._own = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class EntryLibrary(JITCodeLibrary):
    """The code of an entry together with all its building blocks."""

    def finalize(self) -> None:
        for library in _built_from(self):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_own_code(library), preserve=True)
        self._linking_libraries = []
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.weak_odr:
                function.linkage = "linkonce_odr"  # everything is linked: unused functions may be dropped
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        """Refuse missing functions: calling one would crash the process."""
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(_COMPILED):
                raise RuntimeError(f"{self.name} was linked without {function.name}")


class _Nowhere:
    """Stands in for an engine that would run the code."""

    def set_env(self, name: str, environment: object) -> None:
        """An environment belongs to the machine code that reads it: see `set_environments`."""


_NOWHERE = _Nowhere()


class BlockCompiler(Compiler):
    """Compiles a function into a `BlockLibrary`."""

    def _compile_core(self) -> Any:
        self.state.library = BlockLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super()._compile_core()


class EntryCompiler(Compiler):
    """Compiles a function into an `EntryLibrary`."""

    def _compile_core(self) -> Any:
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super()._compile_core()


def set_environments(compiled: Any) -> None:
    """Give machine code the environments of the building blocks that were linked into it."""
    if not isinstance(compiled.library, BlockLibrary):
        for environment in compiled._find_referenced_environments():
            compiled.library.codegen.set_env(environment.env_name, environment)


def rebuilt(context: Any, payload: tuple[Any, ...]) -> CompileResult:
    """The compiled function, from what `CompileResult._reduce` stored."""
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
