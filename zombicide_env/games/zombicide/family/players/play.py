"""Rows that say how the rule-based player answers a decision; ``answers`` makes its dispatchers from them."""

from __future__ import annotations

from typing import NamedTuple

from zombicide_env.core.chains import Kernel


class Play(NamedTuple):
    """A decision with its answering kernel, ``(w, s, v, weights, m, first)`` and words of its frame by name; -1: the first legal answer.

    If a kernel ``worth`` is given, ``(w, s, v, a)`` and words of the frame, it returns the worth of each answer.
    """

    code: int
    answer: Kernel
    worth: Kernel | None = None
