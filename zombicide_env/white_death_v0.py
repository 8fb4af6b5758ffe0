"""White Death as a PettingZoo environment: ``env`` (with PettingZoo's checks) and ``raw_env`` (the fast path).

from zombicide_env import white_death_v0
env = white_death_v0.env(quest="preparing_for_battle", survivors=6, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(info["action_mask"])
    env.step(action)
"""

from __future__ import annotations

from .modules import pettingzoo_module

__all__ = ["env", "parallel_env", "raw_env"]

env, raw_env, parallel_env = pettingzoo_module("white_death")
