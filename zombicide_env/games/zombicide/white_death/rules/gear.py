"""Rope ladders, cauldrons, Dragon Fire (WD-4.13 to 4.15, WD-12.21, WD-14)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import ATTACK, Action
from ...table.codes import FX_BILE, FX_TORCH, NONE, RANGED, ROOM, RUIN, RULE_BURN
from ..numbers import edition_actions as OA
from ..numbers import edition_events as OE
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import ON_FOOT, SLOTS, D, K
from ..numbers.movement import PASSAGE
from .combat import count_streak
from .guards import kill_guards
from .hits import kill_zombies
from .inventory import card_at, discard_copy
from .movement import neighbour_index
from .outcome import check_end
from .passability import is_rampart, kind_of, level_border, passable, renew_ways
from .quest_rules import empress_at
from .sight import sees
from .survivor import can_pay_attack, gain_xp, pay_attack, remove_survivor
from .team import in_play

CAULDRON_COST = 3  # WD-14.2, WD-14.6


# ---- rope ladders --------------------------------------------------------------------------------------------------------


@jit
def legal_ladders(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    m[OA.LADDER_PICK] = s.loose[here] > 0
    for n in range(w.degree[here]):
        m[OA.LADDER_TAKE + n] = s.rope[here, n]
        m[OA.LADDER_PLACE + n] = s.ladders[i] > 0 and s.rope[here, n] == 0 and level_border(w, s, here, n) == 1


@jit
def set_rope(w: Record, s: Record, z: int, n: int, there: int) -> None:
    """Put a rope ladder on both sides of its border."""
    t = w.neighbour[z, n]
    s.rope[z, n] = there
    s.rope[t, neighbour_index(w, t, z)] = there
    renew_ways(w, s)


@jit
def pick_ladder(w: Record, s: Record, i: int) -> None:
    tell(w, OE.ROPE_FOUND, i, s.zone[i])
    s.loose[s.zone[i]] -= 1
    s.ladders[i] += 1


@jit
def take_ladder(w: Record, s: Record, i: int, n: int) -> None:
    tell(w, OE.ROPE_TAKEN, i, s.zone[i], w.neighbour[s.zone[i], n])
    set_rope(w, s, s.zone[i], n, 0)
    s.ladders[i] += 1


@jit
def place_ladder(w: Record, s: Record, i: int, n: int) -> None:
    tell(w, OE.ROPE_SET, i, s.zone[i], w.neighbour[s.zone[i], n])
    set_rope(w, s, s.zone[i], n, 1)
    s.ladders[i] -= 1


# ---- cauldrons -----------------------------------------------------------------------------------------------------------


@jit
def legal_cauldrons(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    if s.cauldrons[here] > 0:
        for n in range(w.degree[here]):
            if sees(w, s, i, w.neighbour[here, n]) == 1:
                m[OA.CAULDRON + n] = rolls(w, s, here, n)
                m[OA.TIP + n] = spills(w, s, here, n)


@jit
def rolls(w: Record, s: Record, z: int, n: int) -> int:
    """1 if a cauldron can be moved across the border: levels need a printed ladder (WD-14.3)."""
    return w.ladder[z, n] if level_border(w, s, z, n) == 1 else passable(w, s, z, n, ON_FOOT)


@jit
def spills(w: Record, s: Record, z: int, n: int) -> int:
    """1 if it can be tipped from a rampart onto that zone, which is not a rampart and in sight (WD-14.6)."""
    t = w.neighbour[z, n]
    if w.tip_onto_ruins == 0 and kind_of(w, s, t) == RUIN:
        return 0
    return 1 if is_rampart(w, s, z) == 1 and is_rampart(w, s, t) == 0 else 0


@jit
def move_cauldron(w: Record, s: Record, i: int, n: int) -> None:
    """Move survivor and cauldron; not a Move action (WD-14.5)."""
    z = s.zone[i]
    t = w.neighbour[z, n]
    tell(w, OE.CARRIES, z, t)
    tell(w, E.MOVE, i, z, t)
    s.cauldrons[z] -= 1
    s.cauldrons[t] += 1
    s.zone[i] = t
    check_end(w, s)


@jit
def tip(w: Record, s: Record, i: int, n: int) -> None:
    z = s.zone[i]
    tell(w, OE.TIPS, z, w.neighbour[z, n])
    s.cauldrons[z] -= 1
    scald(w, s, i, w.neighbour[z, n])


@jit
def scald(w: Record, s: Record, i: int, zone: int) -> None:
    """Kill everybody in the zone; the survivor who tips the cauldron gets the experience (WD-14.6)."""
    push(s, T.ACTION_END, i)
    kill_everybody(w, s, i, zone)
    check_end(w, s)


@jit
def kill_everybody(w: Record, s: Record, i: int, zone: int) -> int:
    """Kill everybody, regardless of armour and skills.  Returns the number of zombies killed."""
    killed = s.crowd[zone]
    for k in range(K):
        if s.zombies[zone, k] > 0:
            kill_zombies(w, s, i, zone, k, s.zombies[zone, k])
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone:
            remove_survivor(w, s, j)
    if empress_at(w, s) == zone:
        s.empress_hurt = 1
        tell(w, OE.EMPRESS_HURT, zone)
    kill_guards(w, s, zone, s.guards[zone])
    return killed


# ---- Dragon Fire -----------------------------------------------------------------------------------------------------------


@jit
def slot_of(w: Record, s: Record, i: int, effect: int) -> int:
    """Lowest slot with a card of the effect, -1: none (WD-9.7)."""
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0 and w.card_effect[card_at(w, s, i, slot)] == effect:
            return slot
    return NONE


@jit
def use_up(s: Record, i: int, slot: int) -> None:
    c = s.inv[i, slot]
    s.inv[i, slot] = 0
    discard_copy(s, c)


@jit
def legal_dragon_fire(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    if can_pay_attack(s, i, RANGED) == 1 and slot_of(w, s, i, FX_TORCH) >= 0 and slot_of(w, s, i, FX_BILE) >= 0:
        for n in range(w.degree[here]):
            m[OA.DRAGON_FIRE + n] = sees(w, s, i, w.neighbour[here, n]) == 1 and burns(w, s, w.neighbour[here, n]) == 1
        if w.dragon_fire_min_range == 0:
            m[OA.DRAGON_FIRE + D] = burns(w, s, here)


@jit
def burns(w: Record, s: Record, z: int) -> int:
    """1 if Dragon Fire may burn in the zone, including an empty one (WD-12.21)."""
    return 1 if s.crowd[z] > 0 or w.dragon_fire_needs_zombie == 0 else 0


@jit
def dragon_fire(w: Record, s: Record, i: int, n: int) -> None:
    """Burn everybody in the zone of neighbour ``n`` (``D``: the survivor's) with a Torch and a Dragon Bile (WD-12.21)."""
    zone = s.zone[i] if n == D else w.neighbour[s.zone[i], n]
    pay_attack(s, i, RANGED)
    tell(w, E.FIRE, i, zone)
    s.pending_attack = 0
    count_streak(s, RANGED)
    use_up(s, i, slot_of(w, s, i, FX_TORCH))
    use_up(s, i, slot_of(w, s, i, FX_BILE))
    if kill_everybody(w, s, i, zone) + burn_building(w, s, i, zone) > 0:
        push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)
    check_end(w, s)


