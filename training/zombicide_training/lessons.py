"""A team's rollout in parts: what a worker receives, what it plays, and the complete lesson that it sends back.

A part is played from the weights and the games that it is given, with random numbers that follow from the run, the update and the part.
Nothing of it stays with the worker, so that the learner's checkpoint is all that a run needs to go on, with whatever workers there are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_training.config import RunConfig, TrainConfig
from zombicide_training.parts import Games, put_games, take_games

if TYPE_CHECKING:
    from zombicide_training.trainer import Trainer

__all__ = ["Ended", "Lesson", "Order", "Part", "play_part", "seeded", "weights_of", "without_place"]

C = TypeVar("C", bound=RunConfig)

#: Outcome, last state and world of the games that have ended.
Ended = tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.int32]]
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


def play_part(order: Order, part: Part) -> Lesson:
    """Play the games of a part on by one horizon."""
    with torch.random.fork_rng(devices=[]):
        trainer = _trainer(replace(without_place(order.config), trainer="sb3").dump(), len(part.rows))
        torch.manual_seed(seeded(order.config.seed, order.update, part.rows.start))
        trainer.model.policy.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in order.weights.items()})
        trainer.env.sit_down(order.mates, order.update, part.rows.start)
        return _played(trainer, part)


def _played(trainer: Trainer, part: Part) -> Lesson:
    from zombicide_training.trainer import Watch

    model, env = trainer.model, trainer.env
    put_games(env.batch, part.games)
    model._last_obs, model._last_episode_starts = env.go_on(), part.starts
    watch = Watch(trainer)
    _, callback = model._setup_learn(1, watch, reset_num_timesteps=False)
    buffer: Any = model.rollout_buffer
    model.collect_rollouts(env, callback, buffer, model.n_steps)
    columns = {name: getattr(buffer, name) for name in COLUMNS}
    assert model._last_episode_starts is not None
    after = Part(part.rows, take_games(env.batch, range(env.num_envs)), model._last_episode_starts.copy())
    return Lesson(columns, after, watch.ended)


@lru_cache(maxsize=2)
def _trainer(config: str, games: int) -> Trainer:
    """What a worker plays with: the trainer of the run, with as many places as a part has."""
    from zombicide_training.trainer import Trainer

    return Trainer(TrainConfig.load(config), games)
