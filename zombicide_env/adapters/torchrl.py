"""TorchRL: many games of one batch as one environment, whose tensors are the memory that the compiled step has written."""

from __future__ import annotations

from typing import Any

from ..envs.spaces import ObservationDtype
from ..envs.vector import TeamVectorEnv
from . import of_extra

with of_extra("clients"):
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase

__all__ = ["BatchEnv"]


class BatchEnv(EnvBase):
    """``num_envs`` games of one cooperative game, each played by one policy for the whole team.

    Batch size (num_envs,).  ``observation`` (num_envs, N_OBS), raw uint8 by default, and ``action_mask`` (num_envs, N_ACTIONS) bool are
    those of the deciding seats; ``action`` is the index of a legal action; ``reward`` (num_envs, 1) float32 is the mean over the seats.
    Random actions are legal; a policy sees the mask, for example by ``MaskedCategorical``.

    Args:
        game: a game or its id, with ``options``.
        num_envs: number of games.
        threads: of the batch; no result depends on it.
        observation_dtype: "uint8" (raw), or "float32" in [0, 1].
        seed: of the games.
        options: of the game and of ``envs.vector.TeamVectorEnv``.
    """

    def __init__(
        self,
        game: Any = "black_plague",
        num_envs: int = 64,
        *,
        threads: int = 1,
        observation_dtype: ObservationDtype = "uint8",
        seed: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(device="cpu", batch_size=[num_envs])
        self.games = TeamVectorEnv(
            num_envs, game, autoreset_mode="disabled", threads=threads, observation_dtype=observation_dtype, **options
        )
        self._seed = seed
        rows, columns = self.games.game.observation_codec.size, self.games.game.action_codec.size
        dtype = torch.uint8 if observation_dtype == "uint8" else torch.float32
        shape = torch.Size([num_envs, rows])
        self.observation_spec = Composite(
            observation=Bounded(0, 255 if dtype == torch.uint8 else 1, shape=shape, dtype=dtype),
            action_mask=Binary(columns, shape=torch.Size([num_envs, columns]), dtype=torch.bool),
            shape=self.batch_size,
        )
        self.action_spec = Categorical(columns, shape=self.batch_size, dtype=torch.int64)
        self.reward_spec = Unbounded(shape=torch.Size([num_envs, 1]), dtype=torch.float32)
        ends = {name: Binary(1, shape=torch.Size([num_envs, 1]), dtype=torch.bool) for name in ("done", "terminated", "truncated")}
        self.done_spec = Composite(**ends, shape=self.batch_size)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        which = None if tensordict is None else tensordict.get("_reset", None)
        options = None if which is None else {"reset_mask": which.reshape(-1).numpy()}
        observations, _infos = self.games.reset(seed=self._seed, options=options)
        self._seed = None  # later games follow in their series
        over = torch.zeros(self.games.num_envs, 1, dtype=torch.bool)
        return TensorDict(
            {**self._seen(observations), "done": over, "terminated": over.clone(), "truncated": over.clone()}, self.batch_size
        )

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        observations, rewards, terminated, truncated, _infos = self.games.step(tensordict["action"].numpy())
        ended = {"terminated": torch.from_numpy(terminated)[:, None], "truncated": torch.from_numpy(truncated)[:, None]}
        found = {
            **self._seen(observations),
            **ended,
            "done": ended["terminated"] | ended["truncated"],
            "reward": torch.from_numpy(rewards.astype("float32", copy=False))[:, None],
        }
        return TensorDict(found, self.batch_size)

    def _seen(self, observations: dict[str, Any]) -> dict[str, torch.Tensor]:
        mask = torch.from_numpy(observations["action_mask"]).view(torch.bool)
        self.action_spec.update_mask(mask)
        return {"observation": torch.from_numpy(observations["observation"]), "action_mask": mask}

    def _set_seed(self, seed: int | None) -> None:
        self._seed = seed

    def close(self, **_: Any) -> None:
        """Stop the threads of the batch."""
        self.games.close()
        super().close()
