"""Sibling rollouts: each candidate action of a decision is played in the same sampled worlds, and the policy continues for some rounds.

A world is the position with all hidden information resampled, including future dice.  Common worlds remove most of the noise from the
differences between candidates (common random numbers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING, WON
from zombicide_env.core.players import Player

__all__ = ["SiblingRollouts", "Worth", "drawn"]

#: Win probability of each game of a batch, float64 [n]; ignored for games that are over.
Worth = Callable[[Batch], NDArray[np.float64]]

#: Upper limit of the seeds of worlds.
_SEEDS: Final = 2**62


def drawn(
    starts: NDArray[np.int64], logits: NDArray[np.float64], most: int, random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sample candidates of decisions: the most probable action, then others without replacement by probability (Gumbel top-k).

    Args:
        starts: int64 ``[n + 1]``, offsets of the candidates of each decision.
        logits: float64 ``[k]``, logits of the policy.
        most: maximum number of candidates per decision.
        random: random generator.

    Returns:
        Offsets of the sampled candidates, int64 ``[n + 1]``, and their indices among the given ones, int64.
    """
    counts = np.diff(starts)
    of = np.repeat(np.arange(len(counts)), counts)
    keys = logits + random.gumbel(size=len(logits))
    best = np.lexsort((-logits, of))[starts[:-1]]
    keys[best] = np.inf
    order = np.lexsort((-keys, of))
    rank = np.arange(len(order)) - starts[:-1][of]
    return np.concatenate([[0], np.cumsum(np.minimum(counts, most))]), order[rank < most]


class SiblingRollouts:
    """Runs the rollouts in its own batches.

    Args:
        games: the games of the positions.
        lanes: number of rollouts played in parallel.
        threads: number of threads; results do not depend on it.
    """

    def __init__(self, games: Sequence[Any], lanes: int, threads: int = 1) -> None:
        how: dict[str, Any] = {"seed": 0, "autoreset": "disabled", "observation_dtype": "uint8"}
        self._worlds = Batch(list(games), lanes, threads=threads, **how)
        self._lines = Batch(list(games), lanes, threads=threads, **how)
        self.lanes = lanes
        #: Decisions played so far.
        self.played = 0

    def play(
        self,
        states: NDArray[Any],
        world_of: NDArray[np.int32],
        starts: NDArray[np.int64],
        actions: NDArray[np.int64],
        *,
        player: Player,
        worth: Worth,
        worlds: int,
        rounds: int,
        random: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Return the win probability after each candidate in each world, float64 ``[k, worlds]``.

        Args:
            states: positions, structured array ``[n]``.
            world_of: index of the game of each position, int32 ``[n]``.
            starts: offsets of the candidates of each position, int64 ``[n + 1]``.
            actions: candidates, int64 ``[k]``.
            player: plays all seats after the candidate.
            worth: evaluates games that are not over at the end of a rollout.
            worlds: number of worlds.
            rounds: length of a rollout; 1: until the next round begins.
            random: samples worlds.

        Raises:
            ValueError: a decision needs more rollouts than there are lanes.
        """
        found = np.zeros((len(actions), worlds))
        for first, last in self._parts(starts * worlds):
            own = slice(starts[first], starts[last])
            counts = np.diff(starts[first : last + 1])
            seeds = random.integers(_SEEDS, size=self.lanes)
            self._imagine(states[first:last], world_of[first:last], worlds, seeds)
            place = (np.repeat(np.arange(last - first), counts)[:, None] * worlds + np.arange(worlds)).ravel()
            found[own] = self._play_on(place, np.repeat(actions[own], worlds), player, worth, rounds).reshape(-1, worlds)
        return found

    def _parts(self, starts: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Yield ranges of decisions whose rollouts fit into the lanes."""
        first = 0
        while first < len(starts) - 1:
            last = int(np.searchsorted(starts, starts[first] + self.lanes, side="right")) - 1
            if last == first:
                wanted = starts[first + 1] - starts[first]
                raise ValueError(f"lanes={self.lanes} is too few for the {wanted} rollouts of a decision: more lanes, or fewer worlds")
            yield first, last
            first = last

    def _imagine(self, states: NDArray[Any], world_of: NDArray[np.int32], worlds: int, seeds: NDArray[np.int64]) -> None:
        """Sample worlds; those of a position are adjacent."""
        rows = np.minimum(np.arange(self.lanes) // worlds, len(states) - 1)
        self._worlds.world_of[:] = world_of[rows]
        self._worlds.put(states[rows], trusted=True)
        self._worlds.seed_actions(seeds)
        self._worlds.resample()

    def _play_on(
        self, place: NDArray[np.intp], actions: NDArray[np.int64], player: Player, worth: Worth, rounds: int
    ) -> NDArray[np.float64]:
        """Return the win probabilities after these actions in the worlds of these rows."""
        lines, used = self._lines, len(place)
        rows = np.append(place, np.full(self.lanes - used, place[-1]))
        lines.world_of[:] = self._worlds.world_of[rows]
        lines.put(self._worlds.states[rows], trusted=True)
        until = lines.states["round"].astype(np.int64) + rounds
        lines.step(np.append(actions, np.full(self.lanes - used, actions[-1])))
        until[used:] = 0
        while True:
            going = (lines.states["outcome"] == ONGOING) & (lines.states["round"] < until)
            if not going.any():
                break
            seats = np.broadcast_to(np.where(going, 0, -1)[:, None], (lines.n, lines.n_agents))
            self.played += int(lines.play(player, seats, limit=1, observe=False).sum())
        over = lines.states["outcome"] != ONGOING
        return np.where(over, lines.states["outcome"] == WON, worth(lines))[:used].astype(np.float64)
