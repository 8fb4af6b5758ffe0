"""The mark of the functions that editions replace."""

from __future__ import annotations

from zombicide_env.core.jit import F, jit


def seam(function: F) -> F:
    """Mark a kernel of the family that editions replace, each with one of its own in a module of the same name; as ``jit``.

    A test holds that exactly these are marked; the page ``seams.md`` lists them.
    """
    return jit(function)
