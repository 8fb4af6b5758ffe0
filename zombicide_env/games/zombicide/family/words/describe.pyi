"""A state as a plain nested dict.  Every edition provides this module; the family calls these functions."""

from typing import Any, Final

import numpy as np

from .names import Names

KEYS: Final[tuple[str, ...]]  # keys of ``describe()``

def describe(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], names: Names) -> dict[str, Any]:
    """Return the state as plain values.  ``world`` and ``state`` are structured arrays of shape (1,) or records of them."""
