"""A state as a plain nested dict.  Every edition has this room; this is what the family asks of it."""

from typing import Any, Final

import numpy as np

from .names import Names

KEYS: Final[tuple[str, ...]]  # of ``describe()``

def describe(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], names: Names) -> dict[str, Any]:
    """What the state is, in words.  ``world`` and ``state`` are structured arrays of shape (1,) or records of them."""
