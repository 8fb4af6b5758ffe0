"""Enchantments: Healing, Repulse, Jump, Sprint, Baba Yaga's Blessing, Double Casting (WD-12.12 to 12.14, WD-24.20)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import FAR, FX_BLESSING, FX_HEALING, FX_JUMP, FX_REPULSE, FX_SPRINT, NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_skills as OSK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers.layout import SLOTS, WHO, S, Z
from ..numbers.movement import TO_PUSH
from ..numbers.spells import BLESSINGS, TWICE
from .free_moves import answer_move
from .inventory import in_hand, is_enchantment
from .movement import fill_reach
from .options import first_offered, offer
from .pushes import pushed_out
from .routes import ask_route
from .sight import sees
from .skill_actions import jumps_to, move_steps
from .survivor import can_pay_enchantment, heal_wound, pay_enchantment
from .team import in_play

#: Spells by their number in ``own.TWICE``.
HEALING = 0
JUMP = 1
SPRINT = 2
BLESSING = 3  # + effect
REPULSE = 7


@jit
def effect_of(spell: int) -> int:
    """Effect of a spell's card."""
    if spell == HEALING:
        return FX_HEALING
    if spell == JUMP:
        return FX_JUMP
    if spell == SPRINT:
        return FX_SPRINT
    if spell == REPULSE:
        return FX_REPULSE
    return FX_BLESSING


@jit
def ready_slot(w: Record, s: Record, i: int, effect: int) -> int:
    """Lowest slot with a working copy not yet used in this turn, -1: none (WD-12.14)."""
    for slot in range(SLOTS):
        c = s.inv[i, slot]
        card = w.copy_card[c]
        if is_enchantment(w, card) == 1 and w.card_effect[card] == effect and in_hand(w, s, i, slot) == 1 and s.spent[c] != s.turn_id:
            return slot
    return NONE


@jit
def holds_enchantment(w: Record, s: Record, i: int) -> int:
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0 and is_enchantment(w, w.copy_card[s.inv[i, slot]]) == 1:
            return 1
    return 0


@jit
def targets(w: Record, s: Record, i: int, spell: int, t: int) -> int:
    """1 if survivor ``i`` may aim the spell at survivor ``t``, or Repulse at zone ``t`` if its zombies can be pushed somewhere."""
    if spell == REPULSE:
        return 1 if s.crowd[t] > 0 and sees(w, s, i, t) >= 0 and pushed_out(w, s, i, t) == 1 else 0
    return 1 if in_play(s, t) == 1 and sees(w, s, i, s.zone[t]) >= 0 else 0


@jit
def aims(w: Record, spell: int) -> int:
    """Number of possible targets: survivors or zones."""
    return w.n_zones if spell == REPULSE else w.n_survivors


@jit
def cast(w: Record, s: Record, i: int, spell: int) -> None:
    """Pay for the spell and mark the copy as used in this turn; enchantments make no noise (WD-7.6)."""
    pay_enchantment(s, i)
    s.spent[s.inv[i, ready_slot(w, s, i, effect_of(spell))]] = s.turn_id


@jit
def action_of(spell: int, t: int) -> int:
    """Action that casts the spell at ``t``."""
    if spell == HEALING:
        return A.HEAL + t
    if spell == JUMP:
        return OA.LEAP + t
    if spell == SPRINT:
        return OA.DASH + t
    if spell == REPULSE:
        return A.REPULSE + t
    return OA.BLESS + (spell - BLESSING) * S + t


@jit
def legal_enchantments(w: Record, s: Record, i: int, m: Mask) -> None:
    if can_pay_enchantment(s, i) == 0 or holds_enchantment(w, s, i) == 0:
        return
    for spell in range(len(TWICE)):
        if ready_slot(w, s, i, effect_of(spell)) < 0:
            continue
        n = 0
        for t in range(aims(w, spell)):
            if targets(w, s, i, spell, t) == 1:
                m[action_of(spell, t)] = 1
                n += 1
        m[OA.TWICE + spell] = n >= 2 and s.skill[i, OSK.DOUBLE_CASTING] > 0


@jit
def card_of(w: Record, effect: int) -> int:
    """Card with the effect."""
    for card in range(1, w.n_cards + 1):
        if w.card_effect[card] == effect:
            return card
    return 0


