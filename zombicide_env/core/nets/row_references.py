"""Messages along references: a row and the row that it names (the zone of a survivor) exchange features; or the game names a row.

    tell:   y[i] = x[i] + sum over rows r that name i of u[r] W
    hear:   y[r] = x[r] + max(0, u[i] W + b),  i the row that r names; u[i] = 0 where it names none
    named:  y    = u[i]

A row is named by its number + 1, 0 is none; a number above all rows is the last. Rows that do not exist stay 0.
"""

from __future__ import annotations

from typing import Any

from .net import HEAR, NAMED, TELL, Kind, Learning, Net, Plan, Value, Weight
from .products import product
from .rows import add, blocks, clear, copy, rectify, rectify_back, spread
from .simd import kernel

(KIND, OTHER, PLACE, STEP, U, ROW_U, WEIGHT, ROW, BIAS, X, OUT, THERE, TEMP, TURNED, GIVEN) = range(1, 16)


def _layer(plan: Plan, what: int, kind: Kind, other: Kind, u: Value, x: Value, weight: Weight, bias: int, named: tuple[int, int]) -> Value:
    plan.reads(*named, kind.most)
    out = plan.value(x.width, x.kind)
    to = plan.kinds[x.kind]
    there = to.there if to.grows else -1
    rows = max(plan.rows_of(kind.number), plan.rows_of(other.number))
    temp, given = plan.room(rows * weight.row), plan.room(rows * u.row)
    plan.layer(
        what, kind.number, other.number, *named, u.at, u.row, weight.at, weight.row, bias, x.at, out.at, there, temp, weight.turned, given
    )
    return out


def tell(plan: Plan, u: Value, x: Value, weight: Weight, named: tuple[int, int]) -> Value:
    """Add the features of rows of ``u`` to the rows of ``x`` that they name.

    ``named``: where the first row names one, and the step to the next.
    """
    return _layer(plan, TELL, plan.kinds[u.kind], plan.kinds[x.kind], u, x, weight, -1, named)


def hear(plan: Plan, u: Value, x: Value, weight: Weight, bias: Weight, named: tuple[int, int]) -> Value:
    """Add to rows of ``x`` the features of the rows of ``u`` that they name."""
    return _layer(plan, HEAR, plan.kinds[x.kind], plan.kinds[u.kind], u, x, weight, bias.at, named)


def named(plan: Plan, u: Value, place: int, out: int) -> None:
    """Copy the row of ``u`` named by the number at ``place`` of the observation to ``out`` in ``Net.work``."""
    plan.reads(place)
    plan.layer(NAMED, u.kind, u.kind, place, 0, u.at, u.row, 0, 0, 0, 0, out)


@kernel
def which(n: Net, kind: int, raw: Any, place: int) -> Any:
    """Return the row of a kind named at a position of the observation, -1: none."""
    return min(int(raw[place]), n.marks[kind]) - 1


