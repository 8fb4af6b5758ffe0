"""Steps of a rearrangement with the survivor's own cards (BP-11.R11).

Within one rearrangement a card that has been placed stays there: it is neither moved again nor displaced, only discarded.  So no
arrangement repeats, and every arrangement of a survivor's cards takes at most as many steps as there are cards.  The frame on the agenda
has the slots of placed cards, as bits.
"""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers import actions as A
from ..numbers import events as E
from ..numbers.layout import SLOTS
from .discards import before_drop
from .inventory import card_at, drop, fits


@jit
def alike(w: Record, s: Record, c: int, d: int) -> int:
    """1 if exchanging two copies makes no difference: the same card, or none, in the same condition."""
    if w.copy_card[c] != w.copy_card[d] or s.unloaded[c] != s.unloaded[d]:
        return 0
    return 1 if (s.spent[c] == s.turn_id) == (s.spent[d] == s.turn_id) else 0


@jit
def swaps(w: Record, s: Record, i: int, a: int, j: int, b: int) -> int:
    """1 if exchanging the cards in slot ``a`` of survivor ``i`` and slot ``b`` of ``j`` is legal and changes something (BP-11.R11)."""
    if s.inv[i, a] == 0 or alike(w, s, s.inv[i, a], s.inv[j, b]) == 1:
        return 0
    return 1 if fits(w, s, j, card_at(w, s, i, a), b) == 1 and fits(w, s, i, card_at(w, s, j, b), a) == 1 else 0


@jit
def put_legal(w: Record, s: Record, i: int, a: int, b: int, placed: int) -> int:
    """1 if the card in slot ``a`` may be put into slot ``b``; ``placed``: slots of placed cards, as bits."""
    if a == b or ((placed >> a) | (placed >> b)) & 1 == 1:
        return 0
    return swaps(w, s, i, a, i, b)


@jit
def exchange(w: Record, s: Record, i: int, a: int, j: int, b: int) -> None:
    tell(w, E.EXCHANGE, i, a, card_at(w, s, i, a), j, b, card_at(w, s, j, b))
    c = s.inv[i, a]
    s.inv[i, a] = s.inv[j, b]
    s.inv[j, b] = c


@jit
def legal_puts(w: Record, s: Record, i: int, placed: int, m: Mask) -> None:
    """Mark the legal steps with the survivor's own cards."""
    for a in range(SLOTS):
        if s.inv[i, a] > 0:
            m[A.DROP + a] = 1
            for b in range(SLOTS):
                m[A.PUT + a * SLOTS + b] = put_legal(w, s, i, a, b, placed)


@jit
def put_step(w: Record, s: Record, placed: int, i: int, a: int) -> int:
    """`put` or `drop` with the survivor's own inventory; returns the updated slots of placed cards."""
    arg = a - A.BLOCK_OF[a]
    if A.BLOCK_OF[a] == A.PUT:
        exchange(w, s, i, arg // SLOTS, i, arg % SLOTS)
        return placed | 1 << arg % SLOTS
    before_drop(w, s)
    drop(w, s, i, arg)
    return placed & ~(1 << arg)
