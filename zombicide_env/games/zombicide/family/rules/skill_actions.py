"""Moves of survivors, and skills that survivors use on their own initiative (BP-6, BP-22)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE, VAULT
from ...table.seams import seam
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_MOVE, U_JUMP, U_LIFESAVER, U_SHOVE, U_SPRINT, U_TAUNT
from ..numbers.layout import ON_FOOT
from .cars import get_out
from .movement import distance, fill_reach
from .passability import kind_of, passable
from .rescue import ask_rescued
from .sight import sight
from .survivor import pay_move
from .team import survivors_at
from .terrain import hindrance
from .zombies import ALL_KINDS
from .zone_skills import bloodlust_types, zone_skill


@seam
def move_steps(w: Record, s: Record, i: int, sprint: int) -> int:
    """Maximum number of zones of one Move action (BP-6.R4)."""
    steps = 1
    if sprint == 1:
        steps = 3
    elif s.skill[i, SK.TWO_ZONES_PER_MOVE] > 0:
        steps = 2
    return steps + s.skill[i, SK.PLUS_1_ZONE_PER_MOVE]


@seam
def penalty(w: Record, s: Record, i: int) -> int:
    """Additional actions for leaving the zone (BP-6.3, BP-22.60)."""
    return 0 if s.skill[i, SK.SLIPPERY] > 0 else full_penalty(w, s, i)


@jit
def full_penalty(w: Record, s: Record, i: int) -> int:
    """The same without movement skills, which do not count for a Jump (BP-22.61)."""
    return 0 if s.crowd[s.zone[i]] == 0 else s.crowd[s.zone[i]] + hindrance(w, s, i)


@seam
def can_pay_move(w: Record, s: Record, i: int) -> int:
    """1 if a Move action can be paid for, or a free one is pending (BP-6.R1, BP-22.24, BP-22.25)."""
    if s.pending_run > 0:
        return 1
    return 1 if s.pending_blitz + s.free[F_MOVE] + s.actions[i] >= 1 + penalty(w, s, i) else 0


@seam
def go(w: Record, s: Record, i: int, zone: int) -> None:
    """Move the survivor to another zone, for whatever reason."""
    tell(w, E.MOVE, i, s.zone[i], zone)
    get_out(s, i)
    s.zone[i] = zone


@seam
def move(w: Record, s: Record, i: int, zone: int) -> None:
    """Take a Move action; Hit & Run's free one has no penalty (BP-22.24)."""
    if s.pending_run > 0:
        s.pending_run = 0
    else:
        pay_move(s, i, 1 + penalty(w, s, i))
    go(w, s, i, zone)


# ---- zone skills -----------------------------------------------------------------------------------------------------------


@seam
def skill_payable(w: Record, s: Record, i: int, skill: int) -> int:
    """1 if the zone skill is not used up and can be paid for."""
    if skill == SK.CHARGE:
        return 1 if s.actions[i] >= penalty(w, s, i) else 0
    if skill == SK.SPRINT:
        return can_pay_move(w, s, i) if s.used[U_SPRINT] == 0 else 0
    if skill == SK.JUMP:
        return 1 if s.used[U_JUMP] == 0 and s.actions[i] >= 1 + full_penalty(w, s, i) else 0
    if skill == SK.TAUNT:
        return 1 if s.used[U_TAUNT] == 0 else 0
    return 1 if s.actions[i] >= 1 + penalty(w, s, i) else 0


@seam
def prepare_skill(w: Record, s: Record, i: int, skill: int) -> None:
    """Fill ``w.reach`` with what ``skill_reaches`` needs."""
    if skill == SK.SPRINT:
        fill_reach(w, s, i, s.zone[i], move_steps(w, s, i, 1))
    else:
        fill_reach(w, s, i, s.zone[i], 2)


@seam
def skill_reaches(w: Record, s: Record, i: int, skill: int, z: int) -> int:
    """1 if the zone skill may name zone ``z``; call ``prepare_skill`` first."""
    here = s.zone[i]
    if skill == SK.TAUNT:
        return 1 if s.crowd[z] > 0 and sight(w, s, here, z) >= 0 else 0
    if skill == SK.JUMP:
        return 1 if distance(w, s, here, z, ON_FOOT) == 2 and sight(w, s, here, z) >= 0 else 0
    if z == here or w.reach[z] == FAR:
        return 0
    if skill == SK.SPRINT:
        return 1 if w.reach[z] >= 2 else 0
    return 1 if s.crowd[z] > 0 else 0


@seam
def use_zone_skill(w: Record, s: Record, i: int, number: int, zone: int) -> None:
    """Use the survivor's zone skill of that number in a zone: pay for it, then apply its effect."""
    skill = zone_skill(s, i, number)
    tell(w, E.USE, i, skill, zone)
    if skill == SK.TAUNT:
        s.used[U_TAUNT] = 1
        push(s, T.ACTIVATE, ALL_KINDS, zone, i, NONE)
    elif skill == SK.SPRINT:
        s.used[U_SPRINT] = 1
        move(w, s, i, zone)
    elif skill == SK.CHARGE:
        s.actions[i] -= penalty(w, s, i)
        go(w, s, i, zone)
    elif skill == SK.JUMP:
        s.used[U_JUMP] = 1
        s.actions[i] -= 1 + full_penalty(w, s, i)
        go(w, s, i, zone)
    else:
        s.actions[i] -= 1 + penalty(w, s, i)
        go(w, s, i, zone)
        s.pending_attack = bloodlust_types(skill)


# ---- Shove, Lifesaver -------------------------------------------------------------------------------------------------------


@seam
def can_shove(w: Record, s: Record, i: int, n: int) -> int:
    """1 if all zombies of the survivor's zone may be pushed to neighbour number ``n`` (BP-22.74)."""
    z = s.zone[i]
    return 1 if s.used[U_SHOVE] == 0 and s.crowd[z] > 0 and passable(w, s, z, n, ON_FOOT) == 1 else 0


@seam
def can_save(w: Record, s: Record, i: int, n: int) -> int:
    """1 if Lifesaver applies: a zone with a zombie and another survivor, at distance 1, not a vault (BP-22.65)."""
    z = s.zone[i]
    t = w.neighbour[z, n]
    if s.used[U_LIFESAVER] == 1 or s.crowd[t] == 0 or passable(w, s, z, n, ON_FOOT) == 0 or kind_of(w, s, t) == VAULT:
        return 0
    return 1 if survivors_at(w, s, t) > 0 else 0


@seam
def lifesaver(w: Record, s: Record, i: int, n: int) -> None:
    """Free the survivors in neighbour number ``n`` (BP-22.65)."""
    s.used[U_LIFESAVER] = 1
    tell(w, E.USE, i, SK.LIFESAVER, w.neighbour[s.zone[i], n])
    ask_rescued(w, s, i, w.neighbour[s.zone[i], n], 0, 0)
