"""Dragon Fire (BP-14)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import BILES, K
from .hits import kill_zombies
from .inventory import drop
from .outcome import check_end
from .survivor import remove_survivor
from .team import in_play


@jit
def throw_bile(w: Record, s: Record, i: int, slot: int, zone: int) -> None:
    """Put a Dragon Bile token; the fifth one is taken from the board (BP-14.1, BP-14.6)."""
    s.actions[i] -= 1
    drop(w, s, i, slot)  # BP-14.R7
    if s.n_bile < BILES:
        add_bile(w, s, zone)
    else:
        push(s, ASK.REMOVE, i, 1, zone)


@jit
def add_bile(w: Record, s: Record, zone: int) -> None:
    tell(w, E.BILE, zone)
    s.bile_zone[s.n_bile] = zone
    s.n_bile += 1


@jit
def bile_in(s: Record, zone: int) -> int:
    for k in range(s.n_bile):
        if s.bile_zone[k] == zone:
            return 1
    return 0


@jit
def move_bile(w: Record, s: Record, source: int, zone: int) -> None:
    """The oldest token of zone ``source`` is moved to the new zone."""
    tell(w, E.BILE_GONE, source, 1)
    tell(w, E.BILE, zone)
    for k in range(s.n_bile):
        if s.bile_zone[k] == source:
            for m in range(k, s.n_bile - 1):
                s.bile_zone[m] = s.bile_zone[m + 1]
            s.bile_zone[s.n_bile - 1] = zone
            return


@jit
def throw_torch(w: Record, s: Record, i: int, slot: int, zone: int) -> None:
    s.actions[i] -= 1
    drop(w, s, i, slot)  # BP-14.R7
    push(s, T.BURN, i, zone)


@jit
def burn(w: Record, s: Record, i: int, zone: int) -> None:
    """Everybody in the zone dies, its tokens are removed, the thrower gets the experience (BP-14.R8)."""
    tell(w, E.FIRE, i, zone)
    s.atk_kills = 0  # no combat action: no Hit & Run (BP-14.R3)
    s.atk_emptied = min(1, s.crowd[zone])
    for k in range(K):
        if s.zombies[zone, k] > 0:
            kill_zombies(w, s, i, zone, k, s.zombies[zone, k])
    kept = 0
    for k in range(s.n_bile):
        if s.bile_zone[k] != zone:
            s.bile_zone[kept] = s.bile_zone[k]
            kept += 1
    if s.n_bile > kept:
        tell(w, E.BILE_GONE, zone, s.n_bile - kept)
    s.n_bile = kept
    for k in range(kept, BILES):
        s.bile_zone[k] = NONE
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone:
            remove_survivor(w, s, j)
    s.fire_zone = zone
    check_end(w, s)
    s.fire_zone = NONE
    push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)
