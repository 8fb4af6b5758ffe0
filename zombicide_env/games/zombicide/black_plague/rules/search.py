"""Drawing equipment cards: the deck, Searching, Aaahh!! (BP-11.2, BP-24.9)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import EV_EQUIPMENT, FX_AAAHH, FX_TORCH
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import BODY
from .inventory import hand_slot_of_effect, shuffle_deck
from .storing import ask_store
from .traps import can_use_destiny, spring_trap


@jit
def draw_copy(w: Record, s: Record) -> int:
    """Draw the top card of the equipment deck; shuffle the discard pile into an empty deck (BP-11.4). 0: no card."""
    if s.deck_n == 0:
        for k in range(s.discard_n):
            s.deck[k] = s.discard[k]
        s.deck_n = s.discard_n
        s.discard_n = 0
        shuffle_deck(w, s)
    if s.deck_n == 0:
        return 0
    s.deck_n -= 1
    return s.deck[s.deck_n]


@jit
def search(w: Record, s: Record, i: int) -> None:
    """Draw and store the cards of a Search one by one (BP-11.R8)."""
    n = 1 + s.skill[i, SK.SEARCH_PLUS_1_CARD]
    if hand_slot_of_effect(w, s, i, FX_TORCH, BODY) >= 0:
        n += 1  # BP-24.8
    s.searched[i] = 1
    tell(w, E.SEARCH, i, s.zone[i])
    s.gain_left = n
    s.gain_search = 1
    push(s, T.ARRANGE, i, -1, 0, 0)
    push(s, T.DRAW, i, 0, 0, 0)


@jit
def draw(w: Record, s: Record, i: int) -> None:
    """Draw the next card of the Search in progress."""
    if s.gain_left == 0:
        return
    s.gain_left -= 1
    c = draw_copy(w, s)
    if c == 0:  # BP-11.R2
        s.gain_left = 0
        return
    note(s, EV_EQUIPMENT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_DECK)
    s.gain_copy = c
    s.gain_matched = s.arranged = 0
    if w.card_effect[w.copy_card[c]] == FX_AAAHH and can_use_destiny(s, i) == 0:
        spring_trap(w, s, i)
        return
    push(s, T.STORED, i, 0, 0, 0)
    ask_store(s, i)
