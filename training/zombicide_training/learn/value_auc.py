"""AUC of a policy's value: how well it separates won from lost games."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.game import ONGOING, WON
from zombicide_training.collect.choices import Rollout
from zombicide_training.evaluation.statistics import auc

__all__ = ["auc_by_quest", "results", "results_of_steps"]

Array = NDArray[np.float64]
#: Minimum number of decisions with either result; an AUC of fewer is noise.
LEAST: Final = 20


def results(rollout: Rollout) -> Array:
    """Return for each decision whether its side has won the game, 1 or 0, float64 ``[n]``; NaN if the game did not end in the rollout."""
    found = np.append(rollout.won, np.nan)
    for step in range(len(rollout.steps) - 2, -1, -1):
        here = slice(rollout.steps[step], rollout.steps[step + 1])
        following = rollout.following[here]
        found[here] = np.where(following >= 0, found[following], found[here])
    return found[:-1]


def results_of_steps(dones: NDArray[np.uint8]) -> Array:
    """Return for each step whether the game was won, 1 or 0, float64 ``[t, n]``, in games that restart at once; NaN if it is not over.

    ``dones``: uint8 ``[t, n]``, outcome of games that ended with the step, 0 otherwise.
    """
    found, ahead = np.zeros(dones.shape), np.full(dones.shape[1], np.nan)
    for step in range(len(dones) - 1, -1, -1):
        ahead = np.where(dones[step] != ONGOING, dones[step] == WON, ahead)
        found[step] = ahead
    return found


def auc_by_quest(values: Array, won: Array, quests: NDArray[np.int32]) -> float:
    """Return the mean AUC over quests with enough won and lost decisions, NaN if there are none; ``won``: see ``results``."""
    found = []
    for quest in np.unique(quests[~np.isnan(won)]).tolist():
        rows = (quests == quest) & ~np.isnan(won)
        if min((won[rows] == 1).sum(), (won[rows] == 0).sum()) >= LEAST:
            found.append(auc(values[rows], won[rows]))
    return float(np.mean(found)) if found else float("nan")
