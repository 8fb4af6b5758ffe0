"""Necromancers who escape, and the spawn tokens that go with their death.  Here they do neither."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import actions as A


@jit
def dark_ritual(w: Record, s: Record) -> None:
    """Necromancers who stand together escape."""


@jit
def next_removal(w: Record, s: Record) -> None:
    """A spawn token is removed for the next Necromancer killed."""


@jit
def remove_from(w: Record, s: Record, z: int, own: int) -> None:
    """Remove one token of zone ``z``; ``own`` is that of the dead Necromancer."""


@jit
def default_removal(w: Record, s: Record) -> int:
    """Automatic mode: the zone whose token is removed."""
    return NONE


@jit
def default_necro_step(w: Record, s: Record, z: int, m: int) -> int:
    """Automatic mode: where Necromancer ``m`` goes from zone ``z``, one of the answers offered."""
    return s.options[0] - A.CHOOSE
