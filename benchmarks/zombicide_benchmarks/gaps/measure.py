"""Measure the test set: positions of the pinned player's games, and the results of each of their candidates.

One decision with a choice is taken from each game, every one equally likely.  In half of the games one decision in twenty is random:
so that the set has positions that the pinned player does not reach.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player
from zombicide_training.evaluation.statistics import Z95

from .positions import Position, append, read
from .tables import MARGIN, Table

__all__ = ["Measured", "candidates", "compare", "measure"]

MOST: Final = 5  # candidates of a position
LANES: Final = 1024
DEVIATIONS: Final = 0.05
GAMES: Final = 32  # games from which positions are taken together
#: First seed of the games of the test set, distinct from those of training and evaluation.
SEED: Final = 600_000_000


@dataclass(frozen=True)
class Measured:
    """Results of candidates in common worlds, float64 ``[worlds, candidates]`` each; ``progress`` is None for games without it."""

    won: NDArray[np.float64]
    progress: NDArray[np.float64] | None

    def halves(self, values: NDArray[np.float64] | None) -> tuple[tuple[float, ...], ...]:
        """Return means over the first and the second half of the worlds."""
        if values is None:
            return ()
        middle = len(values) // 2
        return tuple(tuple(np.round(half.mean(axis=0), 5).tolist()) for half in (values[:middle], values[middle:]))

    @staticmethod
    def error(values: NDArray[np.float64] | None) -> tuple[float, ...]:
        """Return standard errors of the gaps to the first candidate."""
        if values is None:
            return ()
        gaps = values - values[:, :1]
        return tuple(np.round(gaps.std(axis=0, ddof=1) / np.sqrt(len(gaps)), 5).tolist())


def candidates(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return actions within ``MARGIN`` of the best of a row of scores, the best first, at most ``MOST`` of them."""
    order = np.argsort(-scores, kind="stable")[:MOST]
    near = np.isfinite(scores[order]) & (scores[order] >= scores[order[0]] - MARGIN)
    found: NDArray[np.intp] = order[near]
    return found


def compare(batch: Batch, lines: Batch, state: NDArray[Any], actions: NDArray[np.intp], player: Player, games: int) -> Measured:
    """Play each action to the end in ``games`` worlds consistent with the observation, the same for all actions.

    Args:
        batch: environments for worlds, which its generators sample.
        lines: as many environments for the games that follow the actions.
        state: the position, shape (1,).
        actions: the candidates.
        player: player of all seats.
        games: number of worlds.
    """
    number, seat = len(actions), -1
    won, progress = [], []
    for first in range(0, games, lines.n // number):
        worlds = min(lines.n // number, games - first)
        batch.put(state, trusted=True)
        batch.resample()
        seat = int(batch.deciders[0])
        lanes = np.arange(lines.n)
        lines.put(batch.states[np.minimum(lanes // number, worlds - 1)], trusted=True)
        lines.step(actions[lanes % number])
        if (lines.deciders >= 0).any():
            lines.play(player, observe=False)
        use = worlds * number
        won.append(lines.games[0].winners(lines.states)[:use, seat].reshape(worlds, number))
        if player.heuristic is not None and player.heuristic.promise is not None:
            progress.append(lines.promise(player)[:use].reshape(worlds, number))
    return Measured(np.concatenate(won).astype(np.float64), np.concatenate(progress) if progress else None)


def measure(
    table: Table, folder: Path, *, games: int, positions: int | None = None, threads: int = 1, report: Callable[[str], None] | None = None
) -> int:
    """Add positions to the file of a table until it is complete; returns how many were added.

    Args:
        table: the table.
        folder: folder of the set.
        games: worlds per position.
        positions: target number of positions; default: that of the full set.
        threads: number of threads; results do not depend on it.
        report: called with a line for each group of positions.

    Raises:
        GapsError: see ``read``.
    """
    there, wanted = read(folder, table), table.positions if positions is None else positions
    player = table.compiled()
    batch, lines = (Batch(table.game, LANES, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8") for _ in range(2))
    taken = {position.seed for position in there}
    added = 0
    for found in _found(table, player, taken):
        if len(there) + added >= wanted:
            break
        batch.seed_actions(found.seed)
        result = compare(batch, lines, found.state, found.candidates, player, games)
        position = Position(
            seed=found.seed,
            actions=found.actions,
            state=table.game.recorded.checksum(found.state),
            seat=found.seat,
            candidates=tuple(found.candidates.tolist()),
            scores=tuple(np.round(found.scores, 4).tolist()),
            games=games,
            won=result.halves(result.won),
            error=result.error(result.won),
            progress=result.halves(result.progress),
            progress_error=result.error(result.progress),
        )
        append(folder, table, [position])
        added += 1
        if report is not None:
            report(f"{table.name} {len(there) + added} of {wanted}: {_gaps_in_words(position)}")
    return added


def _gaps_in_words(position: Position) -> str:
    won = np.mean(position.won, axis=0)
    gaps = [f"{100 * (rate - won[0]):+.1f} ±{100 * Z95 * error:.1f}" for rate, error in zip(won[1:], position.error[1:], strict=True)]
    return f"{100 * won[0]:.1f} % won; gaps in points: {', '.join(gaps)}"


@dataclass(frozen=True)
class _Found:
    """A decision with a choice."""

    seed: int
    actions: tuple[int, ...]
    state: NDArray[Any]
    seat: int
    candidates: NDArray[np.intp]
    scores: NDArray[np.float64]


def _found(table: Table, player: Player, taken: set[int]) -> Iterator[_Found]:
    """Yield one decision with a choice from each game, starting with seed ``SEED``, without those already stored."""
    first = SEED + zlib.crc32(table.name.encode()) % 1000 * 100_000  # tables share no seed, so that their dice differ
    while True:
        for one in _lot(table, player, first):
            if one.seed not in taken:
                yield one
        first += GAMES


def _lot(table: Table, player: Player, first: int) -> list[_Found]:
    """Return one decision with a choice from each of ``GAMES`` games, if it has any."""
    batch = Batch(table.game, GAMES, seed=first, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(first)
    random = np.random.default_rng(first)
    played: list[list[int]] = [[] for _ in range(GAMES)]
    kept: dict[int, _Found] = {}
    met = np.zeros(GAMES, np.int64)
    while (batch.deciders >= 0).any():
        scores, actions, live = batch.judge(player), batch.think(player), np.flatnonzero(batch.deciders >= 0)
        for i in live.tolist():
            near = candidates(scores[i])
            if len(near) < 2:
                continue
            met[i] += 1
            if random.random() < 1 / met[i]:
                state, seat = batch.states[i : i + 1].copy(), int(batch.deciders[i])
                kept[i] = _Found(first + i, tuple(played[i]), state, seat, near, scores[i][near])
        deviates = (random.random(GAMES) < DEVIATIONS) & (np.arange(GAMES) % 2 == 1)
        actions = np.where(deviates, batch.random_actions(), actions)
        for i in live.tolist():
            played[i].append(int(actions[i]))
        batch.step_some(live, actions[live])
    batch.close()
    return [kept[i] for i in sorted(kept)]
