"""Parameters and their gradients in one array each: a hundred small tensors take longer one by one than all of them together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

__all__ = ["FlatGradients"]


class FlatGradients:
    """Gradients of parameters on the CPU in one array.

    Args:
        parameters: name -> parameter.
    """

    def __init__(self, parameters: Mapping[str, torch.nn.Parameter]) -> None:
        self._all = np.zeros(sum(parameter.numel() for parameter in parameters.values()), np.float32)
        parts = np.split(self._all, np.cumsum([parameter.numel() for parameter in parameters.values()])[:-1])
        self._views = {name: part.reshape(parameters[name].shape) for name, part in zip(parameters, parts, strict=True)}
        self._of = [(parameters[name], torch.from_numpy(view)) for name, view in self._views.items()]

    def joined(self) -> torch.nn.Parameter:
        """Move the parameters into one array and return it as one parameter: an optimizer's step then takes a quarter of the time."""
        whole = torch.nn.Parameter(torch.cat([parameter.detach().flatten() for parameter, _ in self._of]))
        whole.grad = torch.from_numpy(self._all)
        for (parameter, _), part in zip(self._of, whole.detach().split([parameter.numel() for parameter, _ in self._of]), strict=True):
            parameter.data = part.view(parameter.shape)
        return whole

    def give(self, gradients: Mapping[str, NDArray[Any]], most: float) -> float:
        """Set the gradients of the parameters, scaled to a norm of at most ``most``; return the norm before."""
        for name, view in self._views.items():
            view[...] = gradients[name].reshape(view.shape)
        norm = math.sqrt(np.einsum("i,i", self._all, self._all))
        if norm > most:
            self._all *= most / (norm + 1e-6)
        for parameter, shared in self._of:
            parameter.grad = shared
        return norm
