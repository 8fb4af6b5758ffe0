"""What a survivor's action in his turn does (BP-11), and the single steps of storing and rearranging."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.blocks import Act, by_block
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
from ..numbers.layout import PACK, RULES, SLOTS, VAULT_CARDS, WHERE, WHO, ZONE, ZONE_USES, D, S, Z
from . import own
from .attacks import shot_target
from .combat import attack
from .deeds import ACTIONS as OWN_ACTIONS
from .deeds import attacks, before_deed, idle
from .doors import BREAK_IN, close_door, open_door
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
    do(w, s, i, block, arg)


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
def shoot(w: Record, s: Record, i: int, slot: int, zone: int, zone2: int) -> None:
    """Ranged or Magic action named by a slot; with a second zone it is a Trick shot."""
    card = card_at(w, s, i, slot)
    combat = w.shot[card]
    attack(w, s, i, combat, card, weapons_ready(w, s, i, slot, combat), zone, zone2)


@jit
def shoot_at(w: Record, s: Record, i: int, slot: int, zone: int) -> None:
    shoot(w, s, i, slot, zone, NONE)


@jit
def strike(w: Record, s: Record, i: int, slot: int) -> None:
    """Melee action with the card in the slot."""
    attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), s.zone[i], NONE)


@jit
def ready(s: Record, i: int, slot: int) -> None:
    """A spell of the backpack; its target is asked."""
    push(s, ASK.TARGET, i, slot + PACK, NONE, SPELL)


@jit
def trick(s: Record, i: int, slot: int) -> None:
    push(s, ASK.TARGET, i, slot, NONE, TRICK_SHOT)


@jit
def use_further_skill(s: Record, i: int, number: int) -> None:
    """A zone skill beyond the first ones; its zone is asked."""
    push(s, ASK.TARGET, i, number, NONE, ZONE_SKILL)


@jit
def cast_repulse(w: Record, s: Record, i: int, zone: int) -> None:
    repulse(w, s, i, zone, FX_REPULSE)


@jit
def heal(w: Record, s: Record, i: int, j: int) -> None:
    enchant_survivor(w, s, i, FX_HEALING, j)


@jit
def hide(w: Record, s: Record, i: int, j: int) -> None:
    enchant_survivor(w, s, i, FX_INVISIBILITY, j)


@jit
def speed(w: Record, s: Record, i: int, j: int) -> None:
    enchant_survivor(w, s, i, FX_SPEED, j)


@jit
def beside(w: Record, s: Record, i: int, n: int) -> int:
    """The zone that neighbour number ``n`` names; ``D`` is the own one."""
    if n == D:
        return s.zone[i]
    return w.neighbour[s.zone[i], n]


@jit
def throw_bile_beside(w: Record, s: Record, i: int, n: int) -> None:
    throw_bile(w, s, i, beside(w, s, i, n))


@jit
def throw_torch_beside(w: Record, s: Record, i: int, n: int) -> None:
    throw_torch(w, s, i, beside(w, s, i, n))


@jit
def end(s: Record) -> None:
    """The turn's decision goes; T.TURN_END lies below."""
    s.depth -= 1


@jit
def pay_and_search(w: Record, s: Record, i: int) -> None:
    pay_search(w, s, i)
    search(w, s, i)


@jit
def noise(w: Record, s: Record, i: int) -> None:
    s.actions[i] -= 1
    make_noise(w, s, i)


@jit
def pay_and_reload(w: Record, s: Record, i: int) -> None:
    if LOADS_ITSELF or s.skill[i, SK.FREE_RELOAD] == 0:
        s.actions[i] -= 1
    reload(w, s, i)


@jit
def take_artefact(w: Record, s: Record, i: int) -> None:
    v = w.vault_of[s.zone[i]]
    take_from_vault(w, s, i, v, first_face_down(s, v))


@jit
def take_card(w: Record, s: Record, i: int, place: int) -> None:
    take_from_vault(w, s, i, w.vault_of[s.zone[i]], place)


@jit
def reorganise(s: Record, i: int) -> None:
    s.actions[i] -= 1
    push(s, T.ARRANGE, i, NONE, 1)


@jit
def trade(s: Record, i: int, j: int) -> None:
    s.actions[i] -= 1
    push(s, T.ARRANGE, i, j, 1)


@jit
def consume(w: Record, s: Record, i: int, slot: int) -> None:
    tell(w, E.EAT, i, card_at(w, s, i, slot))
    drop(w, s, i, slot)
    gain_xp(w, s, i, FOOD_XP)  # BP-24.7
    push(s, T.ACTION_END, i)


@jit
def lead(w: Record, s: Record, i: int, j: int) -> None:
    """Born Leader: an action for another survivor."""
    s.used[U_BORN_LEADER] = 1
    tell(w, E.HELP, i, j)
    if LEADS_AT_ONCE:
        lend_action(w, s, j)
    else:
        s.gift[j] += 1


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


ACTIONS: Final = (
    Act(A.MOVE, move, {"zone": Z}),
    Act(A.ATTACK, shoot_at, {"slot": PACK, "zone": Z}),
    Act(A.USE_ZONE, use_zone_skill, {"number": ZONE_USES, "zone": Z}),
    Act(A.REPULSE, cast_repulse, {"zone": Z}),
    Act(A.CHOOSE, use_further_skill, {"number": Z}),
    Act(A.OPEN, open_door, {"means": BREAK_IN + 1, "n": D}),
    Act(A.CLOSE, close_door, {"n": D}),
    Act(A.SHOVE, shove, {"n": D}),
    Act(A.LIFESAVER, lifesaver, {"n": D}),
    Act(A.BILE, throw_bile_beside, {"n": D + 1}),
    Act(A.TORCH, throw_torch_beside, {"n": D + 1}),
    Act(A.END, end),
    Act(A.SEARCH, pay_and_search),
    Act(A.NOISE, noise),
    Act(A.RELOAD, pay_and_reload),
    Act(A.TAKE, take_objective),
    Act(A.TAKE_ARTEFACT, take_artefact),
    Act(A.TAKE_CARD, take_card, {"place": VAULT_CARDS}),
    Act(A.REORGANISE, reorganise),
    Act(A.TRADE, trade, {"j": S}),
    Act(A.CONSUME, consume, {"slot": SLOTS}),
    Act(A.MELEE, strike, {"slot": PACK}),
    Act(A.HEAL, heal, {"j": S}),
    Act(A.HIDE, hide, {"j": S}),
    Act(A.SPEED, speed, {"j": S}),
    Act(A.READY, ready, {"slot": SLOTS - PACK}),
    Act(A.TRICK, trick, {"slot": SLOTS}),
    Act(A.LOUD, use_loud),
    Act(A.BORN_LEADER, lead, {"j": S}),
    *OWN_ACTIONS,
)
do = by_block(__name__, "do", ("w", "s", "i"), ACTIONS)

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
