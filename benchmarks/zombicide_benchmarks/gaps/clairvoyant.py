"""Lower bound on the best win rate: a player that knows the future dice and cards.

With known dice and cards the rest of a game is a deterministic puzzle.  The pinned player tries it first; then, turn after turn, lines are
tried that deviate from the best one so far for some decisions and are continued by the pinned player.  The first winning line is played.
Games won this way can be won; the others may still be winnable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.core.players import Player

from .tables import Table

__all__ = ["Probe", "probe"]

LANES: Final = 128
TURN: Final = 14  # decisions for which a line may deviate from the pinned player: more than a survivor's turn has
WARMTH: Final = 0.5  # temperature of the probabilities in these decisions


@dataclass(frozen=True)
class Probe:
    """Result of one game: whether a line has won it, lines tried, and the progress of the best."""

    seed: int
    won: bool
    lines: int
    progress: float


def probe(table: Table, seed: int, simulations: int = 700, threads: int = 1) -> Probe:
    """Play the game of a seed with knowledge of future dice and cards.

    Args:
        table: the game and its pinned player, which has to measure progress.
        seed: seed of the game; its future is never resampled.
        simulations: lines tried per turn.
        threads: number of threads.
    """
    player = table.compiled()
    here = Batch(table.game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    lines = Batch(table.game, LANES, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
    random, tried, best = np.random.default_rng(seed), 0, -1.0
    while here.deciders[0] >= 0:
        plan: list[int] = []
        for _ in range(-(-simulations // LANES)):
            lines.put(here.states, trusted=True)
            began = _leave(lines, player, random)
            if (lines.deciders >= 0).any():
                lines.play(player, observe=False)
            tried += LANES
            reached = np.where(lines.states["outcome"] == WON, 2.0, lines.promise(player))
            if reached.max() > best:
                best, plan = float(reached.max()), began[int(reached.argmax())]
            if best >= 2:
                return Probe(seed, True, tried, 1.0)
        for action in plan:
            here.step(np.array([action]))
        if not plan:  # the pinned player follows the best line so far
            here.play(player, limit=TURN, observe=False)
    return Probe(seed, False, tried, best)


def _leave(lines: Batch, player: Player, random: np.random.Generator) -> list[list[int]]:
    """Play the first decisions of lines at random with the player's scores as logits; the first line is the player's own."""
    played: list[list[int]] = [[] for _ in range(lines.n)]
    for _ in range(TURN):
        live = np.flatnonzero(lines.deciders >= 0)
        if not len(live):
            break
        actions, drawn = lines.think(player), _drawn(lines.judge(player), random)
        chosen = np.where(drawn >= 0, drawn, actions)
        chosen[0] = actions[0]
        for i in live.tolist():
            played[i].append(int(chosen[i]))
        lines.step_some(live, chosen[live])
    return played


def _drawn(scores: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.int64]:
    """Sample an action of each row with probability proportional to exp(score / WARMTH), -1 if fewer than two are scored."""
    noisy = np.where(np.isfinite(scores), scores / WARMTH + random.gumbel(size=scores.shape), -np.inf)
    found: NDArray[np.int64] = np.where(np.isfinite(scores).sum(axis=1) > 1, noisy.argmax(axis=1), -1)
    return found
