"""``torch:policy.py:build,weights=policy.pt``: a PyTorch module, however it was trained.

The Python file is executed, like that of any agent of your own.  Weights are loaded with ``weights_only``, or from safetensors.
"""

from __future__ import annotations

import contextlib
import inspect
import pickle
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from zombicide_env.core.words import one_line
from zombicide_env.games.registry import imported

from ..base import AgentError, reason_of
from ..registry import Entry
from .scored import ScoredPolicy

__all__ = ["TorchPolicy"]


class TorchPolicy(ScoredPolicy):
    """Agent that plays a PyTorch module returning logits, or values, of all actions.

    The module is called with observations, float32 ``[n, N_OBS]`` in [0, 1] (raw with ``observation="uint8"``), and, if its ``forward``
    has a second parameter without a default, with masks, bool ``[n, N_ACTIONS]``.  It returns scores ``[n, N_ACTIONS]``, or a tuple whose
    first item they are.

    Args:
        game: the game to be played.
        source: ``FILE.py:NAME`` or ``MODULE:NAME`` of a function or class that creates the module, or of the module itself.  A parameter
            called ``game`` receives the game.
        weights: file with its ``state_dict``, written by ``torch.save`` or in safetensors; "": the module already has its weights.
        observation: "float32" or "uint8".
        device: torch device.
        options: see ScoredPolicy; the note of the training game is next to the weights, or without them next to the Python file.

    Raises:
        AgentError: a file is missing, the weights are not those of the module, or the policy does not fit the game.
    """

    name = "torch"

    def __init__(
        self,
        game: Any,
        source: str,
        *,
        weights: str = "",
        observation: Literal["float32", "uint8"] = "float32",
        device: str = "cpu",
        **options: Any,
    ) -> None:
        made = _imported(source)
        super().__init__(game, weights or str(inspect.getfile(made if callable(made) else type(made))), **options)
        self.observation_dtype = observation
        module = made if isinstance(made, nn.Module) else Entry(source, made, "").make(f"torch:{source}", game, None, {})
        if not isinstance(module, nn.Module):
            raise AgentError(f"{source} has made {one_line(repr(module), 80)}, which is not a torch.nn.Module")
        if weights:
            _load(module, weights, device)
        self._module, self._device = module.to(device).eval(), device
        self._takes_masks = _positional(module.forward) > 1
        if self._takes_masks:
            self._ask_how_wide()

    def _ask_how_wide(self) -> None:
        """Find out whether the masks of the module include the waiting action, by trying both shapes."""
        observations = np.zeros((1, self._game.observation_codec.size), self.observation_dtype)
        size = self._game.action_codec.size
        for actions in (size, size + 1):
            with contextlib.suppress(RuntimeError):  # raised by modules for a wrong shape
                self.rate(observations, np.ones((1, actions), np.int8))
                return

    def rate(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        """See ScoredPolicy."""
        given = [torch.from_numpy(np.ascontiguousarray(observations)).to(self._device)]
        if self._takes_masks:
            given.append(torch.from_numpy(masks != 0).to(self._device))
        with torch.inference_mode():
            found = self._module(*given)
        if isinstance(found, tuple | list):
            found = found[0]
        if not isinstance(found, Tensor):
            raise AgentError(
                f"{self.name} has answered with a {type(found).__name__}; a tensor of scores is expected, or a tuple of it and more"
            )
        if found.ndim == 2:
            self.fits(found.shape[1])
        scores: NDArray[np.floating[Any]] = found.float().cpu().numpy()
        return scores


def _imported(source: str) -> Any:
    try:
        return imported(source)
    except (ImportError, AttributeError, ValueError) as error:
        raise AgentError(f"torch:{source} cannot be imported: {error}; write torch:FILE.py:FUNCTION,weights=FILE") from error
    except (Exception, SystemExit) as error:  # user code may fail in any way
        raise AgentError(f"torch:{source} cannot be imported: {reason_of(error)}") from error


def _load(module: nn.Module, path: str, device: str) -> None:
    """Load the tensors of a file into a module."""
    try:
        if path.endswith(".safetensors"):
            from safetensors.torch import load_file

            found: Any = load_file(path, device=device)
        else:
            found = torch.load(path, map_location=device, weights_only=True)
    except pickle.UnpicklingError as error:
        raise AgentError(f"{path} holds more than tensors: write it by torch.save(module.state_dict(), {path!r})") from error
    except Exception as error:  # a file may be damaged in any way
        raise AgentError(f"{path} cannot be read: {one_line(error, 200)}") from error
    if not isinstance(found, Mapping):
        raise AgentError(f"{path} holds a {type(found).__name__}; a state_dict is expected: torch.save(module.state_dict(), {path!r})")
    try:
        module.load_state_dict(dict(found))
    except RuntimeError as error:
        raise AgentError(f"{path} does not hold the weights of this module: {one_line(error, 300)}") from error


def _positional(forward: Any) -> int:
    """Return the number of positional arguments that a function requires."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in kinds and one.default is one.empty for one in inspect.signature(forward).parameters.values())
