"""What a survivor's action in his turn does (BP-11), and the single steps of storing and rearranging."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    FX_AAAHH,
    FX_BILE,
    FX_HEALING,
    FX_INVISIBILITY,
    FX_REPULSE,
    FX_SPEED,
    FX_TORCH,
    MELEE,
    NONE,
)
from ..numbers.actions import (
    A_ATTACK,
    A_BILE,
    A_BORN_LEADER,
    A_CHOOSE,
    A_CLOSE,
    A_CONSUME,
    A_DESTINY,
    A_DISCARD,
    A_DROP,
    A_END,
    A_GIVE,
    A_HEAL,
    A_HIDE,
    A_KEEP,
    A_LIFESAVER,
    A_LOUD,
    A_MATCHING_SET,
    A_MELEE,
    A_NOISE,
    A_OPEN,
    A_PUT,
    A_READY,
    A_RECEIVE,
    A_RELOAD,
    A_REORGANISE,
    A_REPULSE,
    A_SEARCH,
    A_SHOVE,
    A_SPEED,
    A_TAKE,
    A_TAKE_ARTEFACT,
    A_TAKE_CARD,
    A_TORCH,
    A_TRADE,
    A_TRICK,
    A_USE_ZONE,
)
from ..numbers.layout import PACK, SLOTS, D, Z
from ..numbers.skills import SK_FREE_RELOAD, SK_SPRINT
from ..numbers.tasks import D_TARGET, F_NOSE, F_SEARCH, T_ACTION_END, T_ARRANGE, U_BORN_LEADER, U_DESTINY, U_LOUD
from .combat import attack, weapons_ready
from .doors import close_door, open_door
from .feats import lifesaver, move, shove, use_zone_skill, zone_skill
from .fire import throw_bile, throw_torch
from .inventory import (
    card_at,
    discard_copy,
    drop,
    exchange,
    hand_slot_of_effect,
    reload,
    search,
    spring_trap,
    use_matching_set,
)
from .legal import can_search
from .magic import enchant_survivor, repulse
from .objectives import first_face_down, take_from_vault, take_objective
from .survivor import gain_xp, make_noise, pay, reveal

# ---- the action of the survivor in turn ------------------------------------------------------------------------------------


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out action ``a`` of the survivor in turn."""
    if a >= A_DROP and a < A_DROP + SLOTS:
        drop(s, i, a - A_DROP)
        return
    lose_pending(s, i, a)
    if a != A_END and s.skill[i, SK_FREE_RELOAD] > 0:
        push(s, T_ACTION_END, i)  # whatever the action is, his weapons are loaded after it (BP-22.30)
    if a < A_ATTACK:
        move(w, s, i, a)
    elif a < A_CHOOSE:
        act_on_zone(w, s, i, a)
    elif a < A_OPEN:
        push(s, D_TARGET, i, a - A_CHOOSE, NONE, 2)
    elif a < A_END:
        act_on_neighbour(w, s, i, a)
    elif a < A_TRADE:
        act_alone(w, s, i, a)
    else:
        act_with(w, s, i, a)


@jit
def lose_pending(s: Record, i: int, a: int) -> None:
    """A pending free action is lost by any action that does not use it."""
    number = (a - A_USE_ZONE) // Z
    if a >= A_CHOOSE:
        number = a - A_CHOOSE
    sprint = 0
    if a >= A_USE_ZONE and a < A_OPEN and (a < A_REPULSE or a >= A_CHOOSE) and zone_skill(s, i, number) == SK_SPRINT:
        sprint = 1
    if a >= A_ATTACK and sprint == 0:
        s.pending_run = 0
        s.pending_blitz = 0
    shot = 0
    if a >= A_ATTACK and a < A_USE_ZONE:
        shot = 1
    if (a >= A_MELEE and a < A_MELEE + PACK) or (a >= A_READY and a < A_TRICK + SLOTS):
        shot = 1
    if shot == 0:
        s.pending_attack = 0


@jit
def act_on_zone(w: Record, s: Record, i: int, a: int) -> None:
    slot = (a - A_ATTACK) // Z
    zone = (a - A_ATTACK) % Z
    if a < A_USE_ZONE:
        shoot(w, s, i, slot, zone, NONE)
    elif a < A_REPULSE:
        use_zone_skill(w, s, i, slot - PACK, zone)
    else:
        repulse(w, s, i, zone, FX_REPULSE)


@jit
def shoot(w: Record, s: Record, i: int, slot: int, zone: int, zone2: int) -> None:
    """Ranged or Magic action named by a slot; with a second zone it is a Trick shot."""
    card = card_at(w, s, i, slot)
    combat = w.shot[card]
    attack(w, s, i, combat, card, weapons_ready(w, s, i, slot, combat), zone, zone2)


