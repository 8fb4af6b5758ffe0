"""Legal combat actions and their target zones (WD-15.2, WD-15.13, WD-12.25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import ATTACK, Action
from ...table.codes import MELEE, NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import skills as SK
from ..numbers.layout import PACK, SLOTS, D, Z
from .combat import attack, can_pay_with, range_fits, strikes
from .effective_skills import skilled
from .inventory import card_at
from .movement import neighbour_index
from .sight import eyes_of, seen_from, sees
from .weapons import weapons_ready


@jit
def legal_attacks(w: Record, s: Record, i: int, m: Mask) -> None:
    for slot in range(PACK):
        card = card_at(w, s, i, slot)
        if w.melee_dice[card] > 0 and can_pay_with(w, s, i, MELEE, card) == 1 and weapons_ready(w, s, i, slot, MELEE) > 0:
            legal_strikes(w, s, i, slot, m)
    last = PACK
    if skilled(w, s, i, SK.SPELLBOOK) > 0:
        last = SLOTS
    for slot in range(last):
        card = card_at(w, s, i, slot)
        combat = w.shot[card]
        if combat != 0 and can_pay_with(w, s, i, combat, card) == 1 and weapons_ready(w, s, i, slot, combat) > 0:
            legal_shots(w, s, i, slot, m)


@jit
def legal_strikes(w: Record, s: Record, i: int, slot: int, m: Mask) -> None:
    """Mark strikes on the survivor's zone, and with polearms and Reach on zones at range 1 in sight."""
    here = s.zone[i]
    card = card_at(w, s, i, slot)
    m[A.MELEE + slot] = s.crowd[here] > 0 and strikes(w, s, i, card, 0) == 1
    if strikes(w, s, i, card, 1) == 0:
        return
    for n in range(w.degree[here]):
        z = w.neighbour[here, n]
        m[OA.STRIKE + slot * D + n] = s.crowd[z] > 0 and sees(w, s, i, z) == 1


@jit
def legal_shots(w: Record, s: Record, i: int, slot: int, m: Mask) -> None:
    """Mark the zones at which the card in the slot may be aimed; spells of the backpack need `ready` first."""
    here = s.zone[i]
    card = card_at(w, s, i, slot)
    if slot >= PACK:
        for z in range(w.n_zones):
            if shot_target(w, s, i, card, z) == 1:
                m[A.READY + slot - PACK] = 1
        return
    base = A.ATTACK + slot * Z
    m[base + here] = s.crowd[here] > 0 and range_fits(w, s, i, card, 0) == 1
    row = seen_from(w, s, here, eyes_of(w, s, i))
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and w.seen[row, z] > 1 and range_fits(w, s, i, card, w.seen[row, z] - 1) == 1:
            m[base + z] = 1


@jit
def provoked(w: Record, s: Record, i: int, z: int) -> int:
    """1 if Combat Reflexes may aim at the zone: the card has placed zombies there, at distance 0 or 1 (WD-24.13)."""
    return 1 if s.placed[z] == 1 and (z == s.zone[i] or neighbour_index(w, s.zone[i], z) >= 0) else 0


@jit
def shot_target(w: Record, s: Record, i: int, card: int, z: int) -> int:
    """1 if the card may be aimed at the zone; out of turn if a card has just placed zombies there."""
    if s.crowd[z] == 0 or (s.atk_free == 1 and provoked(w, s, i, z) == 0):
        return 0
    r = sees(w, s, i, z)
    return 0 if r < 0 else range_fits(w, s, i, card, r)


@jit
def thrust(w: Record, s: Record, i: int, slot: int, n: int) -> None:
    """Make a Melee action at distance 1."""
    zone = w.neighbour[s.zone[i], n]
    attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), zone, NONE)


ACTIONS: Final = (Action(OA.STRIKE, thrust, {"slot": PACK, "n": D}, legal=legal_attacks, counts=ATTACK, purpose="fight"),)
