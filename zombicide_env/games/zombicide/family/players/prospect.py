"""Expected attacks of the survivor in turn, from the current zone and from reachable ones."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import NECROMANCER
from .combat import CLOSE, FURTHER, KILL_VALUE, expect_best, usable
from .distances import sees


@jit
def rate(s: Record, v: Record, zone: int, alone: int) -> float:
    """Expected kills of one attack on the zombies of the survivor's zone, without harm to friends."""
    if v.rate_ok[zone, alone] == 0:
        v.rate_ok[zone, alone] = 1
        v.rate[zone, alone] = v.rate_lead[zone, alone] = 0.0
        if s.crowd[zone] > 0:
            for which in range(CLOSE, FURTHER + 1):
                if usable(v, v.me, which, alone) == 1:
                    expect_best(s, v, v.me, which, zone, 0)
                    v.rate[zone, alone] = max(v.rate[zone, alone], v.e_kills)
                    v.rate_lead[zone, alone] = max(v.rate_lead[zone, alone], end_of_necromancer(s, v, which, zone))
    return v.rate[zone, alone]


@jit
def price(w: Record, s: Record) -> float:
    """Worth of a dead Necromancer: one spawn token less, or the game if the limit is reached (BP-17.7)."""
    spare = w.token_limit - s.n_tokens
    return 6.0 if spare <= 0 else 2.0 if spare == 1 else 1.0


@jit
def end_of_necromancer(s: Record, v: Record, which: int, zone: int) -> float:
    """Probability that the survivor's attack, just evaluated by ``expect``, kills a Necromancer in the zone."""
    if NECROMANCER < 0 or s.zombies[zone, NECROMANCER] == 0:
        return 0.0
    worth = v.e_value
    expect_best(s, v, v.me, which, zone, 1)
    return min(1.0, (worth - v.e_value) / KILL_VALUE[NECROMANCER])


@jit
def find_aims(w: Record, s: Record, v: Record) -> None:
    """Find zones with zombies and without friends, and the expected kills of one shot there."""
    v.n_aims = 0
    if v.attack_kind[v.me, FURTHER] < 0:
        return
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and v.here[z] == 0:
            expect_best(s, v, v.me, FURTHER, z, 0)
            v.aim_zone[v.n_aims] = z
            v.aim_kills[v.n_aims] = v.e_kills
            v.aim_lead[v.n_aims] = end_of_necromancer(s, v, FURTHER, z)
            v.n_aims += 1


@jit
def kills_here(s: Record, v: Record, zone: int, fights: float) -> float:
    """Expected kills of ``fights`` attacks on the attacker's own zone."""
    if s.crowd[zone] == 0:
        return 0.0
    return min(fights * rate(s, v, zone, 1 if v.here[zone] & ~(1 << v.me) == 0 else 0), 1.0 * s.crowd[zone])


@jit
def fight(s: Record, v: Record, zone: int, fights: float, kill: float, lead: float) -> float:
    """Expected worth of ``fights`` attacks on the attacker's own zone, -1: nothing.

    ``kill``, ``lead``: worth of a kill, of a dead Necromancer.
    """
    dead = kills_here(s, v, zone, fights)
    if dead <= 0:
        return -1.0
    alone = 1 if v.here[zone] & ~(1 << v.me) == 0 else 0
    return kill * dead + lead * (1.0 - (1.0 - v.rate_lead[zone, alone]) ** fights)


@jit
def shoot(w: Record, s: Record, v: Record, zone: int, fights: float, kill: float, lead: float) -> float:
    """Expected worth of ``fights`` shots from a zone into another one, as in ``fight``."""
    if v.aims_ok == 0:
        v.aims_ok = 1
        find_aims(w, s, v)
    best = -1.0
    if v.n_aims > 0:
        sees(w, s, v, zone)
        nearest = max(1, v.attack_near[v.me])
        for k in range(v.n_aims):
            far = v.seen[zone, v.aim_zone[k]]
            if nearest <= far and far <= v.attack_reach[v.me, FURTHER]:
                dead = min(fights * v.aim_kills[k], 1.0 * s.crowd[v.aim_zone[k]])
                if dead > 0:
                    best = max(best, kill * dead + lead * (1.0 - (1.0 - v.aim_lead[k]) ** fights))
    return best