@jit
def act_on_neighbour(w: Record, s: Record, i: int, a: int) -> None:
    """Doors, Shove, Lifesaver, throws."""
    here = s.zone[i]
    if a < A_CLOSE:
        open_door(w, s, i, (a - A_OPEN) // D, (a - A_OPEN) % D)
    elif a < A_SHOVE:
        close_door(w, s, i, a - A_CLOSE)
    elif a < A_LIFESAVER:
        shove(w, s, i, a - A_SHOVE)
    elif a < A_BILE:
        lifesaver(w, s, i, a - A_LIFESAVER)
    else:
        base = A_BILE
        if a >= A_TORCH:
            base = A_TORCH
        zone = here
        if a - base < D:
            zone = w.neighbour[here, a - base]
        if base == A_BILE:
            throw_bile(w, s, i, hand_slot_of_effect(w, s, i, FX_BILE, PACK - 1), zone)
        else:
            throw_torch(s, i, hand_slot_of_effect(w, s, i, FX_TORCH, PACK - 1), zone)


@jit
def act_alone(w: Record, s: Record, i: int, a: int) -> None:
    """Actions that concern nobody else."""
    if a == A_END:
        s.depth -= 1  # the turn's decision; T_TURN_END lies below
    elif a == A_SEARCH:
        pay_search(w, s, i)
        search(w, s, i)
    elif a == A_NOISE:
        s.actions[i] -= 1
        make_noise(s, i)
    elif a == A_RELOAD:
        s.actions[i] -= 1
        reload(w, s, i)
    elif a == A_TAKE:
        take_objective(w, s, i)
    elif a == A_TAKE_ARTEFACT:
        v = w.vault_of[s.zone[i]]
        take_from_vault(w, s, i, v, first_face_down(s, v))
    elif a == A_REORGANISE:
        s.actions[i] -= 1
        push(s, T_ARRANGE, i, NONE, 1)
    else:
        take_from_vault(w, s, i, w.vault_of[s.zone[i]], a - A_TAKE_CARD)


@jit
def pay_search(w: Record, s: Record, i: int) -> None:
    """Free Search, Hold your nose, normal action (BP-6.R6)."""
    if can_search(w, s, i) == 2 or (s.free[F_SEARCH] == 0 and s.free[F_NOSE] > 0 and s.nose[i, s.zone[i]] == 1):
        s.free[F_NOSE] -= 1
    else:
        pay(s, i, F_SEARCH)


@jit
def act_with(w: Record, s: Record, i: int, a: int) -> None:
    """Actions that name a survivor or a card."""
    if a < A_DROP:
        s.actions[i] -= 1
        push(s, T_ARRANGE, i, a - A_TRADE, 1)
    elif a < A_MELEE:
        drop(s, i, a - A_CONSUME)
        gain_xp(w, s, i, 1)  # BP-24.7
        push(s, T_ACTION_END, i)
    elif a < A_HEAL:
        slot = a - A_MELEE
        attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), s.zone[i], NONE)
    elif a < A_HIDE:
        enchant_survivor(w, s, i, FX_HEALING, a - A_HEAL)
    elif a < A_SPEED:
        enchant_survivor(w, s, i, FX_INVISIBILITY, a - A_HIDE)
    elif a < A_READY:
        enchant_survivor(w, s, i, FX_SPEED, a - A_SPEED)
    elif a < A_TRICK:
        push(s, D_TARGET, i, a - A_READY + PACK, NONE, 0)
    elif a < A_LOUD:
        push(s, D_TARGET, i, a - A_TRICK, NONE, 1)
    elif a == A_LOUD:
        use_loud(s, i)
    else:
        s.used[U_BORN_LEADER] = 1
        s.gift[a - A_BORN_LEADER] += 1


@jit
def use_loud(s: Record, i: int) -> None:
    """Loud! (BP-22.71): no token, but it counts as making noise."""
    s.used[U_LOUD] = 1
    s.loud_zone = s.zone[i]
    s.loud_by = i
    reveal(s, i)


@jit
def aim(w: Record, s: Record, i: int, slot: int, first: int, trick: int, zone: int) -> None:
    """Answer of `target`: the spell of the backpack, one of the two zones of a Trick shot, or a zone skill."""
    if trick == 2:
        use_zone_skill(w, s, i, slot, zone)
    elif trick == 0:
        shoot(w, s, i, slot, zone, NONE)
    elif first < 0:
        push(s, D_TARGET, i, slot, zone, 1)
    else:
        shoot(w, s, i, slot, first, zone)


# ---- single steps of cards -----------------------------------------------------------------------------------------------------


@jit
def put_step(s: Record, i: int, a: int) -> None:
    """`put` or `drop` with the own inventory."""
    if a >= A_PUT:
        exchange(s, i, (a - A_PUT) // SLOTS, i, (a - A_PUT) % SLOTS)
    else:
        drop(s, i, a - A_DROP)


@jit
def arrange_step(w: Record, s: Record, i: int, partner: int, a: int) -> None:
    """One step of a rearrangement or trade (BP-11.R11)."""
    s.arranged += 1
    if a >= A_RECEIVE:
        exchange(s, partner, (a - A_RECEIVE) // SLOTS, i, (a - A_RECEIVE) % SLOTS)
    elif a >= A_GIVE:
        exchange(s, i, (a - A_GIVE) // SLOTS, partner, (a - A_GIVE) % SLOTS)
    else:
        put_step(s, i, a)


@jit
def store_step(w: Record, s: Record, a: int) -> None:
    """Answer about the card just gained (BP-9.R2); storing and discarding end the decision."""
    t = s.depth - 1
    i = s.stack[t, 1]
    trap = 0
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH:
        trap = 1
    if a == A_DISCARD:
        s.depth = t
        if trap == 1:
            s.depth = t - 1  # T_STORED
            spring_trap(w, s, i)
        else:
            discard_copy(s, s.gain_copy)
    elif a >= A_KEEP and a < A_DISCARD:
        s.depth = t
        s.inv[i, a - A_KEEP] = s.gain_copy
    elif a == A_DESTINY:
        s.used[U_DESTINY] = 1
        discard_copy(s, s.gain_copy)
        s.gain_copy = 0
        s.gain_left += 1
        s.depth = t  # T_STORED draws the next one
    elif a == A_MATCHING_SET:
        use_matching_set(w, s)
    else:
        s.arranged += 1
        put_step(s, i, a)
