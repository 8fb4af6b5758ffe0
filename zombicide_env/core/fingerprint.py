"""Fingerprint of a kernel's dependencies: the key of its compiled code in the cache.

The hash covers the function, everything that it calls and every constant that they read, and nothing else: a changed
comment changes no key, a changed rule the keys of its callers.
"""

from __future__ import annotations

import dis
import hashlib
import sys
import types as pytypes
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import Any, Final

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

from .linking import KernelCompiler

_Dispatcher: Any = Dispatcher


class StaleKeyError(TypeError):
    """A kernel reads a global whose value the cache cannot track."""


def _constant(value: object) -> str:
    """Return a text that changes whenever the value of a compile-time constant changes."""
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
        elif doc is None or constant != doc:  # docstrings count as comments
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


def _read(name: str, value: object, names: set[str], callees: list[Any]) -> str | None:
    """Return a description of one global that a function may read; None: the value cannot be tracked."""
    if isinstance(value, _Dispatcher):
        callees.append(value)
        exact = "" if value._compiler.pipeline_class is KernelCompiler else ", not exact"
        inline = ", inline" if value.targetoptions.get("forceinline") else ""
        fast = ", fast" if value.targetoptions.get("fastmath") else ""
        return f"{name}->{value.py_func.__module__}.{value.py_func.__qualname__}{exact}{inline}{fast}"
    if isinstance(value, _Intrinsic):
        callees.append(value._defn)
        return f"{name}->{value._defn.__module__}.{value._defn.__qualname__}"
    if isinstance(value, Enum) or (isinstance(value, type) and issubclass(value, Enum)):
        members = value if isinstance(value, type) else type(value)
        return f"{name}={value!r}:" + ",".join(f"{member.name}={member.value!r}" for member in members)
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return f"{name}={value.__module__}.{value.__qualname__}{value._fields}"
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
    if isinstance(value, types.Type):
        return f"{name}={value!r}"
    if isinstance(value, pytypes.FunctionType):  # plain functions are included when they are overloads or inlined
        callees.append(value)
        return f"{name}->{value.__module__}.{value.__qualname__}"
    return None


@cache
def _own(function: Callable[..., Any]) -> tuple[str, tuple[Any, ...]]:
    """Return the hash of one function with the constants that it reads, and its callees: dispatchers and plain functions."""
    code, scope = function.__code__, function.__globals__
    names = _all_names(code)
    callees: list[Any] = []
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
    codes = [code, *(c for c in code.co_consts if isinstance(c, pytypes.CodeType))]
    return any(i.argval == name and i.opname in ("LOAD_GLOBAL", "LOAD_NAME") for c in codes for i in dis.get_instructions(c))


def callees(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return the functions that a function calls directly: dispatchers and plain functions."""
    return _own(getattr(function, "py_func", function))[1]


def fingerprint(function: Callable[..., Any]) -> str:
    """Return the hash over the function, everything that it calls and every constant that they read."""
    function = getattr(function, "py_func", function)
    seen: set[Callable[..., Any]] = set()
    todo, parts = [function], []
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        own, called = _own(current)
        parts.append(own)
        todo += [getattr(callee, "py_func", callee) for callee in called]
    return hashlib.sha256("".join([_own(function)[0], *sorted(parts)]).encode()).hexdigest()


__all__ = ["StaleKeyError", "callees", "fingerprint"]
