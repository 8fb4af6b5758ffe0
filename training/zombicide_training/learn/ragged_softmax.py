"""Softmax of ragged rows of logits: row i is ``logits[starts[i]:starts[i + 1]]``, with at least one element."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zombicide_training.learn.updates import TRUSTS

__all__ = ["entropy", "probabilities", "temperature_for"]

_STEPS: Final = 30  # steps of the bisection

Floats = NDArray[np.float64]


def probabilities(starts: NDArray[np.int64], logits: Floats) -> Floats:
    """Return the softmax of each row, float64 ``[k]``."""
    counts = np.diff(starts)
    powers = np.exp(logits - np.repeat(np.maximum.reduceat(logits, starts[:-1]), counts))
    return powers / np.repeat(np.add.reduceat(powers, starts[:-1]), counts)


def entropy(starts: NDArray[np.int64], logits: Floats, ties: NDArray[np.bool_] | None = None) -> float:
    """Return the mean entropy of the rows, in nats; ``ties``: elements that count as one in each row, bool ``[k]``."""
    p = probabilities(starts, logits)
    if ties is not None:
        p = np.concatenate([p[~ties], np.add.reduceat(p * ties, starts[:-1])])
    return -float((p * np.log(np.maximum(p, 1e-300))).sum()) / (len(starts) - 1)


def temperature_for(starts: NDArray[np.int64], logits: Floats, wanted: float, trust: float, ties: NDArray[np.bool_] | None = None) -> float:
    """Return the factor (inverse temperature) of the logits that gives this entropy; ``trust`` times the factor stays within TRUSTS.

    ``ties``: see ``entropy``.
    """
    low, high = (np.log(bound / trust) for bound in TRUSTS)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if entropy(starts, logits * np.exp(middle), ties) > wanted:
            low = middle
        else:
            high = middle
    return float(np.exp((low + high) / 2))
