"""What only White Death has: its actions, work and decisions, each handed to the room that knows it."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import FX_AAAHH, MELEE, NONE, RANGED
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import own
from ..numbers import own_actions as OA
from ..numbers import own_skills as WS
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import N_USED, U_BORN_LEADER, U_LIFESAVER, U_SHOVE, U_TAUNT
from ..numbers.layout import ON_FOOT, SLOTS, D, S
from ..numbers.own import GIFTS
from .artefacts import first_on_ground, pick_up
from .borders import passable
from .combat import aftermath, attack, end_streaks, further, improvise
from .freeze import thaw
from .gear import (
    dragon_fire,
    legal_gear,
    move_cauldron,
    pick_ladder,
    place_ladder,
    take_ladder,
    tip,
)
from .interrupts import save_turn
from .inventory import card_at, discard_copy, drop
from .laying import deal_prepared, lay_out, shuffle_hidden
from .magic import BLESSING, JUMP, SPRINT, cast, takes_effect
from .noses import noses
from .orders import legal_orders
from .placing import abomination_card, put_guest, shortage
from .prowess import skilled
from .questions import answer as answer
from .questions import default as default
from .questions import default_shield as default_shield
from .questions import offer_options as offer_options
from .quests import (
    ask_empress,
    hand_over,
    has_gift,
    legal_quest,
    offer_exits,
    send_away,
    take_along,
    take_something,
)
from .reflexes import begin_card, reflexes, resume_card
from .search import can_search_safely, draw_cards_for
from .seen import see, see_decision, see_print, see_weapons
from .siege import begin_climb, climb, siege_places
from .sight import sees
from .spawn import extra_card, further_necromancer
from .survivor import gain_xp
from .team import in_play
from .weapons import weapons_ready
from .zombies import defiler_acts

#: Attacks, which count the row themselves, and what does not end it.
GOING_ON = (
    *(A.ATTACK, A.MELEE, A.READY, OA.STRIKE, OA.DRAGON_FIRE, A.CONSUME),
    *(OA.IMPROVISED_MELEE, OA.IMPROVISED_REACH, OA.IMPROVISED_RANGED),
)

# ---- setup -----------------------------------------------------------------------------------------------------------


@jit
def setup(w: Record, s: Record) -> None:
    """The board of the quest (WD-2)."""
    lay_out(w, s)


@jit
def dealt(w: Record, s: Record) -> None:
    """Prepared cards (WD-25.22)."""
    deal_prepared(w, s)


@jit
def resample(w: Record, s: Record) -> None:
    """Prepared cards and the deck, artefacts on the ground and theirs change places."""
    shuffle_hidden(w, s)


# ---- the turn ----------------------------------------------------------------------------------------------------------


@jit
def legal_turn(w: Record, s: Record, i: int, m: Mask) -> None:
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
                if first_on_ground(s, z) >= 0 and sees(w, s, i, z) == 1 and passable(w, s, here, n, ON_FOOT) == 1:
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
def close_lent(m: Mask) -> None:
    """A Born Leader gives one action: nothing that is free (WD-24.50)."""
    m[A.END] = 0
    for slot in range(SLOTS):
        m[A.DROP + slot] = 0
        m[A.CONSUME + slot] = 0


@jit
def before(w: Record, s: Record, i: int, block: int) -> None:
    """Escalation ends with every action but attacks, which count it, eating and discarding (WD-24.74); the ends are tested after it."""
    if s.lent == 1:
        s.lent_done = 1
    if block == A.CONSUME:
        s.actions[i] -= w.food_costs_action  # WD-12.24
    if block not in GOING_ON:
        end_streaks(s)
    s.act_taunter = NONE  # whoever has taunted, those zombies have acted
    if block != A.END:
        push(s, T.CHECK)


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out one of these actions."""
    block = A.BLOCK_OF[a]
    arg = a - block
    here = s.zone[i]
    if block == OA.STRIKE:
        slot = arg // D
        zone = w.neighbour[here, arg % D]
        attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), zone, NONE)
    elif block == OA.ORDER:
        push(s, own.ORDER_WHAT, i, arg)
    elif block == OA.DRAGON_FIRE:
        dragon_fire(w, s, i, here if arg == D else w.neighbour[here, arg])
    elif block == OA.LADDER_PICK:
        pick_ladder(w, s, i)
    elif block == OA.LADDER_TAKE:
        take_ladder(w, s, i, arg)
    elif block == OA.LADDER_PLACE:
        place_ladder(w, s, i, arg)
    elif block == OA.CAULDRON:
        move_cauldron(w, s, i, arg)
    elif block == OA.TIP:
        tip(w, s, i, arg)
    elif block == OA.QUEST_TAKE:
        take_something(w, s, i)
    elif block == OA.QUEST_TOKEN:
        send_away(w, s, i, arg)
    else:
        act_by_skill(w, s, i, block, arg)


