"""What a survivor's action in his turn does (BP-11), and the single steps of storing and rearranging."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    FX_HEALING,
    FX_INVISIBILITY,
    FX_REPULSE,
    FX_SPEED,
    MELEE,
    NONE,
    TRAP_CARD,
)
from ..edition import FOOD_XP, LEADS_AT_ONCE, LOADS_ITSELF, TRAP_ENDS_SEARCH
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_NOSE, F_SEARCH, U_BORN_LEADER, U_DESTINY, U_LOUD, U_SHOVE
from ..numbers.layout import PACK, SLOTS, D, Z
from . import own
from .combat import attack
from .deeds import attacks, before_deed, do, idle
from .doors import close_door, open_door
from .feats import lifesaver, move, use_zone_skill
from .fire import throw_bile, throw_torch
from .gifts import gift_step
from .inventory import (
    card_at,
    discard_copy,
    drop,
    reload,
    use_matching_set,
)
from .legal import can_search
from .lending import lend_action
from .magic import enchant_survivor, repulse
from .objectives import take_objective
from .rearrange import exchange
from .safe_search import safe_search_step
from .search import search, spring_trap
from .survivor import gain_xp, make_noise, pay, reveal
from .team import killed_in
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
        push(s, ASK.TARGET, i, arg, NONE, ASK.ZONE_SKILL)
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
        push(s, ASK.TARGET, i, arg + PACK, NONE, ASK.SPELL)
    elif block == A.TRICK:
        push(s, ASK.TARGET, i, arg, NONE, ASK.TRICK_SHOT)
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
def aim(w: Record, s: Record, i: int, slot: int, first: int, what: int, zone: int) -> None:
    """Answer of `target`: the spell of the backpack, one of the two zones of a Trick shot, or a zone skill."""
    if what == ASK.ZONE_SKILL:
        use_zone_skill(w, s, i, slot, zone)
    elif what == ASK.SPELL:
        shoot(w, s, i, slot, zone, NONE)
    elif first < 0:
        push(s, ASK.TARGET, i, slot, zone, ASK.TRICK_SHOT)
    else:
        shoot(w, s, i, slot, first, zone)


# ---- single steps of cards -----------------------------------------------------------------------------------------------------


@jit
def put_step(w: Record, s: Record, t: int, placed: int, i: int, a: int) -> None:
    """`put` or `drop` with his own inventory; ``placed``: the word of frame ``t`` for the slots whose cards stay."""
    arg = a - A.BLOCK_OF[a]
    if A.BLOCK_OF[a] == A.PUT:
        exchange(w, s, i, arg // SLOTS, i, arg % SLOTS)
        s.stack[t, placed] |= 1 << arg % SLOTS
    else:
        s.stack[t, placed] &= ~(1 << arg)
        own.before_drop(w, s)
        drop(w, s, i, arg)


@jit
def arrange_step(w: Record, s: Record, t: int, a: int) -> None:
    """One step of the rearrangement or trade in frame ``t`` (BP-11.R11)."""
    i = s.stack[t, ASK.WHO_DECIDES]
    partner = s.stack[t, ASK.ARRANGE_PARTNER]
    s.arranged += 1
    block = A.BLOCK_OF[a]
    arg = a - block
    if gift_step(w, s, t, a) == 1:
        return
    if block == A.RECEIVE:
        exchange(w, s, partner, arg // SLOTS, i, arg % SLOTS)
        s.stack[t, ASK.ARRANGE_PLACED] |= 1 << arg % SLOTS
    elif block == A.GIVE:
        exchange(w, s, i, arg // SLOTS, partner, arg % SLOTS)
        s.stack[t, ASK.ARRANGE_THEIRS] |= 1 << arg % SLOTS
    else:
        put_step(w, s, t, ASK.ARRANGE_PLACED, i, a)


@jit
def store_step(w: Record, s: Record, a: int) -> None:
    """Answer about the card just gained (BP-9.R2); storing and discarding end the decision."""
    t = s.depth - 1
    i = s.stack[t, ASK.WHO_DECIDES]
    block = A.BLOCK_OF[a]
    trap = 0
    if w.card_place[w.copy_card[s.gain_copy]] == TRAP_CARD:
        trap = 1
    if block == A.DISCARD:
        s.depth = t
        if trap == 1:
            if TRAP_ENDS_SEARCH:
                s.depth = t - 1  # T.STORED
            spring_trap(w, s, i)
        else:
            tell(w, E.DISCARD, i, w.copy_card[s.gain_copy])
            discard_copy(s, s.gain_copy)
    elif block == A.KEEP:
        s.depth = t
        s.inv[i, a - block] = s.gain_copy
        tell(w, E.KEEP, i, w.copy_card[s.gain_copy], a - block)
    elif block == A.DESTINY:
        s.used[U_DESTINY] = 1
        tell(w, E.USE, i, SK.DESTINY, s.zone[i])
        tell(w, E.DISCARD, i, w.copy_card[s.gain_copy])
        discard_copy(s, s.gain_copy)
        s.gain_copy = 0
        s.gain_left += 1
        s.depth = t  # T.STORED draws the next one
    elif block == A.MATCHING_SET:
        use_matching_set(w, s)
    elif safe_search_step(s, a) == 1:
        return
    else:
        s.arranged += 1
        put_step(w, s, t, ASK.STORE_PLACED, i, a)


@jit
def shove(w: Record, s: Record, i: int, n: int) -> None:
    """All zombies of the own zone go to a zone at range 1 (BP-22.74, WD-24.72)."""
    s.used[U_SHOVE] = 1
    tell(w, E.USE, i, SK.SHOVE, w.neighbour[s.zone[i], n])
    push_all(w, s, s.zone[i], w.neighbour[s.zone[i], n])
