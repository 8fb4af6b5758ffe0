"""Updates of a policy network by compiled gradients: torch keeps the parameters and takes the steps, kernels do the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents.compiled_network import COMPILED, assemble
from zombicide_agents.policy import PolicyNetwork
from zombicide_env.core.nets.learning import Positions
from zombicide_training.learn.compiled_twin import CompiledTwin

__all__ = ["TRUSTS", "Updates", "compiles"]

#: Bounds of the factor of scores.
TRUSTS: Final = (4.0, 400.0)


def compiles(network: PolicyNetwork) -> bool:
    """Can this network learn in compiled code?"""
    return network.config.kind in COMPILED and network.used.device.type == "cpu"


class Updates:
    """A network of torch and its compiled twin.

    Args:
        network: whose parameters learn.
        optimizer: takes the steps.
        n_actions: of the game.
        threads: results do not depend on them.

    Attributes:
        compiled: the twin.
        learner: draws its decisions.
    """

    def __init__(self, network: PolicyNetwork, optimizer: torch.optim.Optimizer, n_actions: int, threads: int = 1) -> None:
        self.network, self.optimizer = network, optimizer
        assembly = assemble(network.layout, network.config)
        self._parameters = {name: each for name, each in network.named_parameters() if name in assembly.shapes}
        self._twin = CompiledTwin(assembly, self._arrays(), n_actions, threads, self.trust)
        self.compiled, self.learner = self._twin.network, self._twin.learner

    @property
    def trust(self) -> float:
        """What a unit of scores counts for; 0: there is no base."""
        return 0.0 if self.network.trust is None else self.network.trust.item()

    def trust_in(self, value: float) -> None:
        """Change what a unit of scores counts for."""
        if self.network.trust is not None:
            with torch.no_grad():
                self.network.trust.fill_(value)
            self.compiled.trust = value

    def step(self, kind: int, positions: Positions, order: NDArray[np.int64], most: float = 0.5, **options: float) -> dict[str, float]:
        """One step on a minibatch, see ``Learner.gradients``; ``most``: norm of the gradient, at most.

        Returns:
            Means over the minibatch, and the norm of the gradient.
        """
        slopes, means = self._twin.gradients(self._arrays(), kind, positions, order, trust=self.trust, **options)
        for name, slope in slopes.items():
            parameter = self._parameters[name]
            parameter.grad = torch.from_numpy(np.ascontiguousarray(slope).reshape(tuple(parameter.shape)))
        norm = torch.nn.utils.clip_grad_norm_(self._parameters.values(), most)
        self.optimizer.step()
        self.refresh()
        return means | {"gradient_norm": float(norm)}

    def refresh(self) -> None:
        """The parameters have changed: so does the twin."""
        self.compiled.trust = self.trust
        self._twin.follow(self._arrays())

    def _arrays(self) -> Mapping[str, Any]:
        return {name: parameter.detach().numpy() for name, parameter in self._parameters.items()}
