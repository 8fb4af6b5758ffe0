"""Effects of opening a building: twin doors, fire behind it, who orders its rooms (AP-13, AP-26.M7)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import OPEN
from ..numbers import edition_tasks as OT
from .team import common_decider, speaker


@jit
def comes_open(w: Record, s: Record, door: int) -> None:
    """Handle the opening of the door: in some missions the building's other doors open, too; fire may spread (AP-17.3)."""
    push(s, OT.DOOR_OPENED)
    if w.twin_doors == 0:
        return
    for side in range(2):
        b = w.building[w.door_zone[door, side]]
        for d in range(w.n_doors):
            if b >= 0 and (w.building[w.door_zone[d, 0]] == b or w.building[w.door_zone[d, 1]] == b):
                s.door[d] = OPEN


@jit
def orders(w: Record, s: Record) -> int:
    """Seat that chooses the order of the rooms: of the opener's player, or the Zombie Master (AP-13.R3)."""
    i = s.opener
    if i < 0:
        return common_decider(w, s)
    return i if i == w.n_survivors else speaker(w, s, i)
