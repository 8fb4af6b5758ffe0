"""How much each consideration of a turn counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Weights:
    """How much each consideration counts; found by playing."""

    progress: float = 0.5  # a step nearer to the target
    cohesion: float = 0.3  # a step nearer to the average team mate
    kill: float = 0.8  # beside the harm that it prevents
    level: float = 2.0  # a kill that raises the danger level
    search: float = 0.9  # a card for empty hands
    door: float = 1.0  # opening a door on the way
    objective: float = 4.0
    effort: float = 0.03  # any action
    wound: float = 0.8
    death: float = 4.0
    fear: float = 0.4  # one nearby that cannot be killed


WEIGHTS: Final = Weights()
