"""Hits of an attack or a car: survivors first, then zombies by kind and type; toxic blood (AP-10, AP-14.R2 to R4)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Features, Record

from ...table.codes import FX_SNIPER, MELEE, NONE, ONGOING
from ..edition import PRIORITY, TOUGHNESS
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import events as E
from ..numbers import observation as O
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.cars import SEATS
from ..numbers.layout import WHO, K
from ..numbers.mini_missions import MELEE_TALLY
from ..numbers.zombies import BERSERK, CLASS_OF, KIND_OF, TOXIC
from .about import about_zone, put
from .combat import emptied, free_targets
from .options import offer
from .outcome import check_end
from .owners import listed
from .survivor import gain_xp, kill_xp
from .team import in_play, speaker
from .wounds import ironclad, toughened

# ---- possible targets ----------------------------------------------------------------------------------------------


@jit
def chooses(w: Record, s: Record, zone: int) -> int:
    """1 if the attacker chooses among all zombies of the zone, and the hits spare survivors (AP-14.R8, AP-14.R11)."""
    if s.atk_car >= 0:
        return 0
    if w.card_effect[s.atk_card] == FX_SNIPER and s.atk_type != MELEE:
        return 1
    if in_play(s, s.atk_by) == 0 and began_point_blank(s, zone) == 1:
        return 1  # killed by blood in the survivor's zone: the attack stays Point-Blank (AP-10.R5, BP-22.63)
    return free_targets(w, s, s.atk_by, s.atk_type, zone)


@jit
def can_die(s: Record, kind: int) -> int:
    """1 if a hit of the attack kills a zombie of the kind (AP-10.10, AP-10.R4, AP-14.R9)."""
    if TOUGHNESS[kind] > s.atk_damage:
        return 0
    if BERSERK[kind] == 1 and s.atk_type != MELEE and s.atk_car < 0:
        return 0
    return 1


@jit
def targets(w: Record, s: Record, z: int) -> int:
    """Kinds that the next hit may kill in target zone ``z``, as bits; none: the hits are lost (AP-14.R2, AP-14.R3)."""
    zone = s.atk_zone[z]
    free = chooses(w, s, zone)
    first = 99
    for k in range(K):
        if s.zombies[zone, k] > 0:
            first = min(first, PRIORITY[k])
    bits = 0
    for k in range(K):
        if s.zombies[zone, k] > 0 and (free == 1 or PRIORITY[k] == first) and can_die(s, k) == 1:
            bits |= 1 << k
    return bits


@jit
def may_be_missed(w: Record, s: Record, j: int, zone: int) -> int:
    """1 if a hit may strike survivor ``j``; misses hurt nobody here (AP-14.R4)."""
    if in_play(s, j) == 0 or s.zone[j] != zone:
        return 0
    if s.atk_car >= 0:  # not a Ranged action: Low profile does not help (AP-10.R4, BP-22.55)
        return 0 if s.seat[j] >= 0 and s.seat[j] // SEATS == s.atk_car else 1
    return 0 if j == s.atk_by or s.skill[j, SK.LOW_PROFILE] > 0 else 1


@jit
def attacker(w: Record, s: Record) -> int:
    """Who assigns the hits: the attacker, after the attacker's death another survivor of the same player (AP-10.R5)."""
    i = s.atk_by
    return i if in_play(s, i) == 1 else speaker(w, s, i)


# ---- hits -----------------------------------------------------------------------------------------------------------


@jit
def hits(w: Record, s: Record, z: int) -> int:
    """Assign the next hit, unless there is a choice among zombies; returns the survivor who decides, NONE: no choice."""
    if s.atk_hits[z] == 0 or s.outcome != ONGOING:
        return NONE
    zone = s.atk_zone[z]
    if s.atk_car < 0 and s.zone[s.atk_by] == zone and s.skill[s.atk_by, SK.POINT_BLANK] > 0:
        note_point_blank(s, z)
    if s.atk_type != MELEE and chooses(w, s, zone) == 0:  # Steady hand is about misses (BP-22.72), which hurt nobody
        n = 0
        only = NONE
        for j in range(w.n_survivors):
            if may_be_missed(w, s, j, zone) == 1:
                n += 1
                only = j
        if n > 0:
            push(s, T.HITS, z)
            if n > 1:
                push(s, OASK.HIT_WHOM, attacker(w, s), z)
            else:
                hit_survivor(s, z, only)
            return NONE
    bits = targets(w, s, z)
    if bits == 0:
        tell(w, E.HITS_LOST, s.atk_by, zone, s.atk_hits[z])
        s.atk_hits[z] = 0
        return NONE
    n = 0
    only = NONE
    for k in range(K):
        if bits & (1 << k):
            n += 1
            only = k
            if s.atk_reaper == 1 and s.zombies[zone, k] >= 2:
                n += 1
    if n > 1:
        return attacker(w, s)
    push(s, T.HITS, z)
    hit(w, s, z, only, 0)
    return NONE


