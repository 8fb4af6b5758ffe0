"""Periodic evaluation of a learner during training.

Time is CPU time of all threads of the process, since wall time is unreliable on a shared machine.  The time of evaluations is excluded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zombicide_env.ladder import Choose, Rung, won

__all__ = ["Curve"]


class Curve:
    """Win rate of a learner on held-out boards over time; with several rungs the mean.

    Args:
        rungs: the rungs to learn.
        minutes: CPU minutes of training.
        looks: number of evaluations at equal intervals, besides the first one.
        games: games per evaluation, of all rungs together.
        say: called after each evaluation.

    Attributes:
        points: seconds of training, decisions, share of games won.
        each: share of games won of each rung at the latest evaluation.
        spent: seconds of evaluations.
    """

    def __init__(self, rungs: Sequence[Rung], minutes: float, looks: int, games: int, say: Callable[[str], None] = lambda _: None) -> None:
        self.rungs, self.minutes, self.games, self.say = rungs, minutes, games, say
        self._marks = [60 * minutes * k / looks for k in range(looks + 1)]
        self.points: list[tuple[float, int, float]] = []
        self.each: dict[str, float] = {}
        self.spent = 0.0
        self._began = time.process_time()

    def begin(self) -> None:
        """Start the clock: imports and compilation before this do not count."""
        self._began, self.spent = time.process_time(), 0.0

    @property
    def seconds(self) -> float:
        """CPU seconds of training so far."""
        return time.process_time() - self._began - self.spent

    def look(self, steps: int, choose: Choose, observation_dtype: str = "float32") -> bool:
        """Evaluate if an evaluation is due; returns whether there is time left to train."""
        seconds = self.seconds
        if len(self.points) < len(self._marks) and seconds >= self._marks[len(self.points)]:
            games = self.games // len(self.rungs)
            for rung in self.rungs:
                self.each[rung.name] = round(float(won(rung.name, choose, games, observation_dtype=observation_dtype).mean()), 4)
            share = float(np.mean(list(self.each.values())))
            self.points.append((round(seconds, 1), steps, round(share, 4)))
            self.spent += time.process_time() - self._began - self.spent - seconds
            self.say(f"{seconds:5.0f} s, {steps:,} decisions: {100 * share:.0f} % won")
        return len(self.points) < len(self._marks)

    def of(self, rung: str, learner: str, seed: int) -> dict[str, Any]:
        """Return the run as plain values for JSON."""
        return {
            "rung": rung,
            "learner": learner,
            "seed": seed,
            "minutes": self.minutes,
            "games": self.games,
            "points": self.points,
            **({"each": self.each} if len(self.rungs) > 1 else {}),
        }