@kernel
def forward_tell(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass of ``tell``, see the module."""
    rows, other, row, row_u = n.marks[n.plan[p, KIND]], n.plan[p, OTHER], n.plan[p, ROW], n.plan[p, ROW_U]
    temp, out, there = n.plan[p, TEMP], n.plan[p, OUT], n.plan[p, THERE]
    clear(n.work, temp, blocks(rows) * row)
    product(n.work, temp, row, n.work, n.plan[p, U], row_u, 1, n.weights, n.plan[p, WEIGHT], row, blocks(rows), row, row_u)
    copy(n.work, out, n.work, n.plan[p, X], blocks(n.marks[other]) * row)
    for r in range(rows):
        i = which(n, other, raw, n.plan[p, PLACE] + r * n.plan[p, STEP])
        if i >= 0 and (there < 0 or n.marks[there + i] != 0):
            add(n.work, out + i * row, n.work, temp + r * row, row)


@kernel
def backward_tell(n: Net, g: Learning, p: int, raw: Any) -> None:
    """Run the backward pass of ``tell``: a sending row gets the gradient of the row that it names."""
    rows, other, row, row_u = n.marks[n.plan[p, KIND]], n.plan[p, OTHER], n.plan[p, ROW], n.plan[p, ROW_U]
    temp, out, there, u = n.plan[p, TEMP], n.plan[p, OUT], n.plan[p, THERE], n.plan[p, U]
    add(g.work, n.plan[p, X], g.work, out, n.marks[other] * row)
    clear(g.work, temp, rows * row)
    for r in range(rows):
        i = which(n, other, raw, n.plan[p, PLACE] + r * n.plan[p, STEP])
        if i >= 0 and (there < 0 or n.marks[there + i] != 0):
            copy(g.work, temp + r * row, g.work, out + i * row, row)
    product(g.weights, n.plan[p, WEIGHT], row, n.work, u, 1, row_u, g.work, temp, row, row_u, row, rows)
    product(g.work, u, row_u, g.work, temp, row, 1, g.turned, n.plan[p, TURNED], row_u, rows, row_u, row)


@kernel
def forward_hear(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass of ``hear``, see the module."""
    rows, other, row, row_u = n.marks[n.plan[p, KIND]], n.plan[p, OTHER], n.plan[p, ROW], n.plan[p, ROW_U]
    temp, out, there, given = n.plan[p, TEMP], n.plan[p, OUT], n.plan[p, THERE], n.plan[p, GIVEN]
    for r in range(rows):
        i = which(n, other, raw, n.plan[p, PLACE] + r * n.plan[p, STEP])
        if i >= 0:
            copy(n.work, given + r * row_u, n.work, n.plan[p, U] + i * row_u, row_u)
        else:
            clear(n.work, given + r * row_u, row_u)
    spread(n.work, temp, n.weights, n.plan[p, BIAS], 0, blocks(rows), row)
    product(n.work, temp, row, n.work, given, row_u, 1, n.weights, n.plan[p, WEIGHT], row, blocks(rows), row, row_u)
    rectify(n.work, temp, rows * row)
    copy(n.work, out, n.work, n.plan[p, X], blocks(rows) * row)
    for r in range(rows):
        if there < 0 or n.marks[there + r] != 0:
            add(n.work, out + r * row, n.work, temp + r * row, row)


@kernel
def backward_hear(n: Net, g: Learning, p: int, raw: Any) -> None:
    """Run the backward pass of ``hear``: the gradient goes to the matrix and to the named row."""
    rows, other, row, row_u = n.marks[n.plan[p, KIND]], n.plan[p, OTHER], n.plan[p, ROW], n.plan[p, ROW_U]
    temp, out, there, given = n.plan[p, TEMP], n.plan[p, OUT], n.plan[p, THERE], n.plan[p, GIVEN]
    add(g.work, n.plan[p, X], g.work, out, rows * row)
    for r in range(rows):
        if there < 0 or n.marks[there + r] != 0:
            rectify_back(g.work, temp + r * row, n.work, temp + r * row, g.work, out + r * row, row)
            add(g.weights, n.plan[p, BIAS], g.work, temp + r * row, row)
        else:
            clear(g.work, temp + r * row, row)
    product(g.weights, n.plan[p, WEIGHT], row, n.work, given, 1, row_u, g.work, temp, row, row_u, row, rows)
    clear(g.work, given, rows * row_u)
    product(g.work, given, row_u, g.work, temp, row, 1, g.turned, n.plan[p, TURNED], row_u, rows, row_u, row)
    for r in range(rows):
        i = which(n, other, raw, n.plan[p, PLACE] + r * n.plan[p, STEP])
        if i >= 0:
            add(g.work, n.plan[p, U] + i * row_u, g.work, given + r * row_u, row_u)


@kernel
def forward_named(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass of ``named``, see the module."""
    row = n.plan[p, ROW_U]
    i = which(n, n.plan[p, KIND], raw, n.plan[p, PLACE])
    if i >= 0:
        copy(n.work, n.plan[p, OUT], n.work, n.plan[p, U] + i * row, row)
    else:
        clear(n.work, n.plan[p, OUT], row)


@kernel
def backward_named(n: Net, g: Learning, p: int, raw: Any) -> None:
    """Run the backward pass of ``named``: the gradient goes to the named row."""
    row = n.plan[p, ROW_U]
    i = which(n, n.plan[p, KIND], raw, n.plan[p, PLACE])
    if i >= 0:
        add(g.work, n.plan[p, U] + i * row, g.work, n.plan[p, OUT], row)


__all__ = ["hear", "named", "tell", "which"]