@jit
def note_point_blank(s: Record, z: int) -> None:
    """Record in the frames after the hits of target zone ``z`` that the attacker was there, even if it dies or leaves."""
    for t in range(s.depth):
        if s.stack[t, 0] == T.MISSES and s.stack[t, T.MISSES_TARGET] == z:
            s.stack[t, T.MISSES_OWN] = 1


@jit
def began_point_blank(s: Record, zone: int) -> int:
    """1 if the attacker was in the target zone when its hits began."""
    for t in range(s.depth):
        if s.stack[t, 0] == T.MISSES and s.stack[t, T.MISSES_OWN] == 1 and s.atk_zone[s.stack[t, T.MISSES_TARGET]] == zone:
            return 1
    return 0


@jit
def hit_survivor(s: Record, z: int, j: int) -> None:
    """Wound a survivor by a hit, as often as the weapon's damage (AP-14.R4)."""
    s.atk_hits[z] -= 1
    harm(s, j, s.atk_damage)


@jit
def harm(s: Record, j: int, n: int) -> None:
    """Push the wounds of survivor ``j``."""
    s.roll_sure = n
    push(s, T.SUFFER, j)


@jit
def hit(w: Record, s: Record, z: int, kind: int, reap: int) -> None:
    """Kill a zombie of the kind with one hit, a second one with Reaper; toxic blood sprays (AP-10.13)."""
    s.atk_hits[z] -= 1
    n = 1
    if reap == 1:
        n = 2
        s.atk_reaper = 0
    zone = s.atk_zone[z]
    i = s.atk_by
    kill_zombies(w, s, i, zone, kind, n)
    if s.atk_type == MELEE and s.current == i:
        s.tally[MELEE_TALLY] += n
    s.atk_kills += n
    if s.crowd[zone] == 0:
        emptied(w, s, z)
    if TOXIC[kind] == 1 and s.atk_car < 0 and s.zone[i] == zone and ironclad(s, i, kind) == 0:
        harm(s, i, toughened(s, i, n))  # it counts as a zombie attack (AP-10.13)
    check_end(w, s)


@jit
def kill_zombies(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """Kill zombies by survivor ``i``: update supply, experience, counters (AP-8.2, AP-10.R7, AP-12.R3)."""
    s.zombies[zone, kind] -= n
    s.led[zone, kind] = min(s.led[zone, kind], s.zombies[zone, kind])  # among identical zombies the puppets die last
    s.crowd[zone] -= n
    s.supply[kind] += n
    s.killed[kind] += n
    tell(w, E.KILL, max(i, 0), zone, kind, n)
    if i < 0 or s.alive[i] == 0:
        return
    gain_xp(w, s, i, n * max(kill_xp(s, i, kind), kill_xp(s, i, KIND_OF[kind])))  # Collector of a kind covers all its types (AP-0.R2)
    s.nose[zone] |= 1 << i
    if s.current == i:
        if CLASS_OF[kind] <= 3:
            s.tally[CLASS_OF[kind]] += n
        if s.zone[i] == zone:
            s.own_kills += n


# ---- a hit on survivors ----------------------------------------------------------------------------------------------------


@jit
def offer_survivors(w: Record, s: Record, z: int) -> None:
    for j in range(w.n_survivors):
        if may_be_missed(w, s, j, s.atk_zone[z]) == 1:
            offer(s, OA.HIT_SURVIVOR + j)


@jit
def answer_survivor(s: Record, z: int, a: int) -> None:
    hit_survivor(s, z, a - OA.HIT_SURVIVOR)


@jit
def least_wounded(w: Record, s: Record, z: int) -> int:
    best = 99
    choice = 0
    for k in range(w.n_survivors):
        j = listed(w, s, k)
        if may_be_missed(w, s, j, s.atk_zone[z]) == 1 and s.wounds[j] < best:
            best = s.wounds[j]
            choice = j
    return OA.HIT_SURVIVOR + choice


@jit
def see_survivors(s: Record, z: int, o: Features) -> None:
    about_zone(s.atk_zone[z], o)
    put(o, O.DECISION + O.D_HITS, s.atk_hits[z])


ROWS: Final = (
    Decision(
        OASK.HIT_WHOM,
        words={"i": WHO, "z": FLAG},
        asked=CHOICE,
        offer=offer_survivors,
        answer=answer_survivor,
        default=least_wounded,
        see=see_survivors,
        fits=anywhere,
        text=Text("a Ranged or car hit with several survivors in the zone", "whom it hits", "the one with the fewest wounds"),
    ),
)
