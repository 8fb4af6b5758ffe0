"""Validation of the inputs of a run: its options, and the arrays of its checkpoints."""

from __future__ import annotations

import zipfile
import zlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.words import OneLineError

__all__ = ["UNREADABLE", "ConfigError", "check_array"]

#: Errors of reading a damaged ``.npz`` file.
UNREADABLE: Final = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error)


class ConfigError(OneLineError):
    """An option of a training run is invalid, or a stored configuration does not fit."""


def check_array(name: str, found: Any, like: NDArray[Any]) -> None:
    """Raise ValueError if an array of a checkpoint has another shape or dtype than ``like``, or is not finite."""
    if not isinstance(found, np.ndarray) or found.shape != like.shape or found.dtype != like.dtype:
        raise ValueError(f"{name} has another shape")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise ValueError(f"{name} holds a number that is not finite")
