"""Compilation and caching of kernels: the only module that sets Numba's options.

``@jit`` marks an internal kernel. Its record and array arguments keep their types, every integer argument
becomes int64 and every float float64 (uint64 is kept), so that a kernel is compiled once.
``@entry`` marks a function that Python calls with whole arrays. It is compiled on its first call, or loaded
from a cache on disk whose key covers the function, everything that it calls and every constant that they read:
a changed comment compiles nothing, a changed rule compiles what depends on it, nothing is ever stale.

With ``NUMBA_DISABLE_JIT=1`` both decorators do nothing and the same functions run as plain Python on the proxies of
``python_mode`` (see ``records``): slow, exact, with range checks, for debugging and for a part of the tests.

Environment: ``ZOMBICIDE_CACHE_DIR`` is the folder of the cache (default: the user's cache folder),
``ZOMBICIDE_CACHE=0`` disables it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _config
from numba.core import sigutils, types

from . import cache, compile_progress, numba_patches, python_mode
from .int64_arithmetic import unliteral
from .linking import KernelCompiler, PlainKernelCompiler
from .parallel_compilation import compile_ahead

config: Any = _config
njit: Any = numba.njit
typeof: Any = numba.typeof
normalize: Any = sigutils.normalize_signature

PYTHON_MODE: Final = bool(config.DISABLE_JIT)
"""Whether the kernels run as plain Python."""

_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_INTERNAL: Final[dict[str, Any]] = _OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

F = TypeVar("F", bound=Callable[..., Any])

_uncached: list[Any] = []
_one_at_a_time = threading.RLock()  # several threads may play a game for the first time
if hasattr(os, "register_at_fork"):  # a fork waits for compilations to end: the child could never finish another thread's
    os.register_at_fork(before=_one_at_a_time.acquire, after_in_parent=_one_at_a_time.release, after_in_child=_one_at_a_time.release)


# ---- decorators ------------------------------------------------------------------------------------------


def _normal(numba_type: Any) -> Any:
    """Return the type with which a kernel takes an argument."""
    if isinstance(numba_type, types.Omitted):
        return _normal(typeof(numba_type.value))
    plain = unliteral(numba_type)
    if plain == types.uint64:
        return plain
    if isinstance(plain, types.Integer | types.Boolean):
        return types.int64
    if isinstance(plain, types.Float):
        return types.float64
    if isinstance(plain, types.NestedArray):
        return types.Array(plain.dtype, plain.ndim, "C")
    return numba_type


def _normalise(dispatcher: Any) -> None:
    """Make a dispatcher compile for normal types only, also for arguments that a call leaves out."""
    fold = dispatcher._compiler.fold_argument_types

    def fold_argument_types(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(map(_normal, folded))

    dispatcher._compiler.fold_argument_types = fold_argument_types


def jit(function: F, *, exact: bool = True, inline: bool = False, fast: bool = False) -> F:
    """Mark an internal kernel: callable from other kernels only.

    ``exact=False`` keeps Numba's own arithmetic rules (see ``int64_arithmetic``): for long rows of narrow numbers. ``inline=True``
    copies its machine code into its callers: for steps that take no longer than a call. ``fast=True`` lets the compiler reorder
    sums: for networks, never for rules.
    """
    if PYTHON_MODE:
        return function
    numba_patches.apply()
    pipeline = KernelCompiler if exact else PlainKernelCompiler
    dispatcher: Any = njit(function, pipeline_class=pipeline, forceinline=inline, fastmath=fast, **_INTERNAL)
    _normalise(dispatcher)
    _uncached.append(dispatcher)
    return cast("F", dispatcher)


def entry(function: F, label: str | None = None, records: Mapping[str, np.dtype[Any]] | None = None) -> F:
    """Mark a function that Python calls with whole arrays and Python numbers.

    ``label`` is the name in the message about the first compilation (default: the function's name). ``records`` are
    the records that kernels take, by the names of their parameters: if given, several processes compile the kernels.
    """
    if PYTHON_MODE:
        return function
    numba_patches.apply()
    dispatcher: Any = njit(function, pipeline_class=KernelCompiler, **_OPTIONS)
    _normalise(dispatcher)
    compile_now = dispatcher.compile
    name = label or function.__name__

    def compile_once(signature: Any) -> Any:
        normal = tuple(map(_normal, normalize(signature)[0]))
        with _one_at_a_time:
            if not cache.wanted():
                with compile_progress.message(name):
                    return compile_now(normal)
            code = _cached(dispatcher)
            with compile_progress.turn(code.lock, name, code.kept) as miss:
                dispatcher._cache = _AskedTwice(code, miss, lambda progress: compile_ahead(function, records or {}, progress))
                try:
                    return compile_now(normal)
                finally:
                    dispatcher._cache = code

    dispatcher.compile = compile_once
    return cast("F", dispatcher)


def direct(called: F) -> F:
    """Return an ``@entry`` that has been called, without Numba's type checks: the arguments must have the types of that call."""
    compiled = list(getattr(called, "overloads", {}).values())
    return cast("F", compiled[0].entry_point) if len(compiled) == 1 else called


def place_all() -> None:
    """Attach every kernel decorated so far to the cache."""
    while _uncached:
        _cached(_uncached.pop())


def _cached(dispatcher: Any) -> cache.CodeCache:
    """Return the dispatcher's cache on disk, attached if it has none yet."""
    if not isinstance(dispatcher._cache, cache.CodeCache):
        dispatcher._cache = cache.CodeCache(dispatcher)
    return dispatcher._cache


class _AskedTwice:
    """A cache that on a miss waits for its turn to compile and then looks again: another process may have finished."""

    def __init__(self, inner: Any, miss: Callable[[], Any], ahead: Callable[[Any], None]) -> None:
        self._inner, self._miss, self._ahead = inner, miss, ahead

    def load_overload(self, signature: Any, target: Any) -> Any:
        found = self._inner.load_overload(signature, target)
        if found is None:
            progress = self._miss()
            found = self._inner.load_overload(signature, target)
            if found is None:
                place_all()
                self._ahead(progress)
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        self._inner.save_overload(signature, result)
        cache.prune()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


# ---- arrays ----------------------------------------------------------------------------------------------


def records(array: np.ndarray[Any, Any]) -> Any:
    """Return the structured array as kernels take it: a view, or in Python mode a sequence of proxies over its memory.

    The view has one dtype object for all equal dtypes: Numba finds the type of an argument by that object, and
    compares the dtypes field by field (20 microseconds per call) where the objects differ.
    """
    return python_mode.Records(array) if PYTHON_MODE else array.view(_dtypes.setdefault(array.dtype, array.dtype))


_dtypes: dict[np.dtype[Any], np.dtype[Any]] = {}


def buffers(array: np.ndarray[Any, Any]) -> Any:
    """Return the plain array (one or two dimensions) as kernels take it: unchanged, or memoryviews in Python mode."""
    return python_mode.buffers(array) if PYTHON_MODE else array
