"""Dense layer: ``y = act(x W + b)``, or ``y = act(z + x W)`` where ``z`` is a value instead of ``b``; ``act``: identity or ReLU.

Applied to the game as a whole, or to each row of a kind.
"""

from __future__ import annotations

from .net import DENSE, WHOLE, Learning, Net, Plan, Value, Weight
from .outer_products import buffered, push
from .products import product
from .rows import add, blocks, copy, rectify, rectify_back, spread
from .simd import kernel

(KIND, X, INPUTS, ROW_X, WEIGHT, WIDTH, BIAS, FROM, OUT, ACT, TURNED, TEMP, BUFFER) = range(1, 14)


def dense(plan: Plan, x: Value, weight: Weight, bias: Weight | None = None, after: Value | None = None, act: bool = False) -> Value:
    """Add a layer ``act(x W + b)`` to the plan; ``after``: the value that replaces ``b``.

    Raises:
        ValueError: the matrix does not fit, or not exactly one of ``bias`` and ``after`` is given.
    """
    if weight.rows != x.row or (bias is None) == (after is None):
        raise ValueError(f"a matrix of {weight.rows} rows for values of {x.row}, and either a bias or a value before it")
    out = plan.value(weight.width, x.kind)
    plan.layer(
        *(
            DENSE,
            x.kind,
            x.at,
            weight.rows,
            x.row,
            weight.at,
            weight.row,
            -1 if bias is None else bias.at,
            -1 if after is None else after.at,
        ),
        *(out.at, act, weight.turned, plan.room(plan.rows_of(x.kind) * weight.row)),
        buffered(plan, weight) if x.kind == WHOLE else -1,
    )
    return out


@kernel
def forward(n: Net, p: int) -> None:
    """Run the forward pass, see the module."""
    rows, width, out = n.marks[n.plan[p, KIND]], n.plan[p, WIDTH], n.plan[p, OUT]
    if n.plan[p, KIND] != WHOLE:
        rows = blocks(rows)
    if n.plan[p, BIAS] >= 0:
        spread(n.work, out, n.weights, n.plan[p, BIAS], 0, rows, width)
    else:
        copy(n.work, out, n.work, n.plan[p, FROM], rows * width)
    inputs, row = n.plan[p, INPUTS], n.plan[p, ROW_X]
    product(n.work, out, width, n.work, n.plan[p, X], row, 1, n.weights, n.plan[p, WEIGHT], width, rows, width, inputs)
    if n.plan[p, ACT] != 0:
        rectify(n.work, out, rows * width)


@kernel
def backward(n: Net, g: Learning, p: int) -> None:
    """Run the backward pass: ``dW = x' dy``, ``db = sum of dy``, ``dx = dy W'``, with ``dy`` 0 where the ReLU is inactive."""
    rows, width, out, temp = n.marks[n.plan[p, KIND]], n.plan[p, WIDTH], n.plan[p, OUT], n.plan[p, TEMP]
    inputs, row, x = n.plan[p, INPUTS], n.plan[p, ROW_X], n.plan[p, X]
    if n.plan[p, ACT] != 0:
        rectify_back(g.work, temp, n.work, out, g.work, out, rows * width)
    else:
        copy(g.work, temp, g.work, out, rows * width)
    if n.plan[p, BUFFER] >= 0:
        push(n, g, n.plan[p, BUFFER], x, temp)
    else:
        product(g.weights, n.plan[p, WEIGHT], width, n.work, x, 1, row, g.work, temp, width, inputs, width, rows)
    if n.plan[p, BIAS] >= 0:
        for r in range(rows):
            add(g.weights, n.plan[p, BIAS], g.work, temp + r * width, width)
    else:
        add(g.work, n.plan[p, FROM], g.work, temp, rows * width)
    if n.plan[p, TURNED] >= 0:
        product(g.work, x, row, g.work, temp, width, 1, g.turned, n.plan[p, TURNED], row, rows, row, width)


__all__ = ["backward", "dense", "forward"]
