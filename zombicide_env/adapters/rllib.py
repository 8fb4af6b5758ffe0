"""RLlib's new API stack: a module that sees the mask, and environments under names that workers know.

from zombicide_env.adapters.rllib import MaskedModule, register

register("black_plague", quest="danse_macabre")    # "black_plague": one agent for the team; "black_plague_agents": every seat
"""

from __future__ import annotations

from typing import Any

from ..envs.options import with_one_quest
from ..games import GAMES
from . import of_extra

with of_extra("clients"):
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.utils.torch_utils import FLOAT_MIN
    from ray.tune.registry import register_env
    from torch import Tensor, nn

__all__ = ["MaskedModule", "register"]


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A policy and a value over ``observation`` that give illegal actions (``action_mask`` 0) no chance; for PPO and its like.

    ``model_config``: ``hidden``, widths of the layers that both share (default 256, 256).
    """

    def setup(self) -> None:
        width = int(self.observation_space["observation"].shape[0])
        layers: list[nn.Module] = []
        for hidden in self.model_config.get("hidden", (256, 256)):
            layers += [nn.Linear(width, hidden), nn.Tanh()]
            width = hidden
        self.body = nn.Sequential(*layers)
        self.policy = nn.Linear(width, int(self.action_space.n))
        self.value = nn.Linear(width, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        features = self._features(batch)
        logits = self.policy(features).masked_fill(batch[Columns.OBS]["action_mask"] == 0, FLOAT_MIN)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: Any | None = None) -> Tensor:
        """Return the value of each row, shape (rows,)."""
        features = self._features(batch) if embeddings is None else embeddings
        values: Tensor = self.value(features).squeeze(-1)
        return values

    def _features(self, batch: dict[str, Any]) -> Tensor:
        found: Tensor = self.body(batch[Columns.OBS]["observation"].float())
        return found


def _number(config: Any) -> int:
    """Return the number of an environment among those of all workers; a plain dict instead of RLlib's context: 0."""
    worker, vector, workers = (getattr(config, name, 0) or 0 for name in ("worker_index", "vector_index", "num_workers"))
    return max(0, worker - 1) + vector * max(1, workers)


def register(game_id: str, **options: Any) -> tuple[str, str]:
    """Make a game known to RLlib: ``GAME`` for one agent (Gymnasium) and ``GAME_agents`` for one agent a seat (PettingZoo).

    ``options`` are those of the game and of the environment; what the algorithm's ``env_config`` holds is added.  A range of quests is
    dealt round the environments of all workers.

    Returns:
        The two names.
    """

    def single(config: dict[str, Any]) -> Any:
        import gymnasium

        return gymnasium.make(f"zombicide_env:{GAMES[game_id].gymnasium_id}", **with_one_quest({**options, **config}, _number(config)))

    def agents(config: dict[str, Any]) -> Any:
        from ..modules import pettingzoo_env

        return PettingZooEnv(pettingzoo_env(game_id, **with_one_quest({**options, **config}, _number(config))))

    register_env(game_id, single)
    register_env(f"{game_id}_agents", agents)
    return game_id, f"{game_id}_agents"
