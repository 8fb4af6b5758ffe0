"""Apocalypse's own places of cards and miniatures, for the invariants: mini-missions, cars, the Zombie Master (AP-INV-1, AP-INV-3)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.master import N_MASTER
from ..numbers.mini_missions import N_MINI
from .inventory import count_copy
from .zombie_deck import master_card


@jit
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of equipment copies in mini-missions and under cars."""
    n = 0
    for i in range(w.n_survivors):
        for m in range(N_MINI):
            n += count_copy(work, s.mini[i, m])
    for c in range(s.car_load.shape[0]):
        for k in range(s.car_load.shape[1]):
            n += count_copy(work, s.car_load[c, k])
    return n


@jit
def zombie_cards_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of Zombie Master cards in the hand, in the discard pile, in effect, or out of the game."""
    n = s.zm_gone
    for c in range(N_MASTER):
        n += s.zm_hand[c]
        work.pool[master_card(w, c)] -= s.zm_hand[c]
    for k in range(s.zm_pile_n):
        n += 1
        work.pool[master_card(w, s.zm_pile[k] - 1)] -= 1
    for k in range(s.zm_active_n):
        n += 1
        work.pool[master_card(w, s.zm_active[k] - 1)] -= 1
    return n


@jit
def set_aside(s: Record) -> int:
    """Number of escaped zombies (AP-26.M7)."""
    return s.escaped


@jit
def guests(s: Record, kind: int) -> int:
    """Number of miniatures of the kind from another box: none."""
    return 0


@jit
def pool_words(task: int) -> int:
    """Number of pool words of an edition-specific frame: none."""
    return 0


@jit
def pool_words_fit(w: Record, s: Record, start: int) -> int:
    """1 if these words are valid for the frame."""
    return 1


@jit
def necromancers_fit(w: Record, s: Record) -> int:
    """1: there are no Necromancers."""
    return 1


@jit
def nameless(s: Record, t: int) -> int:
    """1 for a spawn token without an id of its own: none."""
    return 0
