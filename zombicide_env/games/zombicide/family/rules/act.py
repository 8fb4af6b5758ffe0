"""What a survivor's action in his turn does (BP-11), and the single steps of storing and rearranging."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, MAIN, VOID, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import (
    FX_HEALING,
    FX_INVISIBILITY,
    FX_REPULSE,
    FX_SPEED,
    MELEE,
    NONE,
)
from ..edition import FOOD_XP, LEADS_AT_ONCE, LOADS_ITSELF
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import own_tasks as OT
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_NOSE, F_SEARCH, U_BORN_LEADER, U_LOUD, U_SHOVE
from ..numbers.decisions import SPELL, TRICK_SHOT, ZONE_SKILL
from ..numbers.layout import PACK, RULES, SLOTS, WHERE, WHO, ZONE, D, Z
from . import own
from .attacks import shot_target
from .combat import attack
from .deeds import attacks, before_deed, do, idle
from .doors import close_door, open_door
from .feats import lifesaver, move, prepare_skill, skill_reaches, use_zone_skill
from .fire import throw_bile, throw_torch
from .inventory import (
    card_at,
    drop,
    reload,
)
from .legal import can_search, legal_turn
from .lending import lend_action
from .magic import enchant_survivor, repulse
from .objectives import objective_effects, take_objective
from .options import first_offered, offer
from .search import search
from .survivor import gain_xp, make_noise, pay, reveal
from .team import killed_in
from .turn import turn_goes_on
from .vaults import first_face_down, take_from_vault
from .weapons import weapons_ready
from .zombies import push_all
from .zone_skills import zone_skill

# ---- the action of the survivor in turn ------------------------------------------------------------------------------------


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out action ``a`` of the survivor in turn."""
    block = A.BLOCK_OF[a]
    arg = a - block
    if block == A.DROP:
        own.before_drop(w, s)
        drop(w, s, i, arg)
        return
    if idle(block) == 0:
        lose_pending(s, i, block, arg)
    before_deed(w, s, i, block)
    if LOADS_ITSELF and block != A.END and s.skill[i, SK.FREE_RELOAD] > 0:
        push(s, T.ACTION_END, i)  # whatever the action is, his weapons are loaded after it (BP-22.30)
    if block == A.END:
        s.depth -= 1  # the turn's decision; T.TURN_END lies below
    elif act_on_zone(w, s, i, block, arg) == 0 and act_on_neighbour(w, s, i, block, arg) == 0 and act_here(w, s, i, block, arg) == 0:
        do(w, s, i, a)


