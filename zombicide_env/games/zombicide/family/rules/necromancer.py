"""Necromancers who escape, and the spawn tokens that go with their death.  Here they do neither."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers import actions as A


@seam
def next_removal(w: Record, s: Record) -> None:
    """A spawn token is removed for the next Necromancer killed."""


@seam
def default_necro_step(w: Record, s: Record, z: int, m: int) -> int:
    """Automatic mode: where Necromancer ``m`` goes from zone ``z``, one of the answers offered."""
    return s.options[0] - A.CHOOSE


@seam
def go_necromancer(w: Record, s: Record, m: int, t: int) -> None:
    """The players send Necromancer ``m`` to zone ``t``."""