@jit
def takes_effect(w: Record, s: Record, i: int, spell: int, t: int) -> None:
    """Apply the spell to its target."""
    tell(w, E.CAST, i, card_of(w, effect_of(spell)) if w.telling != 0 else 0, t if spell == REPULSE else s.zone[t])
    if spell == HEALING:
        if s.wounds[t] > 0:
            heal_wound(w, s, t)
    elif spell == JUMP:
        push(s, OASK.LEAP, t, 0)
    elif spell == SPRINT:
        push(s, OASK.LEAP, t, 1)
    elif spell == REPULSE:
        ask_route(s, i, t, 0, TO_PUSH)
    else:
        s.blessing[t] = 1 + spell - BLESSING


@jit
def cast_at(w: Record, s: Record, i: int, spell: int, t: int) -> None:
    cast(w, s, i, spell)
    takes_effect(w, s, i, spell, t)


@jit
def heal(w: Record, s: Record, i: int, j: int) -> None:
    cast_at(w, s, i, HEALING, j)


@jit
def repulse(w: Record, s: Record, i: int, zone: int) -> None:
    cast_at(w, s, i, REPULSE, zone)


@jit
def bless(w: Record, s: Record, i: int, effect: int, j: int) -> None:
    cast_at(w, s, i, BLESSING + effect, j)


@jit
def leap(w: Record, s: Record, i: int, j: int) -> None:
    cast_at(w, s, i, JUMP, j)


@jit
def dash(w: Record, s: Record, i: int, j: int) -> None:
    cast_at(w, s, i, SPRINT, j)


# ---- Double Casting ----------------------------------------------------------------------------------------------------------


@jit
def cast_twice(w: Record, s: Record, i: int, spell: int) -> None:
    """Ask for both targets."""
    cast(w, s, i, spell)
    push(s, OASK.SPELL, i, spell, NONE)


@jit
def offer_targets(w: Record, s: Record, i: int, spell: int, first: int) -> None:
    """Offer first targets that leave one for the second, which comes later in order."""
    last = NONE
    for t in range(aims(w, spell)):
        if targets(w, s, i, spell, t) == 1:
            last = t
    for t in range(first + 1, aims(w, spell)):
        if targets(w, s, i, spell, t) == 1 and (first >= 0 or t != last):
            offer(s, A.CHOOSE + t if spell == REPULSE else A.RESCUE + t)


@jit
def name_target(w: Record, s: Record, i: int, spell: int, first: int, a: int) -> None:
    """Store a target; the spell works when both are named (WD-24.20)."""
    t = a - A.BLOCK_OF[a]
    if first < 0:
        push(s, OASK.SPELL, i, spell, t)
    else:
        push(s, OT.CAST, i, spell, t)
        push(s, OT.CAST, i, spell, first)


@jit
def offer_leaps(w: Record, s: Record, i: int, what: int) -> None:
    """Offer destinations of survivor ``i`` by a spell of Jump (0) or Sprint (1), or to stay."""
    if what == 1:
        fill_reach(w, s, i, s.zone[i], move_steps(w, s, i, 1))
    for z in range(w.n_zones):
        if what == 0 and jumps_to(w, s, i, z) == 1:
            offer(s, A.MOVE + z)
        if what == 1 and w.reach[z] >= 2 and w.reach[z] != FAR:
            offer(s, A.MOVE + z)
    offer(s, A.STAY)


ACTIONS: Final = (
    Action(A.REPULSE, repulse, {"zone": Z}, legal=legal_enchantments, purpose="fight"),
    Action(A.HEAL, heal, {"j": S}, legal=legal_enchantments, purpose="help"),
    Action(OA.BLESS, bless, {"effect": len(BLESSINGS), "j": S}, legal=legal_enchantments, purpose="help"),
    Action(OA.LEAP, leap, {"j": S}, legal=legal_enchantments),
    Action(OA.DASH, dash, {"j": S}, legal=legal_enchantments),
    Action(OA.TWICE, cast_twice, {"spell": len(TWICE)}, legal=legal_enchantments),
)
ROWS: Final = (
    Decision(
        OASK.SPELL,
        words={"i": WHO, "spell": Range(0, len(TWICE) - 1), "first": Range(-1, Z)},
        asked=ALWAYS,
        offer=offer_targets,
        answer=name_target,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("an enchantment is cast twice", "its targets", "the first"),
        notation={"choose": "upon {}", "rescue": "upon {}"},
    ),
    Task(OT.CAST, takes_effect, words={"i": WHO, "spell": Range(0, len(TWICE) - 1), "t": Range(0, Z)}),
    Decision(
        OASK.LEAP,
        words={"i": WHO, "what": FLAG},
        asked=CHOICE,
        offer=offer_leaps,
        answer=answer_move,
        default=A.STAY,
        see=nothing_more,
        fits=anywhere,
        text=Text("a spell of Jump or Sprint", "where the survivor goes, or nowhere", "stay"),
    ),
)
