"""SIMD vectors of float32, as wide as the processor's registers, and kernels that compute with them.

``load``, ``store`` and the arithmetic below are single instructions in compiled code: a variable that holds such a vector is a register.
LLVM supports them on any processor; only the number of elements, ``LANES``, depends on it.
With ``NUMBA_DISABLE_JIT=1`` a vector is a NumPy array.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model
from numba.np import arrayobj

from ..jit import PYTHON_MODE, jit

F = TypeVar("F", bound=Callable[..., Any])

_arrays: Any = arrayobj
_FEATURES: Final = dict(llvm.get_host_cpu_features())

LANES: Final = 16 if _FEATURES.get("avx512f") else 8 if _FEATURES.get("avx2") else 4
"""Elements of a vector."""
MANY: Final = bool(_FEATURES.get("avx512f")) or "neon" in _FEATURES
"""Whether there are 32 vector registers instead of 16."""

kernel: Final[Callable[[F], F]] = partial(jit, exact=False, fast=True)
"""Decorator of kernels with float32 sums that the compiler may reorder."""


def padded(width: int) -> int:
    """Return ``width`` rounded up to whole vectors."""
    return -(-width // LANES) * LANES


if PYTHON_MODE:

    def load(row: Any, i: int) -> Any:
        """Return the vector ``row[i] .. row[i + LANES - 1]``."""
        return np.array(row[i : i + LANES])

    def store(row: Any, i: int, vector: Any) -> None:
        """Write a vector to ``row[i] .. row[i + LANES - 1]``."""
        row[i : i + LANES] = vector

    def amounts(row: Any, i: int) -> Any:
        """Return a vector of the numbers ``row[i] .. row[i + LANES - 1]`` of an observation."""
        return np.array([row[i + k] for k in range(LANES)], np.float32)

    def splat(number: Any) -> Any:
        """Return a vector whose elements are all ``number``."""
        return np.full(LANES, number, np.float32)

    def plus(a: Any, b: Any) -> Any:
        """Return ``a + b``."""
        return a + b

    def minus(a: Any, b: Any) -> Any:
        """Return ``a - b``."""
        return a - b

    def times(a: Any, b: Any) -> Any:
        """Return ``a * b``."""
        return a * b

    def over(a: Any, b: Any) -> Any:
        """Return ``a / b``."""
        return a / b

    def most(a: Any, b: Any) -> Any:
        """Return the elementwise maximum."""
        return np.maximum(a, b)

    def least(a: Any, b: Any) -> Any:
        """Return the elementwise minimum."""
        return np.minimum(a, b)

    def where(a: Any, b: Any, c: Any) -> Any:
        """Return ``c`` where ``a > b``, else 0."""
        return np.where(a > b, c, np.float32(0))

    def exp(a: Any) -> Any:
        """Return the exponential, for -80 .. 80."""
        return np.exp(a)

    def log(a: Any) -> Any:
        """Return the natural logarithm of normal numbers above 0."""
        return np.log(a)

    def root(a: Any) -> Any:
        """Return the square root."""
        return np.sqrt(a)

    def total(a: Any) -> Any:
        """Return the sum of all elements, float32."""
        return a.sum()

else:

    class Lanes(types.Type):
        """The type of a vector."""

        def __init__(self) -> None:
            super().__init__("lanes")

    @register_model(Lanes)
    class _LanesModel(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            models.PrimitiveModel.__init__(self, manager, kind, VECTOR)  # type: ignore[no-untyped-call]  # Numba has no types

    lanes: Final[Any] = Lanes()
    FLOAT: Final = ir.FloatType()
    INT: Final = ir.IntType(32)
    VECTOR: Final = ir.VectorType(FLOAT, LANES)
    _INTS: Final = ir.VectorType(INT, LANES)
    _ANY_ORDER: Final = ("fast",)

    def place(context: Any, builder: Any, row: Any, value: Any, index: Any) -> Any:
        """Return a pointer to the vector that begins at ``row[index]``."""
        data = _arrays.make_array(row)(context, builder, value).data
        return builder.bitcast(builder.gep(data, [index]), VECTOR.as_pointer())

    def loaded(builder: Any, pointer: Any) -> Any:
        """Return the vector at a pointer, which need not be aligned."""
        found = builder.load(pointer)
        found.align = 4
        return found

    def stored(builder: Any, value: Any, pointer: Any) -> None:
        """Write a vector at a pointer, which need not be aligned."""
        builder.store(value, pointer).align = 4

    def spread(builder: Any, number: Any) -> Any:
        """Return a vector of a float32 value."""
        nothing = ir.Constant(VECTOR, ir.Undefined)
        first = builder.insert_element(nothing, number, ir.Constant(INT, 0))
        return builder.shuffle_vector(first, nothing, ir.Constant(_INTS, [0] * LANES))

    def routine(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
        """Call an LLVM intrinsic."""
        kind = ir.FunctionType(result, arguments)
        return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)

    def fused(builder: Any, a: Any, b: Any, c: Any) -> Any:
        """Return ``a * b + c``."""
        return builder.call(routine(builder, f"llvm.fma.v{LANES}f32", VECTOR, [VECTOR] * 3), [a, b, c])

    def _constant(number: float) -> Any:
        return ir.Constant(VECTOR, [float(np.float32(number))] * LANES)

    def _whole(number: int) -> Any:
        return ir.Constant(_INTS, [number] * LANES)

    def _clamped(builder: Any, value: Any, low: float, high: float) -> Any:
        value = builder.select(builder.fcmp_ordered("<", value, _constant(low)), _constant(low), value)
        return builder.select(builder.fcmp_ordered(">", value, _constant(high)), _constant(high), value)

    def _polynomial(builder: Any, x: Any, coefficients: list[float]) -> Any:
        value = _constant(coefficients[0])
        for coefficient in coefficients[1:]:
            value = fused(builder, value, x, _constant(coefficient))
        return value

    def _exp(builder: Any, x: Any) -> Any:
        """Compute as in Cephes: 2 to the power of an integer, times a polynomial."""
        x = _clamped(builder, x, -87.0, 88.0)
        whole = builder.call(
            routine(builder, f"llvm.rint.v{LANES}f32", VECTOR, [VECTOR]), [builder.fmul(x, _constant(1.44269504088896341))]
        )
        x = fused(builder, whole, _constant(-0.693359375), x)
        x = fused(builder, whole, _constant(2.12194440e-4), x)
        series = [1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1]
        value = fused(builder, builder.fmul(_polynomial(builder, x, series), x), x, builder.fadd(x, _constant(1.0)))
        power = builder.shl(builder.add(builder.fptosi(whole, _INTS), _whole(127)), _whole(23))
        return builder.fmul(value, builder.bitcast(power, VECTOR))

    def _log(builder: Any, x: Any) -> Any:
        """Compute as in Cephes: the exponent, and a polynomial of the mantissa between sqrt(1/2) and sqrt(2)."""
        bits = builder.bitcast(x, _INTS)
        exponent = builder.sitofp(builder.sub(builder.lshr(bits, _whole(23)), _whole(126)), VECTOR)
        part = builder.bitcast(builder.or_(builder.and_(bits, _whole(0x7FFFFF)), _whole(0x3F000000)), VECTOR)
        small = builder.fcmp_ordered("<", part, _constant(0.707106781186547524))
        exponent = builder.select(small, builder.fsub(exponent, _constant(1.0)), exponent)
        part = builder.fsub(builder.select(small, builder.fadd(part, part), part), _constant(1.0))
        series = [7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1]
        series += [-1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1]
        square = builder.fmul(part, part)
        value = builder.fmul(builder.fmul(_polynomial(builder, part, series), part), square)
        value = fused(builder, exponent, _constant(-2.12194440e-4), value)
        value = fused(builder, square, _constant(-0.5), value)
        return fused(builder, exponent, _constant(0.693359375), builder.fadd(part, value))

    def _square_root(builder: Any, x: Any) -> Any:
        return builder.call(routine(builder, f"llvm.sqrt.v{LANES}f32", VECTOR, [VECTOR]), [x])

    def _of(generate: Callable[..., Any], number: int) -> Any:
        """Return an intrinsic from ``number`` vectors to one; ``generate(builder, *vectors)``."""

        def one(_typing: Any, _a: Any) -> Any:
            return lanes(lanes), lambda _context, builder, _signature, arguments: generate(builder, *arguments)

        def two(_typing: Any, _a: Any, _b: Any) -> Any:
            return lanes(lanes, lanes), lambda _context, builder, _signature, arguments: generate(builder, *arguments)

        def three(_typing: Any, _a: Any, _b: Any, _c: Any) -> Any:
            return lanes(lanes, lanes, lanes), lambda _context, builder, _signature, arguments: generate(builder, *arguments)

        return intrinsic((one, two, three)[number - 1])

    @intrinsic
    def load(_typing: Any, row: Any, _i: Any) -> Any:
        """Return the vector ``row[i] .. row[i + LANES - 1]``."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return loaded(builder, place(context, builder, signature.args[0], *arguments))

        return lanes(row, types.int64), generate

    @intrinsic
    def store(_typing: Any, row: Any, _i: Any, _vector: Any) -> Any:
        """Write a vector to ``row[i] .. row[i + LANES - 1]``."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            stored(builder, arguments[2], place(context, builder, signature.args[0], *arguments[:2]))
            return context.get_dummy_value()

        return types.void(row, types.int64, lanes), generate

    @intrinsic
    def amounts(_typing: Any, row: Any, _i: Any) -> Any:
        """Return a vector of the numbers ``row[i] .. row[i + LANES - 1]`` of an observation."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = _arrays.make_array(signature.args[0])(context, builder, arguments[0]).data
            many = ir.VectorType(ir.IntType(8), LANES)
            found = builder.load(builder.bitcast(builder.gep(data, [arguments[1]]), many.as_pointer()), align=1)
            return builder.uitofp(found, VECTOR)

        return lanes(row, types.int64), generate

    @intrinsic
    def splat(_typing: Any, _number: Any) -> Any:
        """Return a vector whose elements are all ``number``."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return spread(builder, arguments[0])

        return lanes(types.float32), generate

    @intrinsic
    def total(_typing: Any, _a: Any) -> Any:
        """Return the sum of all elements, float32."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            add = routine(builder, f"llvm.vector.reduce.fadd.v{LANES}f32", FLOAT, [FLOAT, VECTOR])
            return builder.call(add, [ir.Constant(FLOAT, -0.0), arguments[0]], fastmath=_ANY_ORDER)

        return types.float32(lanes), generate

    plus = _of(lambda builder, a, b: builder.fadd(a, b, flags=_ANY_ORDER), 2)
    minus = _of(lambda builder, a, b: builder.fsub(a, b, flags=_ANY_ORDER), 2)
    times = _of(lambda builder, a, b: builder.fmul(a, b, flags=_ANY_ORDER), 2)
    over = _of(lambda builder, a, b: builder.fdiv(a, b), 2)
    most = _of(lambda builder, a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b), 2)
    least = _of(lambda builder, a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b), 2)
    where = _of(lambda builder, a, b, c: builder.select(builder.fcmp_ordered(">", a, b), c, _constant(0.0)), 3)
    exp = _of(_exp, 1)
    log = _of(_log, 1)
    root = _of(_square_root, 1)

__all__ = ["LANES", "MANY", "amounts", "exp", "kernel", "least", "load", "log", "minus", "most", "over", "padded", "plus", "root"]
__all__ += ["splat", "store", "times", "total", "where"]
