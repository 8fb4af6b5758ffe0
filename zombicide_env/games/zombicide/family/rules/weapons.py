"""Weapons in hand: the one or two that an attack uses (BP-13)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MELEE
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers.layout import PACK
from .effective_skills import skilled
from .inventory import card_at, count_working, in_hand, nth_of_card


@jit
def counts_as_dual(w: Record, s: Record, i: int, card: int, combat: int) -> int:
    if w.card_dual[card] == 1 or skilled(w, s, i, SK.AMBIDEXTROUS) > 0:
        return 1
    return 1 if combat == MELEE and skilled(w, s, i, SK.SWORDMASTER) > 0 else 0


@jit
def weapons_ready(w: Record, s: Record, i: int, slot: int, combat: int) -> int:
    """Number of weapons that an attack named by ``slot`` uses: 1, 2 (its twin as well) or 0 (impossible).

    The first working slot with a card means one of them, the second means both (BP-13.6); weapons that need
    reloading must be loaded for a Ranged action (BP-13.R21).
    """
    if in_hand(w, s, i, slot) == 0:
        return 0
    card = card_at(w, s, i, slot)
    needs_load = 0
    if combat == MELEE:
        if w.melee_dice[card] == 0:
            return 0
    else:
        if w.shot[card] != combat:
            return 0
        needs_load = w.card_reload[card]
    ready = count_working(w, s, i, card, needs_load)
    nth = nth_of_card(w, s, i, slot)
    if nth == 0 and ready >= 1:
        return 1
    if nth == 1 and ready >= 2 and counts_as_dual(w, s, i, card, combat) == 1:
        return 2
    return 0


@jit
def unload(w: Record, s: Record, i: int) -> None:
    """Unload every weapon used for the shot (BP-13.R21)."""
    left = s.atk_copies
    for slot in range(PACK):
        c = s.inv[i, slot]
        if left > 0 and in_hand(w, s, i, slot) == 1 and w.copy_card[c] == s.atk_card and s.unloaded[c] == 0:
            s.unloaded[c] = 1
            tell(w, E.UNLOAD, i, s.atk_card)
            left -= 1