@jit
def burn_building(w: Record, s: Record, i: int, zone: int) -> int:
    """Quest 4: burn a building with a red objective in that zone; all its zones become ruins (WD-25.64).  Returns the zombies killed."""
    killed = 0
    for r in range(w.n_rules):
        if w.rule[r, 0] == RULE_BURN and w.rule[r, 1] == s.objective[zone] and is_inside(w, s, zone) == 1:
            n = fill_building(w, s, zone)
            for k in range(n):
                killed += kill_everybody(w, s, i, w.queue[k])
            for k in range(n):
                if w.zone_kind[w.queue[k]] == ROOM and s.burned[w.queue[k]] == 0:
                    s.burned[w.queue[k]] = 1
                    tell(w, OE.BURNS, w.queue[k])
            renew_ways(w, s)
            s.objective[zone] = s.hidden[zone] = 0
            gain_xp(w, s, i, w.rule[r, 2])
            break
    return killed


@jit
def is_inside(w: Record, s: Record, z: int) -> int:
    """1 for a zone of a building: a room or ruin that is not Defiled (WD-4.6)."""
    kind = kind_of(w, s, z)
    return 1 if kind == ROOM or kind == RUIN else 0


@jit
def fill_building(w: Record, s: Record, start: int) -> int:
    """Write zones of the building to ``w.queue``: rooms and ruins joined by passages, not Defiled (WD-4.6).  Returns their number."""
    for z in range(w.n_zones):
        w.reach[z] = 0
    w.reach[start] = 1
    w.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        z = w.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if w.border[z, n] == PASSAGE and w.reach[t] == 0 and is_inside(w, s, t) == 1:
                w.reach[t] = 1
                w.queue[tail] = t
                tail += 1
    return tail


ACTIONS: Final = (
    Action(OA.LADDER_PICK, pick_ladder, legal=legal_ladders, cost=1),
    Action(OA.LADDER_TAKE, take_ladder, {"n": D}, legal=legal_ladders, cost=1),
    Action(OA.LADDER_PLACE, place_ladder, {"n": D}, legal=legal_ladders, cost=1),
    Action(OA.CAULDRON, move_cauldron, {"n": D}, legal=legal_cauldrons, cost=CAULDRON_COST),
    Action(OA.TIP, tip, {"n": D}, legal=legal_cauldrons, cost=CAULDRON_COST),
    Action(OA.DRAGON_FIRE, dragon_fire, {"n": D + 1}, legal=legal_dragon_fire, counts=ATTACK, purpose="fight"),
)
