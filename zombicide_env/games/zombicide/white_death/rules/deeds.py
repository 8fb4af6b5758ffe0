"""What a survivor may do in his turn beside the family's actions (WD-12, WD-13, WD-14, WD-24)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.blocks import Act
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import MELEE, NONE, RANGED
from ..numbers import actions as A
from ..numbers import own
from ..numbers import own_actions as OA
from ..numbers import own_skills as WS
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import PACK, SLOTS, D, S, Z
from ..numbers.own import BLESSINGS, DEFILER_TOKEN, TWICE
from .artefacts import first_on_ground, pick_up
from .borders import passable
from .combat import attack, end_streaks, further, improvise
from .gear import dragon_fire, legal_gear, move_cauldron, pick_ladder, place_ladder, take_ladder, tip
from .ground import walks_as
from .inventory import card_at, drop
from .lending import close_lent
from .magic import BLESSING, JUMP, SPRINT, cast, cast_twice, takes_effect
from .orders import call_guards, legal_orders
from .prowess import skilled
from .quests import legal_quest, send_away, take_something
from .search import draw_cards_for
from .sight import sees
from .weapons import weapons_ready

#: Attacks, which count the row themselves, what is no action, and the skills of zones, of which some are none (WD-24.74).
GOING_ON = (
    *(A.ATTACK, A.MELEE, A.READY, OA.STRIKE, OA.DRAGON_FIRE),
    *(OA.IMPROVISED_MELEE, OA.IMPROVISED_REACH, OA.IMPROVISED_RANGED),
    *(A.CONSUME, A.BORN_LEADER, A.LIFESAVER, A.SHOVE, A.USE_ZONE, A.CHOOSE),
)


@jit
def legal_deeds(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``."""
    legal_gear(w, s, i, m)
    legal_orders(w, s, i, m)
    legal_quest(w, s, i, m)
    here = s.zone[i]
    if s.skill[i, WS.IMPROVISED_MELEE] > 0 and s.used[own.U_IMPROVISED_MELEE] == 0:
        if s.crowd[here] > 0:
            m[OA.IMPROVISED_MELEE] = 1
        if skilled(w, s, i, WS.REACH) > 0:
            for n in range(w.degree[here]):
                if s.crowd[w.neighbour[here, n]] > 0 and sees(w, s, i, w.neighbour[here, n]) == 1:
                    m[OA.IMPROVISED_REACH + n] = 1
    if s.skill[i, WS.IMPROVISED_RANGED] > 0 and s.used[own.U_IMPROVISED_RANGED] == 0:
        legal_throws(w, s, i, m)
    if s.actions[i] > 0:
        if s.skill[i, WS.TRANSMUTATION] > 0:
            for slot in range(SLOTS):
                if s.inv[i, slot] > 0:
                    m[OA.TRANSMUTE + slot] = 1
        if s.skill[i, WS.ARTEFACT_COLLECTOR] > 0:
            for n in range(w.degree[here]):
                z = w.neighbour[here, n]
                if first_on_ground(s, z) >= 0 and sees(w, s, i, z) == 1 and passable(w, s, here, n, walks_as(w, s, i)) == 1:
                    m[OA.COLLECT + n] = 1
    if w.food_costs_action == 1 and s.actions[i] == 0:
        for slot in range(SLOTS):
            m[A.CONSUME + slot] = 0
    if s.lent == 1:
        close_lent(m)


@jit
def legal_throws(w: Record, s: Record, i: int, m: Mask) -> None:
    """Improvised Weapon: Ranged, range 1, or what skills make of it (WD-24.31)."""
    for z in range(w.n_zones):
        if s.crowd[z] > 0:
            r = sees(w, s, i, z)
            if (r >= 1 and r <= 1 + further(w, s, i, r)) or (r == 0 and skilled(w, s, i, SK.POINT_BLANK) > 0):
                m[OA.IMPROVISED_RANGED + z] = 1


@jit
def before_deed(w: Record, s: Record, i: int, block: int) -> None:
    """Escalation ends with every action but attacks, which count it (WD-24.74); the ends are tested after it."""
    if s.lent == 1:
        s.lent_done = 1
    if block == A.CONSUME:
        s.actions[i] -= w.food_costs_action  # WD-12.24
    if block not in GOING_ON and s.lent == 0:
        end_streaks(s)
    s.act_taunter = NONE  # whoever has taunted, those zombies have acted
    if block != A.END:
        push(s, T.CHECK)


