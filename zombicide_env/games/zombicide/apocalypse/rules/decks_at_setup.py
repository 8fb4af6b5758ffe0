"""Cards at the start: who gets which weapon, side piles, the first Zombie Master card (AP-2, AP-26.R12)."""

from __future__ import annotations

from zombicide_env.core.decks import remove_at
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ...table.codes import NONE, ZC_MASTER
from ..numbers import own as N
from ..numbers.figures import BOMBS, SPEED
from .inventory import discard_copy
from .piles import from_deck, from_pile
from .tasks_done import count_anew

WEAPONS_FIRST = 1


@jit
def clear_own(w: Record, s: Record) -> None:
    """Everything of the edition that has a value before the cards are dealt."""
    s.recruited = 0
    s.way_open = 0
    for i in range(s.seat.shape[0]):
        s.roster[i] = 0
        s.waiting[i] = 0
        s.owner[i] = NONE
        s.seat[i] = NONE
        for m in range(N.N_MINI):
            s.mini[i, m] = 0
            s.mini_done[i, m] = 0
    for i in range(w.n_survivors):
        s.roster[i] = i
        s.owner[i] = w.player_of[i]
        if w.waiting[i] == 1:
            s.waiting[i] = 1
            s.alive[i] = 0
            s.zone[i] = NONE
            s.owner[i] = NONE
    for c in range(s.car_zone.shape[0]):
        s.car_zone[c] = w.car_zone[c] if c < w.n_cars else NONE
        s.car_started[c] = 0
        s.car_searched[c] = 0
        for k in range(s.car_load.shape[1]):
            s.car_load[c, k] = 0
    for k in range(SPEED + 1):
        s.route[k] = NONE
    s.atk_car = NONE
    for z in range(s.fire.shape[0]):
        s.fire[z] = 0
        s.gasoline[z] = 0
    s.n_bombs = 0
    for k in range(BOMBS):
        s.bomb_zone[k] = NONE
        s.bomb_by[k] = NONE
    s.zm_pile_n = 0
    s.zm_active_n = 0
    for k in range(s.zm_pile.shape[0]):
        s.zm_pile[k] = 0
        s.zm_active[k] = 0
        s.zm_target[k] = NONE
    for c in range(N.N_MASTER):
        s.zm_hand[c] = 0
    s.zm_gone = 0
    s.zm_played = 0
    s.n_packs = 0
    s.pack_now = NONE
    s.act_whole = 0
    s.act_passes = 0
    s.escaped = 0
    s.supplies_out = 0
    s.neutralised = 0
    s.pimps_drawn = 0
    s.own_kills = 0
    s.opener = NONE
    count_anew(s)
    for c in range(s.carried_off.shape[0]):
        s.carried_off[c] = 0


@jit
def deal_cards(w: Record, s: Record) -> None:
    """Side piles are laid out; everybody gets one starting card by lot (AP-2.R2)."""
    clear_own(w, s)
    s.discard_n = 0
    for k in range(w.n_artefacts):
        discard_copy(s, w.artefacts[k])
        s.aside[k] = 0
    for k in range(w.n_start):
        discard_copy(s, w.start_cards[k])
    if w.random_cards == 0:
        return
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


@jit
def fill_pool(w: Record, s: Record) -> int:
    """Card types to be dealt by lot, in ``w.queue``: the weapons, then by lot from as many Pans as Batons (AP-2.R2)."""
    wanted = 0
    for i in range(w.n_survivors):
        if s.alive[i] == 1 and s.inv[i, 0] == 0:
            wanted += 1
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
    """1 if nobody has been given the weapon."""
    for i in range(w.n_survivors):
        if w.fixed_start[i] == card:
            return 0
    return 1


@jit
def prepare(w: Record, s: Record) -> None:
    """Cards that lie on top of the equipment deck, and the Zombie Master's first card by lot (AP-26.M0, AP-2.R6)."""
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
        if w.zcard_kind[s.zdeck[k]] == ZC_MASTER:
            n += 1
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
