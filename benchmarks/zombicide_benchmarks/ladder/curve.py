"""A look at a learner now and then while it learns.

Time is the processor's, of all threads of the process: on a shared machine the clock on the wall says little.  What looking takes does
not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zombicide_env.ladder import Choose, Rung, won

__all__ = ["Curve"]


class Curve:
    """The win rate of a learner on boards that it does not learn on, over time; of several rungs the mean.

    Args:
        rungs: what is learned.
        minutes: of learning, processor time.
        looks: after how many equal parts of the time it is looked at, besides the beginning.
        games: of each look, of all rungs together.
        say: called after each look.

    Attributes:
        points: seconds of learning, decisions, share of games won.
        each: share of games won of each rung at the latest look.
        spent: seconds that looking took.
    """

    def __init__(self, rungs: Sequence[Rung], minutes: float, looks: int, games: int, say: Callable[[str], None] = lambda _: None) -> None:
        self.rungs, self.minutes, self.games, self.say = rungs, minutes, games, say
        self._marks = [60 * minutes * k / looks for k in range(looks + 1)]
        self.points: list[tuple[float, int, float]] = []
        self.each: dict[str, float] = {}
        self.spent = 0.0
        self._began = time.process_time()

    def begin(self) -> None:
        """Learning begins now: what was imported and compiled before does not count."""
        self._began, self.spent = time.process_time(), 0.0

    @property
    def seconds(self) -> float:
        """Time of learning so far."""
        return time.process_time() - self._began - self.spent

    def look(self, steps: int, choose: Choose, observation_dtype: str = "float32") -> bool:
        """Look if it is time to; whether there is time left to learn."""
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
        """The run as plain values for JSON."""
        return {
            "rung": rung,
            "learner": learner,
            "seed": seed,
            "minutes": self.minutes,
            "games": self.games,
            "points": self.points,
            **({"each": self.each} if len(self.rungs) > 1 else {}),
        }
