"""Validation of the inputs of a run: its options, and the arrays of its checkpoints."""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.words import OneLineError

__all__ = ["UNREADABLE", "ConfigError", "accept_single_values", "check_array"]

#: Errors of reading a damaged ``.npz`` file.
UNREADABLE: Final = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error)


def accept_single_values(config: Any) -> None:
    """Replace a text by a path, and one text or number by several, in the fields of a dataclass that need them.

    Callers in Python forget the brackets: ``teams="greedy"`` would be six teams of one letter.
    """
    for one in fields(config):
        value, kind = getattr(config, one.name), str(one.type)
        if isinstance(value, str) and kind in ("Path", "Path | None"):
            setattr(config, one.name, Path(value))
        elif isinstance(value, str) and kind.startswith("list[str"):
            setattr(config, one.name, [value])
        elif (isinstance(value, str) and kind.startswith("tuple[str")) or (type(value) is int and kind.startswith("tuple[int")):
            setattr(config, one.name, (value,))


class ConfigError(OneLineError):
    """An option of a training run is invalid, or a stored configuration does not fit."""


def check_array(name: str, found: Any, like: NDArray[Any]) -> None:
    """Raise ValueError if an array of a checkpoint has another shape or dtype than ``like``, or is not finite."""
    if not isinstance(found, np.ndarray) or found.shape != like.shape or found.dtype != like.dtype:
        raise ValueError(f"{name} has another shape")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise ValueError(f"{name} holds a number that is not finite")
