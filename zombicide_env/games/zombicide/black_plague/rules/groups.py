"""Groups of zombies that move: the miniatures that the players send (BP-15.17)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import ABOMINATION, ON_ITS_WAY


@jit
def move_quest_abomination(s: Record, z: int, t: int) -> None:
    """Move the quest's own Abomination first (BP-23.Q10.R1)."""
    if s.quest_abomination == z:
        s.quest_abomination = ON_ITS_WAY + t


@jit
def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """Send one more miniature of the kind, or the Abomination, to neighbour ``n``, as the players chose."""
    t = w.neighbour[z, n]
    s.act_moved[t, k] += 1
    tell(w, E.GO, k, 1, z, t)
    if k == ABOMINATION:
        move_quest_abomination(s, z, t)
