"""The decorator of functions that editions replace."""

from __future__ import annotations

from zombicide_env.core.jit import F, jit


def seam(function: F) -> F:
    """Mark a kernel of the family that editions replace with their own in a module of the same name; otherwise as ``jit``.

    A test checks that exactly these are marked; the page ``seams.md`` lists them.
    """
    return jit(function)
