"""Moves of survivors, and skills that survivors use on their own initiative (WD-6, WD-24)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, FAR, NONE
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_MOVE, U_JUMP, U_LIFESAVER, U_SHOVE, U_SPRINT, U_TAUNT
from ..numbers.edition_budget import F_DEFILED, U_BLOODLUST, U_CHARGE
from ..numbers.movement import GIANT
from .combat import end_streaks
from .effective_skills import skilled
from .guards import ask_rescued_guards
from .movement import distance, fill_reach
from .outcome import check_end
from .rescue import ask_rescued
from .sight import sees, sight
from .survivor import pay_move
from .team import survivors_at
from .zombies import ALL_KINDS
from .zone_skills import bloodlust_types, zone_skill


@jit
def move_steps(w: Record, s: Record, i: int, sprint: int) -> int:
    """Maximum number of zones of one Move action (WD-24.4, WD-24.62)."""
    steps = 3 if sprint == 1 else 1
    return steps + skilled(w, s, i, SK.PLUS_1_ZONE_PER_MOVE)


@jit
def penalty(w: Record, s: Record, i: int) -> int:
    """Additional actions for leaving the zone (WD-6.5, WD-24.52)."""
    return 0 if skilled(w, s, i, SK.SLIPPERY) > 0 else s.crowd[s.zone[i]]


@jit
def free_moves(s: Record, i: int) -> int:
    """Free Move actions of skills; that of Defiled Walker has to start in a Defiled zone (WD-24.59)."""
    return s.free[F_MOVE] + s.free[F_DEFILED] if s.defiled[s.zone[i]] == 1 else s.free[F_MOVE]


@jit
def can_pay_move(w: Record, s: Record, i: int) -> int:
    """1 if a Move action can be paid for, or Hit & Run's is pending."""
    if s.pending_run > 0:
        return 1
    return 1 if free_moves(s, i) + s.actions[i] >= 1 + penalty(w, s, i) else 0


@jit
def go(w: Record, s: Record, i: int, zone: int) -> None:
    """Move to another zone, with the Beacon if it is carried (WD-4.25)."""
    tell(w, E.MOVE, i, s.zone[i], zone)
    s.zone[i] = zone
    check_end(w, s)


@jit
def move(w: Record, s: Record, i: int, zone: int) -> None:
    """Take a Move action; Hit & Run's free one has no surcharge."""
    if s.pending_run > 0:
        s.pending_run = 0
    else:
        cost = 1 + penalty(w, s, i)
        if s.defiled[s.zone[i]] == 1:
            walked = min(cost, s.free[F_DEFILED])
            s.free[F_DEFILED] -= walked
            cost -= walked
        pay_move(s, i, cost)
    go(w, s, i, zone)


# ---- zone skills -----------------------------------------------------------------------------------------------------------


@jit
def bloodlust_number(skill: int) -> int:
    """Number of a Bloodlust in the list of used skills: each once per turn (WD-24.25)."""
    for combat in range(ANY_COMBAT + 1):
        if SK.BLOODLUST[combat] == skill:
            return U_BLOODLUST + combat
    return NONE


@jit
def skill_payable(w: Record, s: Record, i: int, skill: int) -> int:
    """1 if the zone skill is not used up and can be paid for."""
    if skill == SK.CHARGE:
        return 1 if s.used[U_CHARGE] == 0 and s.actions[i] >= penalty(w, s, i) else 0
    if skill == SK.SPRINT:
        return can_pay_move(w, s, i) if s.used[U_SPRINT] == 0 else 0
    if skill == SK.JUMP:
        return 1 if s.used[U_JUMP] == 0 and s.actions[i] >= 1 + s.crowd[s.zone[i]] else 0
    if skill == SK.TAUNT:
        return 1 if s.used[U_TAUNT] == 0 else 0
    return 1 if s.used[bloodlust_number(skill)] == 0 and s.actions[i] >= 1 + penalty(w, s, i) else 0


