"""The compiled twin of a network whose parameters lie elsewhere, in torch or NumPy: it plays, evaluates and sums gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.compiled_network import Assembly
from zombicide_env.core.nets.learning import Learner, Positions
from zombicide_env.core.nets.network import Network

__all__ = ["CompiledTwin"]


class CompiledTwin:
    """A compiled network and its learner.

    Args:
        assembly: how the network is put together.
        parameters: name -> array.
        n_actions: most candidates of a position.
        threads: results do not depend on them.
        trust: factor of the scores of a residual policy; 0: there is no base.

    Attributes:
        network: plays and evaluates.
        learner: draws decisions and sums gradients.
    """

    def __init__(self, assembly: Assembly, parameters: Mapping[str, Any], n_actions: int, threads: int = 1, trust: float = 0.0) -> None:
        self._assembly = assembly
        self.network = Network(assembly.plan, assembly.matrices(parameters), trust)
        self.learner = Learner(self.network, n_actions, threads)

    def follow(self, parameters: Mapping[str, Any]) -> None:
        """The parameters have changed: so does the twin."""
        self.network.weights[:] = self._assembly.plan.weights(self._assembly.matrices(parameters))
        self.learner.changed()

    def gradients(
        self, parameters: Mapping[str, Any], kind: int, positions: Positions, order: NDArray[np.int64], **options: float
    ) -> tuple[Mapping[str, NDArray[Any]], dict[str, float]]:
        """Gradients by parameter, and means of the loss, over a minibatch, see ``Learner.gradients``."""
        found, means = self.learner.gradients(kind, positions, order, **options)
        return self._assembly.gradients(parameters, found), means