@jit
def act_by_skill(w: Record, s: Record, i: int, block: int, arg: int) -> None:
    here = s.zone[i]
    if block == OA.IMPROVISED_MELEE:
        s.used[own.U_IMPROVISED_MELEE] = 1
        improvise(w, s, i, MELEE, here)
    elif block == OA.IMPROVISED_REACH:
        s.used[own.U_IMPROVISED_MELEE] = 1
        improvise(w, s, i, MELEE, w.neighbour[here, arg])
    elif block == OA.IMPROVISED_RANGED:
        s.used[own.U_IMPROVISED_RANGED] = 1
        improvise(w, s, i, RANGED, arg)
    elif block == OA.COLLECT:
        s.actions[i] -= 1
        pick_up(w, s, i, w.neighbour[here, arg])
    elif block == OA.TRANSMUTE:
        s.actions[i] -= 1
        drop(w, s, i, arg)
        draw_cards_for(s, i, 1, 0)
    elif block == OA.BLESS:
        cast(w, s, i, BLESSING + arg // S)
        takes_effect(w, s, i, BLESSING + arg // S, arg % S)
    elif block == OA.LEAP:
        cast(w, s, i, JUMP)
        takes_effect(w, s, i, JUMP, arg)
    elif block == OA.DASH:
        cast(w, s, i, SPRINT)
        takes_effect(w, s, i, SPRINT, arg)
    elif block == OA.TWICE:
        cast(w, s, i, arg)
        push(s, own.SPELL, i, arg, NONE)
    elif block == OA.PICK_UP:
        s.actions[i] -= 1
        pick_up(w, s, i, here)


@jit
def lend(w: Record, s: Record, j: int) -> None:
    """Survivor ``j`` takes one action at once; then the leader's turn goes on (WD-24.50)."""
    push(s, T.RESUME, save_turn(w, s))
    push(s, own.LENT, j)
    push(s, ASK.TURN, j)
    s.current = j
    s.lent = 1
    s.lent_done = 0
    s.next_turn += 1
    s.turn_id = s.next_turn
    s.actions[j] = 1
    s.pending_attack = 0
    s.pending_run = 0
    for f in range(s.free.shape[0]):
        s.free[f] = 0
    for u in range(N_USED):
        s.used[u] = 0
    for u in (U_TAUNT, U_SHOVE, U_LIFESAVER, U_BORN_LEADER, own.U_CHARGE, own.U_IMPROVISED_MELEE, own.U_IMPROVISED_RANGED):
        s.used[u] = 1


@jit
def turn_spent(w: Record, s: Record, i: int) -> int:
    """A lent action is one action, and what it sets free."""
    if s.lent == 1 and s.lent_done == 1 and s.pending_attack == 0 and s.pending_run == 0:
        return 1
    return 0


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins: a Guard Action again, no Escalation."""
    s.ordered[i] = 0
    end_streaks(s)


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Nothing."""


@jit
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed."""


@jit
def end_phase(w: Record, s: Record) -> None:
    """Medic, freeze tokens, Blessings not used (WD-3.6, WD-24.38, WD-19.18)."""
    healed = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.skill[i, WS.MEDIC] > 0:
            for j in range(w.n_survivors):
                if in_play(s, j) == 1 and s.zone[j] == s.zone[i] and s.wounds[j] > 0 and (healed >> j) & 1 == 0:
                    s.wounds[j] -= 1
                    tell(w, E.HEAL, j, 1, s.wounds[j])
                    healed |= 1 << j
                    gain_xp(w, s, i, 1)
    for z in range(w.n_zones):
        thaw(w, s, z)
    for i in range(w.n_survivors):
        s.blessing[i] = 0
        s.ordered[i] = 0


@jit
def round_begins(w: Record, s: Record) -> None:
    """Levels that Medics have reached, then the Empress's move."""
    if s.outcome == 0:
        ask_empress(w, s)
        for i in range(w.n_survivors - 1, -1, -1):
            if in_play(s, i) == 1:
                push(s, T.LEVELS, i)


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """With a part of the Guards."""
    offer_exits(w, s, i)


@jit
def sets_out(s: Record, i: int) -> None:
    """Survivor ``i`` goes to another zone."""


@jit
def leaves_on_foot(s: Record, i: int) -> int:
    """Everybody walks."""
    return 1


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Guards leave with him."""
    take_along(w, s, i, a)


# ---- cards -------------------------------------------------------------------------------------------------------------


@jit
def legal_trade(w: Record, s: Record, i: int, partner: int, m: Mask) -> None:
    """Rope ladders, the Beacon, quest tokens (WD-9.8)."""
    for gift in range(len(GIFTS)):
        m[OA.GIVE_GIFT + gift] = has_gift(s, i, gift)
        m[OA.RECEIVE_GIFT + gift] = has_gift(s, partner, gift)


@jit
def trade_step(w: Record, s: Record, i: int, partner: int, a: int) -> int:
    block = A.BLOCK_OF[a]
    if block == OA.GIVE_GIFT:
        hand_over(w, s, i, partner, a - block)
        return 1
    if block == OA.RECEIVE_GIFT:
        hand_over(w, s, partner, i, a - block)
        return 1
    return 0


@jit
def something_to_give(w: Record, s: Record, i: int, partner: int) -> int:
    for gift in range(len(GIFTS)):
        if has_gift(s, i, gift) == 1 or has_gift(s, partner, gift) == 1:
            return 1
    return 0


@jit
def always_asks(task: int) -> int:
    """The parts of a Guard Action, of a Lifesaver and of a spell cast twice make one text."""
    if task == own.ORDER_WHAT or task == own.ORDER_NUMBER or task == own.ORDER_WHERE or task == own.RESCUED or task == own.SPELL:
        return 1
    return 0


@jit
def store_default(w: Record, s: Record, i: int) -> int:
    """Automatic mode uses Safe Search (WD-D13)."""
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH and can_search_safely(s, i) == 1:
        s.depth -= 1
        search_safely(s)
        return 1
    return 0


@jit
def search_safely(s: Record) -> None:
    """The Aaahh!! is discarded without effect and the next card drawn."""
    s.used[own.U_SAFE_SEARCH] = 1
    discard_copy(s, s.gain_copy)
    s.gain_copy = 0
    s.gain_left += 1


@jit
def legal_store(w: Record, s: Record, i: int, m: Mask) -> None:
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH:
        m[OA.SAFE_SEARCH] = can_search_safely(s, i)


@jit
def store_step(w: Record, s: Record, i: int, a: int) -> int:
    if a != OA.SAFE_SEARCH:
        return 0
    s.depth -= 1  # the question; T.STORED below draws the next card
    search_safely(s)
    return 1


# ---- work --------------------------------------------------------------------------------------------------------------


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    if task == own.SIEGE:
        begin_card(w, s)  # an Aaahh!! of a Zombie Link turn is another card
        siege_places(w, s, a)
    elif task == own.BEGIN_CLIMB:
        begin_climb(w, s)
    elif task == own.CLIMB:
        climb(w, s, a)
    elif task == own.REFLEXES:
        reflexes(w, s, a, b)
    elif task == own.ADVANCE:
        defiler_acts(w, s)
    elif task == own.SHORTAGE:
        shortage(w, s, a)
    elif task == own.GIANT_CARD:
        giant_card(w, s, a, b)
    elif task == own.NOSES:
        noses(w, s, a)
    elif task == own.PLACED:
        resume_card(w, s, t)
    elif task == own.REGAIN:
        s.gain_left = a
        s.by_search = b
        s.gain_from = c
    elif task == own.LENT:
        s.lent = 0
        s.current = NONE
        end_streaks(s)
    elif task == own.AFTERMATH:
        aftermath(w, s, a)
    elif task == own.EXTRAS:
        extra_card(w, s, a)
    elif task == own.CAST:
        takes_effect(w, s, a, b, c)


@jit
def giant_card(w: Record, s: Record, zone: int, what: int) -> None:
    """An Abomination card, or the further figure that comes after the others have acted."""
    if what == 0:
        abomination_card(w, s, zone)
    elif what == 1:
        s.abominations_left -= 1
        put_guest(w, s, 3, zone)
    else:
        further_necromancer(w, s, zone)


# ---- observation ----------------------------------------------------------------------------------------------------------


@jit
def frame(w: Record, o: Features) -> None:
    """What is printed on the board."""
    see_print(w, o)


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's own columns."""
    see(w, s, o)
    see_weapons(w, s, agent, o)


@jit
def observe_decision(w: Record, s: Record, t: int, o: Features) -> None:
    """Write the numbers that matter for the edition's own decision in frame ``t``."""
    see_decision(w, s, t, o)


@jit
def deal(w: Record, s: Record) -> int:
    """The starting cards are dealt as the family deals them."""
    return 0


@jit
def prepare_decks(w: Record, s: Record) -> None:
    """The decks lie ready, the zombie deck not yet shuffled."""


@jit
def asked_anyway(w: Record, s: Record, task: int) -> int:
    """1 for a decision that automatic mode asks as well."""
    return 0


@jit
def attacks(block: int) -> int:
    """1 for attacks at range 1 and Dragon Fire: a Bloodlust's free action may pay for them (WD-24.25)."""
    return 1 if block == OA.STRIKE or block == OA.DRAGON_FIRE else 0


@jit
def idle(w: Record, block: int) -> int:
    """1 for a block of actions that keep no turn open."""
    return 0


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """An action of survivor ``i`` is over."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Survivor ``i`` has the actions of his turn; in a position he may have fewer of them in the first one."""
    if s.first_actions[i] >= 0:
        s.actions[i] = s.first_actions[i]
        s.first_actions[i] = NONE
