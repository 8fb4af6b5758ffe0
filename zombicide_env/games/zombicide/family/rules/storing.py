"""Gaining a card: storing or discarding it (BP-9.R2)."""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, CHOICE, Decision, Task, Text
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import TRAP_CARD
from ..edition import TRAP_ENDS_SEARCH
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import observation as O
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import U_DESTINY
from ..numbers.layout import COPY, SLOT_SET, SLOTS, WHO
from .inventory import can_use_matching_set, discard_copy, fits, free_slot, has_room, shuffle_deck, use_matching_set
from .puts import legal_puts, put_step
from .safe_search import default_found, legal_safe_search, safe_search_step
from .traps import can_use_destiny, spring_trap

#: By code: frames on which the storing of a card may lie.
_RESTS_ON: Final = np.isin(np.arange(2 * ASK.FIRST), (T.ARRANGE, *OT.RESTS)).astype(np.uint8)


@jit
def ask_store(s: Record, i: int) -> None:
    """Ask survivor ``i`` where the card just drawn goes."""
    push(s, ASK.STORE, i)


@jit
def stored(w: Record, s: Record, i: int) -> None:
    """Continue after a card is stored or discarded: with the twin of Matching set, then with the next card of the Search."""
    s.gain_copy = 0
    if s.gain_extra > 0:
        s.gain_copy = s.gain_extra
        tell(w, E.DRAW, i, w.copy_card[s.gain_copy], E.BY_SET)
        s.gain_extra = 0
        s.gain_matched = 1
        s.gain_search = s.arranged = 0
        push(s, T.STORED, i, 1, 0, 0)
        ask_store(s, i)
    elif s.gain_left > 0:
        s.gain_search = 1
        push(s, T.DRAW, i, 0, 0, 0)


@jit
def gain(w: Record, s: Record, i: int, c: int) -> None:
    """Give survivor ``i`` a copy outside a Search: store it, then rearrange freely (BP-9.R2)."""
    s.gain_copy = c
    s.gain_extra = s.gain_left = s.gain_search = 0
    s.gain_matched = 1
    s.arranged = 0
    push(s, T.ARRANGE, i, -1, 0, 0)
    push(s, T.STORED, i, 0, 0, 0)
    ask_store(s, i)


@jit
def asked_store(w: Record) -> int:
    """Ask always outside automatic mode, so that even a card that can only be discarded is shown."""
    return CHOICE if w.automatic > 0 else ALWAYS


@jit
def legal_store(w: Record, s: Record, i: int, placed: int, mask: Mask) -> None:
    """Mark storing and discarding the gained card, and rearranging to make room (BP-9.R2)."""
    card = w.copy_card[s.gain_copy]
    mask[A.DISCARD] = 1
    mask[A.DESTINY] = can_use_destiny(s, i)
    legal_safe_search(w, s, i, mask)
    if w.card_place[card] == TRAP_CARD:  # it takes effect, unless Destiny replaces it
        return
    mask[A.MATCHING_SET] = can_use_matching_set(w, s, i)
    for slot in range(SLOTS):
        if s.inv[i, slot] == 0 and fits(w, s, i, card, slot) == 1 and has_room(s, i) == 1:
            mask[A.KEEP + slot] = 1
    legal_puts(w, s, i, placed, mask)


@jit
def answer_store(w: Record, s: Record, i: int, placed: int, a: int) -> None:
    """Apply the answer; storing and discarding end the decision, and T.STORED below draws the next card."""
    block = A.BLOCK_OF[a]
    if block == A.KEEP:
        s.inv[i, a - block] = s.gain_copy
        tell(w, E.KEEP, i, w.copy_card[s.gain_copy], a - block)
    elif block == A.DISCARD:
        discard_gained(w, s, i)
    elif block == A.DESTINY:
        s.used[U_DESTINY] = 1
        tell(w, E.USE, i, SK.DESTINY, s.zone[i])
        tell(w, E.DISCARD, i, w.copy_card[s.gain_copy])
        discard_copy(s, s.gain_copy)
        s.gain_copy = 0
        s.gain_left += 1
    elif safe_search_step(s, a) == 0:
        if block == A.MATCHING_SET:
            use_matching_set(w, s)
        else:
            s.arranged += 1
            placed = put_step(w, s, placed, i, a)
        push(s, ASK.STORE, i, placed)


@jit
def discard_gained(w: Record, s: Record, i: int) -> None:
    """Discard the gained card; a trap takes effect."""
    if w.card_place[w.copy_card[s.gain_copy]] == TRAP_CARD:
        if TRAP_ENDS_SEARCH:
            s.depth -= 1  # T.STORED
        spring_trap(w, s, i)
    else:
        tell(w, E.DISCARD, i, w.copy_card[s.gain_copy])
        discard_copy(s, s.gain_copy)


@jit
def default_store(w: Record, s: Record, i: int) -> int:
    if can_use_matching_set(w, s, i) == 1:  # BP-D-11
        return A.MATCHING_SET
    a = default_found(w, s, i)
    if a >= 0:
        return a
    slot = free_slot(w, s, i, w.copy_card[s.gain_copy])
    return A.DISCARD if slot < 0 else A.KEEP + slot


@jit
def see_store(w: Record, s: Record, o: Features) -> None:
    o[O.DECISION + O.D_CARD] = w.copy_card[s.gain_copy]


@jit
def fits_store(w: Record, s: Record) -> int:
    """1 if there is a card, and the frame below continues after it."""
    if s.gain_copy == 0 or s.depth < 3 or s.stack[s.depth - 2, 0] != T.STORED:
        return 0
    if not TRAP_ENDS_SEARCH and w.card_place[w.copy_card[s.gain_copy]] == TRAP_CARD:  # it allows no rearranging (WD-12.7)
        return 1
    return _RESTS_ON[s.stack[s.depth - 3, 0]]


@jit
def return_card(w: Record, s: Record, copy: int) -> None:
    """Return an unused copy to the deck."""
    s.deck[s.deck_n] = copy
    s.deck_n += 1
    shuffle_deck(w, s)


ROWS: Final = (
    Decision(
        ASK.STORE,
        words={"i": WHO, "placed": SLOT_SET},
        asked=asked_store,
        offer=legal_store,
        answer=answer_store,
        default=default_store,
        see=see_store,
        fits=fits_store,
        text=Text("a card was gained", "where it goes, or discard it", "a free legal slot: hands, body, backpack; if full, discard"),
    ),
    Task(T.STORED, stored, words={"i": WHO, "free": FLAG}),
    Task(T.RETURN_CARD, return_card, words={"copy": COPY}),
)
