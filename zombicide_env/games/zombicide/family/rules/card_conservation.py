"""Edition-specific places of cards and miniatures, for the invariants; none in the family."""

from __future__ import annotations

from zombicide_env.core.decks import count
from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers.layout import NECROMANCER, NECROS


@seam
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of equipment copies in other places, each counted by ``count_copy``."""
    return 0


@seam
def zombie_cards_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of zombie cards in other places; each is subtracted from its count in ``work.pool``."""
    return 0


@seam
def set_aside(s: Record) -> int:
    """Number of miniatures that have left the game."""
    return 0


@seam
def guests(s: Record, kind: int) -> int:
    """Number of miniatures of the kind from another box."""
    return 0


@seam
def pool_words(task: int) -> int:
    """Number of pool words of an edition-specific frame, from the place that it names first."""
    return 0


@seam
def pool_words_fit(w: Record, s: Record, start: int) -> int:
    """1 if these words are valid for the frame."""
    return 1


@seam
def necromancers_fit(w: Record, s: Record) -> int:
    """1 if the lists of Necromancers are consistent.

    Each is counted in its zone, dead ones leave room, and the token of each is at its entry.
    """
    if s.n_necros + s.n_dead > NECROS:
        return 0
    total = 0
    for z in range(w.n_zones):
        here = count(s.necro_zone, s.n_necros, z)
        if here != s.zombies[z, NECROMANCER]:
            return 0
        total += here
    if total != s.n_necros:
        return 0
    for m in range(s.n_necros):
        if s.necro_id[m] >= s.next_necro or s.necro_token[m] >= s.next_token:
            return 0
        for t in range(s.n_tokens):
            if s.token_id[t] == s.necro_token[m] and s.token_zone[t] != s.necro_entry[m]:
                return 0
    return 1


@seam
def nameless(s: Record, t: int) -> int:
    """1 for a spawn token without an id of its own."""
    return 0
