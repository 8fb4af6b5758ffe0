"""Free moves gained by an attack: Hit & Run, Blitz (BP-13.R7)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers import skills as SK


@seam
def attack_end(w: Record, s: Record, i: int) -> None:
    """End the attack: Hit & Run and Blitz, including those gained with a level of this action (BP-13.R7 9 to 11)."""
    if s.atk_kills > 0 and s.skill[i, SK.HIT_AND_RUN] > 0:
        s.pending_run = 1
    if s.skill[i, SK.BLITZ] > 0:
        s.pending_blitz += s.atk_emptied
