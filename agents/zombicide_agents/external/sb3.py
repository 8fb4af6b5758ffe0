"""``sb3:model.zip``: a model of Stable-Baselines3 or sb3-contrib.

These files are unpickled, which runs code that they contain: only load files that you trust.
"""

from __future__ import annotations

import importlib
import json
import zipfile
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray

from ..base import AgentError, reason_of
from .scored import ScoredPolicy

__all__ = ["Sb3Policy"]

#: Name of an algorithm -> module, class, module of its policies.
_ALGORITHMS: Final = {
    "maskable_ppo": ("sb3_contrib", "MaskablePPO", "sb3_contrib.common.maskable.policies"),
    "ppo": ("stable_baselines3", "PPO", "stable_baselines3.common.policies"),  # A2C and TRPO have the same policies
    "dqn": ("stable_baselines3", "DQN", "stable_baselines3.dqn.policies"),
    "qrdqn": ("sb3_contrib", "QRDQN", "sb3_contrib.qrdqn.policies"),
}


class Sb3Policy(ScoredPolicy):
    """Agent that plays a model saved by ``model.save``: PPO, A2C, TRPO, MaskablePPO, DQN and QR-DQN.

    Observations may be those of ``gymnasium.make`` (a dictionary with the mask) or of ``ZombicideVecEnv`` (an array), scaled or raw,
    according to the model's spaces.  Algorithms without masks also choose only legal actions.

    Args:
        game: the game to be played.
        path: the file.
        algorithm: maskable_ppo, ppo, dqn or qrdqn; default: by the module of the file's policy class.
        device: torch device.
        options: see ScoredPolicy.

    Raises:
        AgentError: the file does not exist, or the policy is recurrent or does not fit the game.
    """

    name = "sb3"

    def __init__(self, game: Any, path: str, *, algorithm: str = "", device: str = "cpu", **options: Any) -> None:
        super().__init__(game, path, **options)
        module, name = _algorithm(path, algorithm)
        # A replay buffer is only needed for training, and takes memory.
        model = getattr(importlib.import_module(module), name).load(path, device=device, custom_objects={"buffer_size": 1})
        self._policy: Any = model.policy
        self._policy.set_training_mode(False)
        if not isinstance(model.action_space, spaces.Discrete):
            raise AgentError(f"{path} acts in {model.action_space}; a policy of single actions, Discrete, is expected")
        self.fits(int(model.action_space.n))
        seen = model.observation_space
        self._with_mask = isinstance(seen, spaces.Dict)
        if isinstance(seen, spaces.Dict):
            if set(seen.spaces) != {"observation", "action_mask"}:
                raise AgentError(f"{path} reads {', '.join(seen.spaces)}; observation and action_mask are expected")
            seen = seen["observation"]
        if not isinstance(seen, spaces.Box) or len(seen.shape) != 1:
            raise AgentError(f"{path} reads {seen}; observations of one dimension are expected")
        self.sees(seen.shape[0])
        self.observation_dtype = "uint8" if seen.dtype == np.uint8 else "float32"

    def rate(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        """See ScoredPolicy."""
        given = {"observation": observations, "action_mask": masks} if self._with_mask else observations
        with torch.inference_mode():
            tensors, _ = self._policy.obs_to_tensor(given)
            if hasattr(self._policy, "quantile_net"):
                found = self._policy.quantile_net(tensors).mean(dim=1)
            elif hasattr(self._policy, "q_net"):
                found = self._policy.q_net(tensors)
            else:
                found = self._policy.get_distribution(tensors).distribution.logits
        scores: NDArray[np.floating[Any]] = found.cpu().numpy()
        return scores


def _algorithm(path: str, name: str) -> tuple[str, str]:
    """Return the names of the module and the class that load a file."""
    if name:
        if name not in _ALGORITHMS:
            raise AgentError(f"algorithm={name!r} is not known here; use one of {', '.join(_ALGORITHMS)}")
        return _ALGORITHMS[name][:2]
    try:
        with zipfile.ZipFile(path) as file:
            of = str(json.loads(file.read("data"))["policy_class"]["__module__"])
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise AgentError(f"{path} is not a file of Stable-Baselines3's model.save: {reason_of(error)}") from error
    for module, of_class, policies in _ALGORITHMS.values():
        if of == policies:
            return module, of_class
    if "recurrent" in of:
        raise AgentError(f"{path} holds a recurrent policy, which remembers each game; agents here remember none: train one without")
    raise AgentError(f"{path} has a policy of {of}, from which the algorithm cannot be inferred: add algorithm= to the spec")
