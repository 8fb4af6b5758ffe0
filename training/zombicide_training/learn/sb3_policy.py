"""Policy of sb3-contrib's MaskablePPO based on the networks of ``zombicide_agents.network``, and a rollout buffer that stores bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from zombicide_agents.network import NetworkConfig, build
from zombicide_training.collect.timers import Timers


class Sampled(NamedTuple):
    """Result of a forward pass in a rollout."""

    actions: Tensor
    values: Tensor
    log_probs: Tensor


class Critic(nn.Module):
    """Centralized critic: the value of a position from the observations of all seats, see ``GlobalState``; only used in training."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU())
        self.value = nn.Linear(width, 1)

    def forward(self, raw: Tensor) -> Tensor:
        """Return values ``[n]`` of raw inputs, uint8 ``[n, size]``; amounts are scaled such that small ones differ most."""
        values: Tensor = self.value(self.layers(1 - torch.exp2(-raw.float() / 2))).squeeze(1)
        return values


class Scale(nn.Module):
    """Running mean and standard deviation of the returns, to learn values of about unit scale whatever the rewards of a game.

    When they change, the last layer is adjusted so that the values remain the same (PopArt).
    """

    mean: Tensor
    spread: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("spread", torch.ones(()))

    def follow(self, returns: NDArray[np.float32], last: nn.Linear, share: float = 0.1) -> None:
        """Update with the returns of a rollout, with weight ``share``."""
        mean = torch.lerp(self.mean, torch.tensor(float(returns.mean()), device=self.mean.device), share)
        spread = torch.lerp(self.spread, torch.tensor(float(returns.std()), device=self.mean.device), share).clamp(min=1e-2)
        with torch.no_grad():
            last.bias.copy_((last.bias * self.spread + self.mean - mean) / spread)
            last.weight.mul_(self.spread / spread)
        self.mean.copy_(mean)
        self.spread.copy_(spread)


class CodecPolicy(MaskableActorCriticPolicy):
    """Policy of MaskablePPO over raw uint8 observations: one network for all seats.

    Logits of actions that a quest never uses are omitted, which halves the cost of the distribution; masks and action indices are
    unchanged.

    Args:
        game: game that the network is built for.
        network: configuration of the network.
        critic: use a separate critic network, which reads the columns after the observation.
        normalise: learn values in units of the standard deviation of the returns.
        timers: record the time spent.
    """

    def __init__(
        self,
        *args: Any,
        game: Any,
        network: NetworkConfig,
        critic: bool = False,
        normalise: bool = False,
        timers: Timers | None = None,
        **kwargs: Any,
    ) -> None:
        self._game, self._network_config, self._with_critic, self._normalise = game, network, critic, normalise
        self.timers = Timers() if timers is None else timers
        super().__init__(*args, **{**kwargs, "ortho_init": False})

    def _build(self, lr_schedule: Any) -> None:
        self.network = build(self._game, self._network_config)
        self._columns = self._game.observation_codec.size
        more = int(np.prod(self.observation_space.shape or (0,))) - self._columns
        self.critic = Critic(more, self._network_config.width) if self._with_critic else None
        self.scale = Scale() if self._normalise else None
        # Fused, because a network has many small parameters.
        settings: dict[str, Any] = {"lr": lr_schedule(1), "fused": True, **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **settings)

    def _log_policy(self, obs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Return indices of the legal actions, their log-probabilities (see ``PolicyNetwork.choices``), and values in learned units."""
        if action_masks is None:
            raise ValueError("this policy needs masks: use MaskablePPO with use_masking=True")
        masks = action_masks if isinstance(action_masks, Tensor) else torch.from_numpy(np.ascontiguousarray(action_masks))
        raw = obs.to(torch.uint8)
        with self.timers("forward"):
            places, log, values = self.network.choices(raw[:, : self._columns], masks)
            return places, log, values if self.critic is None else self.critic(self.network.sent(raw[:, self._columns :]))

    def _told(self, values: Tensor) -> Tensor:
        """Return values in units of the game's rewards."""
        return values if self.scale is None else values * self.scale.spread + self.scale.mean

    def forward(self, obs: Tensor, deterministic: bool = False, action_masks: NDArray[Any] | None = None) -> Sampled:
        """Return actions ``[n]`` (indices of the action space), values ``[n, 1]`` and log-probabilities ``[n]``."""
        places, log, values = self._log_policy(obs, action_masks)
        chosen = log.argmax(dim=1, keepdim=True) if deterministic else torch.multinomial(log.exp(), 1)
        actions = self.network.used[places.gather(1, chosen).squeeze(1)]
        return Sampled(actions, self._told(values).unsqueeze(1), log.gather(1, chosen).squeeze(1))

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """Return values (in learned units), log-probabilities of ``actions`` and entropies, each ``[n]``."""
        places, log, values = self._log_policy(obs, action_masks)
        chosen = self.network.place[actions.long().flatten()].unsqueeze(1)
        entropy = -(log.exp() * log).sum(dim=1)  # padding: exp underflows to 0
        return values, log.gather(1, (places == chosen).int().argmax(dim=1, keepdim=True)).squeeze(1), entropy

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: NDArray[Any] | None = None) -> Tensor:
        return self.forward(observation, deterministic, action_masks).actions

    def learned_values(self, obs: Tensor) -> Tensor:
        """Return values in learned units, ``[n]``."""
        raw = obs.to(torch.uint8)
        with self.timers("forward"):
            if self.critic is not None:
                return cast("Tensor", self.critic(self.network.sent(raw[:, self._columns :])))
            values: Tensor = self.network(raw[:, : self._columns])[1]
        return values

    def predict_values(self, obs: Any) -> Tensor:
        """Return values ``[n, 1]``."""
        return self._told(self.learned_values(obs)).unsqueeze(1)

    def rescale(self, buffer: Any) -> None:
        """Convert the values and returns of a rollout to learned units, if values are normalized."""
        if self.scale is None:
            return
        last: Any = self.network.value if self.critic is None else self.critic.value
        self.scale.follow(buffer.returns, last)
        mean, spread = self.scale.mean.item(), self.scale.spread.item()
        buffer.returns, buffer.values = (buffer.returns - mean) / spread, (buffer.values - mean) / spread


