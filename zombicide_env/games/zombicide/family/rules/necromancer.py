"""Escaping Necromancers; there are none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers import actions as A


@seam
def default_necro_step(w: Record, s: Record, z: int, m: int) -> int:
    """Default move of Necromancer ``m`` from zone ``z`` in automatic mode, one of the answers offered."""
    return s.options[0] - A.CHOOSE


@seam
def go_necromancer(w: Record, s: Record, m: int, t: int) -> None:
    """Move Necromancer ``m`` to zone ``t``, as the players chose."""
