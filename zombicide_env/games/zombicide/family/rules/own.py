"""What an edition adds to the family's lists, and nobody else has: actions, work, decisions, columns.  Here nothing.

An edition with additions has a room of this name; ``numbers.own`` declares them.  It is asked last, after the family's own.
"""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import NONE


@jit
def legal_turn(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``."""


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out one of these actions."""


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the edition's own decision in frame ``t``."""


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode, -1: the first one offered."""
    return NONE


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's own columns and blocks."""


@jit
def observe_decision(w: Record, s: Record, t: int, o: Features) -> None:
    """Write the numbers that matter for the edition's own decision in frame ``t``."""
