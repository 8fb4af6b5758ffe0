"""Attention over a map: adjacent rows, nearby rows, and the distance to the nearest goal of each of several kinds.

    v = norm(x)                                       of each row
    goal, b, a, own = v W + bias                      parts of one matrix
    near[i] = log(1e-9 + sum over j of nearest[i, j] * exp(clamp(goal[j], -15, 8) - 4))
    m = own + beside b + about a + near N
    y = x + max(0, m) O + o

``beside``, ``about`` and ``nearest`` are the tables of ``graph_distances``. ``near`` is a soft minimum over all rows of the distance to
them plus how little they are a goal of this kind, so that distances to a goal of any length can be compared.
"""

from __future__ import annotations

import numpy as np

from .graph_distances import ABOUT, BESIDE, NEAREST
from .net import LOOK, Learning, Net, Plan, Value, Weight
from .norm import normed, normed_back
from .products import product
from .rows import add, blocks, clear, copy, rectify, rectify_back, spread
from .simd import LANES, exp, kernel, least, load, log, minus, most, over, padded, splat, store, times, where

(KIND, X, ROW, WIDTH, MAP, MIX, PARTS, BIAS, NEAR, GOALS, ROW_GOALS, OUTER, OFFSET, OUT, THERE) = range(1, 16)
(PLAIN, ALL, FELT, FAR, LIT, SCALES, TURNED_MIX, TURNED_NEAR, TURNED_OUTER) = range(16, 25)
LOW, HIGH, SHIFT, LEAST = (-15.0, 8.0, 4.0, 1e-9)


def look(plan: Plan, x: Value, tables: int, mix: Weight, bias: Weight, near: Weight, outer: Weight, offset: Weight) -> Value:
    """Add one attention layer to the plan; ``tables``: of ``graph_distances``.

    ``mix`` ``[row, goals + 3 rows]``: its parts are rows of whole vectors; ``near`` ``[goals, width]``, ``outer`` ``[row, width]``.
    """
    out, rows, goals = plan.value(x.width, x.kind), plan.rows_of(x.kind), padded(near.rows)
    kind = plan.kinds[x.kind]
    plan.layer(
        *(LOOK, x.kind, x.at, x.row, x.width, tables, mix.at, mix.row, bias.at, near.at, near.rows, goals),
        *(outer.at, offset.at, out.at, kind.there if kind.grows else -1),
        *(plan.room(rows * x.row), plan.room(rows * mix.row), plan.room(rows * goals), plan.room(rows * goals), plan.room(rows * x.row)),
        *(plan.room(rows), mix.turned, near.turned, outer.turned),
    )
    return out


@kernel
def forward(n: Net, p: int) -> None:
    """Run the forward pass, see the module."""
    count, row, width, parts = n.marks[n.plan[p, KIND]], n.plan[p, ROW], n.plan[p, WIDTH], n.plan[p, PARTS]
    rows, goals, out, x = blocks(count), n.plan[p, ROW_GOALS], n.plan[p, OUT], n.plan[p, X]
    plain, whole, felt, far, lit = n.plan[p, PLAIN], n.plan[p, ALL], n.plan[p, FELT], n.plan[p, FAR], n.plan[p, LIT]
    tables, size = n.marks[n.plan[p, MAP]], count * count
    for r in range(count):
        n.work[n.plan[p, SCALES] + r] = np.float32(normed(n.work, x + r * row, n.work, plain + r * row, row, width))
    spread(n.work, whole, n.weights, n.plan[p, BIAS], 0, rows, parts)
    product(n.work, whole, parts, n.work, plain, row, 1, n.weights, n.plan[p, MIX], parts, rows, parts, row)
    low, high, shift = splat(np.float32(LOW)), splat(np.float32(HIGH)), splat(np.float32(SHIFT))
    nothing = splat(np.float32(LEAST))
    for r in range(count):
        for k in range(0, goals, LANES):
            store(n.work, felt + r * goals + k, exp(minus(least(most(load(n.work, whole + r * parts + k), low), high), shift)))
            store(n.work, far + r * goals + k, nothing)
    product(n.work, far, goals, n.maps, tables + NEAREST * size, count, 1, n.work, felt, goals, count, goals, count)
    for k in range(0, count * goals, LANES):
        store(n.work, far + k, log(load(n.work, far + k)))
    own = goals + 2 * row
    for r in range(count):
        copy(n.work, lit + r * row, n.work, whole + r * parts + own, row)
    product(n.work, lit, row, n.maps, tables + BESIDE * size, count, 1, n.work, whole + goals, parts, count, row, count)
    product(n.work, lit, row, n.maps, tables + ABOUT * size, count, 1, n.work, whole + goals + row, parts, count, row, count)
    product(n.work, lit, row, n.work, far, goals, 1, n.weights, n.plan[p, NEAR], row, rows, row, n.plan[p, GOALS])
    rectify(n.work, lit, rows * row)
    spread(n.work, out, n.weights, n.plan[p, OFFSET], 0, rows, row)
    product(n.work, out, row, n.work, lit, row, 1, n.weights, n.plan[p, OUTER], row, rows, row, row)
    there = n.plan[p, THERE]
    for r in range(count):
        if there < 0 or n.marks[there + r] != 0:
            add(n.work, out + r * row, n.work, x + r * row, row)
        else:
            clear(n.work, out + r * row, row)


