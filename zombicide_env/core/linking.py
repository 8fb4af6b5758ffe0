"""Linking of kernels: internal kernels keep only their own code, and an entry point links and optimizes all of them once.

Numba alone links every function with all of its callees, optimizes the whole and generates machine code for it, repeatedly
up the call tree. Internal kernels are never run on their own, so this is done for entry points only, which
more than halves the compile time. LLVM then treats the kernels as internal, since they have no outside callers: it inlines functions with
a single caller, and games run a seventh faster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

import llvmlite.binding as llvm
from numba.core import config as _config
from numba.core import errors, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.pythonapi import PythonAPI
from numba.core.typed_passes import AnnotateTypes, InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables, RewriteSemanticConstants, WithLifting

from .int64_arithmetic import Int64Compiler

config: Any = _config

Parts = dict[str, bytes]
"""Bitcode of functions by its hash, callers before callees."""


class _Silent:
    """A code generator that does not set the Python environment of a function without machine code."""

    def __init__(self, codegen: Any) -> None:
        self._wrapped = codegen

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to set."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)


def part_name(code: bytes) -> str:
    """Return the name of a part: its hash."""
    return hashlib.sha256(code).hexdigest()


def _parts_of(library: Any) -> Parts:
    """Return the parts that must be linked to use ``library``."""
    if isinstance(library, KernelLibrary):
        return library.parts()
    code = library._get_module_for_linking().as_bitcode()  # a routine of Numba's own, self-contained
    return {part_name(code): code}


def _link(module: Any, parts: Parts) -> None:
    """Link all parts into the module, in any order.

    LLVM would drop a discardable part that comes before its first caller. This happens when there are two versions of one kernel,
    compiled by two processes, and only the callees of one of them follow it. So nothing is discardable until all parts are linked.
    """
    modules = [llvm.parse_bitcode(code) for code in parts.values()]
    for one in modules:
        _relink(one, "linkonce_odr", "weak_odr")
    while len(modules) > 1:  # in pairs: LLVM traverses everything that a part is linked into
        for first, second in zip(modules[::2], modules[1::2], strict=False):
            first.link_in(second)
        modules = modules[::2]
    for one in modules:
        module.link_in(one)
    _relink(module, "weak_odr", "linkonce_odr")


def _passes(codegen: Any, speed: int) -> Any:
    """Return a builder of LLVM passes without loop unrolling, which costs a quarter more compile time and does not speed up the code."""
    options = llvm.create_pipeline_tuning_options(speed)
    options.loop_vectorization = bool(config.LOOP_VECTORIZE)
    options.slp_vectorization = bool(config.SLP_VECTORIZE)
    options.loop_unrolling = False
    return llvm.create_pass_builder(codegen._tm, options)


def _relink(module: Any, old: str, new: str) -> None:
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage[old]:
            function.linkage = new


class KernelLibrary(JITCodeLibrary):
    """Code of one internal kernel, without its callees and without machine code."""

    _own: Parts | None = None

    @property
    def codegen(self) -> Any:
        """The part of a code generator that Numba requests from a library."""
        return _Silent(self._codegen)

    def finalize(self) -> None:
        """Finalize the library; nothing may be added afterwards."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Internal kernels have no machine code."""
        return 0

    def parts(self) -> Parts:
        """The code of this kernel and of everything that it calls, its own first."""
        self._ensure_finalized()
        if self._own is None:
            code = self._final_module.as_bitcode()
            self._own = {part_name(code): code}
            for library in self._linking_libraries:
                for name, part in _parts_of(library).items():
                    self._own.setdefault(name, part)
        return self._own

    def _get_module_for_linking(self) -> Any:
        first, *others = self.parts().items()
        module = llvm.parse_bitcode(first[1])
        _link(module, dict(others))
        return module

    @classmethod
    def restore(cls, codegen: Any, name: str, parts: Parts) -> KernelLibrary:
        """Return the library that had these parts."""
        library = cls(codegen, name)
        library._own = parts
        library._finalized = True
        return library


class EntryLibrary(JITCodeLibrary):
    """Code of an entry point with everything that it calls."""

    def finalize(self) -> None:
        """Link every kernel once, optimize, generate machine code."""
        self._raise_if_finalized()
        parts: Parts = {}
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
            for name, part in _parts_of(library).items():
                parts.setdefault(name, part)
        _link(self._final_module, parts)
        _relink(self._final_module, "linkonce_odr", "internal")
        self._linking_libraries = []
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimize once: Numba's pass before that is for reference counts, which kernels do not have."""
        passes = _passes(self._codegen, config.OPT)
        passes.getModulePassManager().run(self._final_module, passes)

    @classmethod
    def restore(cls, codegen: Any, name: str, code: bytes, symbols: frozenset[str]) -> EntryLibrary:
        """Return the library that had this machine code and defined these symbols."""
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols |= symbols
        return library


