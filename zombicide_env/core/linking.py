"""Linking as a linker does it: internal kernels keep their own code only, an entry links and optimises all of them once.

Numba alone links every function with all of its callees, optimises the whole and makes machine code of it, over and
over up the tree of calls.  Nobody runs the internal kernels by themselves, so this is done for entries only, which
more than halves the time of compilation and leaves the machine code of the entries as it was.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from numba.core import caching
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables, RewriteSemanticConstants, WithLifting

from .exact import ExactCompiler

Parts = dict[str, bytes | Path]
"""Bitcode of functions by content hash, callers before callees; a path where it lies on disk."""


class _Silent:
    """A code generator that does not set the Python environment of a function, which has no machine code."""

    def __init__(self, codegen: Any) -> None:
        self._wrapped = codegen

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to set."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)


def _parts_of(library: Any) -> Parts:
    """What must be linked to use ``library``."""
    if isinstance(library, KernelLibrary):
        return library.parts()
    code = library._get_module_for_linking().as_bitcode()  # a routine of Numba's own, complete in itself
    return {hashlib.sha256(code).hexdigest(): code}


def _link(module: Any, parts: Parts) -> None:
    for part in parts.values():
        module.link_in(llvm.parse_bitcode(part.read_bytes() if isinstance(part, Path) else part))


class KernelLibrary(JITCodeLibrary):
    """Code of one internal kernel, without its callees and without machine code."""

    _own: Parts | None = None

    @property
    def codegen(self) -> Any:
        """As far as Numba asks a library for it."""
        return _Silent(self._codegen)

    def finalize(self) -> None:
        """Nothing may be added from now on."""
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """There is none."""
        return 0

    def parts(self) -> Parts:
        """The code of this kernel and of everything that it calls."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        if self._own is None:
            code = self._final_module.as_bitcode()
            self._own = {hashlib.sha256(code).hexdigest(): code}
            for library in self._linking_libraries:
                for name, part in _parts_of(library).items():
                    self._own.setdefault(name, part)
        return self._own

    def _get_module_for_linking(self) -> Any:
        first = next(iter(self.parts()))
        code = self.parts()[first]
        module = llvm.parse_bitcode(code.read_bytes() if isinstance(code, Path) else code)
        _link(module, {name: part for name, part in self.parts().items() if name != first})
        return module

    def store(self, folder: Path, base: str) -> None:
        """Write the parts that are not on disk yet, as files that begin with ``base``."""
        for name, part in self.parts().items():
            if not isinstance(part, Path):
                path = folder / f"{base}.{name[:32]}.bc"
                if not path.exists():
                    fresh = path.with_suffix(f".tmp{id(self)}")
                    fresh.write_bytes(part)
                    fresh.replace(path)
                self.parts()[name] = path

    def serialize_using_object_code(self) -> tuple[str, str, Any]:
        """Name, kind and the files of the parts."""
        return self.name, "kernel", {name: part.name for name, part in self.parts().items() if isinstance(part, Path)}

    @classmethod
    def restore(cls, codegen: Any, name: str, files: dict[str, str], folder: Path) -> KernelLibrary | None:
        """The library that was stored; None if a file is gone."""
        library = cls(codegen, name)
        library._own = {part: folder / file for part, file in files.items()}
        if not all(_exists(path) for path in library._own.values() if isinstance(path, Path)):
            return None
        library._finalized = True
        return library


_seen: set[Path] = set()


def _exists(path: Path) -> bool:
    if path not in _seen and path.exists():
        _seen.add(path)
    return path in _seen


class EntryLibrary(JITCodeLibrary):
    """Code of an entry with all that it calls."""

    def finalize(self) -> None:
        """Link every kernel once, optimise, make machine code."""
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        parts: Parts = {}
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
            for name, part in _parts_of(library).items():
                parts.setdefault(name, part)
        _link(self._final_module, parts)
        self._linking_libraries = []
        super().finalize()  # type: ignore[no-untyped-call]


#: Closures, array expressions, ``with`` blocks, functions inlined by hand, attributes of arrays as constants.  What stays among others:
#: ``DeadBranchPrune``, so that a branch on a constant of an edition may name fields and functions that another edition lacks.
_NEEDLESS: Final = (
    InlineClosureLikes,
    NopythonRewrites,
    WithLifting,
    InlineInlinables,
    InlineOverloads,
    RewriteSemanticConstants,
)


class PlainKernelCompiler(Compiler):
    """Numba's pipeline, linked as above."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, args: Any, return_type: Any, flags: Any, local_types: Any) -> None:
        super().__init__(typingctx, targetctx, library, args, return_type, flags, local_types)  # type: ignore[no-untyped-call]
        if library is None:
            kind = KernelLibrary if flags.no_cpython_wrapper else EntryLibrary
            self.state.library = kind(targetctx.codegen(), kind.__name__)
            self.state.library.enable_object_caching()

    def define_pipelines(self) -> list[Any]:
        """Numba's passes without those that look for what kernels do not contain: a tenth of the time of compilation."""
        made = []
        for manager in super().define_pipelines():  # type: ignore[no-untyped-call]
            kept: Any = PassManager(manager.pipeline_name)  # type: ignore[no-untyped-call]
            kept.passes = [step for step in manager.passes if step[0] not in _NEEDLESS]
            kept.finalize()
            made.append(kept)
        return made


class KernelCompiler(ExactCompiler, PlainKernelCompiler):
    """The pipeline of kernels: exact arithmetic, linked as above."""


class _Restored:
    """A target context for ``CompileResult._rebuild`` whose code generator hands out one library."""

    def __init__(self, context: Any, library: KernelLibrary) -> None:
        self._context, self._library = context, library

    def codegen(self) -> _Restored:
        return self

    def unserialize_library(self, _data: Any) -> KernelLibrary:
        return self._library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class KernelCacheImpl(caching.CompileResultCacheImpl):
    """How compiled kernels are written to the cache and read from it."""

    def reduce(self, cres: Any) -> Any:
        """What is pickled."""
        if isinstance(cres.library, KernelLibrary):
            cres.library.store(Path(self.locator.get_cache_path()), self.filename_base)
        return super().reduce(cres)  # type: ignore[no-untyped-call]

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The compile result; None if a part of it is gone, which counts as a miss."""
        name, kind, data = payload[0]
        if kind != "kernel":
            return super().rebuild(target_context, payload)  # type: ignore[no-untyped-call]
        library = KernelLibrary.restore(target_context.codegen(), name, data, Path(self.locator.get_cache_path()))
        if library is None:
            return None
        result = CompileResult._rebuild(_Restored(target_context, library), *payload)  # type: ignore[no-untyped-call]
        return result._replace(target_context=target_context)


__all__ = ["EntryLibrary", "KernelCacheImpl", "KernelCompiler", "KernelLibrary", "PlainKernelCompiler"]
