"""Linking as a linker does it: internal kernels keep their own code only, an entry links and optimises all of them once.

Numba alone links every function with all of its callees, optimises the whole and makes machine code of it, over and
over up the tree of calls.  Nobody runs the internal kernels by themselves, so this is done for entries only, which
more than halves the time of compilation.  For LLVM they are internal then, since nobody outside calls them: it inlines what is called in
one place only, and games play a seventh faster.
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
    """A code generator that does not set the Python environment of a function, which has no machine code."""

    def __init__(self, codegen: Any) -> None:
        self._wrapped = codegen

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to set."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)


def part_name(code: bytes) -> str:
    """The name of a part: its hash."""
    return hashlib.sha256(code).hexdigest()


def _parts_of(library: Any) -> Parts:
    """What must be linked to use ``library``."""
    if isinstance(library, KernelLibrary):
        return library.parts()
    code = library._get_module_for_linking().as_bitcode()  # a routine of Numba's own, complete in itself
    return {part_name(code): code}


def _link(module: Any, parts: Parts) -> None:
    """Put all parts into the module, in any order.

    A part that may be dropped would be, when it comes before the first that calls it: then there are two forms of one kernel among the
    parts, compiled by two processes, and only the callees of one of them come behind it.  So nothing may be dropped before all is there.
    """
    modules = [llvm.parse_bitcode(code) for code in parts.values()]
    for one in modules:
        _relink(one, "linkonce_odr", "weak_odr")
    while len(modules) > 1:  # in pairs: LLVM walks through all of what a part is added to
        for first, second in zip(modules[::2], modules[1::2], strict=False):
            first.link_in(second)
        modules = modules[::2]
    for one in modules:
        module.link_in(one)
    _relink(module, "weak_odr", "linkonce_odr")


def _passes(codegen: Any, speed: int) -> Any:
    """Passes of LLVM that leave loops rolled up, as a builder: unrolled, they take a quarter more time to compile and as much to run."""
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
        """As far as Numba asks a library for it."""
        return _Silent(self._codegen)

    def finalize(self) -> None:
        """Nothing may be added from now on."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """There is none."""
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
        """The library that had these parts."""
        library = cls(codegen, name)
        library._own = parts
        library._finalized = True
        return library


class EntryLibrary(JITCodeLibrary):
    """Code of an entry with all that it calls."""

    def finalize(self) -> None:
        """Link every kernel once, optimise, make machine code."""
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
        """Once: Numba's round before is for counted references, of which kernels have none."""
        passes = _passes(self._codegen, config.OPT)
        passes.getModulePassManager().run(self._final_module, passes)

    @classmethod
    def restore(cls, codegen: Any, name: str, code: bytes, symbols: frozenset[str]) -> EntryLibrary:
        """The library that had this machine code and defined these symbols."""
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols |= symbols
        return library


# ---- storage ---------------------------------------------------------------------------------------------


def reduce(result: Any) -> tuple[Any, Parts]:
    """A compile result in picklable form, and its parts, which are stored next to it."""
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
    """As much of a library as ``CompileResult._reduce`` looks at."""

    def __init__(self, name: str, module: Any) -> None:
        self._name, self._final_module = name, module

    def serialize_using_object_code(self) -> str:
        return self._name


def rebuild(context: Any, reduced: Any, part: Callable[[str], bytes | None]) -> Any:
    """The compile result that was reduced; None if a part of it is gone."""
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
    """A target context for ``CompileResult._rebuild`` whose code generator hands out one library."""

    def __init__(self, context: Any, library: Any) -> None:
        self._context, self._library = context, library

    def codegen(self) -> _Restored:
        return self

    def unserialize_library(self, _data: Any) -> Any:
        return self._library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


# ---- the pipeline ----------------------------------------------------------------------------------------


#: Closures, array expressions, ``with`` blocks, functions inlined by hand, attributes of arrays as constants, a listing of types for
#: people.  What stays among others: ``DeadBranchPrune``, so that a branch on a constant of an edition may name fields and functions that
#: another edition lacks.
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
    """The interpreter as internal kernels see it: they print numbers.

    What else there is to print needs Python objects that belong to a compiled function, which internal kernels do not have:
    code that looked for them would find nothing, and leave with the interpreter's lock.
    """

    def from_native_value(self, numba_type: Any, value: Any, _environment: Any = None) -> Any:
        """The Python object of a number."""
        if not isinstance(numba_type, types.Number | types.Boolean):
            raise errors.UnsupportedError("a kernel can print numbers and literal text: print the elements or fields that matter")
        return super().from_native_value(numba_type, value)


class PlainKernelCompiler(Compiler):
    """Numba's pipeline, linked as above."""

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
        """Numba's passes without those that look for what kernels do not contain: a tenth of the time of compilation."""
        made = []
        for manager in super().define_pipelines():
            kept: Any = PassManager(manager.pipeline_name)
            kept.passes = [step for step in manager.passes if step[0] not in _NEEDLESS]
            kept.finalize()
            made.append(kept)
        return made


class KernelCompiler(Int64Compiler, PlainKernelCompiler):
    """The pipeline of kernels: exact arithmetic, linked as above."""


__all__ = ["EntryLibrary", "KernelCompiler", "KernelLibrary", "Parts", "PlainKernelCompiler", "part_name", "rebuild", "reduce"]
