"""A critic: a network for the win probability of a position and the advantages of actions.

Both are regressed from rollouts.  The difference between two rollouts is mostly noise.  A regression averages over positions without bias;
a softmax of noisy means would not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from zombicide_agents.compiled_network import assemble
from zombicide_agents.network import NetworkConfig, PolicyNetwork, build
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.learning import REGRESS
from zombicide_env.core.players import player_of_network
from zombicide_training.learn.compiled_twin import CompiledTwin
from zombicide_training.learn.labels import Labels
from zombicide_training.learn.updates import Updates

__all__ = ["Critic"]

#: Scores are in units of 1 / 20 of a win, because advantages are only a few percentage points, but Adam's steps are as large as for values.
UNIT: Final = 20.0
#: Decay of the average of the weights per step.
KEPT: Final = 0.99


class Critic:
    """The critic network and its optimizer.  Predictions use an exponential moving average of its weights.

    Args:
        game: game of the policy.
        policy: network with the initial weights, except for those of the scores.
        rate: learning rate of Adam.
        n_actions: number of actions of the game.
        threads: number of threads; results do not depend on it.
    """

    def __init__(self, game: Any, policy: PolicyNetwork, rate: float, n_actions: int, threads: int = 1) -> None:
        shape: NetworkConfig = replace(policy.config, lean="")
        self.network = build(game, shape, policy.layout.rows)
        known = {name: tensor for name, tensor in policy.state_dict().items() if name != "trust"}
        self.network.load_state_dict(known)
        self.network.lean_alone()  # initially all actions have the same score
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=rate)
        self.updates = Updates(self.network, self.optimizer, n_actions, threads)
        self._parameters = dict(self.network.named_parameters())
        self._average = {name: p.detach().numpy().copy() for name, p in self._parameters.items()}
        self._twin = CompiledTwin(assemble(self.network.layout, shape), self._average, n_actions, threads)
        self.player = player_of_network(self._twin.network, name="critic")

    def worth(self, batch: Batch) -> NDArray[np.float64]:
        """Return the win probabilities of the games, see ``siblings.Worth``."""
        return np.clip(batch.expect(self.player), 0.0, 1.0)

    def advantages(self, raw: NDArray[np.uint8], starts: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the win probabilities after candidates, up to a constant for each position, float64 ``[k]``."""
        return self._twin.learner.weigh(raw, starts, actions)[0] / UNIT

    def values(self, raw: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the win probabilities of positions, float64 ``[n]``."""
        return np.clip(self._twin.learner.values(raw), 0.0, 1.0)

    def learn(self, labels: Labels, draws: float, batch: int, value: float, random: np.random.Generator) -> dict[str, float]:
        """Take optimizer steps on minibatches; half of the positions have candidates, if there are both kinds.

        Args:
            labels: labels, at least one.
            draws: number of positions of each kind to sample.
            batch: minibatch size, in positions.
            value: weight of the value loss.
            random: random generator for sampling.

        Returns:
            Means of the losses.
        """
        positions, rows = labels.positions(UNIT), []
        kinds = [kind for kind in (np.flatnonzero(labels.counts > 0), np.flatnonzero(labels.counts == 0)) if len(kind)]
        share = min(batch, len(labels.raw)) // len(kinds) or 1
        for _ in range(math.ceil(draws / share)):
            order = np.concatenate([random.choice(kind, size=share) for kind in kinds])
            rows.append(self.updates.step(REGRESS, positions, order, most=10.0, value=value))
            for name, parameter in self._parameters.items():
                self._average[name] += (1 - KEPT) * (parameter.detach().numpy() - self._average[name])
        self._twin.follow(self._average)
        return {name: float(np.mean([row[name] for row in rows])) for name in ("policy_loss", "value_loss", "gradient_norm")}

    # ---- checkpoints -----------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints, name -> array."""
        found: dict[str, Any] = {}
        for number, (name, parameter) in enumerate(self._parameters.items()):
            found |= {f"weights.{name}": parameter.detach().numpy(), f"average.{name}": self._average[name]}
            moments = self.optimizer.state_dict()["state"].get(number, {})
            zero = torch.zeros_like(parameter)
            found[f"first.{name}"] = moments.get("exp_avg", zero).numpy()
            found[f"second.{name}"] = moments.get("exp_avg_sq", zero).numpy()
            found[f"steps.{name}"] = np.array(float(moments.get("step", 0.0)), np.float32)
        return found

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """Restore the state returned by ``arrays``."""
        state: dict[int, dict[str, torch.Tensor]] = {}
        with torch.no_grad():
            for number, (name, parameter) in enumerate(self._parameters.items()):
                parameter.copy_(torch.from_numpy(arrays[f"weights.{name}"]))
                self._average[name][...] = arrays[f"average.{name}"]
                moments = {"exp_avg": arrays[f"first.{name}"], "exp_avg_sq": arrays[f"second.{name}"], "step": arrays[f"steps.{name}"]}
                if moments["step"] > 0:
                    state[number] = {key: torch.from_numpy(np.array(value)) for key, value in moments.items()}
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
        self.updates.refresh()
        self._twin.follow(self._average)
