"""The Adam optimizer.

    m = beta m + (1 - beta) g         v = gamma v + (1 - gamma) g g
    x = x - rate m / (sqrt(share v) + eps)

``rate`` is the learning rate divided by ``1 - beta ** t``, ``share`` is ``1 / (1 - gamma ** t)``, at the ``t``-th step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import entry
from .net import Array
from .simd import kernel


@kernel
def adam(x: Any, g: Any, m: Any, v: Any, size: int, beta: float, gamma: float, rate: float, share: float, eps: float) -> None:
    """Update the first ``size`` numbers of ``x``, ``m`` and ``v``, float32, with the gradient ``g``."""
    b, c, r, s, e = np.float32(beta), np.float32(gamma), np.float32(rate), np.float32(share), np.float32(eps)
    one = np.float32(1.0)
    for k in range(size):
        m[k] = b * m[k] + (one - b) * g[k]
        v[k] = c * v[k] + (one - c) * g[k] * g[k]
        x[k] -= r * m[k] / (np.sqrt(s * v[k]) + e)


class Adam:
    """The optimizer (Kingma & Ba 2015), equivalent to ``torch.optim.Adam``.

    Args:
        parameters: float32 [n], changed in place.
        rate: learning rate.
        betas: decay rates of the running means of gradients and of their squares.
        eps: added to the root of the latter.

    Attributes:
        first: mean of gradients, float32 [n].
        second: mean of their squares, float32 [n].
        steps: number of steps so far.
    """

    def __init__(self, parameters: Array, rate: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8) -> None:
        self.parameters, self.rate, self.betas, self.eps = parameters, rate, betas, eps
        self.first, self.second, self.steps = np.zeros_like(parameters), np.zeros_like(parameters), 0

    def step(self, gradient: Array) -> None:
        """Take one step against a gradient, float32 [n]."""
        self.steps += 1
        whole = [1 - beta**self.steps for beta in self.betas]
        _step(
            *(self.parameters, np.ascontiguousarray(gradient, np.float32), self.first, self.second),
            *(self.betas[0], self.betas[1], self.rate / whole[0], 1 / whole[1], self.eps),
        )


@entry
def _step(
    parameters: Any, gradient: Any, first: Any, second: Any, beta: float, gamma: float, rate: float, share: float, eps: float
) -> None:
    adam(parameters, gradient, first, second, len(parameters), beta, gamma, rate, share, eps)


__all__ = ["Adam", "adam"]
