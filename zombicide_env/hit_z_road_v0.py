"""Hit Z Road as a PettingZoo environment: ``env`` (with PettingZoo's checks), ``raw_env`` (the fast path), ``parallel_env``.

from zombicide_env import hit_z_road_v0
env = hit_z_road_v0.env(players=4, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(info["action_mask"])
    env.step(action)

In Gymnasium one agent plays against opponents:
env = gymnasium.make("zombicide_env:zombicide/HitZRoad-v0", players=3, opponents="greedy", side="random")
"""

from __future__ import annotations

from .modules import pettingzoo_module

__all__ = ["env", "parallel_env", "raw_env"]

env, raw_env, parallel_env = pettingzoo_module("hit_z_road")
