"""Returns as each game documents them, and as trainers accumulate them.

A collector plays one game of a PettingZoo environment and returns what each agent has received, read as one kind of trainer reads
it.  A player is a function of the unwrapped environment and the mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from zombicide_env.envs.aec import RawEnv

Player = Callable[[RawEnv, np.ndarray], int]
Sums = dict[str, float]


def documented(env: RawEnv, start: np.ndarray) -> Sums:
    """Return of every agent for a finished game that began with the record ``start``."""
    kinds = {"black_plague": _zombicide, "white_death": _zombicide, "apocalypse": _apocalypse}
    return {**kinds, "hit_z_road": _hit_z_road, "z_game": _z_game}[env.game.id](env, start)


def _zombicide(env: RawEnv, start: np.ndarray) -> Sums:
    """The team's result for all agents; shaped: minus the potential of the start, plus that of the end if the game was truncated."""
    end = env.describe()["outcome"]
    result = {"won": 1.0, "lost": -1.0, "truncated": 0.0}[end]
    if env.game.options["reward"] == "shaped":
        result += (float(env.record["potential"][0]) if end == "truncated" else 0.0) - float(start["potential"][0])
    return dict.fromkeys(env.possible_agents, result)


def _apocalypse(env: RawEnv, start: np.ndarray) -> Sums:
    """As in the other editions; the Zombie Master gets the negated result."""
    team = next(iter(_zombicide(env, start).values()))
    return {agent: -team if agent == "zombie_master" else team for agent in env.possible_agents}


def _hit_z_road(env: RawEnv, start: np.ndarray) -> Sums:
    """HZ-11.R3 for the default, HZ-13.R5 for solo games; the other two rewards are defined by the option."""
    about = env.describe()
    return {agent: _due(str(env.game.options["reward"]), agent, about) for agent in env.possible_agents}


def _due(reward: str, agent: str, about: Mapping[str, Any]) -> float:
    winners, scores = about["winners"], about["scores"]
    if about["outcome"] == "truncated":
        return 0.0 if reward == "win" or len(about["players"]) == 1 or about["players"][agent]["alive"] else -1.0
    if len(about["players"]) == 1:
        return min(1.0, scores.get(agent, 0) / 22)
    if reward != "win" and not about["players"][agent]["alive"]:
        return -1.0
    if reward == "score":
        return max(-1.0, min(1.0, (scores[agent] - max(score for other, score in scores.items() if other != agent)) / 22))
    share = 1 / len(winners) if agent in winners else 0.0
    return share if reward == "win" else 2 * share - 1


def _z_game(env: RawEnv, start: np.ndarray) -> Sums:
    """ZG-5.17 for the default; the other two rewards are defined by the option."""
    about, reward = env.describe(), env.game.options["reward"]
    names = list(about["players"])
    won, points = about["winners"], {name: about["players"][name]["vp"] for name in names}
    lost = len(names) - len(won)
    target = {"blitz": 10, "standard": 15, "epic": 20}[str(env.game.options["target"])]
    due = {}
    for agent, name in zip(env.possible_agents, names, strict=True):
        if reward == "score":
            due[agent] = max(-1.0, min(1.0, (points[name] - max(n for other, n in points.items() if other != name)) / target))
        elif reward == "win":
            due[agent] = 1 / len(won) if name in won else 0.0
        else:
            due[agent] = 0.0 if not lost else 1 / len(won) if name in won else -1 / lost
    return due


# ---- trainers --------------------------------------------------------------------------------------------------------


def by_last(env: Any, play: Player) -> Sums:
    """The loop of PettingZoo's documentation: sum the rewards of ``last`` at every step of an agent, the last one included."""
    sums: Sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        env.step(None if terminated or truncated else play(env.unwrapped, observation["action_mask"]))
    return sums


def by_rewards(env: Any, play: Player) -> Sums:
    """Sum the dict ``rewards`` after every step, as loggers do."""
    sums: Sums = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else play(env.unwrapped, env.observe(agent)["action_mask"]))
        for name, reward in env.rewards.items():
            sums[name] += reward
    return sums


def by_parallel(env: Any, play: Player) -> Sums:
    """Use PettingZoo's ``turn_based_aec_to_parallel``, as trainers of parallel environments do."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    parallel = turn_based_aec_to_parallel(env)
    seed = int(env.unwrapped._one._batch.seeds[0])
    observations, _ = parallel.reset(seed=seed)
    sums: Sums = dict.fromkeys(env.possible_agents, 0.0)
    while parallel.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in parallel.agents}
        agent = env.agent_selection
        assert masks.pop(agent).any(), f"{agent} is to move and has no mask"
        assert not any(mask.any() for mask in masks.values())
        action = play(env.unwrapped, observations[agent]["action_mask"])
        observations, rewards, terminations, truncations, _ = parallel.step(dict.fromkeys(parallel.agents, action))
        for name, reward in rewards.items():
            sums[name] += reward
        assert set(terminations) == set(truncations) == set(observations) >= set(parallel.agents)
    return sums


def by_tianshou(env: Any, play: Player) -> Sums:
    """Read as ``tianshou.env.PettingZooEnv`` does: the game ends with the selected agent's; one table is overwritten at every step."""
    table, sums = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0.0)
    over = False
    while not over:
        mask = env.last()[0]["action_mask"]
        env.step(play(env.unwrapped, mask))
        _, _, terminated, truncated, _ = env.last()
        table.update(env.rewards)
        over = terminated or truncated
        for name, reward in table.items():
            sums[name] += reward
    return sums


def by_torchrl(env: Any, play: Player) -> Sums:
    """Read as ``torchrl.envs.PettingZooWrapper`` does: everything of every possible agent, until all are done."""
    sums: Sums = dict.fromkeys(env.possible_agents, 0.0)
    done = False
    while not done:
        env.step(play(env.unwrapped, env.observe(env.agent_selection)["action_mask"]))
        for agent in env.possible_agents:
            assert env.observe(agent) in env.observation_space(agent)
            assert "action_mask" in env.infos[agent]
            sums[agent] += env.rewards[agent]
        done = all(env.terminations[agent] or env.truncations[agent] for agent in env.possible_agents)
    return sums


COLLECTORS = {collect.__name__: collect for collect in (by_last, by_rewards, by_parallel, by_tianshou, by_torchrl)}
