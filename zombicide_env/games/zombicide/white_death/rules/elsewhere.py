"""Where cards and tokens lie beside the family's places (WD-29C)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import own_tasks as OT
from ..numbers.tokens import DEFILER_TOKEN, PILES
from .defiler import DEFILER
from .held_attack import WORDS, held_fits
from .inventory import count_copy
from .tokens import find_token


@jit
def copies_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Artefacts face down on the board, cards laid out in zones."""
    n = 0
    for k in range(s.ground_copy.shape[0]):
        n += count_copy(work, s.ground_copy[k])
    for p in range(PILES):
        for k in range(s.pile_n[p]):
            n += count_copy(work, s.pile[p, k])
    return n


@jit
def zombie_cards_elsewhere(w: Record, s: Record, work: Record) -> int:
    """Zombie cards in other places: nowhere."""
    return 0


@jit
def set_aside(s: Record) -> int:
    """Miniatures that have left the game: none."""
    return 0


@jit
def guests(s: Record, kind: int) -> int:
    """Abominations and Necromancers that have come from another box (WD-20)."""
    return s.guests[kind]


@jit
def pool_words(task: int) -> int:
    """Words that a frame has in the pool, from the place on that it names first: an attack that waits."""
    return WORDS if task == OT.HELD else 0


@jit
def pool_words_fit(w: Record, s: Record, start: int) -> int:
    """1 if these words are what the frame needs."""
    return held_fits(w, s, start)


@jit
def necromancers_fit(w: Record, s: Record) -> int:
    """The Defiler stands where he is counted, with his token; a token is linked only while he lives (WD-11)."""
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
    """1 for a spawn token without an id of its own: the Defiler's are all alike."""
    return 1 if s.token_id[t] == DEFILER_TOKEN else 0
