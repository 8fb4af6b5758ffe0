"""What the attacks of the survivor in turn promise: where he stands, and from zones to which he may go."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .combat import CLOSE, FURTHER, expect_best, usable
from .ways import sees


@jit
def rate(s: Record, v: Record, zone: int, alone: int) -> float:
    """Kills of one attack on the zombies of a zone in which he stands, without harm to friends."""
    if v.rate_ok[zone, alone] == 0:
        v.rate_ok[zone, alone] = 1
        v.rate[zone, alone] = 0.0
        if s.crowd[zone] > 0:
            for which in range(CLOSE, FURTHER + 1):
                if usable(v, v.me, which, alone) == 1:
                    expect_best(s, v, v.me, which, zone)
                    v.rate[zone, alone] = max(v.rate[zone, alone], v.e_kills)
    return v.rate[zone, alone]


@jit
def find_aims(w: Record, s: Record, v: Record) -> None:
    """Zones with zombies and no friend, and the kills of one shot there."""
    v.n_aims = 0
    if v.attack_kind[v.me, FURTHER] < 0:
        return
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and v.here[z] == 0:
            expect_best(s, v, v.me, FURTHER, z)
            v.aim_zone[v.n_aims] = z
            v.aim_kills[v.n_aims] = v.e_kills
            v.n_aims += 1


@jit
def kills_here(s: Record, v: Record, zone: int, fights: float) -> float:
    """Kills that so many attacks promise in the zone from which they are made."""
    if s.crowd[zone] == 0:
        return 0.0
    return min(fights * rate(s, v, zone, 1 if v.here[zone] & ~(1 << v.me) == 0 else 0), 1.0 * s.crowd[zone])


@jit
def kills_far(w: Record, s: Record, v: Record, zone: int, fights: float) -> float:
    """Kills that so many shots from a zone promise in another one."""
    if v.aims_ok == 0:
        v.aims_ok = 1
        find_aims(w, s, v)
    best = 0.0
    if v.n_aims > 0:
        sees(w, s, v, zone)
        nearest = max(1, v.attack_near[v.me])
        for k in range(v.n_aims):
            far = v.seen[zone, v.aim_zone[k]]
            if nearest <= far and far <= v.attack_reach[v.me, FURTHER]:
                best = max(best, min(fights * v.aim_kills[k], 1.0 * s.crowd[v.aim_zone[k]]))
    return best
