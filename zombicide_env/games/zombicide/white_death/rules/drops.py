"""What the death of zombies leaves behind or sets going: artefacts, the Defiler's token, Hold Your Nose (WD-10.5, WD-11.9, WD-24.27)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers import own
from ..numbers import own_skills as WS
from ..numbers.layout import ABOMINATION, NECROMANCER
from .artefacts import drop_artefact
from .defiler import DEFILER, defiler_leaves
from .freeze import thaw_empty
from .team import in_play


@jit
def fallen(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """``n`` zombies of the kind have died in the zone by survivor ``i``."""
    extra = min(n, s.guests[kind])  # figures of another box go back there (WD-20)
    s.guests[kind] -= extra
    s.supply[kind] -= extra
    thaw_empty(w, s, zone)
    if kind == DEFILER:
        defiler_leaves(w, s)
    if kind == ABOMINATION or kind == DEFILER or kind == NECROMANCER:
        for _ in range(n):
            drop_artefact(w, s, zone)
    if s.crowd[zone] == 0:
        if s.atk_zone[0] == zone and s.atk_hits[0] > 0:  # WD-15.5: before anything that comes of it
            tell(w, E.HITS_LOST, i, zone, s.atk_hits[0])
            s.atk_hits[0] = 0
        for j in range(w.n_survivors - 1, -1, -1):
            if in_play(s, j) == 1 and s.zone[j] == zone and s.skill[j, WS.HOLD_YOUR_NOSE] > 0:
                push(s, own.NOSE, j)