@jit
def thrust(w: Record, s: Record, i: int, slot: int, n: int) -> None:
    """Melee action at distance 1."""
    zone = w.neighbour[s.zone[i], n]
    attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), zone, NONE)


@jit
def burn_beside(w: Record, s: Record, i: int, n: int) -> None:
    dragon_fire(w, s, i, s.zone[i] if n == D else w.neighbour[s.zone[i], n])


@jit
def improvise_melee(w: Record, s: Record, i: int) -> None:
    s.used[own.U_IMPROVISED_MELEE] = 1
    improvise(w, s, i, MELEE, s.zone[i])


@jit
def improvise_reach(w: Record, s: Record, i: int, n: int) -> None:
    s.used[own.U_IMPROVISED_MELEE] = 1
    improvise(w, s, i, MELEE, w.neighbour[s.zone[i], n])


@jit
def improvise_throw(w: Record, s: Record, i: int, zone: int) -> None:
    s.used[own.U_IMPROVISED_RANGED] = 1
    improvise(w, s, i, RANGED, zone)


@jit
def collect(w: Record, s: Record, i: int, n: int) -> None:
    s.actions[i] -= 1
    pick_up(w, s, i, w.neighbour[s.zone[i], n])


@jit
def pick_up_here(w: Record, s: Record, i: int) -> None:
    s.actions[i] -= 1
    pick_up(w, s, i, s.zone[i])


@jit
def transmute(w: Record, s: Record, i: int, slot: int) -> None:
    s.actions[i] -= 1
    drop(w, s, i, slot)
    draw_cards_for(s, i, 1, 0)


@jit
def bless(w: Record, s: Record, i: int, effect: int, j: int) -> None:
    cast(w, s, i, BLESSING + effect)
    takes_effect(w, s, i, BLESSING + effect, j)


@jit
def leap(w: Record, s: Record, i: int, j: int) -> None:
    cast(w, s, i, JUMP)
    takes_effect(w, s, i, JUMP, j)


@jit
def dash(w: Record, s: Record, i: int, j: int) -> None:
    cast(w, s, i, SPRINT)
    takes_effect(w, s, i, SPRINT, j)


@jit
def double(w: Record, s: Record, i: int, spell: int) -> None:
    cast(w, s, i, spell)
    cast_twice(s, i, spell)


ACTIONS: Final = (
    Act(OA.STRIKE, thrust, {"slot": PACK, "n": D}),
    Act(OA.ORDER, call_guards, {"z": Z}),
    Act(OA.DRAGON_FIRE, burn_beside, {"n": D + 1}),
    Act(OA.LADDER_PICK, pick_ladder),
    Act(OA.LADDER_TAKE, take_ladder, {"n": D}),
    Act(OA.LADDER_PLACE, place_ladder, {"n": D}),
    Act(OA.CAULDRON, move_cauldron, {"n": D}),
    Act(OA.TIP, tip, {"n": D}),
    Act(OA.QUEST_TAKE, take_something),
    Act(OA.QUEST_TOKEN, send_away, {"token": DEFILER_TOKEN}),
    Act(OA.IMPROVISED_MELEE, improvise_melee),
    Act(OA.IMPROVISED_REACH, improvise_reach, {"n": D}),
    Act(OA.IMPROVISED_RANGED, improvise_throw, {"zone": Z}),
    Act(OA.COLLECT, collect, {"n": D}),
    Act(OA.TRANSMUTE, transmute, {"slot": SLOTS}),
    Act(OA.BLESS, bless, {"effect": len(BLESSINGS), "j": S}),
    Act(OA.LEAP, leap, {"j": S}),
    Act(OA.DASH, dash, {"j": S}),
    Act(OA.TWICE, double, {"spell": len(TWICE)}),
    Act(OA.PICK_UP, pick_up_here),
)


@jit
def attacks(block: int) -> int:
    """1 for attacks at range 1 and Dragon Fire: a Bloodlust's free action may pay for them (WD-24.25)."""
    return 1 if block == OA.STRIKE or block == OA.DRAGON_FIRE else 0


@jit
def idle(block: int) -> int:
    """1 for a block of these that keeps no turn open: none."""
    return 0
