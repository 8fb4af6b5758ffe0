"""How the rule-based player answers a decision: rows, from which ``answers`` makes its dispatchers."""

from __future__ import annotations

from typing import NamedTuple

from zombicide_env.core.chains import Kernel


class Play(NamedTuple):
    """A decision with what answers it, ``(w, s, v, weights, m, first)`` and words of its frame by name; -1: the first legal answer.

    Where a kernel ``worth`` is given, ``(w, s, v, a)`` and words of the frame, it says what each answer is worth.
    """

    code: int
    answer: Kernel
    worth: Kernel | None = None
