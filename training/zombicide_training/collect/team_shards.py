"""Shards of a team's rollout: what a worker receives, and what it returns.

A part is played from the weights and the games that it is given, with random numbers that follow from the run, the update and the part.
Nothing of it stays with the worker, so that the learner's checkpoint is all that a run needs to go on, with whatever workers there are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_training.collect.game_results import Ended
from zombicide_training.collect.sharding import Games

if TYPE_CHECKING:
    from zombicide_training.run.config import RunConfig, TrainConfig

__all__ = ["COLUMNS", "Lesson", "Order", "Part", "seeded", "weights_of", "without_place"]

C = TypeVar("C", bound="RunConfig")

#: Columns of the rollout buffer from which an update learns, each ``[horizon, games, ...]``.
COLUMNS: Final = ("observations", "action_masks", "actions", "rewards", "episode_starts", "values", "log_probs", "advantages", "returns")


@dataclass(frozen=True)
class Order:
    """What all parts of an update have in common: the run, weights of its policy, number of the update, its teammates."""

    config: TrainConfig
    weights: dict[str, NDArray[Any]]
    update: int
    mates: list[Agent]


@dataclass(frozen=True)
class Part:
    """Places of the run, the games that are played there, and which of them have just begun."""

    rows: range
    games: Games
    starts: NDArray[np.bool_]


@dataclass(frozen=True)
class Lesson:
    """A part one horizon later: what was decided and what came of it."""

    columns: dict[str, NDArray[Any]]
    part: Part
    ended: list[Ended]


def weights_of(module: Any) -> dict[str, NDArray[Any]]:
    """Everything that a policy has learned, as arrays."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in module.state_dict().items()}


def seeded(seed: int, update: int, first: int) -> int:
    """The seed by which torch samples in the part that begins at place ``first``."""
    return int(np.random.SeedSequence((seed, update, first)).generate_state(1, np.uint64)[0] >> 1)


def without_place(config: C) -> C:
    """The run as a worker sees it: no folder, no screen, no workers of its own."""
    return replace(config, workers=0, ray=None, start=None, resume=False, track=None, progress=False, device="cpu", torch_threads=1)
