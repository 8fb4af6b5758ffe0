"""Enchantments (BP-24.6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import FAR, FX_HEALING, FX_INVISIBILITY, FX_REPULSE, FX_SPEED, NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers.layout import SLOTS, WHO, S, Z
from .inventory import in_hand, is_enchantment
from .movement import fill_reach
from .options import first_offered, offer
from .paths import ask_path
from .pushes import pushes_to
from .sight import sight
from .skill_actions import go
from .survivor import can_pay_enchantment, heal_wound, make_noise, pay_enchantment
from .team import in_play


@jit
def ready_enchantment(w: Record, s: Record, i: int, slot: int) -> int:
    """Effect of the working enchantment in the slot unless it has been used in this turn (BP-11.12), 0: none."""
    c = s.inv[i, slot]
    card = w.copy_card[c]
    if is_enchantment(w, card) == 0 or in_hand(w, s, i, slot) == 0 or s.spent[c] == s.turn_id:
        return 0
    return w.card_effect[card]


@jit
def enchantment_slot(w: Record, s: Record, i: int, effect: int) -> int:
    """Lowest slot with a working copy not yet used in this turn, -1: none."""
    for slot in range(SLOTS):
        if ready_enchantment(w, s, i, slot) == effect:
            return slot
    return NONE


@jit
def cast(w: Record, s: Record, i: int, effect: int, zone: int) -> None:
    """Pay for the spell and mark the copy as used in this turn; reading a spell makes noise (BP-7.R4)."""
    pay_enchantment(s, i)
    c = s.inv[i, enchantment_slot(w, s, i, effect)]
    s.spent[c] = s.turn_id
    tell(w, E.CAST, i, w.copy_card[c], zone)
    if w.card_noisy[w.copy_card[c]] == 1:
        make_noise(w, s, i)


@jit
def in_sight(w: Record, s: Record, i: int, j: int) -> int:
    return 1 if in_play(s, j) == 1 and sight(w, s, s.zone[i], s.zone[j]) >= 0 else 0


@jit
def heal(w: Record, s: Record, i: int, j: int) -> None:
    cast(w, s, i, FX_HEALING, s.zone[j])
    if s.wounds[j] > 0:
        heal_wound(w, s, j)


@jit
def hide(w: Record, s: Record, i: int, j: int) -> None:
    """Apply Invisibility after the noise of the spell, which does not end it (BP-24.6)."""
    cast(w, s, i, FX_INVISIBILITY, s.zone[j])
    if s.invisible[j] == 0:
        tell(w, E.UNNOTICED, j, E.INVISIBLE)
    s.invisible[j] = 1


@jit
def speed(w: Record, s: Record, i: int, j: int) -> None:
    cast(w, s, i, FX_SPEED, s.zone[j])
    push(s, ASK.SPEED, j)


@jit
def can_repulse(w: Record, s: Record, i: int, z: int) -> int:
    if s.crowd[z] == 0 or sight(w, s, s.zone[i], z) < 0:
        return 0
    for n in range(w.degree[z]):
        if pushes_to(w, s, i, z, n) == 1:
            return 1
    return 0


@jit
def repulse(w: Record, s: Record, i: int, zone: int) -> None:
    cast(w, s, i, FX_REPULSE, zone)
    ask_path(s, i, zone, NONE, 1, 0)


@jit
def legal_enchantments(w: Record, s: Record, i: int, m: Mask) -> None:
    if can_pay_enchantment(s, i) == 0:
        return
    heal = 0
    hide = 0
    speed = 0
    push_away = 0
    for slot in range(SLOTS):
        effect = ready_enchantment(w, s, i, slot)
        if effect == FX_HEALING:
            heal = 1
        elif effect == FX_INVISIBILITY:
            hide = 1
        elif effect == FX_SPEED:
            speed = 1
        elif effect == FX_REPULSE:
            push_away = 1
    if heal + hide + speed > 0:
        for j in range(w.n_survivors):
            if in_sight(w, s, i, j) == 0:
                continue
            m[A.HEAL + j] = heal == 1
            m[A.HIDE + j] = hide == 1
            m[A.SPEED + j] = speed == 1 and s.crowd[s.zone[j]] == 0
    if push_away == 1:
        for z in range(w.n_zones):
            m[A.REPULSE + z] = can_repulse(w, s, i, z)


# ---- Speed ---------------------------------------------------------------------------------------------------------


@jit
def offer_run(w: Record, s: Record, i: int) -> None:
    fill_reach(w, s, i, s.zone[i], 2)
    for z in range(w.n_zones):
        if z != s.zone[i] and w.reach[z] != FAR:
            offer(s, A.MOVE + z)
    offer(s, A.STAY)


@jit
def answer_run(w: Record, s: Record, i: int, a: int) -> None:
    if a != A.STAY:
        go(w, s, i, a - A.MOVE)


ACTIONS: Final = (
    Action(A.REPULSE, repulse, {"zone": Z}, legal=legal_enchantments, purpose="fight"),
    Action(A.HEAL, heal, {"j": S}, legal=legal_enchantments, purpose="help"),
    Action(A.HIDE, hide, {"j": S}, legal=legal_enchantments, purpose="help"),
    Action(A.SPEED, speed, {"j": S}, legal=legal_enchantments),
)
ROWS: Final = (
    Decision(
        ASK.SPEED,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_run,
        answer=answer_run,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("an enchantment of Speed", "where the survivor runs to", "not used"),
    ),
)
