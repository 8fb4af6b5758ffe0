"""Hit Z Road as an environment of PettingZoo, ``env`` (with PettingZoo's checks) and ``raw_env`` (the fast path), and of Gymnasium.

from zombicide_env import hit_z_road_v0
env = hit_z_road_v0.env(players=4, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(info["action_mask"])
    env.step(action)

env = gymnasium.make("zombicide_env:zombicide/HitZRoad-v0", players=3, opponents="greedy", side="random")
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from .envs.aec import RawEnv, wrap
from .envs.versus import Opponent, VersusEnv
from .envs.versus_vector import VersusVectorEnv

__all__ = ["env", "raw_env", "versus_env", "versus_vector_env"]


class raw_env(RawEnv):  # noqa: N801  (PettingZoo's name)
    """Hit Z Road without wrappers.

    Args:
        render_mode: "human" (prints the table), "ansi", "rgb_array" or None.
        observation_dtype: "float32" (scaled to [0, 1]) or "uint8" (raw).
        copy: hand out fresh arrays; with False read-only views that the next step overwrites.
        leavers: "stay" or "leave": what becomes of agents who are out before the game ends, see ``RawEnv``.
        options: the game's own: ``players``, ``decisions``, ``reward`` as in ``zombicide_env.make_game("hit_z_road", ...)``.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__("hit_z_road", **options)


def env(*, terminate_illegal: bool = False, illegal_reward: float = -1.0, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """``raw_env(**options)`` in PettingZoo's usual wrappers; see ``zombicide_env.envs.aec.wrap``."""
    return wrap(raw_env(**options), terminate_illegal=terminate_illegal, illegal_reward=illegal_reward)


def versus_env(**options: Any) -> VersusEnv:
    """One seat against opponents, for Gymnasium; they may be agent specs.  See ``zombicide_env.envs.versus.VersusEnv``."""
    return VersusEnv("hit_z_road", maker=_make_opponent, **options)


def versus_vector_env(num_envs: int = 1, **options: Any) -> VersusVectorEnv:
    """Many such games at once.  See ``zombicide_env.envs.versus_vector.VersusVectorEnv``."""
    return VersusVectorEnv(num_envs, "hit_z_road", maker=_make_opponent, **options)


def _make_opponent(spec: str, game: Any) -> Opponent:
    import zombicide_agents as agents

    opponent: Opponent = agents.make(spec, game)
    return opponent
