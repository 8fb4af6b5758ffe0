"""Columns of an observation, scaled: ``y[k] = raw[start + k] * scale[k]``; for columns most of which are not 0 (else ``sparse_linear``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .net import GIVEN, Net, Plan, Value
from .simd import LANES, amounts, kernel, load, store, times

(START, SIZE, OUT, SCALES) = range(1, 5)


def given(plan: Plan, start: int, scales: Sequence[float]) -> Value:
    """So many columns from ``start`` on."""
    out = plan.value(len(scales))
    plan.layer(GIVEN, start, len(scales), out.at, plan.fixed(np.array(scales)))
    return out


@kernel
def forward(n: Net, p: int, raw: Any) -> None:
    """See the module; nothing in front of it learns."""
    start, out, scales = n.plan[p, START], n.plan[p, OUT], n.plan[p, SCALES]
    whole = n.plan[p, SIZE] // LANES * LANES
    for k in range(0, whole, LANES):
        store(n.work, out + k, times(amounts(raw, start + k), load(n.weights, scales + k)))
    for k in range(whole, n.plan[p, SIZE]):
        n.work[out + k] = np.float32(raw[start + k]) * n.weights[scales + k]


__all__ = ["forward", "given"]
