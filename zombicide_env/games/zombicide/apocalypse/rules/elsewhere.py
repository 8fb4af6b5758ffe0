"""Where cards and miniatures lie beside the family's places: mini-missions, cars, the Zombie Master (AP-INV-1, AP-INV-3)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.master import N_MASTER
from ..numbers.mini_missions import N_MINI
from .inventory import count_copy
from .zombie_deck import master_card


@jit
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Equipment copies beside the inventory and under cars."""
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
    """Zombie Master cards in the hand, in the discard pile, in force, or out of the game."""
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
    """Zombies that have got away (AP-26.M7)."""
    return s.escaped


@jit
def guests(s: Record, kind: int) -> int:
    """Miniatures of the kind that have come from another box: none."""
    return 0


@jit
def pool_words(task: int) -> int:
    """Words that a frame of the edition's own has in the pool, from the place on that it names first: there is none."""
    return 0


@jit
def pool_words_fit(w: Record, s: Record, start: int) -> int:
    """1 if these words are what the frame needs."""
    return 1


@jit
def necromancers_fit(w: Record, s: Record) -> int:
    """There are no Necromancers."""
    return 1


@jit
def nameless(s: Record, t: int) -> int:
    """1 for a spawn token without an id of its own: there is none."""
    return 0
