"""64-bit integer arithmetic in kernels, as in Python: every operator works on int64 (float64), whatever the fields' types.

Numba alone types ``u1 - u1`` as uint64, so that 2 - 3 is a huge number, ``u1 + u1 + i2`` as float64 and
``range(u1)`` as a range of uint64. Here operators and built-in functions see small integers as int64 and float32 as
float64; the types of fields do not change, stores convert back. uint64 is left alone, for ``rng``.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.compiler import Compiler
from numba.core.imputils import lower_cast

unliteral: Any = types.unliteral
_lower_cast: Any = lower_cast
_SMALL = (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32)
_WIDE: dict[Any, Any] = dict.fromkeys(_SMALL, types.int64) | {types.float32: types.float64}


def wide(numba_type: Any) -> Any:
    """Return the type in which arithmetic with a value of ``numba_type`` is done."""
    return _WIDE.get(unliteral(numba_type), numba_type)


def _as_array(_context: Any, _builder: Any, _from: Any, _to: Any, value: Any) -> Any:
    """Pass an array field like any other array: Numba has a type for each length, but the memory layout is the same."""
    return value


_lower_cast(types.NestedArray, types.Array)(_as_array)

_resolved: dict[Any, Any] = {}


class _WideTyping:
    """A typing context that widens the arguments of operators and built-in functions, and otherwise delegates to the wrapped one."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        if isinstance(function, types.BaseFunction):
            args, kws = tuple(map(wide, args)), {name: wide(t) for name, t in dict(kws).items()}
            if not kws and all(isinstance(t, types.Number) for t in args):  # the same few operators on numbers, over and over
                key = function, args
                if key not in _resolved:
                    _resolved[key] = self._context.resolve_function_type(function, args, kws)
                return _resolved[key]
        return self._context.resolve_function_type(function, args, kws)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class Int64Compiler(Compiler):
    """Numba's pipeline with the typing above."""

    def __init__(self, typingctx: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(typingctx, *args, **kwargs)
        self.state.typingctx = _WideTyping(typingctx)


__all__ = ["Int64Compiler", "unliteral", "wide"]
