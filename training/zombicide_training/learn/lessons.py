"""Positions with what came of them in imagined games, and how well they were known before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.nets.learning import Positions

__all__ = ["Lessons", "Trial"]


@dataclass(frozen=True)
class Lessons:
    """Positions with what came of them.

    Attributes:
        raw: uint8 [n, N_OBS].
        counts: int64 [n], candidates of each; 0: only the value is known.
        actions: int64 [k].
        worth: float64 [k], mean worth of each candidate, in wins.
        weight: float64 [n], what the differences of a position count.
        value: float64 [n], chance of winning.
    """

    raw: NDArray[np.uint8]
    counts: NDArray[np.int64]
    actions: NDArray[np.int64]
    worth: NDArray[np.float64]
    weight: NDArray[np.float64]
    value: NDArray[np.float64]

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """Several, one after the other."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    @classmethod
    def of_results(cls, raw: NDArray[np.uint8], won: NDArray[np.float64]) -> Self:
        """Positions of which only the result of the game is known."""
        n, nothing = len(raw), np.zeros(0, np.int64)
        return cls(raw, np.zeros(n, np.int64), nothing, nothing.astype(np.float64), np.zeros(n), won)

    def positions(self, unit: float) -> Positions:
        """As a network learns them; ``unit``: scores of a win."""
        n, k = len(self.raw), len(self.actions)
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        return Positions(
            self.raw, starts, self.actions, np.zeros(k), np.zeros(n, np.int64), np.zeros(n), self.weight, self.value, unit * self.worth
        )


@dataclass(frozen=True)
class Trial:
    """How well a critic knew the differences between candidates before it learned from them.

    Attributes:
        product: sum of what it said times what came, over all candidates.
        square: sum of what it said, squared; ``product / square`` is the true difference for a unit of a said one.
        doubt: variance of the product.
        known: share of the variance of true differences that it explains (noise of the lessons taken out).
        true: standard deviation of true differences, in wins, from what several worlds have in common.
        noise: of differences measured in a single world.
    """

    product: float
    square: float
    doubt: float
    known: float
    true: float
    noise: float

    @classmethod
    def of(cls, starts: NDArray[np.int64], said: NDArray[np.float64], worth: NDArray[np.float64]) -> Self:
        """Compare what was said with what came.

        Args:
            starts: int64 [n + 1], where the candidates of each position begin, one position at least.
            said: float64 [k].
            worth: float64 [k, worlds], two worlds at least.
        """
        counts = np.diff(starts)
        of = np.repeat(np.arange(len(counts)), counts)

        def centred(x: NDArray[np.float64]) -> NDArray[np.float64]:
            found: NDArray[np.float64] = x - (np.add.reduceat(x, starts[:-1]) / counts)[of]
            return found

        said, each = centred(said), np.stack([centred(column) for column in worth.T], axis=1)
        mean, worlds, degrees = each.mean(axis=1), worth.shape[1], float((counts - 1).sum())
        product, square = float((said * mean).sum()), float((said**2).sum())
        slope = product / square if square > 0 else 0.0
        misses = np.add.reduceat(said * (mean - slope * said), starts[:-1])  # positions are independent, candidates of one are not
        noise = float(((each - mean[:, None]) ** 2).sum()) / (worlds - 1) / degrees
        true = float((mean**2).sum()) / degrees - noise / worlds
        known = slope * product / degrees / true if true > 0 else np.nan
        return cls(product, square, float((misses**2).sum()), known, float(np.sqrt(max(true, 0.0))), float(np.sqrt(noise)))
