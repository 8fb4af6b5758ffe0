"""Gradients of any loss: from its derivatives with respect to scores and value to those with respect to weights.

``learning`` has the losses of policies, on several threads.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..jit import PYTHON_MODE, buffers, entry, jit
from ..memory import matrix, table, vector
from .execution import backward, flush, forward
from .net import Array, Learning, Net
from .network import F4, F8, I1, I8, U1, Network, checked, listed_actions, net_of

_PARTS: Final = len(Net._fields)


class Gradients:
    """Gradients of a network with respect to its weights, for one thread.

    Args:
        network: its weights are read at each call; they may change between two calls.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self._net, self._learning = network.net(), network.plan.learning()

    @property
    def sum(self) -> Array:
        """Result of ``of``, as an array like ``Network.weights``."""
        found: Array = self._learning.weights
        return found

    def of(self, raw: Array, masks: Array, slopes: Array, slope: Array) -> dict[str, Array]:
        """Return the gradients of a loss with respect to the matrices of the plan, summed over positions.

        Args:
            raw: observations, uint8 [n, N_OBS].
            masks: [n, N_ACTIONS], not 0 = legal.
            slopes: gradients of the loss with respect to the scores, float [n, N_ACTIONS]; those of illegal actions are ignored.
            slope: gradients of the loss with respect to the values, float [n].

        Returns:
            The gradients by name; views of memory that the next call overwrites.

        Raises:
            TypeError: the observations are scaled.
            ValueError: the shapes do not fit each other, or the network.
        """
        raw, masks = checked(self.network.plan, raw, masks)
        if slopes.shape != masks.shape or slope.shape != (len(masks),):
            raise ValueError(f"slopes {slopes.shape} and slope {slope.shape}: {masks.shape} and ({len(masks)},) are needed")
        self.network.plan.turn(self.network.weights, self._learning.turned)
        self._learning.weights[:] = 0
        n, width = masks.shape
        given = [
            masks,
            np.ascontiguousarray(slopes, np.float64),
            np.ascontiguousarray(slope, np.float64),
        ]
        arrays = [*self._net, *self._learning, raw, *given, np.zeros(width, np.int64), np.zeros(width)]
        if PYTHON_MODE:
            _learn([buffers(array) if array.dtype == np.uint8 else array for array in arrays], n)
        else:
            _learn(table(arrays), n)
        return self.network.plan.matrices(self._learning.weights)


@jit
def _learning_of(rows: Any, first: int) -> Any:
    """Return the ``Learning`` whose arrays begin at index ``first`` of a table."""
    return Learning(vector(rows, first, F4), vector(rows, first + 1, F4), vector(rows, first + 2, F4))


@entry
def _learn(rows: Any, n: int) -> None:
    net, learning = net_of(rows), _learning_of(rows, _PARTS)
    raw, masks, slopes = matrix(rows, _PARTS + 3, U1), matrix(rows, _PARTS + 4, I1), matrix(rows, _PARTS + 5, F8)
    slope, listed, found = vector(rows, _PARTS + 6, F8), vector(rows, _PARTS + 7, I8), vector(rows, _PARTS + 8, F8)
    for i in range(n):
        count = listed_actions(masks[i], listed)
        forward(net, raw[i], listed, count, found)
        for k in range(count):
            found[k] = slopes[i][listed[k]]
        backward(net, learning, raw[i], listed, count, found, slope[i])
    flush(net, learning)


__all__ = ["Gradients"]
