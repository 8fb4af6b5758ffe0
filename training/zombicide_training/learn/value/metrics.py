"""Evaluation of value networks: area under the ROC curve, calibration error, and calibration (Platt scaling)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player
from zombicide_training.evaluation.statistics import auc, explained

from .positions import winners

__all__ = ["Judged", "Predictions", "calibration_line", "moments", "predictions", "reliability"]

Array = NDArray[np.float64]
DECILES: Final = 10
#: Range of the number of decisions between evaluated positions of a game, excluding the end.
APART: Final = (40, 80)
#: Range of win rates of quests that count for the mean: others say little about ranking.
SHARES: Final = (0.03, 0.97)


def calibration_line(logits: Array, won: Array, steps: int = 50) -> tuple[float, float]:
    """Return slope and offset that calibrate logits (Platt 1999), slightly regularized towards 1 and 0."""

    def loss(at: Array) -> float:
        z = at[0] * logits + at[1]
        return float((np.logaddexp(0, z) - won * z).sum() + 0.5 * ((at - usual) ** 2).sum())

    usual = np.array([1.0, 0.0])
    line, now = usual, loss(usual)
    for _ in range(steps):
        chance = 0.5 + 0.5 * np.tanh(0.5 * (line[0] * logits + line[1]))
        weight, miss = chance * (1 - chance), chance - won
        gradient = np.array([(miss * logits).sum(), miss.sum()]) + line - usual
        off = (weight * logits).sum()
        curve = np.array([[(weight * logits**2).sum() + 1, off], [off, weight.sum() + 1]])
        step = np.linalg.solve(curve, gradient)
        while (after := loss(line - step)) > now:  # Newton's step may be too long
            step = step / 2
            if np.abs(step).max() < 1e-9:
                return float(line[0]), float(line[1])
        line, now = line - step, after
    return float(line[0]), float(line[1])


def reliability(chance: Array, won: Array) -> dict[str, Any]:
    """Compare predicted with observed rates: mean error over the deciles, and each decile with predictions."""
    decile = np.minimum((chance * DECILES).astype(int), DECILES - 1)
    rows = [
        {"predicted": round(float(chance[decile == k].mean()), 4), "observed": round(float(won[decile == k].mean()), 4), "positions": n}
        for k in np.unique(decile).tolist()
        for n in [int((decile == k).sum())]
    ]
    error = sum(row["positions"] * abs(row["predicted"] - row["observed"]) for row in rows) / len(chance)
    return {"error": round(error, 4), "deciles": rows}


def moments(batch: Batch, player: Player, seed: int) -> Iterator[NDArray[np.intp]]:
    """Play games to the end, stopping at positions some decisions apart; yield the indices of games that are not over."""
    random = np.random.default_rng(seed)
    while len(live := np.flatnonzero(batch.deciders >= 0)):
        yield live
        batch.play(player, limit=int(random.integers(*APART)))


@dataclass(frozen=True)
class Predictions:
    """Predicted chances and results of positions from the games of a table.

    Attributes:
        chance: predicted chance of winning, float64 ``[n]``.
        won: whether the seat has won the game, float64 ``[n]``.
    """

    chance: NDArray[np.float64]
    won: NDArray[np.float64]


def predictions(value: Any, game: Any, player: Player, games: int, seed: int, threads: int = 1) -> Predictions:
    """Return the predictions of a value network (``Value.of``) at positions of ``games`` games, for the deciding seats."""
    batch = Batch(game, games, seed=seed, threads=threads, autoreset="disabled", observation_dtype="uint8")
    rows, seats, chances = [], [], []
    for live in moments(batch, player, seed):
        rows.append(live)
        seats.append(batch.deciders[live].astype(np.int64))
        chances.append(value.of(batch.observations[live]))
    won = winners(batch)[np.concatenate(rows), np.concatenate(seats)].astype(np.float64)
    batch.close()
    return Predictions(np.concatenate(chances), won)


@dataclass(frozen=True)
class Judged:
    """Evaluation of a value network at the tables of a game.

    Attributes:
        auc: table -> AUC; NaN if all games have the same result.
        won: table -> share of positions that were won.
        mean: mean AUC over tables won in 3 to 97 % of positions.
        explained: mean share of explained variance over these tables.
        error: mean calibration error over the deciles, for all positions together.
    """

    auc: dict[str, float]
    won: dict[str, float]
    mean: float
    explained: float
    error: float

    @staticmethod
    def of(found: dict[str, Predictions]) -> Judged:
        """Compute the evaluation from predictions by table."""
        won = {name: float(one.won.mean()) for name, one in found.items()}
        between = [one for name, one in found.items() if SHARES[0] < won[name] < SHARES[1]]
        area, share = (float(np.mean([of(one.chance, one.won) for one in between])) if between else np.nan for of in (auc, explained))
        everything = reliability(*(np.concatenate([getattr(one, part) for one in found.values()]) for part in ("chance", "won")))
        return Judged({name: auc(one.chance, one.won) for name, one in found.items()}, won, area, share, everything["error"])

    def plain(self) -> dict[str, Any]:
        """Return plain values for JSON: rounded, null for NaN."""
        tables = {name: [_rounded(value), _rounded(self.won[name])] for name, value in self.auc.items()}
        whole = {name: _rounded(getattr(self, name)) for name in ("mean", "explained", "error")}
        return {"auc": whole["mean"], "explained": whole["explained"], "calibration_error": whole["error"], "tables": tables}


def _rounded(value: float) -> float | None:
    return None if np.isnan(value) else round(value, 4)
