"""Learning of a value network: a compiled network, its parameters in NumPy, and Adam.  Does not need torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.compiled_network import assemble
from zombicide_agents.network_config import Layout, NetworkConfig
from zombicide_env.core.nets.adam import Adam
from zombicide_env.core.nets.learning import FORESEE, foreseen
from zombicide_training.learn.compiled_twin import CompiledTwin

__all__ = ["Fit"]

#: Standard deviation of the initial embeddings of rows and categories.
_SPREAD: Final = 0.1
#: Maximum gradient norm.
_MOST: Final = 1.0

Parameters = dict[str, NDArray[np.float32]]


class Fit:
    """A value network and its optimizer.

    Args:
        layout: layout of the game.
        config: configuration of the network.
        forecasts: number of forecasts besides the chance.
        seed: seed of the initial weights.
        threads: number of threads; results do not depend on it.

    Attributes:
        parameters: name -> view of ``adam.parameters``.
    """

    def __init__(self, layout: Layout, config: NetworkConfig, forecasts: int, seed: int, threads: int = 1) -> None:
        self.layout, self.config, self.forecasts = layout, config, forecasts
        assembly = assemble(layout, config, forecasts)
        self._shapes = assembly.shapes
        self.adam = Adam(_flat(_begin(self._shapes, seed)))
        self.parameters = self._views(self.adam.parameters)
        self._twin = CompiledTwin(assembly, self.parameters, max(forecasts, 1), threads)
        self.network = self._twin.network

    def _views(self, flat: NDArray[np.float32]) -> Parameters:
        sizes = {name: int(np.prod(shape)) for name, shape in self._shapes.items()}
        ends = np.cumsum(list(sizes.values()))
        return {
            name: flat[end - size : end].reshape(self._shapes[name]) for (name, size), end in zip(sizes.items(), ends.tolist(), strict=True)
        }

    def learn(
        self,
        raw: NDArray[np.uint8],
        chance: NDArray[np.float64],
        came: NDArray[np.float64],
        *,
        batch: int,
        rate: float,
        weight: float,
        random: np.random.Generator,
    ) -> dict[str, float]:
        """Run one pass over positions in minibatches.

        Args:
            raw: observations.
            chance: targets of the chance of winning, in [0, 1].
            came: targets of the forecasts, in [0, 1], ``[n, forecasts]``.
            batch: minibatch size, in positions.
            rate: learning rate.
            weight: weight of the loss of the chance, relative to the mean of the forecasts.
            random: random generator for the order.

        Returns:
            Mean cross-entropies: ``chance``, ``forecasts``.
        """
        positions, order = foreseen(raw, chance, came), random.permutation(len(raw))
        self.adam.rate = rate
        sums = np.zeros(2)
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            slopes, means = self._twin.gradients(self.parameters, FORESEE, positions, part, trust=0.0, value=weight)
            whole = np.concatenate([np.ravel(slopes[name]) for name in self.parameters]).astype(np.float32)
            self.adam.step(whole * min(1.0, _MOST / (float(np.linalg.norm(whole)) + 1e-9)))
            self.changed()
            sums += len(part) * np.array([means["value_loss"], means["policy_loss"]])
        return dict(zip(("chance", "forecasts"), (sums / len(order)).tolist(), strict=True))

    def changed(self) -> None:
        """Copy the changed parameters to the compiled network."""
        self._twin.follow(self.parameters)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the state of parameters and optimizer."""
        a = self.adam
        return {"parameters": a.parameters, "first": a.first, "second": a.second, "steps": np.array(a.steps)}

    def take(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore a state.

        Raises:
            ValueError: the state is of another network.
        """
        for name in ("parameters", "first", "second"):
            now = getattr(self.adam, name)
            if state[name].shape != now.shape:
                raise ValueError(f"{name} has shape {state[name].shape}, this network has {now.shape}")
            now[:] = state[name]
        self.adam.steps = int(state["steps"])
        self.changed()

    def scale_chance(self, slope: float, offset: float) -> None:
        """Transform the logit of the chance to ``slope * logit + offset``."""
        self.parameters["value.weight"] *= np.float32(slope)
        self.parameters["value.bias"][:] = np.float32(slope) * self.parameters["value.bias"] + np.float32(offset)
        self.changed()


def _flat(parameters: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.concatenate([value.ravel() for value in parameters.values()])


def _begin(shapes: Mapping[str, tuple[int, ...]], seed: int) -> Parameters:
    """Return initial weights: matrices scaled by their number of inputs, gains 1, biases 0, small embeddings."""
    random, made = np.random.default_rng(seed), {}
    for name, shape in shapes.items():
        last = name.rpartition(".")[2]
        if "norm" in name:
            value = np.full(shape, float(last == "weight"))
        elif last == "bias":
            value = np.zeros(shape)
        elif ".tables." in name or name.startswith("names."):
            value = random.normal(0.0, _SPREAD, shape)
        else:
            value = random.uniform(-1, 1, shape) / np.sqrt(max(1, shape[-1]))
        made[name] = value.astype(np.float32)
    made["value.weight"] *= np.float32(0.1)
    made["forecasts.weight"] *= np.float32(0.1)
    return made
