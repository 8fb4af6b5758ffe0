"""Questions that only one edition asks.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the decision in frame ``t``."""


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode to the decision in frame ``t``, whosever it is, -1: the family's."""
    return NONE


@jit
def always_asks(task: int) -> int:
    """1 for a decision that is asked also with one answer and in automatic mode, because its answers together make one text."""
    return 0


@jit
def asked_anyway(task: int) -> int:
    """1 for a decision that automatic mode asks as well."""
    return 0
