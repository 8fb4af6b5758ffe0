"""Shards of a team rollout: what a worker receives and returns.

A part is played from the given weights and games, with random numbers seeded by the run, the update and the part.  Workers keep no state,
so that a run can be resumed from the learner's checkpoint alone, with any workers.
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
    """Data shared by all parts of an update: the run, weights of the policy, number of the update, teammates."""

    config: TrainConfig
    weights: dict[str, NDArray[Any]]
    update: int
    mates: list[Agent]


@dataclass(frozen=True)
class Part:
    """Slots of the run, their games, and which of these have just begun."""

    rows: range
    games: Games
    starts: NDArray[np.bool_]


@dataclass(frozen=True)
class Lesson:
    """A part one horizon later: its rollout columns, its games, and the games that ended."""

    columns: dict[str, NDArray[Any]]
    part: Part
    ended: list[Ended]


def weights_of(module: Any) -> dict[str, NDArray[Any]]:
    """Return the weights of a policy as arrays."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in module.state_dict().items()}


def seeded(seed: int, update: int, first: int) -> int:
    """Return torch's seed for the part that begins at slot ``first``."""
    return int(np.random.SeedSequence((seed, update, first)).generate_state(1, np.uint64)[0] >> 1)


def without_place(config: C) -> C:
    """Return the configuration for a worker: no progress display, trackers or workers of its own."""
    return replace(config, workers=0, ray=None, start=None, resume=False, track=None, progress=False, device="cpu", torch_threads=1)
