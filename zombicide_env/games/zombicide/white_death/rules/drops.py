"""Effects of the death of zombies: artefacts, the Defiler's token, freeze tokens (WD-10.5, WD-11.9, WD-16.1)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import ABOMINATION, NECROMANCER
from .artefacts import drop_artefact
from .defiler import DEFILER, defiler_leaves
from .freeze import thaw_empty


@jit
def fallen(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """Handle the death of ``n`` zombies of the kind in the zone, killed by survivor ``i``."""
    extra = min(n, s.guests[kind])  # figures of another box return there (WD-20)
    s.guests[kind] -= extra
    s.supply[kind] -= extra
    thaw_empty(w, s, zone)
    if kind == DEFILER:
        defiler_leaves(w, s)
    if kind == ABOMINATION or kind == DEFILER or kind == NECROMANCER:
        for _ in range(n):
            drop_artefact(w, s, zone)
