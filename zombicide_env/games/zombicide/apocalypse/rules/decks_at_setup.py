"""Cards at the start: starting weapons, side piles, the first Zombie Master card (AP-2, AP-26.R12)."""

from __future__ import annotations

from zombicide_env.core.decks import find, remove_at
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ...table.codes import NONE, ZC_MASTER
from ..numbers.cars import SPEED
from ..numbers.fuel import BOMBS
from .inventory import discard_copy
from .piles import from_deck, from_pile

WEAPONS_FIRST = 1


@jit
def clear_own(w: Record, s: Record) -> None:
    """Set the edition's fields that are not zero before the cards are dealt; survivors waiting to be recruited are not in play."""
    for i in range(s.seat.shape[0]):
        s.owner[i] = NONE
        s.seat[i] = NONE
    for i in range(w.n_survivors):
        s.roster[i] = i
        if w.waiting[i] == 1:
            s.waiting[i] = 1
            s.alive[i] = 0
            s.zone[i] = NONE
        else:
            s.owner[i] = w.player_of[i]
    for c in range(s.car_zone.shape[0]):
        s.car_zone[c] = w.car_zone[c] if c < w.n_cars else NONE
    for k in range(SPEED + 1):
        s.route[k] = NONE
    s.atk_car = NONE
    for k in range(BOMBS):
        s.bomb_zone[k] = NONE
        s.bomb_by[k] = NONE
    for k in range(s.zm_target.shape[0]):
        s.zm_target[k] = NONE
    s.pack_now = NONE
    s.opener = NONE


@jit
def deal_cards(w: Record, s: Record) -> int:
    """Lay out side piles and deal one random starting card to each survivor (AP-2.R2).  Returns 1: no others are dealt."""
    clear_own(w, s)
    for k in range(w.n_artefacts):
        discard_copy(s, w.artefacts[k])
        s.aside[k] = 0
    for k in range(w.n_start):
        discard_copy(s, w.start_cards[k])
    if w.random_cards == 0:
        return 1
    for i in range(w.n_survivors):
        if s.alive[i] == 1 and w.fixed_start[i] > 0:
            s.inv[i, 0] = from_pile(w, s, w.fixed_start[i])
    n = fill_pool(w, s)
    for i in range(w.n_survivors):
        if s.alive[i] == 1 and s.inv[i, 0] == 0 and n > 0:
            k = rand_below(s, n)
            s.inv[i, 0] = from_pile(w, s, w.queue[k])
            n -= 1
            w.queue[k] = w.queue[n]
    return 1


@jit
def fill_pool(w: Record, s: Record) -> int:
    """Write the card types to deal to ``w.queue``: the weapons, then randomly from as many Pans as Batons (AP-2.R2)."""
    wanted = 0
    for i in range(w.n_survivors):
        wanted += s.alive[i] == 1 and s.inv[i, 0] == 0
    n = 0
    spare = 0
    if w.start_pool == WEAPONS_FIRST:
        for k in range(3):
            if not_dealt(w, s, w.pool_weapons[k]) == 1:
                w.queue[n] = w.pool_weapons[k]
                n += 1
    while n > wanted:
        k = rand_below(s, n)
        n -= 1
        w.queue[k] = w.queue[n]
    left = wanted - n
    each = (left + 1) // 2
    pans = each
    batons = each
    if w.pool_baton == 0:
        pans = left
        batons = 0
    spare = pans + batons
    for _ in range(left):
        k = rand_below(s, spare)
        if k < pans:
            w.queue[n] = w.pool_pan
            pans -= 1
        else:
            w.queue[n] = w.pool_baton
            batons -= 1
        n += 1
        spare -= 1
    return n


@jit
def not_dealt(w: Record, s: Record, card: int) -> int:
    """1 if the weapon has not been dealt."""
    return 1 if find(w.fixed_start, w.n_survivors, card) < 0 else 0


@jit
def prepare(w: Record, s: Record) -> None:
    """Put cards on top of the equipment deck, and give the Zombie Master a random first card (AP-26.M0, AP-2.R6)."""
    for k in range(w.deck_top.shape[0] - 1, -1, -1):
        if w.deck_top[k] > 0:
            c = from_pile(w, s, w.deck_top[k])
            if c == 0:
                c = from_deck(w, s, w.deck_top[k])
            s.deck[s.deck_n] = c
            s.deck_n += 1
    if w.random_cards == 0 or w.master_cards == 0:
        return
    n = 0
    for k in range(s.zdeck_n):
        n += w.zcard_kind[s.zdeck[k]] == ZC_MASTER
    if n == 0:
        return
    chosen = rand_below(s, n)
    for k in range(s.zdeck_n):
        if w.zcard_kind[s.zdeck[k]] == ZC_MASTER:
            if chosen == 0:
                s.zm_hand[w.zcard_master[s.zdeck[k]] - 1] += 1
                remove_at(s.zdeck, s.zdeck_n, k)
                s.zdeck_n -= 1
                return
            chosen -= 1
