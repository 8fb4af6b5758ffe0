"""Scaled columns of an observation: ``y[k] = raw[start + k] * scale[k]``; for mostly nonzero columns (else see ``sparse_linear``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .net import GIVEN, Net, Plan, Value
from .simd import LANES, amounts, kernel, load, store, times

(START, SIZE, OUT, SCALES) = range(1, 5)


def given(plan: Plan, start: int, scales: Sequence[float]) -> Value:
    """Add a layer that scales the columns starting at ``start`` to the plan."""
    out = plan.value(len(scales))
    plan.layer(GIVEN, start, len(scales), out.at, plan.fixed(np.array(scales)))
    return out


@kernel
def forward(n: Net, p: int, raw: Any) -> None:
    """Run the forward pass, see the module; there is no backward pass, because no earlier layer learns."""
    start, out, scales = n.plan[p, START], n.plan[p, OUT], n.plan[p, SCALES]
    whole = n.plan[p, SIZE] // LANES * LANES
    for k in range(0, whole, LANES):
        store(n.work, out + k, times(amounts(raw, start + k), load(n.weights, scales + k)))
    for k in range(whole, n.plan[p, SIZE]):
        n.work[out + k] = np.float32(raw[start + k]) * n.weights[scales + k]


__all__ = ["forward", "given"]
