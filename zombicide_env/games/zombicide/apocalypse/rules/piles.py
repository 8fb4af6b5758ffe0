"""Side piles, to which some cards return when they are discarded (AP-12.R1).

They share the array ``discard`` with the discard pile: copies of returning types there are on their side pile, and are never shuffled
into the deck.
"""

from __future__ import annotations

from zombicide_env.core.decks import remove_at, shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import EQUIPMENT_DECK
from ..numbers import events as E
from .inventory import take_copy


@jit
def on_pile(w: Record, s: Record, card: int) -> int:
    """Number of copies of the card type on its pile."""
    n = 0
    for k in range(s.discard_n):
        n += w.copy_card[s.discard[k]] == card
    return n


@jit
def from_pile(w: Record, s: Record, card: int) -> int:
    """Take a copy off the pile, 0: none."""
    c = take_copy(w, s.discard, s.discard_n, card)
    s.discard_n -= c > 0
    return c


@jit
def from_deck(w: Record, s: Record, card: int) -> int:
    """Search a copy in the deck and take it, 0: none; the deck is shuffled."""
    c = 0
    for k in range(s.deck_n - 1, -1, -1):
        if c == 0 and w.copy_card[s.deck[k]] == card:
            c = s.deck[k]
            remove_at(s.deck, s.deck_n, k)
            s.deck_n -= 1
    shuffle(s, s.deck, s.deck_n)
    tell(w, E.SHUFFLE, EQUIPMENT_DECK)
    return c


@jit
def renew_deck(w: Record, s: Record) -> None:
    """Make a new deck from the discard pile, without the cards of side piles (AP-12.3)."""
    kept = 0
    n = s.discard_n
    for k in range(n):
        c = s.discard[k]
        if w.card_returns[w.copy_card[c]] == 1:
            s.discard[kept] = c
            kept += 1
        else:
            s.deck[s.deck_n] = c
            s.deck_n += 1
    for k in range(kept, n):
        s.discard[k] = 0
    s.discard_n = kept
    shuffle(s, s.deck, s.deck_n)
    tell(w, E.SHUFFLE, EQUIPMENT_DECK)