@jit
def prepare_skill(w: Record, s: Record, i: int, skill: int) -> None:
    """Fill ``w.reach`` with what ``skill_reaches`` needs."""
    if skill == SK.SPRINT:
        fill_reach(w, s, i, s.zone[i], move_steps(w, s, i, 1))
    else:
        fill_reach(w, s, i, s.zone[i], 2)


@jit
def skill_reaches(w: Record, s: Record, i: int, skill: int, z: int) -> int:
    """1 if the zone skill may name zone ``z``; call ``prepare_skill`` first."""
    here = s.zone[i]
    if skill == SK.TAUNT:
        return 1 if s.crowd[z] > 0 and sees(w, s, i, z) >= 0 else 0
    if skill == SK.JUMP:
        return jumps_to(w, s, i, z)
    if z == here or w.reach[z] == FAR:
        return 0
    if skill == SK.SPRINT:
        return 1 if w.reach[z] >= 2 else 0
    return 1 if s.crowd[z] > 0 else 0


@jit
def jumps_to(w: Record, s: Record, i: int, z: int) -> int:
    """1 for a zone at exactly two steps, in sight; walls block, levels do not (WD-24.53)."""
    return 1 if distance(w, s, s.zone[i], z, GIANT) == 2 and sees(w, s, i, z) >= 0 else 0


@jit
def use_zone_skill(w: Record, s: Record, i: int, number: int, zone: int) -> None:
    skill = zone_skill(s, i, number)
    tell(w, E.USE, i, skill, zone)
    if skill != SK.TAUNT and s.lent == 0:  # Taunt is not an action (WD-24.74)
        end_streaks(s)
    if skill == SK.TAUNT:
        s.used[U_TAUNT] = 1
        push(s, T.ACTIVATE, ALL_KINDS, zone, i, NONE)
    elif skill == SK.SPRINT:
        s.used[U_SPRINT] = 1
        move(w, s, i, zone)
    elif skill == SK.CHARGE:
        s.used[U_CHARGE] = 1
        s.actions[i] -= penalty(w, s, i)
        go(w, s, i, zone)
    elif skill == SK.JUMP:
        s.used[U_JUMP] = 1
        s.actions[i] -= 1 + s.crowd[s.zone[i]]  # movement skills do not count
        go(w, s, i, zone)
    else:
        s.used[bloodlust_number(skill)] = 1
        s.actions[i] -= 1 + penalty(w, s, i)
        go(w, s, i, zone)
        s.pending_attack = bloodlust_types(skill)


# ---- Shove, Lifesaver -------------------------------------------------------------------------------------------------------


@jit
def can_shove(w: Record, s: Record, i: int, n: int) -> int:
    """1 if all zombies of the survivor's zone may be pushed to a zone at range 1 in sight (WD-24.72)."""
    z = s.zone[i]
    return 1 if s.used[U_SHOVE] == 0 and s.crowd[z] > 0 and sees(w, s, i, w.neighbour[z, n]) == 1 else 0


@jit
def can_save(w: Record, s: Record, i: int, n: int) -> int:
    """1 for a zone at range 1 with a zombie and a survivor or Guard, mutually in sight without any skills (WD-24.61)."""
    t = w.neighbour[s.zone[i], n]
    if s.used[U_LIFESAVER] == 1 or s.crowd[t] == 0 or sees(w, s, i, t) != 1 or sight(w, s, t, s.zone[i]) < 0:
        return 0
    return 1 if survivors_at(w, s, t) + s.guards[t] > 0 else 0


@jit
def lifesaver(w: Record, s: Record, i: int, n: int) -> None:
    """Ask for the survivors one by one, then for the number of Guards."""
    s.used[U_LIFESAVER] = 1
    tell(w, E.USE, i, SK.LIFESAVER, w.neighbour[s.zone[i], n])
    t = w.neighbour[s.zone[i], n]
    there = survivors_at(w, s, t)
    if s.guards[t] > 0:
        ask_rescued_guards(s, i, t, there)
    if there > 0:
        ask_rescued(w, s, i, t, 0, 0)
