"""Weapons that destroy everything in a zone, as attacks (AP-14.R5)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import ATTACK, Action
from ...table.codes import FX_DESTROYER, RANGED
from ..numbers import edition_actions as OA
from ..numbers import tasks as T
from ..numbers.layout import PACK, Z
from .combat import range_fits
from .fuel import destroy
from .inventory import card_at, drop
from .sight import sight
from .survivor import can_pay_attack, make_noise, pay_attack


@jit
def legal_destruction(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark attacks with them: any zone in sight and range."""
    if can_pay_attack(s, i, RANGED) == 0:
        return
    for hand in range(PACK):
        card = card_at(w, s, i, hand)
        if w.card_effect[card] != FX_DESTROYER or (hand > 0 and card_at(w, s, i, 0) == card):
            continue
        for z in range(w.n_zones):
            r = sight(w, s, s.zone[i], z)
            m[OA.DESTROY + hand * Z + z] = r >= 0 and range_fits(w, s, i, card, r) == 1


@jit
def throw(w: Record, s: Record, i: int, hand: int, zone: int) -> None:
    """Throw the card: Noise, everybody dies, fire."""
    pay_attack(s, i, RANGED)
    s.pending_attack = 0
    s.atk_kills = s.crowd[zone]
    s.atk_emptied = min(1, s.crowd[zone])
    drop(w, s, i, hand)
    make_noise(w, s, i)
    push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)
    destroy(w, s, i, zone)


ACTIONS: Final = (Action(OA.DESTROY, throw, {"hand": PACK, "zone": Z}, legal=legal_destruction, counts=ATTACK),)
