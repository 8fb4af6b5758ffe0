"""Dragon Bile tokens on the board (BP-14)."""

from __future__ import annotations

from zombicide_env.core.decks import find
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E


@jit
def add_bile(w: Record, s: Record, zone: int) -> None:
    tell(w, E.BILE, zone)
    s.bile_zone[s.n_bile] = zone
    s.n_bile += 1


@jit
def bile_in(s: Record, zone: int) -> int:
    return 1 if find(s.bile_zone, s.n_bile, zone) >= 0 else 0


@jit
def move_bile(w: Record, s: Record, source: int, zone: int) -> None:
    """Move the oldest token of zone ``source`` to the new zone."""
    tell(w, E.BILE_GONE, source, 1)
    tell(w, E.BILE, zone)
    for k in range(s.n_bile):
        if s.bile_zone[k] == source:
            for m in range(k, s.n_bile - 1):
                s.bile_zone[m] = s.bile_zone[m + 1]
            s.bile_zone[s.n_bile - 1] = zone
            return
