"""Execution of a network: forward and backward passes through its layers."""

from __future__ import annotations

from typing import Any

from . import dense, graph_distances, map_attention, norm, outer_products, pool, row_references, scaled_columns, scores, sparse_linear
from .net import (
    ADD,
    DENSE,
    GIVEN,
    HEAR,
    LOOK,
    NAMED,
    NORM,
    POOL,
    SCORES,
    SUMS,
    TELL,
    VALUE,
    VALUES,
    WAYS,
    WHOLE,
    Learning,
    Net,
    Plan,
    Value,
)
from .rows import add, blocks, clear, copy
from .simd import kernel

(KIND, X, Y, OUT, ROW) = range(1, 6)


def added(plan: Plan, x: Value, y: Value) -> Value:
    """Add a layer ``x + y`` to the plan."""
    out = plan.value(x.width, x.kind)
    plan.layer(ADD, x.kind, x.at, y.at, out.at, x.row)
    return out


def worth(plan: Plan, x: Value) -> None:
    """Make the first number of ``x`` the value of the position."""
    plan.layer(VALUE, WHOLE, x.at, 0, x.at, x.row)


@kernel
def _add(n: Net, p: int) -> None:
    rows, out, row = n.marks[n.plan[p, KIND]], n.plan[p, OUT], n.plan[p, ROW]
    rows = rows if n.plan[p, KIND] == WHOLE else blocks(rows)
    copy(n.work, out, n.work, n.plan[p, X], rows * row)
    add(n.work, out, n.work, n.plan[p, Y], rows * row)


@kernel
def _add_back(n: Net, g: Learning, p: int) -> None:
    size = n.marks[n.plan[p, KIND]] * n.plan[p, ROW]
    add(g.work, n.plan[p, X], g.work, n.plan[p, OUT], size)
    add(g.work, n.plan[p, Y], g.work, n.plan[p, OUT], size)


@kernel
def _clear(n: Net, g: Learning, p: int) -> None:
    """Set the gradients of all values to 0."""
    for k in range(n.plan[p, 2]):
        value = n.plan[p, 1] + 3 * k
        kind = n.lists[value + 1]
        rows = 1 if kind == WHOLE else blocks(n.marks[kind])
        clear(g.work, n.lists[value], rows * n.lists[value + 2])


@kernel
def forward(n: Net, raw: Any, actions: Any, count: int, found: Any) -> float:
    """Run the network on one position: return its value, and write the scores of actions to ``found``.

    Args:
        n: the network.
        raw: the observation, uint8.
        actions: legal actions, int64.
        count: number of legal actions.
        found: float64, their scores; -inf for actions that the network does not have.
    """
    value = 0.0
    for p in range(n.plan.shape[0]):
        layer = n.plan[p, 0]
        if layer == SUMS:
            sparse_linear.forward(n, p, raw)
        elif layer == DENSE:
            dense.forward(n, p)
        elif layer == LOOK:
            map_attention.forward(n, p)
        elif layer == WAYS:
            graph_distances.forward(n, p, raw)
        elif layer == TELL:
            row_references.forward_tell(n, p, raw)
        elif layer == HEAR:
            row_references.forward_hear(n, p, raw)
        elif layer == NAMED:
            row_references.forward_named(n, p, raw)
        elif layer == POOL:
            pool.forward(n, p)
        elif layer == NORM:
            norm.forward(n, p)
        elif layer == ADD:
            _add(n, p)
        elif layer == GIVEN:
            scaled_columns.forward(n, p, raw)
        elif layer == SCORES:
            scores.forward(n, p, raw, actions, count, found)
        elif layer == VALUE:
            value = float(n.work[n.plan[p, OUT]])
    return value


@kernel
def backward(n: Net, g: Learning, raw: Any, actions: Any, count: int, slopes: Any, slope: float) -> None:
    """Add the gradients of one position, directly after its ``forward``, to ``g.weights``; call ``flush`` after the last one.

    Args:
        n: the network.
        g: its gradients; ``Plan.turn`` has been called since weights changed.
        raw: the observation; this and the next two as in ``forward``.
        actions: legal actions.
        count: number of legal actions.
        slopes: gradients of the loss with respect to the scores, float64.
        slope: gradient of the loss with respect to the value.
    """
    for back in range(n.plan.shape[0]):
        p = n.plan.shape[0] - 1 - back
        layer = n.plan[p, 0]
        if layer == VALUES:
            _clear(n, g, p)
        elif layer == SUMS:
            sparse_linear.backward(n, g, p)
        elif layer == DENSE:
            dense.backward(n, g, p)
        elif layer == LOOK:
            map_attention.backward(n, g, p)
        elif layer == TELL:
            row_references.backward_tell(n, g, p, raw)
        elif layer == HEAR:
            row_references.backward_hear(n, g, p, raw)
        elif layer == NAMED:
            row_references.backward_named(n, g, p, raw)
        elif layer == POOL:
            pool.backward(n, g, p)
        elif layer == NORM:
            norm.backward(n, g, p)
        elif layer == ADD:
            _add_back(n, g, p)
        elif layer == SCORES:
            scores.backward(n, g, p, raw, actions, count, slopes)
        elif layer == VALUE:
            g.work[n.plan[p, OUT]] += slope


@kernel
def flush(n: Net, g: Learning) -> None:
    """Add the buffered outer products to ``g.weights``."""
    last = n.plan.shape[0] - 1
    for k in range(n.plan[last, 4]):
        outer_products.flush(n, g, n.lists[n.plan[last, 3] + k])


__all__ = ["added", "backward", "flush", "forward", "worth"]
