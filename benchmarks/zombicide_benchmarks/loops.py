"""Loops of random play over the interfaces, as in their documentation; each returns the number of steps.

This module imports nothing of the package: loops take the environment of any version as an argument (see ``gate_worker``).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .timing import Work

if TYPE_CHECKING:
    from zombicide_env.core.batch import Batch


def aec_loop(env: Any, seed: int = 0) -> Work:
    """The loop of PettingZoo's documentation."""
    choice = random.Random(seed).random  # noqa: S311 - speed, not secrecy
    env.reset(seed=seed)

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            if not env.agents:
                env.reset()
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].view(bool).nonzero()[0]  # bool: ten times as fast as int8
                env.step(int(legal[int(choice() * len(legal))]))
                done += 1
                if done == steps:
                    break
        return done

    return work


def gym_loop(env: Any, seed: int = 0) -> Work:
    """The loop of Gymnasium's documentation."""
    choice = random.Random(seed).random  # noqa: S311 - speed, not secrecy
    now = [env.reset(seed=seed)[0]]

    def work(steps: int) -> int:
        observation = now[0]
        for _ in range(steps):
            legal = observation["action_mask"].view(bool).nonzero()[0]
            observation, _reward, terminated, truncated, _info = env.step(int(legal[int(choice() * len(legal))]))
            if terminated or truncated:
                observation, _info = env.reset()
        now[0] = observation
        return steps

    return work


def batch_loop(batch: Batch) -> Work:
    """Choose actions in one compiled call and apply them in another, like a trainer with its own policy."""

    def work(steps: int) -> int:
        rounds = -(-steps // batch.n)
        for _ in range(rounds):
            batch.step(batch.random_actions())
        return rounds * batch.n

    return work


def rollout_loop(batch: Batch, observe: bool = True) -> Work:
    """Choose and step in one compiled call of 64 steps: the cost of the rules and of writing observations."""

    def work(steps: int) -> int:
        rounds = -(-steps // (64 * batch.n))
        for _ in range(rounds):
            batch.step_random(64, observe=observe)
        return rounds * batch.n * 64

    return work


def vector_loop(env: Any, seed: int = 0) -> Work:
    """Gymnasium's loop over many games: masks come with the observations, actions from compiled code."""
    env.reset(seed=seed)

    def work(steps: int) -> int:
        rounds = -(-steps // env.num_envs)
        for _ in range(rounds):
            env.step(env.sample_actions())
        return int(rounds * env.num_envs)

    return work
