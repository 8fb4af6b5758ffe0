"""Misses: they hurt nobody, but the flames of a Flamethrower spread (AP-14.R11)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_FLAMETHROWER
from ..numbers import edition_tasks as OT


@jit
def misses(w: Record, s: Record, z: int) -> None:
    """After the hits: misses hurt nobody, a Flamethrower lights spilled gasoline (AP-14.R11)."""
    if w.card_effect[s.atk_card] == FX_FLAMETHROWER and s.atk_car < 0:
        push(s, OT.FLAME, s.atk_by, s.atk_zone[z])
