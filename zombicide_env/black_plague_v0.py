"""Black Plague as a PettingZoo environment: ``env`` (with PettingZoo's checks) and ``raw_env`` (the fast path).

from zombicide_env import black_plague_v0
env = black_plague_v0.env(quest="danse_macabre", survivors=6, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(info["action_mask"])
    env.step(action)
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from .envs.aec import RawEnv, wrap

__all__ = ["env", "raw_env"]


class raw_env(RawEnv):  # noqa: N801  (PettingZoo's name)
    """Black Plague without wrappers.

    Args:
        render_mode: "human" (prints the board), "ansi", "rgb_array" or None.
        observation_dtype: "float32" (scaled to [0, 1]) or "uint8" (raw).
        copy: hand out fresh arrays; with False read-only views that the next step overwrites.
        leavers: "stay" or "leave": what becomes of agents who are out before the game ends, see ``RawEnv``.
        options: the game's own: ``quest``, ``survivors``, ``decisions``, ``reward``, ``max_rounds`` ... as in
            ``zombicide_env.make_game("black_plague", ...)``.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__("black_plague", **options)


def env(*, terminate_illegal: bool = False, illegal_reward: float = -1.0, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """``raw_env(**options)`` in PettingZoo's usual wrappers; see ``zombicide_env.envs.aec.wrap``."""
    return wrap(raw_env(**options), terminate_illegal=terminate_illegal, illegal_reward=illegal_reward)
