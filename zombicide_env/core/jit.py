"""How kernels are compiled and cached: the only module that touches Numba's options.

``@jit`` marks an internal kernel.  Its record and array arguments keep their types, every integer argument
becomes int64 and every float float64 (uint64 stays what it is), so that a kernel is compiled once.
``@entry`` marks a function that Python calls with whole arrays.  It is compiled on its first call, or loaded
from a cache on disk whose key covers the function, everything that it calls and every constant that they read:
a changed comment compiles nothing, a changed rule compiles what depends on it, nothing is ever stale.

With ``NUMBA_DISABLE_JIT=1`` both decorators do nothing and the same functions run as plain Python on the proxies of
``pymode`` (see ``records``): slow, exact, with range checks, for debugging and for a part of the tests.

Environment: ``ZOMBICIDE_CACHE_DIR`` is the folder of the cache (default: the user's cache folder),
``ZOMBICIDE_CACHE=0`` switches it off.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types as pytypes
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import caching, types
from numba.core import config as _config
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

from . import compiling, pymode
from .exact import unliteral
from .linking import KernelCacheImpl, KernelCompiler, PlainKernelCompiler

config: Any = _config
njit: Any = numba.njit

PYTHON_MODE: Final = bool(config.DISABLE_JIT)
"""True if the kernels run as plain Python."""

_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_PIPELINES: Final[dict[bool, Any]] = {True: KernelCompiler, False: PlainKernelCompiler}  # by exactness
_KEPT: Final = 4  # cached versions of one function (several checkouts may share the cache)

F = TypeVar("F", bound=Callable[..., Any])

_uncached: list[Any] = []


# ---- decorators ------------------------------------------------------------------------------------------


def _normal(numba_type: Any) -> Any:
    plain = unliteral(numba_type)
    if plain == types.uint64:
        return plain
    if isinstance(plain, types.Integer | types.Boolean):
        return types.int64
    if isinstance(plain, types.Float):
        return types.float64
    return numba_type


def jit(function: F, *, exact: bool = True) -> F:
    """Mark an internal kernel: callable from other kernels only.

    ``exact=False`` leaves arithmetic to Numba's own rules (see ``exact``): for long rows of narrow numbers.
    """
    if PYTHON_MODE:
        return function
    options = _OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _PIPELINES[exact]}
    dispatcher: Any = njit(function, **options)
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_normal, args)), {name: _normal(t) for name, t in dict(kws).items()})

    dispatcher.get_call_template = get_call_template
    _uncached.append(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def entry(function: F, label: str | None = None) -> F:
    """Mark a function that Python calls with whole arrays and Python numbers.

    ``label`` names what is compiled in the message of the first compilation (default: the function's name).
    """
    if PYTHON_MODE:
        return function
    dispatcher: Any = njit(function, pipeline_class=_PIPELINES[True], **_OPTIONS)
    _uncached.append(dispatcher)
    compile_now = dispatcher.compile
    name = label or function.__name__

    def compile_once(signature: Any) -> Any:
        cached = _enable_cache(dispatcher)
        if cached is None:
            with compiling.message(name):
                return compile_now(signature)
        with compiling.turn(cached, name) as miss:
            inner = dispatcher._cache
            dispatcher._cache = _AskedTwice(inner, miss, seal)
            try:
                return compile_now(signature)
            finally:
                dispatcher._cache = inner

    dispatcher.compile = compile_once
    return dispatcher  # type: ignore[no-any-return]


def seal(*_labels: object) -> None:
    """Give every kernel that has been decorated so far its place in the cache (done by itself on a cache miss)."""
    while _uncached:
        _enable_cache(_uncached[-1])
        _uncached.pop()


def records(array: np.ndarray[Any, Any]) -> Any:
    """The structured array as kernels take it: a view of it, or in Python mode a sequence of proxies over its memory.

    The view has one dtype object for all equal dtypes: Numba finds the type of an argument by that object, and
    compares the dtypes field by field (20 microseconds a call) where the objects differ.
    """
    return pymode.Records(array) if PYTHON_MODE else array.view(_dtypes.setdefault(array.dtype, array.dtype))


_dtypes: dict[np.dtype[Any], np.dtype[Any]] = {}


def buffers(array: np.ndarray[Any, Any]) -> Any:
    """The plain array (one or two dimensions) as kernels take it: itself, or memoryviews in Python mode."""
    return pymode.buffers(array) if PYTHON_MODE else array


# ---- the key of the cache --------------------------------------------------------------------------------


class StaleKeyError(TypeError):
    """A kernel reads a global whose value the cache cannot follow."""


def _constant(value: object) -> str:
    """Text that changes whenever the value of a compile-time constant changes."""
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_constant, value))) + "}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}(" + ",".join(map(_constant, value)) + ")"
    if isinstance(value, np.ndarray):
        return f"array({value.dtype!r},{value.shape},{hashlib.sha256(value.tobytes()).hexdigest()})"
    if isinstance(value, np.dtype):
        return f"dtype({np.dtype(value)!r},{value.itemsize},{_offsets(value)})"
    if isinstance(value, type):
        return f"type({value.__module__}.{value.__qualname__})"
    return f"{type(value).__name__}({value!r})"


def _offsets(dtype: np.dtype[Any]) -> str:
    return str({name: field[1] for name, field in (dtype.fields or {}).items()})


def _code_parts(code: pytypes.CodeType, doc: str | None) -> Iterator[str]:
    yield code.co_code.hex()
    yield str(getattr(code, "co_exceptiontable", b"").hex())
    yield str((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount, code.co_flags))
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            yield from _code_parts(constant, None)
        elif doc is None or constant != doc:  # a docstring is a comment
            yield _constant(constant)


def _all_names(code: pytypes.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            names |= _all_names(constant)
    return names


def _is_foreign(module_name: str) -> bool:
    root = module_name.partition(".")[0]
    return root in ("numpy", "numba", "llvmlite") or root in sys.stdlib_module_names


_CONSTANTS: Final = (bool, int, float, complex, str, bytes, type(None), tuple, list, frozenset, np.generic, np.ndarray, np.dtype)


def _read(name: str, value: object, names: set[str], callees: list[Callable[..., Any]]) -> str | None:
    """Description of one global that a function (perhaps) reads; None: the value cannot be followed."""
    if isinstance(value, Dispatcher):
        callees.append(value.py_func)
        exact = value.targetoptions.get("pipeline_class") is _PIPELINES[True]
        return f"{name}->{value.py_func.__module__}.{value.py_func.__qualname__}{'' if exact else ', not exact'}"
    if isinstance(value, _Intrinsic):
        callees.append(value._defn)
        return f"{name}->{value._defn.__module__}.{value._defn.__qualname__}"
    if isinstance(value, Enum) or (isinstance(value, type) and issubclass(value, Enum)):
        members = value if isinstance(value, type) else type(value)
        return f"{name}={value!r}:" + ",".join(f"{member.name}={member.value!r}" for member in members)
    if isinstance(value, pytypes.ModuleType):
        if _is_foreign(value.__name__):
            return f"{name}=module {value.__name__}"
        inner = {n: getattr(value, n) for n in sorted(names) if hasattr(value, n) and getattr(value, n) is not value}
        found = [_read(f"{name}.{n}", v, names, callees) for n, v in inner.items()]
        return "".join(f"{text};" for text in found if text is not None)
    if isinstance(value, _CONSTANTS):
        return f"{name}={_constant(value)}"
    if _is_foreign(getattr(value, "__module__", None) or type(value).__module__):
        return f"{name}={getattr(value, '__module__', '')}.{getattr(value, '__qualname__', repr(type(value)))}"
    if isinstance(value, pytypes.FunctionType):  # plain functions take part when they are overloads or inlined
        callees.append(value)
        return f"{name}->{value.__module__}.{value.__qualname__}"
    return None


@cache
def _own(function: Callable[..., Any]) -> tuple[str, tuple[Callable[..., Any], ...]]:
    """Hash of one function with the constants that it reads, and the functions that it calls."""
    code, scope = function.__code__, function.__globals__
    names = _all_names(code)
    callees: list[Callable[..., Any]] = []
    parts = [f"{function.__module__}.{function.__qualname__}", _constant(function.__defaults__)]
    parts += _code_parts(code, function.__doc__)
    cells = {n: c.cell_contents for n, c in zip(code.co_freevars, function.__closure__ or (), strict=True)}
    for name in sorted(names | set(cells)):
        if name not in cells and name not in scope:
            continue
        value = cells.get(name, scope.get(name))
        text = _read(name, value, names, callees)
        if text is not None:
            parts.append(text)
        elif name in cells or _loads_global(code, name):
            raise StaleKeyError(
                f"kernel {function.__module__}.{function.__qualname__} reads {name!r}, a {type(value).__name__}, whose "
                "value the compilation cache cannot follow; use a number, tuple, NumPy constant or another kernel"
            )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest(), tuple(callees)


def _loads_global(code: pytypes.CodeType, name: str) -> bool:
    import dis

    codes = [code, *(c for c in code.co_consts if isinstance(c, pytypes.CodeType))]
    return any(i.argval == name and i.opname in ("LOAD_GLOBAL", "LOAD_NAME") for c in codes for i in dis.get_instructions(c))


def fingerprint(function: Callable[..., Any]) -> str:
    """Hash over the function, everything that it calls and every constant that they read."""
    function = getattr(function, "py_func", function)
    seen: set[Callable[..., Any]] = set()
    todo, parts = [function], []
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        own, callees = _own(current)
        parts.append(own)
        todo += callees
    return hashlib.sha256("".join([_own(function)[0], *sorted(parts)]).encode()).hexdigest()


# ---- the cache on disk -----------------------------------------------------------------------------------


@cache
def _versions() -> str:
    key = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.implementation.cache_tag,
        sys.version_info[:3],
        [str(getattr(config, option, None)) for option in ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX")],
        [Path(__file__).with_name(name).read_bytes() for name in ("jit.py", "exact.py", "linking.py", "memory.py")],
    )
    return hashlib.sha256(repr(key).encode()).hexdigest()[:12]


def cache_folder() -> Path:
    """Folder of the compiled code of these versions of Python, NumPy and Numba."""
    return _cache_root() / f"numba-{numba.__version__}-{_versions()}"


def _cache_root() -> Path:
    if named := os.environ.get("ZOMBICIDE_CACHE_DIR"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "zombicide_env"


@cache
def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


class Locator(caching._CacheLocator):
    """Tells Numba where the code of a function lies; the fingerprint is a part of the file's name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._stamp = fingerprint(function)
        self._where = hashlib.sha256(f"{function.__module__}.{function.__qualname__}".encode()).hexdigest()[:8]

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        _writable(cache_folder())

    def get_cache_path(self) -> str:
        """The folder."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """What the function is now."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Part of the name of its files."""
        return f"{self._where}-{self._stamp[:24]}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], _py_file: str) -> Locator | None:
        """The locator of a function, None: there is no folder to write to."""
        return cls(py_func) if _writable(cache_folder()) else None


class _FunctionCache(caching.FunctionCache):
    """Numba's cache of one function, limited to a few versions of it."""

    _impl_class = KernelCacheImpl

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
            self._prune()
        except OSError:  # a full or vanished disk costs the cache, not the game
            pass

    def _prune(self) -> None:
        prefix = self._cache_file._index_name.rpartition("-")[0] + "-"
        found = [path for path in Path(self._cache_path).glob("*.nbi") if path.name.startswith(prefix)]
        for index in sorted(found, key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            for path in Path(self._cache_path).glob(index.stem + ".*"):
                path.unlink(missing_ok=True)


class _AskedTwice:
    """A cache that on a miss waits for its turn to compile and then looks again: another process may have finished."""

    def __init__(self, inner: Any, miss: Callable[[], None], enable_callees: Callable[[], None]) -> None:
        self.cache, self._miss, self._enable_callees = inner, miss, enable_callees

    def load_overload(self, sig: Any, target: Any) -> Any:
        found = self.cache.load_overload(sig, target)
        if found is None:
            self._miss()
            found = self.cache.load_overload(sig, target)
        if found is None:
            self._enable_callees()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cache, name)


def _enable_cache(dispatcher: Any) -> Path | None:
    """Switch the disk cache of a dispatcher on; the path of its lock file, None without a cache."""
    if os.environ.get("ZOMBICIDE_CACHE") == "0":
        return None
    if not isinstance(dispatcher._cache, _FunctionCache | _AskedTwice):
        before = config.CACHE_LOCATOR_CLASSES
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.Locator"
        try:
            dispatcher._cache = _FunctionCache(dispatcher.py_func)  # type: ignore[no-untyped-call]
        except RuntimeError:  # no writable folder: compile in every process
            return None
        finally:
            config.CACHE_LOCATOR_CLASSES = before
    return Path(dispatcher._cache.cache_path) / f"{dispatcher._cache._impl.filename_base}.lock"
