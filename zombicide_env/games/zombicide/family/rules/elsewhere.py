"""Where cards and miniatures of an edition lie beside the places that all editions have: for the invariants.  Here nowhere."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def count_copy(work: Record, c: int) -> int:
    """1 for a copy that is met for the first time, 0 for no copy, a large number for one in two places."""
    if c == 0:
        return 0
    if work.spent[c] == 1:
        return 1000
    work.spent[c] = 1
    return 1


@jit
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Equipment copies in other places, each counted by ``count_copy``."""
    return 0


@jit
def zombie_cards_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Zombie cards in other places; each is taken off its number in ``work.pool``."""
    return 0


@jit
def set_aside(s: Record) -> int:
    """Miniatures that have left the game."""
    return 0


@jit
def token_fits(s: Record, t: int) -> int:
    """1 if spawn token ``t`` is one that may lie on the board: its id is its own."""
    if s.token_id[t] >= s.next_token:
        return 0
    for u in range(t):
        if s.token_id[t] == s.token_id[u]:
            return 0
    return 1
