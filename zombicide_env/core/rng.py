"""The random number generator in the state: PCG32 (XSH-RR) on the uint64 field ``rng``, seeded by splitmix64.

Compiled code and plain Python give the same bytes; the two differ only in how they write 64-bit
wrap-around, because Numba needs NumPy constants for it and Python needs masks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .jit import PYTHON_MODE, jit
from .records import Record

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB

if PYTHON_MODE:
    _MASK: Final = 0xFFFFFFFFFFFFFFFF

    def advance(x: Any) -> Any:
        """Return the generator's state after ``x`` (both uint64)."""
        return (x * _MULTIPLIER + _INCREMENT) & _MASK

    def output(x: Any) -> Any:
        """Return the 32 random bits of the state ``x``, as an int64."""
        y = (((x >> 18) ^ x) >> 27) & 0xFFFFFFFF
        turn = x >> 59
        return ((y >> turn) | (y << (-turn & 31))) & 0xFFFFFFFF

    def mix(seed: Any) -> Any:
        """Return splitmix64 of an int64: neighboring seeds give unrelated uint64."""
        z = (seed + _GOLDEN) & _MASK
        z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
        return z ^ (z >> 31)

    def derive(seed: Any, number: Any) -> Any:
        """Return the ``number``-th seed (0 .. 2**63 - 1) derived from ``seed``."""
        return mix((mix(seed) ^ number) & _MASK) >> 1

else:
    _M, _I, _G = np.uint64(_MULTIPLIER), np.uint64(_INCREMENT), np.uint64(_GOLDEN)
    _M1, _M2 = np.uint64(_MIX_1), np.uint64(_MIX_2)
    _1, _18, _27, _30, _31, _59 = (np.uint64(n) for n in (1, 18, 27, 30, 31, 59))
    _LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)

    @jit
    def advance(x: Any) -> Any:
        """Return the generator's state after ``x`` (both uint64)."""
        return x * _M + _I

    @jit
    def output(x: Any) -> Any:
        """Return the 32 random bits of the state ``x``, as an int64."""
        y = (((x >> _18) ^ x) >> _27) & _LOW
        turn = x >> _59
        return np.int64(((y >> turn) | (y << ((_32 - turn) & _31))) & _LOW)

    @jit
    def mix(seed: Any) -> Any:
        """Return splitmix64 of an int64: neighboring seeds give unrelated uint64."""
        z = np.uint64(seed) + _G
        z = (z ^ (z >> _30)) * _M1
        z = (z ^ (z >> _27)) * _M2
        return z ^ (z >> _31)

    @jit
    def derive(seed: Any, number: Any) -> Any:
        """Return the ``number``-th seed (0 .. 2**63 - 1) derived from ``seed``."""
        return np.int64(mix(mix(seed) ^ np.uint64(number)) >> _1)


@jit
def seed_rng(s: Record, seed: int) -> None:
    """Seed the generator of ``s``; any int64 is a seed, and seeds 0, 1, 2 are unrelated."""
    s.rng = mix(seed)


@jit
def rand_below(s: Record, n: int) -> Any:
    """Return a random integer 0 .. n - 1 (1 <= n < 2**31); the bias is below n / 2**32."""
    x = s.rng
    s.rng = advance(x)
    return (output(x) * n) >> 32


__all__ = ["advance", "derive", "mix", "output", "rand_below", "seed_rng"]
