"""Hits of an attack (BP-13.9): zombies killed, and whom misses may hit (BP-13.21)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.records import Record

from ...table.codes import NONE, ONGOING
from ...table.seams import seam
from ..edition import PRIORITY, TOUGHNESS
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers.layout import ABOMINATION, QUEST_ABOMINATION_DEAD, K
from .combat import emptied, free_targets
from .drops import fallen
from .effective_skills import skilled
from .guards import shoots
from .outcome import check_end
from .survivor import gain_xp, kill_xp
from .team import in_play

# ---- hits ----------------------------------------------------------------------------------------------------------


@seam
def targets(w: Record, s: Record, z: int) -> int:
    """Kinds that the next hit may kill in target zone ``z``, as bits (BP-13.R8)."""
    zone = s.atk_zone[z]
    free = free_targets(w, s, s.atk_by, s.atk_type, zone)
    first = 9
    for k in range(K):
        if s.zombies[zone, k] > 0:
            first = min(first, PRIORITY[k])
    bits = 0
    for k in range(K):
        if s.zombies[zone, k] > 0 and TOUGHNESS[k] <= s.atk_damage and (free == 1 or PRIORITY[k] == first):
            bits |= 1 << k
    return bits


@seam
def hits(w: Record, s: Record, z: int) -> int:
    """Assign the hits one by one, up to a choice (BP-13.9); returns the survivor who decides, NONE: no choice."""
    while s.atk_hits[z] > 0 and s.outcome == ONGOING:
        bits = targets(w, s, z)
        if bits == 0:  # nothing can be killed: discard the remaining hits
            tell(w, E.HITS_LOST, s.atk_by, s.atk_zone[z], s.atk_hits[z])
            s.atk_hits[z] = 0
            return NONE
        n = 0
        only = NONE
        for k in range(K):
            if bits & (1 << k):
                n += 1
                only = k
                if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], k] >= 2:
                    n += 1
        if n > 1:
            return s.atk_by
        hit(w, s, z, only, 0)
    return NONE


@seam
def hit(w: Record, s: Record, z: int, kind: int, reap: int) -> None:
    """Kill a zombie of the kind with one hit, two with Reaper (BP-22.41)."""
    s.atk_hits[z] -= 1
    n = 1
    if reap == 1:
        n = 2
        s.atk_reaper = 0
    zone = s.atk_zone[z]
    kill_zombies(w, s, s.atk_by, zone, kind, n)
    s.atk_kills += n
    if s.crowd[zone] == 0:
        emptied(w, s, z)
    check_end(w, s)


@seam
def kill_zombies(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """Kill zombies by survivor ``i``: update supply, experience, counters (BP-8.1, BP-1.R2)."""
    s.zombies[zone, kind] -= n
    s.crowd[zone] -= n
    s.supply[kind] += n
    s.killed[kind] += n
    s.nose[zone] |= 1 << i
    tell(w, E.KILL, i, zone, kind, n)
    gain_xp(w, s, i, n * kill_xp(s, i, kind))
    if kind == ABOMINATION and s.quest_abomination == zone:
        s.quest_abomination = QUEST_ABOMINATION_DEAD
    fallen(w, s, i, zone, kind, n)


# ---- misses -------------------------------------------------------------------------------------------------------


@seam
def may_be_missed(w: Record, s: Record, j: int, zone: int) -> int:
    """1 if a miss at the zone may hit survivor ``j`` (BP-13.21, BP-13.R12, BP-13.R13)."""
    return 1 if shoots(s, j) == 0 and in_play(s, j) == 1 and s.zone[j] == zone and skilled(w, s, j, SK.LOW_PROFILE) == 0 else 0
