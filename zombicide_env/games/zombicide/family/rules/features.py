"""How numbers stand in an observation."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features

from ..numbers import observation as O


@jit
def put(o: Features, at: int, n: int) -> None:
    """Write a number, at most what the feature holds."""
    o[at] = min(O.HIGH[at], max(0, n))
