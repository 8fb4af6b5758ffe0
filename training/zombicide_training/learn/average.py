"""The average of a network's weights over training.

Single updates of reinforcement learning are mostly noise: the weights fluctuate around the optimum.  Their average is closer to it, and
often plays better than the last weights (Polyak and Juditsky 1992).  The weights of the early run are far away, and must decay.  With

    average += share * (weights - average),  share = (FADING + 1) / (t + FADING)    (Shamir and Zhang 2013)

update s of t has a weight roughly proportional to ``s ** FADING``, whatever the length of the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import torch

from zombicide_agents.policy import PolicyNetwork
from zombicide_training.collect.checks import check_array

__all__ = ["Average"]

#: With 2, the last third of the run has 70 % of the weight.
FADING: Final = 2.0


class Average:
    """The average of the parameters of a network.

    Args:
        network: network whose parameters are averaged.
    """

    def __init__(self, network: PolicyNetwork) -> None:
        self._parameters = dict(network.named_parameters())
        self._average = {name: parameter.detach().clone() for name, parameter in self._parameters.items()}
        self.updates = 0

    def see(self) -> None:
        """Add the current parameters to the average, after an update."""
        self.updates += 1
        share = (FADING + 1) / (self.updates + FADING)
        with torch.no_grad():
            for name, parameter in self._parameters.items():
                self._average[name].lerp_(parameter, share)

    def weights(self) -> dict[str, torch.Tensor]:
        """Return the average, name -> tensor, for ``load_state_dict``."""
        return {name: tensor.clone() for name, tensor in self._average.items()}

    # ---- checkpoints -----------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints, name -> array."""
        kept = {f"average.{name}": tensor.cpu().numpy() for name, tensor in self._average.items()}
        return {**kept, "averaged": np.array(self.updates)}

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """Restore the state returned by ``arrays``; raise ValueError if it is of another network."""
        if "averaged" not in arrays:  # written by a version without averaging: start the average here
            return
        for name, now in self.arrays().items():
            check_array(name, arrays[name], now)
        for name, tensor in self._average.items():
            tensor.copy_(torch.from_numpy(np.array(arrays[f"average.{name}"])))
        self.updates = int(arrays["averaged"])
