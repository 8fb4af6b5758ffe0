"""Score an estimator on the test set: correlation of its gaps with the true ones, regret of its choices, accuracy of its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_training.evaluation.statistics import Interval, auc, mean

from .estimators import Estimate
from .positions import Position

__all__ = ["RARE", "Score", "ceiling", "rare", "score"]

#: Win rate of the pinned player below which progress replaces victory as the outcome.
RARE: Final = 0.02

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Score:
    """Agreement of an estimator with the true gaps.

    Attributes:
        positions, gaps: their number.
        correlation: Pearson's, of estimated and true gaps to the pinned player's choice; NaN without variance.
        ceiling: highest possible correlation, given the noise of the measured gaps.
        gain: mean advantage of the estimator's choices over the pinned player's, in units of the outcome.
        regret: mean loss relative to the best candidate, which is selected on one half of the worlds and measured on the other.
        auc, explained: of the values of the positions themselves against the results from there; NaN without values.
        outcome: "won" or "progress".
    """

    positions: int
    gaps: int
    correlation: float
    ceiling: float
    gain: Interval
    regret: Interval
    auc: float
    explained: float
    outcome: str

    def row(self) -> dict[str, Any]:
        """Return plain values for JSON, null for NaN."""
        plain = {name: getattr(self, name) for name in ("positions", "gaps", "correlation", "ceiling", "auc", "explained", "outcome")}
        shown = {name: None if isinstance(value, float) and np.isnan(value) else value for name, value in plain.items()}
        rounded = {name: round(value, 4) if isinstance(value, float) else value for name, value in shown.items()}
        return rounded | {name: [round(value, 5) for value in getattr(self, name)] for name in ("gain", "regret")}


def rare(positions: Sequence[Position]) -> bool:
    """Return whether the pinned player wins too few of the games for victory to distinguish candidates."""
    measured = bool(positions) and bool(positions[0].progress)
    return measured and float(np.mean([np.mean(position.won, axis=0)[0] for position in positions])) < RARE


def score(positions: Sequence[Position], estimates: Sequence[Estimate], outcome: str = "won") -> Score:
    """Return the score of an estimator on positions; candidates without an estimate are never chosen and have no gap."""
    halves = [np.array(getattr(position, outcome)) for position in positions]
    true, guessed, gains, regrets = [], [], [], []
    for half, estimate in zip(halves, estimates, strict=True):
        known = np.isfinite(estimate.candidates)
        whole = half.mean(axis=0)
        choice = int(np.nanargmax(estimate.candidates)) if known.any() else 0
        gains.append(whole[choice] - whole[0])
        regrets.append(np.mean([half[1 - k, half[k].argmax()] - half[1 - k, choice] for k in (0, 1)]))
        if known[0]:
            true.append((whole - whole[0])[1:][known[1:]])
            guessed.append((estimate.candidates - estimate.candidates[0])[1:][known[1:]])
    came = np.array([half.mean(axis=0)[0] for half in halves])
    told = np.array([estimate.position for estimate in estimates])
    a, b = (np.concatenate(parts) if parts else np.zeros(0) for parts in (guessed, true))
    return Score(
        positions=len(positions),
        gaps=len(a),
        correlation=_correlation(a, b),
        ceiling=ceiling(halves),
        gain=mean(gains),
        regret=mean(regrets),
        auc=auc(told, came) if np.isfinite(told).all() else np.nan,
        explained=_correlation(told, came) ** 2 if np.isfinite(told).all() else np.nan,
        outcome=outcome,
    )


def ceiling(halves: Sequence[Array]) -> float:
    """Return the highest correlation that the noise of the measured gaps allows: the root of their reliability (Spearman and Brown)."""
    first, second = (np.concatenate([(half[k] - half[k, 0])[1:] for half in halves]) if halves else np.zeros(0) for k in (0, 1))
    found = _correlation(first, second)
    return float(np.sqrt(2 * found / (1 + found))) if found > 0 else np.nan


def _correlation(a: Array, b: Array) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if len(a) > 1 and a.std() > 0 and b.std() > 0 else np.nan
