"""Scores by game and overall: the interquartile mean of win rates relative to the best known.

Trials differ in difficulty: nine games in ten of the tutorial can be won, one in fifty of the hardest quest.  A win rate is therefore
divided by that of the best known agent in the same trial.  The mean over trials would be dominated by those that are hardly ever won, where
a single game is half of the best known rate: the interquartile mean drops the lowest and the highest quarter (Agarwal et al. 2021,
"Deep Reinforcement Learning at the Edge of the Statistical Precipice").  Each game counts one fifth, whatever its number of trials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zombicide_training.evaluation.statistics import Interval

from .protocol import GAMES, trials
from .result import Result, Row, results

__all__ = ["Known", "best_known", "score"]

#: Trial -> label and row of the agent with the most wins.
Known = Mapping[str, tuple[str, Row]]
RESAMPLES: Final = 2000
CUT: Final = 0.25


def best_known(folder: Path) -> Known:
    """Return the best row of each trial, of all full results in a folder and of those in its ``responses``; the first among equals."""
    best: dict[str, tuple[str, Row]] = {}
    for result in (*results(folder), *results(folder / "responses")):
        for key, row in result.rows.items() if result.size == "full" else ():
            if key not in best or (row.rules, row.rate.value) > (best[key][1].rules, best[key][1].rate.value):
                best[key] = result.label, row
    return best


def score(result: Result, known: Known, games: Sequence[str] = GAMES) -> Interval | None:
    """Return the mean over games of the interquartile means of relative win rates; None if trials of one of the games are missing.

    The interval has the width of the middle 95 % of the scores of resampled games of the agent; the best known rates are fixed.
    Resampling changes which trials are the middle half, mostly to lower means, so the interval is shifted to have the score as its median.
    Trials that no agent has won yet are left out.
    """
    if not all(result.whole(game) for game in games):
        return None
    random = np.random.default_rng(0)
    drawn, exact = [], []
    for game in games:
        keys = [key for key, trial in trials().items() if trial.boards.game == game and key in known and known[key][1].rate.value > 0]
        if not keys:
            return None
        best = np.array([known[key][1].rate.value for key in keys])
        worth = [result.rows[key].worth for key in keys]
        means = np.stack([row[random.integers(len(row), size=(RESAMPLES, len(row)))].mean(axis=1) for row in worth], axis=1)
        drawn.append(_middle(means / best))
        exact.append(_middle(np.array([[row.mean() for row in worth]]) / best)[0])
    value = float(np.mean(exact))
    low, median, high = np.percentile(np.mean(drawn, axis=0), [2.5, 50, 97.5])
    return Interval(value, float(value - (median - low)), float(value + (high - median)))


def _middle(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return means of rows without their lowest and highest quarter."""
    cut = int(CUT * shares.shape[1])
    middle: NDArray[np.float64] = np.sort(shares, axis=1)[:, cut : shares.shape[1] - cut].mean(axis=1)
    return middle