@kernel
def backward(n: Net, g: Learning, p: int) -> None:
    """Run the backward pass; gradients are at the positions of the values."""
    count, row, width, parts = n.marks[n.plan[p, KIND]], n.plan[p, ROW], n.plan[p, WIDTH], n.plan[p, PARTS]
    goals, out, x, there = n.plan[p, ROW_GOALS], n.plan[p, OUT], n.plan[p, X], n.plan[p, THERE]
    plain, whole, felt, far, lit = n.plan[p, PLAIN], n.plan[p, ALL], n.plan[p, FELT], n.plan[p, FAR], n.plan[p, LIT]
    tables, size, own = n.marks[n.plan[p, MAP]], count * count, goals + 2 * row
    for r in range(count):
        if there < 0 or n.marks[there + r] != 0:
            add(g.weights, n.plan[p, OFFSET], g.work, out + r * row, row)
            add(g.work, x + r * row, g.work, out + r * row, row)
        else:
            clear(g.work, out + r * row, row)
    product(g.weights, n.plan[p, OUTER], row, n.work, lit, 1, row, g.work, out, row, row, row, count)
    clear(g.work, lit, count * row)
    product(g.work, lit, row, g.work, out, row, 1, g.turned, n.plan[p, TURNED_OUTER], row, count, row, row)
    rectify_back(g.work, lit, n.work, lit, g.work, lit, count * row)
    product(g.weights, n.plan[p, NEAR], row, n.work, far, 1, goals, g.work, lit, row, n.plan[p, GOALS], row, count)
    clear(g.work, far, count * goals)
    product(g.work, far, goals, g.work, lit, row, 1, g.turned, n.plan[p, TURNED_NEAR], goals, count, goals, row)
    for k in range(0, count * goals, LANES):  # of the sum inside the logarithm
        store(g.work, far + k, over(load(g.work, far + k), exp(load(n.work, far + k))))
    clear(g.work, whole, count * parts)
    clear(g.work, felt, count * goals)
    product(g.work, felt, goals, n.maps, tables + NEAREST * size, 1, count, g.work, far, goals, count, goals, count)
    low, high = splat(np.float32(LOW)), splat(np.float32(HIGH))
    for r in range(count):
        for k in range(0, goals, LANES):
            here = load(n.work, whole + r * parts + k)
            slope = times(load(n.work, felt + r * goals + k), load(g.work, felt + r * goals + k))
            store(g.work, whole + r * parts + k, where(here, low, where(high, here, slope)))
        copy(g.work, whole + r * parts + own, g.work, lit + r * row, row)
    product(g.work, whole + goals, parts, n.maps, tables + BESIDE * size, 1, count, g.work, lit, row, count, row, count)
    product(g.work, whole + goals + row, parts, n.maps, tables + ABOUT * size, 1, count, g.work, lit, row, count, row, count)
    for r in range(count):
        add(g.weights, n.plan[p, BIAS], g.work, whole + r * parts, parts)
    product(g.weights, n.plan[p, MIX], parts, n.work, plain, 1, row, g.work, whole, parts, row, parts, count)
    clear(g.work, plain, count * row)
    product(g.work, plain, row, g.work, whole, parts, 1, g.turned, n.plan[p, TURNED_MIX], row, count, row, parts)
    for r in range(count):
        scale = n.work[n.plan[p, SCALES] + r]
        normed_back(n.work, plain + r * row, scale, g.work, plain + r * row, g.work, x + r * row, row, width)


__all__ = ["backward", "forward", "look"]