@jit
def lose_pending(s: Record, i: int, block: int, arg: int) -> None:
    """A pending free action is lost by any action that does not use it."""
    skill = NONE
    if block == A.USE_ZONE:
        skill = zone_skill(s, i, arg // Z)
    elif block == A.CHOOSE:
        skill = zone_skill(s, i, arg)
    if block != A.MOVE and skill != SK.SPRINT:
        s.pending_run = 0
        s.pending_blitz = 0
    if block != A.ATTACK and block != A.MELEE and block != A.READY and block != A.TRICK and attacks(block) == 0:
        s.pending_attack = 0


@jit
def act_on_zone(w: Record, s: Record, i: int, block: int, arg: int) -> int:
    """Moves, attacks and skills that name a zone; 1 if the block is one of these."""
    if block == A.MOVE:
        move(w, s, i, arg)
    elif block == A.ATTACK:
        shoot(w, s, i, arg // Z, arg % Z, NONE)
    elif block == A.USE_ZONE:
        use_zone_skill(w, s, i, arg // Z, arg % Z)
    elif block == A.REPULSE:
        repulse(w, s, i, arg, FX_REPULSE)
    elif block == A.CHOOSE:
        push(s, ASK.TARGET, i, arg, NONE, ZONE_SKILL)
    else:
        return 0
    return 1


@jit
def shoot(w: Record, s: Record, i: int, slot: int, zone: int, zone2: int) -> None:
    """Ranged or Magic action named by a slot; with a second zone it is a Trick shot."""
    card = card_at(w, s, i, slot)
    combat = w.shot[card]
    attack(w, s, i, combat, card, weapons_ready(w, s, i, slot, combat), zone, zone2)


@jit
def act_on_neighbour(w: Record, s: Record, i: int, block: int, arg: int) -> int:
    """Doors, Shove, Lifesaver, throws; 1 if the block is one of these."""
    if block == A.OPEN:
        open_door(w, s, i, arg // D, arg % D)
    elif block == A.CLOSE:
        close_door(w, s, i, arg)
    elif block == A.SHOVE:
        shove(w, s, i, arg)
    elif block == A.LIFESAVER:
        lifesaver(w, s, i, arg)
    elif block == A.BILE:
        throw_bile(w, s, i, beside(w, s, i, arg))
    elif block == A.TORCH:
        throw_torch(w, s, i, beside(w, s, i, arg))
    else:
        return 0
    return 1


@jit
def beside(w: Record, s: Record, i: int, n: int) -> int:
    """The zone that neighbour number ``n`` names; ``D`` is the own one."""
    if n == D:
        return s.zone[i]
    return w.neighbour[s.zone[i], n]


@jit
def act_here(w: Record, s: Record, i: int, block: int, arg: int) -> int:
    """What a survivor does where he stands; 1 if the block is one of these."""
    if block == A.SEARCH:
        pay_search(w, s, i)
        search(w, s, i)
    elif block == A.NOISE:
        s.actions[i] -= 1
        make_noise(w, s, i)
    elif block == A.RELOAD:
        if LOADS_ITSELF or s.skill[i, SK.FREE_RELOAD] == 0:
            s.actions[i] -= 1
        reload(w, s, i)
    elif block == A.TAKE:
        take_objective(w, s, i)
    elif block == A.TAKE_ARTEFACT:
        v = w.vault_of[s.zone[i]]
        take_from_vault(w, s, i, v, first_face_down(s, v))
    elif block == A.TAKE_CARD:
        take_from_vault(w, s, i, w.vault_of[s.zone[i]], arg)
    elif block == A.REORGANISE:
        s.actions[i] -= 1
        push(s, T.ARRANGE, i, NONE, 1)
    elif block == A.TRADE:
        s.actions[i] -= 1
        push(s, T.ARRANGE, i, arg, 1)
    elif block == A.CONSUME:
        tell(w, E.EAT, i, card_at(w, s, i, arg))
        drop(w, s, i, arg)
        gain_xp(w, s, i, FOOD_XP)  # BP-24.7
        push(s, T.ACTION_END, i)
    elif block == A.MELEE:
        attack(w, s, i, MELEE, card_at(w, s, i, arg), weapons_ready(w, s, i, arg, MELEE), s.zone[i], NONE)
    elif block == A.HEAL:
        enchant_survivor(w, s, i, FX_HEALING, arg)
    elif block == A.HIDE:
        enchant_survivor(w, s, i, FX_INVISIBILITY, arg)
    elif block == A.SPEED:
        enchant_survivor(w, s, i, FX_SPEED, arg)
    elif block == A.READY:
        push(s, ASK.TARGET, i, arg + PACK, NONE, SPELL)
    elif block == A.TRICK:
        push(s, ASK.TARGET, i, arg, NONE, TRICK_SHOT)
    elif block == A.LOUD:
        use_loud(w, s, i)
    elif block == A.BORN_LEADER:
        s.used[U_BORN_LEADER] = 1
        tell(w, E.HELP, i, arg)
        if LEADS_AT_ONCE:
            lend_action(w, s, arg)
        else:
            s.gift[arg] += 1
    else:
        return 0
    return 1


@jit
def pay_search(w: Record, s: Record, i: int) -> None:
    """Free Search, Hold your nose, normal action (BP-6.R6)."""
    if can_search(w, s, i) == 2 or (s.free[F_SEARCH] == 0 and s.free[F_NOSE] > 0 and killed_in(s, i, s.zone[i]) == 1):
        s.free[F_NOSE] -= 1
    else:
        pay(s, i, F_SEARCH)


@jit
def use_loud(w: Record, s: Record, i: int) -> None:
    """Loud! (BP-22.71): no token, but it counts as making noise."""
    s.used[U_LOUD] = 1
    s.loud_zone = s.zone[i]
    s.loud_by = i
    tell(w, E.LOUD, i, s.zone[i])
    reveal(w, s, i)


@jit
def shove(w: Record, s: Record, i: int, n: int) -> None:
    """All zombies of the own zone go to a zone at range 1 (BP-22.74, WD-24.72)."""
    s.used[U_SHOVE] = 1
    tell(w, E.USE, i, SK.SHOVE, w.neighbour[s.zone[i], n])
    push_all(w, s, s.zone[i], w.neighbour[s.zone[i], n])


# ---- on the agenda ---------------------------------------------------------------------------------------------------------------


@jit
def asked_turn(w: Record, s: Record, i: int) -> int:
    """A turn ends by itself when nothing can be done any more."""
    return ALWAYS if turn_goes_on(w, s, i) == 1 else VOID


@jit
def asked_target(aim: int) -> int:
    """A part of a survivor's own action: automatic mode asks for it as well."""
    return ALWAYS if aim == ZONE_SKILL else MAIN


@jit
def offer_targets(w: Record, s: Record, i: int, slot: int, first: int, aim: int) -> None:
    """Zones for a spell of the backpack, the two zones of a Trick shot in zone order, or those of a zone skill (its number)."""
    if aim == ZONE_SKILL:
        skill = zone_skill(s, i, slot)
        prepare_skill(w, s, i, skill)
        for z in range(w.n_zones):
            if skill_reaches(w, s, i, skill, z) == 1:
                offer(s, A.CHOOSE + z)
        return
    card = w.copy_card[s.inv[i, slot]]
    last = NONE
    if aim == TRICK_SHOT and first < 0:
        for z in range(w.n_zones):
            if shot_target(w, s, i, card, z) == 1:
                last = z
    for z in range(first + 1, w.n_zones):
        if shot_target(w, s, i, card, z) == 1 and z != last:
            offer(s, A.CHOOSE + z)


@jit
def answer_target(w: Record, s: Record, i: int, slot: int, first: int, aim: int, a: int) -> None:
    """The zone of a spell of the backpack, one of the two of a Trick shot, or that of a zone skill."""
    zone = a - A.CHOOSE
    if aim == ZONE_SKILL:
        use_zone_skill(w, s, i, slot, zone)
    elif aim == SPELL:
        shoot(w, s, i, slot, zone, NONE)
    elif first < 0:
        push(s, ASK.TARGET, i, slot, zone, TRICK_SHOT)
    else:
        shoot(w, s, i, slot, first, zone)


ROWS: Final = (
    Decision(
        ASK.TURN,
        words={"i": WHO},
        below=(T.TURN_END, *OT.RESTS),
        asked=asked_turn,
        offer=legal_turn,
        answer=act,
        default=A.END,
        see=nothing_more,
        fits=anywhere,
        text=Text("a survivor's turn", "next action, free action, free use of a card or skill, or the end of the turn", "always asked"),
        stays=True,
        waits=True,
    ),
    Decision(
        ASK.TARGET,
        words={"i": WHO, "slot": Range(0, SLOTS - 1), "first": ZONE, "aim": Range(0, ZONE_SKILL)},
        asked=asked_target,
        offer=offer_targets,
        answer=answer_target,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("an attack with several possible targets, or from a spellbook", "the zone", "the nearest, then zone order"),
        notation={"choose": "target {}"},
        phase="action",
    ),
    Task(T.OBJECTIVE, objective_effects, words={"i": WHO, "colour": Range(0, 3), "z": WHERE, "first": Range(0, RULES)}),
)
