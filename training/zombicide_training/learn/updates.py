"""Updates of a policy network: torch holds the parameters and the optimizer; compiled kernels compute gradients, or torch on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from zombicide_agents.compiled_network import COMPILED, assemble
from zombicide_agents.policy import PolicyNetwork
from zombicide_env.core.nets.learning import PPO, Positions
from zombicide_env.core.nets.residual import TIED
from zombicide_training.learn.compiled_twin import CompiledTwin
from zombicide_training.learn.flat_gradients import FlatGradients

__all__ = ["TRUSTS", "GpuUpdates", "Updates", "compiles"]

#: Bounds of the factor of the scores of a residual policy.
TRUSTS: Final = (4.0, 400.0)


def compiles(network: PolicyNetwork) -> bool:
    """Return whether this network can learn in compiled code."""
    return network.config.kind in COMPILED and network.used.device.type == "cpu"


class Updates:
    """Updates of a torch network with its compiled copy.

    Args:
        network: network to train.
        optimizer: optimizer of its parameters; None: Adam, for all of them as one.
        n_actions: number of actions of the game.
        threads: number of threads; results do not depend on it.

    Attributes:
        compiled: the compiled copy.
        learner: samples decisions of the compiled copy.
        aside: whether the CPU is free for other work during updates.
    """

    aside: ClassVar[bool] = False

    def __init__(self, network: PolicyNetwork, optimizer: torch.optim.Optimizer | None, n_actions: int, threads: int = 1) -> None:
        self.network = network
        assembly = assemble(network.layout, network.config)
        self._parameters = {name: each for name, each in network.named_parameters() if name in assembly.shapes}
        self._gradients = FlatGradients(self._parameters)
        self.optimizer = torch.optim.Adam([self._gradients.joined()], fused=True) if optimizer is None else optimizer
        self._twin = CompiledTwin(assembly, self._arrays, n_actions, threads, self.trust)
        self.compiled, self.learner = self._twin.network, self._twin.learner

    @property
    def trust(self) -> float:
        """Factor that multiplies the scores of a residual policy; 0 without a base."""
        return 0.0 if self.network.trust is None else self.network.trust.item()

    def trust_in(self, value: float) -> None:
        """Set the factor of the scores of a residual policy."""
        if self.network.trust is not None:
            with torch.no_grad():
                self.network.trust.fill_(value)
            self.compiled.trust = value

    def step(self, kind: int, positions: Positions, order: NDArray[np.int64], most: float = 0.5, **options: float) -> dict[str, Any]:
        """Take an optimizer step on a minibatch, see ``Learner.gradients``; ``most``: maximum gradient norm.

        Returns:
            Means over the minibatch, and the gradient norm: numbers, or scalar tensors where reading them would wait for the GPU.
        """
        slopes, means = self._twin.gradients(self._arrays, kind, positions, order, trust=self.trust, **options)
        norm = self._gradients.give(slopes, most)
        self.optimizer.step()
        self.refresh()
        return means | {"gradient_norm": norm}

    def refresh(self) -> None:
        """Copy the changed parameters to the compiled network."""
        self.compiled.trust = self.trust
        self._twin.follow(self._arrays)

    @cached_property
    def _arrays(self) -> Mapping[str, Any]:
        """Parameters as arrays that share their memory."""
        return {name: parameter.detach().numpy() for name, parameter in self._parameters.items()}


class GpuUpdates(Updates):
    """Updates on a GPU in torch; ``refresh`` copies the parameters to the compiled network on the CPU."""

    aside = True

    def __init__(self, network: PolicyNetwork, optimizer: torch.optim.Optimizer, n_actions: int, threads: int = 1) -> None:
        self._trust = 0.0 if network.trust is None else network.trust.item()
        #: The observations that were transferred last, on the host and on the GPU.
        self._sent: tuple[NDArray[np.uint8], Tensor] | None = None
        super().__init__(network, optimizer, n_actions, threads)

    @property
    def _arrays(self) -> Mapping[str, Any]:
        """See Updates; copied from the GPU each time."""
        return {name: parameter.detach().cpu().numpy() for name, parameter in self._parameters.items()}

    @property
    def trust(self) -> float:
        """See Updates; cached, because reading it from the GPU would wait."""
        return self._trust

    def trust_in(self, value: float) -> None:
        """See Updates."""
        super().trust_in(value)
        self._trust = value

    def step(self, kind: int, positions: Positions, order: NDArray[np.int64], most: float = 0.5, **options: float) -> dict[str, Any]:
        """See Updates; only for PPO."""
        if kind != PPO:
            raise ValueError(f"kind={kind} is learned on the processor alone")
        loss, means = self._ppo(positions, order, **options)
        self.optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self._parameters.values(), most)
        self.optimizer.step()
        return means | {"gradient_norm": norm}

    def _there(self, raw: NDArray[np.uint8]) -> Tensor:
        """Return all observations of a rollout on the GPU, transferred once."""
        if self._sent is None or self._sent[0] is not raw:
            self._sent = raw, self.network.sent(raw)
        return self._sent[1]

    def _ppo(
        self, positions: Positions, order: NDArray[np.int64], clip: float = 0.2, entropy: float = 0.0, value: float = 0.5
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss and means, as in ``nets.learning``."""
        sent, n = self.network.sent, len(order)
        counts = (positions.starts[1:] - positions.starts[:-1])[order]
        firsts = np.cumsum(counts) - counts
        of = np.repeat(np.arange(n), counts)
        number = np.arange(len(of)) - firsts[of]
        listed = positions.starts[order][of] + number
        places = self.network.host_place[positions.actions[listed]]
        raw = self._there(positions.raw).index_select(0, sent(order))
        read = positions.raw[order] if self.network.reads else None
        scores, values = self.network.scored(raw, torch.from_numpy(of), torch.from_numpy(places), read)
        behind = sent(positions.worse[listed].astype(np.float32))
        if self.network.trust is not None:
            scores = self._trust * (scores - behind)
        at = sent(of), sent(number)
        empty = scores.new_full((n, int(counts.max())), -torch.inf)
        table = empty.index_put(at, scores)
        log = torch.log_softmax(table, dim=1)
        p, known = log.exp(), log.masked_fill(table == -torch.inf, 0.0)
        ties = empty.index_put(at, behind) <= TIED
        tied = (p * ties).sum(1)
        explored = (-(p * known).masked_fill(ties, 0.0).sum(1) - torch.special.xlogy(tied, tied)).mean()
        given = np.stack([positions.chosen, positions.logs, positions.advantages, positions.returns])[:, order].astype(np.float32)
        chosen, logs, advantages, returns = sent(given)
        change = log.gather(1, chosen.long().unsqueeze(1)).squeeze(1) - logs
        ratio = change.exp()
        gain = torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
        spread = -(log.exp() * log.masked_fill(table == -torch.inf, 0.0)).sum(1).mean()
        missed = (values - returns).square().mean()
        means = {
            "policy_loss": -gain,
            "value_loss": missed,
            "entropy": spread,
            "approx_kl": (ratio - 1 - change).mean(),
            "clip_fraction": ((ratio - 1).abs() > clip).float().mean(),
            "agreement": (log.argmax(1) == chosen).float().mean(),
            "exploration": explored,
        }
        return value * missed - gain - entropy * spread, {name: mean.detach() for name, mean in means.items()}
