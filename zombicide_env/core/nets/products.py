"""Fast products of small matrices: blocks of the result stay in registers.

    product:   c[r, j] += sum over q of a[r, q] * b[q, j]
    weighted:  c[j]    += sum over e of shares[e] * b[picked[e], j]

Matrices are in one-dimensional arrays, given by their start and the distance to the next row. Rows of ``b`` and ``c`` are whole vectors
(``padded``). ``a`` may have any strides, so that its transpose costs nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..jit import PYTHON_MODE
from .simd import LANES, MANY, kernel

ROWS: Final = 8 if MANY else 4
"""Rows of a block of the result, two vectors wide."""
WIDE: Final = 8
"""Vectors of a single row that are computed together."""

if PYTHON_MODE:

    def product(
        c: Any, at_c: int, row_c: int, a: Any, at_a: int, row_a: int, step_a: int, b: Any, at_b: int, row_b: int, m: int, n: int, k: int
    ) -> None:
        """Add ``a`` times ``b``: ``m`` rows, ``n`` columns, sums over ``k``."""
        if m > 0 and k > 0:
            first = a[at_a + np.add.outer(np.arange(m) * row_a, np.arange(k) * step_a)]
            second = b[at_b + np.add.outer(np.arange(k) * row_b, np.arange(n))]
            c[at_c + np.add.outer(np.arange(m) * row_c, np.arange(n))] += first @ second

    def weighted(
        c: Any, at_c: int, shares: Any, at: int, picked: Any, at_picked: int, b: Any, at_b: int, row_b: int, n: int, k: int
    ) -> None:
        """Add ``k`` picked rows of ``b``, ``n`` columns, each times its share."""
        for e in range(k):
            row = at_b + picked[at_picked + e] * row_b
            c[at_c : at_c + n] += shares[at + e] * b[row : row + n]

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    from .simd import VECTOR, fused, loaded, place, spread, stored

    WORD: Final = ir.IntType(64)

    def _tile(rows: int, vectors: int, turns: int, picking: bool) -> Any:
        """Return an intrinsic that adds to a block of ``rows`` times ``vectors``, with ``turns`` partial sums kept separate until the end.

        Sums that wait for each other use a half or a quarter of the processor: eight at a time do not.
        """
        cells = [(r, v) for r in range(rows) for v in range(vectors)]

        def word(number: int) -> Any:
            return ir.Constant(WORD, number)

        def loop(builder: Any, sums: list[Any], first: Any, last: Any, step: int, body: Any) -> list[Any]:
            """Generate ``body(q, sums)`` for q = first, first + step ... while q <= last - step."""
            before, function = builder.block, builder.function
            inside, after = function.append_basic_block(), function.append_basic_block()
            builder.cbranch(builder.icmp_signed("<=", builder.add(first, word(step)), last), inside, after)
            builder.position_at_end(inside)
            q = builder.phi(WORD)
            q.add_incoming(first, before)
            carried = [builder.phi(VECTOR) for _ in sums]
            made = body(q, carried)
            following = builder.add(q, word(step))
            end = builder.block
            q.add_incoming(following, end)
            for phi, start, new in zip(carried, sums, made, strict=True):
                phi.add_incoming(start, before)
                phi.add_incoming(new, end)
            builder.cbranch(builder.icmp_signed("<=", builder.add(following, word(step)), last), inside, after)
            builder.position_at_end(after)
            results = [builder.phi(VECTOR) for _ in sums]
            for phi, start, new in zip(results, sums, made, strict=True):
                phi.add_incoming(start, before)
                phi.add_incoming(new, end)
            return results

        def generate(context: Any, builder: Any, kinds: Any, c: Any, array_b: Any, factor: Any, row: Any, k: Any) -> None:
            """Generate the block; ``factor(r, q)``: an element of ``a``; ``row(q)``: start of a row of ``b``."""
            array_c, at_c, row_c = c

            def at(r: int, v: int) -> Any:
                index = builder.add(builder.add(at_c, builder.mul(row_c, word(r))), word(v * LANES))
                return place(context, builder, kinds[0], array_c, index)

            def step(q: Any, sums: list[Any]) -> list[Any]:
                found = row(q)
                columns = [
                    loaded(builder, place(context, builder, kinds[1], array_b, builder.add(found, word(v * LANES)))) for v in range(vectors)
                ]
                factors = [spread(builder, factor(r, q)) for r in range(rows)]
                return [fused(builder, factors[r], columns[v], one) for (r, v), one in zip(cells, sums, strict=True)]

            def steps(q: Any, sums: list[Any]) -> list[Any]:
                made: list[Any] = []
                for turn in range(turns):
                    part = sums[turn * len(cells) : (turn + 1) * len(cells)]
                    made += step(builder.add(q, word(turn)), part)
                return made

            sums = [loaded(builder, at(r, v)) for r, v in cells]
            done = word(0)
            if turns > 1:
                nothing = ir.Constant(VECTOR, None)
                apart = loop(builder, sums + [nothing] * (len(cells) * (turns - 1)), word(0), k, turns, steps)
                sums = apart[: len(cells)]
                for turn in range(1, turns):
                    sums = [builder.fadd(x, y) for x, y in zip(sums, apart[turn * len(cells) : (turn + 1) * len(cells)], strict=True)]
                done = builder.mul(builder.sdiv(k, word(turns)), word(turns))
            sums = loop(builder, sums, done, k, 1, step)
            for (r, v), one in zip(cells, sums, strict=True):
                stored(builder, one, at(r, v))

        def number(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
            pointer = place(context, builder, kind, array, index)
            return builder.load(builder.bitcast(pointer, ir.FloatType().as_pointer()))

        if picking:

            @intrinsic
            def picked_tile(
                _typing: Any, c: Any, _at_c: Any, a: Any, _at: Any, picked: Any, _at_picked: Any, b: Any, _at_b: Any, _row_b: Any, _k: Any
            ) -> Any:
                i = types.int64

                def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                    c, at_c, a, at, picked, at_picked, b, at_b, row_b, k = arguments
                    kinds = signature.args

                    def factor(_r: int, q: Any) -> Any:
                        return number(context, builder, kinds[2], a, builder.add(at, q))

                    def row(q: Any) -> Any:
                        pointer = place(context, builder, kinds[4], picked, builder.add(at_picked, q))
                        which = builder.load(builder.bitcast(pointer, WORD.as_pointer()))
                        return builder.add(at_b, builder.mul(which, row_b))

                    generate(context, builder, (kinds[0], kinds[6]), (c, at_c, ir.Constant(WORD, 0)), b, factor, row, k)
                    return context.get_dummy_value()

                return types.void(c, i, a, i, picked, i, b, i, i, i), code

            return picked_tile

        @intrinsic
        def tile(
            _typing: Any,
            c: Any,
            _at_c: Any,
            _row_c: Any,
            a: Any,
            _at_a: Any,
            _row_a: Any,
            _step_a: Any,
            b: Any,
            _at_b: Any,
            _row_b: Any,
            _k: Any,
        ) -> Any:
            i = types.int64

            def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                c, at_c, row_c, a, at_a, row_a, step_a, b, at_b, row_b, k = arguments
                kinds = signature.args

                def factor(r: int, q: Any) -> Any:
                    index = builder.add(builder.add(at_a, builder.mul(row_a, word(r))), builder.mul(step_a, q))
                    return number(context, builder, kinds[3], a, index)

                def row(q: Any) -> Any:
                    return builder.add(at_b, builder.mul(row_b, q))

                generate(context, builder, (kinds[0], kinds[7]), (c, at_c, row_c), b, factor, row, k)
                return context.get_dummy_value()

            return types.void(c, i, i, a, i, i, i, b, i, i, i), code

        return tile

    _block = _tile(ROWS, 2, 1, picking=False)
    _narrow = _tile(8, 1, 1, picking=False)
    _half = _tile(4, 1, 2, picking=False)
    _row = _tile(1, WIDE, 1, picking=False)
    _middle = _tile(1, 4, 2, picking=False)
    _short = _tile(1, 1, 4, picking=False)
    _picked_row = _tile(1, WIDE, 1, picking=True)
    _picked_pair = _tile(1, 2, 2, picking=True)
    _picked_short = _tile(1, 1, 4, picking=True)

    @kernel
    def product(
        c: Any, at_c: int, row_c: int, a: Any, at_a: int, row_a: int, step_a: int, b: Any, at_b: int, row_b: int, m: int, n: int, k: int
    ) -> None:
        """Add ``a`` times ``b``: ``m`` rows, ``n`` columns, sums over ``k``."""
        r = 0
        while r < m:
            j = 0
            rows = 8 if m - r >= 8 else 4 if m - r >= 4 else 1
            while j + 2 * LANES <= n and rows == 8:
                for half in range(0, 8, ROWS):
                    _block(c, at_c + (r + half) * row_c + j, row_c, a, at_a + (r + half) * row_a, row_a, step_a, b, at_b + j, row_b, k)
                j += 2 * LANES
            while j + WIDE * LANES <= n and rows == 1:
                _row(c, at_c + r * row_c + j, row_c, a, at_a + r * row_a, row_a, step_a, b, at_b + j, row_b, k)
                j += WIDE * LANES
            while j + 4 * LANES <= n and rows == 1:
                _middle(c, at_c + r * row_c + j, row_c, a, at_a + r * row_a, row_a, step_a, b, at_b + j, row_b, k)
                j += 4 * LANES
            while j < n:
                if rows == 8:
                    _narrow(c, at_c + r * row_c + j, row_c, a, at_a + r * row_a, row_a, step_a, b, at_b + j, row_b, k)
                elif rows == 4:
                    _half(c, at_c + r * row_c + j, row_c, a, at_a + r * row_a, row_a, step_a, b, at_b + j, row_b, k)
                else:
                    _short(c, at_c + r * row_c + j, row_c, a, at_a + r * row_a, row_a, step_a, b, at_b + j, row_b, k)
                j += LANES
            r += rows

    @kernel
    def weighted(
        c: Any, at_c: int, shares: Any, at: int, picked: Any, at_picked: int, b: Any, at_b: int, row_b: int, n: int, k: int
    ) -> None:
        """Add ``k`` picked rows of ``b``, ``n`` columns, each times its share."""
        j = 0
        while j + WIDE * LANES <= n:
            _picked_row(c, at_c + j, shares, at, picked, at_picked, b, at_b + j, row_b, k)
            j += WIDE * LANES
        while j + 2 * LANES <= n:
            _picked_pair(c, at_c + j, shares, at, picked, at_picked, b, at_b + j, row_b, k)
            j += 2 * LANES
        while j < n:
            _picked_short(c, at_c + j, shares, at, picked, at_picked, b, at_b + j, row_b, k)
            j += LANES


__all__ = ["product", "weighted"]