# ---- storage ---------------------------------------------------------------------------------------------


def reduce(result: Any) -> tuple[Any, Parts]:
    """Return a compile result in picklable form, and its parts, which are stored separately."""
    library = result.library
    if isinstance(library, KernelLibrary):
        parts = library.parts()
        data: Any = tuple(parts)
    else:
        module = library._final_module
        defined = (x for group in (module.functions, module.global_variables) for x in group if not x.is_declaration)
        symbols = frozenset(x.name for x in defined if x.linkage != llvm.Linkage.internal)
        parts, data = {}, (library._get_compiled_object(), symbols)
    reduced = result._replace(library=_Named(library.name, library._final_module), type_annotation="")._reduce()
    return (isinstance(library, KernelLibrary), data, reduced), parts


class _Named:
    """The attributes of a library that ``CompileResult._reduce`` uses."""

    def __init__(self, name: str, module: Any) -> None:
        self._name, self._final_module = name, module

    def serialize_using_object_code(self) -> str:
        return self._name


def rebuild(context: Any, reduced: Any, part: Callable[[str], bytes | None]) -> Any:
    """Return the compile result that was reduced; None if a part of it is missing."""
    internal, data, (name, *rest) = reduced
    library: Any
    if internal:
        parts: Any = {key: part(key) for key in data}
        if None in parts.values():
            return None
        library = KernelLibrary.restore(context.codegen(), name, parts)
    else:
        library = EntryLibrary.restore(context.codegen(), name, *data)
    result: Any = CompileResult._rebuild(_Restored(context, library), None, *rest)
    return result._replace(target_context=context)


class _Restored:
    """A target context for ``CompileResult._rebuild`` whose code generator returns one library."""

    def __init__(self, context: Any, library: Any) -> None:
        self._context, self._library = context, library

    def codegen(self) -> _Restored:
        return self

    def unserialize_library(self, _data: Any) -> Any:
        return self._library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


# ---- the pipeline ----------------------------------------------------------------------------------------


#: Closures, array expressions, ``with`` blocks, inlined functions, attributes of arrays as constants, a listing of types for people.
#: ``DeadBranchPrune`` is kept, among others, so that a branch on a constant of an edition may name fields and functions that another
#: edition lacks.
_NEEDLESS: Final = (
    InlineClosureLikes,
    NopythonRewrites,
    WithLifting,
    InlineInlinables,
    InlineOverloads,
    RewriteSemanticConstants,
    AnnotateTypes,
)


class _Printing(PythonAPI):
    """The interpreter API for internal kernels, which can print numbers.

    Printing anything else needs Python objects that belong to a compiled function, which internal kernels do not have:
    code that looked for them would find nothing, and exit while holding the interpreter's lock.
    """

    def from_native_value(self, numba_type: Any, value: Any, _environment: Any = None) -> Any:
        """Return the Python object of a number."""
        if not isinstance(numba_type, types.Number | types.Boolean):
            raise errors.UnsupportedError("a kernel can print numbers and literal text: print the elements or fields that matter")
        return super().from_native_value(numba_type, value)


class PlainKernelCompiler(Compiler):
    """Numba's pipeline, with the linking above."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, args: Any, return_type: Any, flags: Any, local_types: Any) -> None:
        super().__init__(typingctx, targetctx, library, args, return_type, flags, local_types)
        internal = bool(flags.no_cpython_wrapper)
        if internal:
            context = self.state.targetctx
            context.get_python_api = lambda builder: _Printing(context, builder)
            context.get_env_manager = lambda *_builder, **_options: None
        if library is None:
            kind = KernelLibrary if internal else EntryLibrary
            self.state.library = kind(targetctx.codegen(), kind.__name__)
            self.state.library.enable_object_caching()

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes without those for constructs that kernels do not contain, which take a tenth of the compile time."""
        made = []
        for manager in super().define_pipelines():
            kept: Any = PassManager(manager.pipeline_name)
            kept.passes = [step for step in manager.passes if step[0] not in _NEEDLESS]
            kept.finalize()
            made.append(kept)
        return made


class KernelCompiler(Int64Compiler, PlainKernelCompiler):
    """The pipeline of kernels: exact arithmetic, with the linking above."""


__all__ = ["EntryLibrary", "KernelCompiler", "KernelLibrary", "Parts", "PlainKernelCompiler", "part_name", "rebuild", "reduce"]
