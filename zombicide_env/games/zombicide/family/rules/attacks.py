"""Legal combat actions and their target zones (BP-13)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import MELEE
from ...table.seams import seam
from ..numbers import actions as A
from ..numbers import skills as SK
from ..numbers.layout import PACK, SLOTS, Z
from .combat import range_fits
from .inventory import card_at
from .sight import sight
from .survivor import can_pay_attack
from .weapons import weapons_ready


@seam
def legal_attacks(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark every attack that can be made and paid for now."""
    here = s.zone[i]
    if s.crowd[here] > 0 and can_pay_attack(s, i, MELEE) == 1:
        for slot in range(PACK):
            m[A.MELEE + slot] = weapons_ready(w, s, i, slot, MELEE) > 0
    last = PACK
    if s.skill[i, SK.SPELLBOOK] > 0:
        last = SLOTS
    for slot in range(last):
        combat = w.shot[card_at(w, s, i, slot)]
        if combat == 0 or can_pay_attack(s, i, combat) == 0:
            continue
        copies = weapons_ready(w, s, i, slot, combat)
        if copies > 0:
            legal_shots(w, s, i, slot, m)
        if copies == 2 and s.skill[i, SK.TRICK_SHOT] > 0 and count_shots(w, s, i, card_at(w, s, i, slot)) >= 2:
            m[A.TRICK + slot] = 1


@seam
def legal_shots(w: Record, s: Record, i: int, slot: int, m: Mask) -> None:
    """Mark the zones at which the card in the slot may be aimed; spells of the backpack need `ready` first."""
    here = s.zone[i]
    card = card_at(w, s, i, slot)
    if slot >= PACK:
        if count_shots(w, s, i, card) > 0:
            m[A.READY + slot - PACK] = 1
        return
    base = A.ATTACK + slot * Z
    m[base + here] = s.crowd[here] > 0 and range_fits(w, s, i, card, 0) == 1
    for r in range(w.ray_from[here], w.ray_from[here + 1]):
        z = w.ray_zone[r]
        if s.crowd[z] > 0 and range_fits(w, s, i, card, w.ray_range[r]) == 1 and sight(w, s, here, z) == w.ray_range[r]:
            m[base + z] = 1


@seam
def shot_target(w: Record, s: Record, i: int, card: int, z: int) -> int:
    """1 if the card may be aimed at the zone (BP-13.12, BP-11.R5)."""
    if s.crowd[z] == 0:
        return 0
    r = sight(w, s, s.zone[i], z)
    return 0 if r < 0 else range_fits(w, s, i, card, r)


@jit
def count_shots(w: Record, s: Record, i: int, card: int) -> int:
    n = 0
    for z in range(w.n_zones):
        n += shot_target(w, s, i, card, z)
    return n
