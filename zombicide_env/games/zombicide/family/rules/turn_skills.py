"""Skills used as an action of the turn: zone skills, Shove, Lifesaver, Loud!, Born leader (BP-22)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import FREE, Action
from ..edition import LEADS_AT_ONCE
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers.budget import U_BORN_LEADER, U_LOUD, U_SHOVE
from ..numbers.layout import ZONE_USES, D, S, Z
from .aiming import use_further_skill
from .born_leader import lend_action
from .pushes import push_all
from .skill_actions import can_save, can_shove, lifesaver, prepare_skill, skill_payable, skill_reaches, use_zone_skill
from .survivor import reveal
from .team import in_play
from .zone_skills import zone_skill


@jit
def legal_zone_skills(w: Record, s: Record, i: int, m: Mask) -> None:
    for number in range(len(SK.ZONE)):
        skill = zone_skill(s, i, number)
        if skill < 0:
            break
        if skill_payable(w, s, i, skill) == 1:
            prepare_skill(w, s, i, skill)
            for z in range(w.n_zones):
                if skill_reaches(w, s, i, skill, z) == 1:
                    if number < ZONE_USES:
                        m[A.USE_ZONE + number * Z + z] = 1
                    else:
                        m[A.CHOOSE + number] = 1


@jit
def legal_shove(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.skill[i, SK.SHOVE] > 0:
        for n in range(w.degree[s.zone[i]]):
            m[A.SHOVE + n] = can_shove(w, s, i, n)


@jit
def shove(w: Record, s: Record, i: int, n: int) -> None:
    """Push all zombies of the survivor's zone to a zone at range 1 (BP-22.74, WD-24.72)."""
    s.used[U_SHOVE] = 1
    tell(w, E.USE, i, SK.SHOVE, w.neighbour[s.zone[i], n])
    push_all(w, s, s.zone[i], w.neighbour[s.zone[i], n])


@jit
def legal_lifesaver(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.skill[i, SK.LIFESAVER] > 0:
        for n in range(w.degree[s.zone[i]]):
            m[A.LIFESAVER + n] = can_save(w, s, i, n)


@jit
def legal_loud(s: Record, i: int, m: Mask) -> None:
    if s.skill[i, SK.LOUD] > 0 and s.used[U_LOUD] == 0:
        m[A.LOUD] = 1


@jit
def use_loud(w: Record, s: Record, i: int) -> None:
    """Use Loud! (BP-22.71): no token, but it counts as making noise."""
    s.used[U_LOUD] = 1
    s.loud_zone = s.zone[i]
    s.loud_by = i
    tell(w, E.LOUD, i, s.zone[i])
    reveal(w, s, i)


@jit
def legal_lead(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.skill[i, SK.BORN_LEADER] > 0 and s.used[U_BORN_LEADER] == 0:
        for j in range(w.n_survivors):
            m[A.BORN_LEADER + j] = j != i and in_play(s, j) == 1


@jit
def lead(w: Record, s: Record, i: int, j: int) -> None:
    """Use Born Leader: give an action to another survivor."""
    s.used[U_BORN_LEADER] = 1
    tell(w, E.HELP, i, j)
    if LEADS_AT_ONCE:
        lend_action(w, s, j)
    else:
        s.gift[j] += 1


#: Zone skills differ in cost and effect, which ``use_zone_skill`` handles.
ACTIONS: Final = (
    Action(A.USE_ZONE, use_zone_skill, {"number": ZONE_USES, "zone": Z}, legal=legal_zone_skills, counts=FREE),
    Action(A.CHOOSE, use_further_skill, {"number": Z}, legal=legal_zone_skills, counts=FREE),
    Action(A.SHOVE, shove, {"n": D}, legal=legal_shove, counts=FREE),
    Action(A.LIFESAVER, lifesaver, {"n": D}, legal=legal_lifesaver, counts=FREE),
    Action(A.LOUD, use_loud, legal=legal_loud, counts=FREE),
    Action(A.BORN_LEADER, lead, {"j": S}, legal=legal_lead, counts=FREE),
)
