"""Low-level memory access in kernels: arrays from a table of addresses, eight flags at a time, float32.

Passing an array to compiled code costs 0.1 microseconds, and an engine needs two dozen: as much as several steps of a
game. ``table`` packs them into one argument, from which the kernel gets them with ``vector`` and ``matrix``.

With ``NUMBA_DISABLE_JIT=1`` the same names are plain Python on the views of ``python_mode``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj

from .jit import PYTHON_MODE, buffers, jit, records

Array = np.ndarray[Any, Any]
_arrays: Any = arrayobj

FLAGS: Final = 8  # number of flags that ``ones`` counts
BITS: Final = 56  # number of elements that ``marked`` covers


def table(arrays: Sequence[Array]) -> Any:
    """Return one argument of an ``@entry`` that represents all of ``arrays`` (one or two dimensions, C-contiguous).

    It holds addresses, not references: the arrays must outlive its use.

    Raises:
        ValueError: an array is not contiguous or has more than two dimensions.
    """
    rows = [_row(array) for array in arrays]
    return rows if PYTHON_MODE else np.array(rows, np.int64)


def exchanged(rows: Any, others: Mapping[int, Array]) -> Any:
    """Return a table like ``rows`` with some arrays replaced."""
    made = rows.copy()
    for k, array in others.items():
        exchange(made, k, array)
    return made


def exchange(rows: Any, k: int, array: Array) -> None:
    """Replace an array of a table."""
    rows[k] = _row(array)


def _row(array: Array) -> Any:
    if not array.flags.c_contiguous or array.ndim not in (1, 2):
        raise ValueError(
            f"an array of shape {array.shape} and strides {array.strides} cannot be passed to compiled code: "
            "a C-contiguous one of one or two dimensions is needed"
        )
    if PYTHON_MODE:
        return records(array) if array.dtype.names else buffers(array)
    return array.ctypes.data, len(array), array.shape[-1]


if PYTHON_MODE:

    def vector(rows: Any, k: int, _dtype: Any) -> Any:
        """Return array ``k`` of a table."""
        return rows[k]

    matrix = vector

    def _bits(row: Any, start: int, size: int) -> int:
        return sum((row[start + k] != 0) << k for k in range(size))

    def eight(row: Any, start: int) -> int:
        """Return which of the eight elements of ``row`` starting at ``start`` are not 0, as bits."""
        return _bits(row, start, 8)

    def whole(row: Any, start: int) -> int:
        """Return the same for 64 elements."""
        return _bits(row, start, 64)

    def lowest(bits: int) -> int:
        """Return the index of the lowest set bit (at least one must be set)."""
        return (bits & -bits).bit_length() - 1

    def ones(row: Any, k: int) -> int:
        """Return how many of the eight flags (0 or 1) of ``row`` starting at ``8 * k`` are set."""
        return sum(row[FLAGS * k : FLAGS * k + FLAGS])

else:

    def _array(rows: Any, k: Any, dtype: Any, dimensions: int) -> Any:
        """Return signature and code of ``vector`` and ``matrix``."""
        made = types.Array(dtype.dtype, dimensions, "C")
        result = made(rows, types.int64, dtype)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = _arrays.make_array(rows)(context, builder, arguments[0])
            index = builder.sext(arguments[1], ir.IntType(64)) if arguments[1].type.width < 64 else arguments[1]
            first = builder.mul(index, ir.Constant(index.type, 3))
            address, count, width = (
                builder.load(builder.gep(whole.data, [builder.add(first, ir.Constant(index.type, n))])) for n in range(3)
            )
            array = _arrays.make_array(made)(context, builder)
            size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(made.dtype)))
            shape = [count] if dimensions == 1 else [count, width]
            strides = [size] if dimensions == 1 else [builder.mul(width, size), size]
            pointer = builder.inttoptr(address, array.data.type)
            _arrays.populate_array(array, data=pointer, shape=shape, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()

        return result, generate

    @intrinsic
    def vector(_typing: Any, rows: Any, k: Any, dtype: Any) -> Any:
        """Return array ``k`` of a table: one dimension of ``dtype``."""
        return _array(rows, k, dtype, 1)

    @intrinsic
    def matrix(_typing: Any, rows: Any, k: Any, dtype: Any) -> Any:
        """Return array ``k`` of a table: two dimensions of ``dtype``."""
        return _array(rows, k, dtype, 2)

    def _nonzero(row: Any, size: int) -> Any:
        """Return signature and code of ``eight`` and ``whole``."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            elements = _arrays.make_array(row)(context, builder, arguments[0])
            many = ir.VectorType(elements.data.type.pointee, size)
            place = builder.bitcast(builder.gep(elements.data, [arguments[1]]), many.as_pointer())
            flags = builder.icmp_unsigned("!=", builder.load(place, align=1), ir.Constant(many, None))
            bits = builder.bitcast(flags, ir.IntType(size))
            return bits if size == 64 else builder.zext(bits, ir.IntType(64))

        return types.int64(row, types.int64), generate

    @intrinsic
    def eight(_typing: Any, row: Any, _start: Any) -> Any:
        """Return which of the eight elements of ``row`` starting at ``start`` are not 0, as bits."""
        return _nonzero(row, 8)

    @intrinsic
    def whole(_typing: Any, row: Any, _start: Any) -> Any:
        """Return the same for 64 elements."""
        return _nonzero(row, 64)

    @intrinsic
    def lowest(_typing: Any, bits: Any) -> Any:
        """Return the index of the lowest set bit (at least one must be set)."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def ones(_typing: Any, row: Any, k: Any) -> Any:
        """Return how many of the eight flags (0 or 1) of ``row`` starting at ``8 * k`` are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            flags = _arrays.make_array(row)(context, builder, arguments[0])
            start = builder.mul(arguments[1], ir.Constant(ir.IntType(64), FLAGS))
            place = builder.bitcast(builder.gep(flags.data, [start]), ir.IntType(64).as_pointer())
            return builder.ctpop(builder.load(place, align=1))

        return types.int64(row, types.int64), generate


def _scale(raw: Any, scale: Any, scaled: Any) -> None:
    """Compute ``scaled = raw * scale`` in float32: the exactly rounded product, as in float64."""
    for k in range(len(scale)):
        scaled[k] = raw[k] * scale[k]


scale_row = jit(_scale, exact=False)


@jit
def marked(row: Any, start: int, n: int) -> int:
    """Return which of the BITS elements of ``row`` starting at ``start`` are not 0 and have an index below ``n``, as bits.

    Iterating over the bits (``lowest``, then ``bits &= bits - 1``) has one branch that a processor mispredicts, its end; testing each
    element has as many as there are elements that differ from their neighbors.
    """
    last = min(n, start + BITS)
    if start + 64 <= len(row):
        return whole(row, start) & ((1 << (last - start)) - 1)
    bits = 0
    k = start
    while k < last and k + 8 <= len(row):
        bits |= eight(row, k) << (k - start)
        k += 8
    while k < last:
        if row[k] != 0:
            bits |= 1 << (k - start)
        k += 1
    return bits & ((1 << (last - start)) - 1)


__all__ = ["BITS", "FLAGS", "exchange", "exchanged", "lowest", "marked", "matrix", "ones", "scale_row", "table", "vector"]
