"""White Death's own places of cards and tokens, for the invariants (WD-29C)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_tasks as OT
from ..numbers.tokens import DEFILER_TOKEN, PILES
from .defiler import DEFILER
from .held_attack import WORDS, held_fits
from .inventory import count_copy
from .tokens import find_token


@jit
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of artefacts face down on the board, and of cards laid out in zones."""
    n = 0
    for k in range(s.ground_copy.shape[0]):
        n += count_copy(work, s.ground_copy[k])
    for p in range(PILES):
        for k in range(s.pile_n[p]):
            n += count_copy(work, s.pile[p, k])
    return n


@jit
def zombie_cards_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Number of zombie cards in other places: none."""
    return 0


@jit
def set_aside(s: Record) -> int:
    """Number of miniatures that have left the game: none."""
    return 0


@jit
def guests(s: Record, kind: int) -> int:
    """Number of Abominations and Necromancers from another box (WD-20)."""
    return s.guests[kind]


@jit
def pool_words(task: int) -> int:
    """Number of pool words of a frame, from the place that it names first: an interrupted attack."""
    return WORDS if task == OT.HELD else 0


@jit
def pool_words_fit(w: Record, s: Record, start: int) -> int:
    """1 if these words are valid for the frame."""
    return held_fits(w, s, start)


@jit
def necromancers_fit(w: Record, s: Record) -> int:
    """1 if the Defiler is counted in its zone, with its token; a token is linked only while it lives (WD-11)."""
    total = 0
    for z in range(w.n_zones):
        total += s.zombies[z, DEFILER]
    t = find_token(s, DEFILER_TOKEN)
    if total == 0:
        return 1 if s.defiler_zone < 0 and s.linked < 0 and t < 0 else 0
    if total > 1 or s.defiler_zone < 0 or s.zombies[s.defiler_zone, DEFILER] == 0 or t < 0:
        return 0
    return 1 if s.token_zone[t] == s.defiler_zone else 0


@jit
def nameless(s: Record, t: int) -> int:
    """1 for a spawn token without an id of its own: the Defiler's, which are all alike."""
    return 1 if s.token_id[t] == DEFILER_TOKEN else 0