class ByteRolloutBuffer(MaskableRolloutBuffer):
    """MaskableRolloutBuffer with masks as int8 (a quarter of the memory, and no conversion on the way in) and a discount for each step.

    Attributes:
        fading, lacks: discount and reward correction of the next step, see ``Discounting.step``; default: the buffer's discount, and 0.
        timers: record the time spent.
    """

    timers = Timers()

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        self.action_masks = np.zeros((self.buffer_size, self.n_envs, self.mask_dims), np.int8)
        self.discounts = np.zeros((self.buffer_size, self.n_envs), np.float32)
        self.fading, self.lacks = np.full(self.n_envs, self.gamma, np.float32), np.zeros(self.n_envs, np.float32)

    def add(self, *args: Any, action_masks: NDArray[Any] | None = None, **kwargs: Any) -> None:
        """See MaskableRolloutBuffer."""
        obs, action, reward, *rest = args
        self.discounts[self.pos] = self.fading
        super().add(obs, action, reward + self.lacks, *rest, action_masks=action_masks, **kwargs)

    def compute_returns_and_advantage(self, last_values: Tensor, dones: NDArray[Any]) -> None:
        """Compute generalized advantage estimates with the discount of each step."""
        value, goes_on = last_values.detach().cpu().numpy().flatten(), 1.0 - dones.astype(np.float32)
        ahead = np.zeros(self.n_envs, np.float32)
        for step in range(self.buffer_size - 1, -1, -1):
            surprise = self.rewards[step] + self.discounts[step] * value * goes_on - self.values[step]
            ahead = surprise + self.discounts[step] * self.gae_lambda * goes_on * ahead
            self.advantages[step] = ahead
            value, goes_on = self.values[step], 1.0 - self.episode_starts[step]
        self.returns = self.advantages + self.values

    # Samples with masks have another type than those of SB3's buffers: sb3-contrib overrides the method in the same way.
    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield minibatches in random order, from torch's generator only, so that a resumed run has the same ones."""
        if not self.generator_ready:
            for name in ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks"):
                self.__dict__[name] = self.swap_and_flatten(self.__dict__[name])
            self.generator_ready = True
        total = self.buffer_size * self.n_envs
        order = torch.randperm(total).numpy()
        for start in range(0, total, batch_size or total):
            yield self._get_samples(order[start : start + (batch_size or total)])

    def _get_samples(self, batch_inds: NDArray[Any], env: Any = None) -> MaskableRolloutBufferSamples:  # type: ignore[override]  # samples with masks, as get has
        with self.timers("encode"):
            rows = torch.from_numpy

            def column(array: NDArray[Any]) -> Tensor:
                return rows(array[batch_inds].flatten()).to(self.device)

            return MaskableRolloutBufferSamples(  # observations and masks stay on the host, see PolicyNetwork
                rows(self.observations[batch_inds]),
                rows(self.actions[batch_inds].astype(np.int64)).to(self.device),
                column(self.values),
                column(self.log_probs),
                column(self.advantages),
                column(self.returns),
                rows(self.action_masks[batch_inds].reshape(-1, self.mask_dims)),
            )
