"""Compiled copy of a network whose parameters are in torch or NumPy: it plays, evaluates and computes gradients."""

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
        assembly: conversion of the parameters to the compiled network.
        parameters: name -> array.
        n_actions: maximum number of candidates per position.
        threads: number of threads; results do not depend on it.
        trust: factor that multiplies the scores of a residual policy; 0 without a base.

    Attributes:
        network: plays and evaluates.
        learner: samples decisions and computes gradients.
    """

    def __init__(self, assembly: Assembly, parameters: Mapping[str, Any], n_actions: int, threads: int = 1, trust: float = 0.0) -> None:
        self._assembly = assembly
        self.network = Network(assembly.plan, assembly.matrices(parameters), trust)
        self.learner = Learner(self.network, n_actions, threads)

    def follow(self, parameters: Mapping[str, Any]) -> None:
        """Copy the changed parameters to the compiled network."""
        self._assembly.plan.fill(self.network.weights, self._assembly.matrices(parameters))
        self.learner.changed()

    def gradients(
        self, parameters: Mapping[str, Any], kind: int, positions: Positions, order: NDArray[np.int64], **options: float
    ) -> tuple[Mapping[str, NDArray[Any]], dict[str, float]]:
        """Return gradients by parameter, and means of the loss, over a minibatch, see ``Learner.gradients``."""
        found, means = self.learner.gradients(kind, positions, order, **options)
        return self._assembly.gradients(parameters, found), means
