"""Setup: pieces of the quest, prepared cards; redrawing them for searches with hidden information (WD-2, WD-25.22)."""

from __future__ import annotations

from zombicide_env.core.decks import mix_up
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, RED
from ..numbers.movement import GROUPS
from ..numbers.tokens import PILES
from .artefacts import artefacts_left, on_ground
from .passability import renew_ways


@jit
def lay_out(w: Record, s: Record) -> None:
    """Place the pieces of the quest, and set "none" values."""
    for z in range(w.n_zones):
        s.defiled[z] = w.defiled_start[z]
        s.loose[z] = w.ladders_start[z]
        s.guards[z] = w.guards_start[z]
        s.guards_all += w.guards_start[z]
        s.cauldrons[z] = w.cauldrons_start[z]
        for g in range(GROUPS):
            s.go_to[z, g] = NONE
        s.reds += s.objective[z] == RED
    renew_ways(w, s)
    s.beacon_zone = w.beacon_start
    s.beacon_by = NONE
    s.linked = NONE
    s.defiler_zone = NONE
    s.card_token = NONE
    s.prey = NONE
    s.hurt_zone = NONE
    s.abominations_left = w.abomination_deck
    s.necromancers_left = w.necromancer_deck
    for k in range(s.ground_copy.shape[0]):
        s.ground_zone[k] = NONE
    s.brothers = w.brothers
    for i in range(w.n_survivors):
        s.xp[i] = w.start_xp[i]  # WD-24.42
        s.first_actions[i] = NONE


@jit
def deal_prepared(w: Record, s: Record) -> None:
    """Deal as many cards as there are survivors at each place (WD-25.22)."""
    p = 0
    for k in range(PILES):
        s.pile_zone[k] = NONE
    for z in range(w.n_zones):
        if w.prepares[z] == 1 and p < PILES:
            s.pile_zone[p] = z
            for _ in range(min(w.n_survivors, s.deck_n)):
                s.deck_n -= 1
                s.pile[p, s.pile_n[p]] = s.deck[s.deck_n]
                s.pile_n[p] += 1
            p += 1


@jit
def shuffle_hidden(w: Record, s: Record) -> None:
    """Shuffle unseen cards: prepared ones with the deck, artefacts on the ground with theirs."""
    n = s.deck_n
    for p in range(PILES):
        for k in range(s.pile_n[p]):
            s.deck[n] = s.pile[p, k]
            n += 1
    mix_up(s, s.deck, n)
    for p in range(PILES):
        for k in range(s.pile_n[p]):
            n -= 1
            s.pile[p, k] = s.deck[n]
            s.deck[n] = 0
    left = artefacts_left(s)
    lying = on_ground(s)
    for k in range(left):
        w.queue[k] = s.aside[k]
    for k in range(lying):
        w.queue[left + k] = s.ground_copy[k]
    mix_up(s, w.queue, left + lying)
    for k in range(left):
        s.aside[k] = w.queue[k]
    for k in range(lying):
        s.ground_copy[k] = w.queue[left + k]
