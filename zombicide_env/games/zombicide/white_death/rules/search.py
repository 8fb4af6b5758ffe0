"""Drawing equipment cards: the decks, Searching, Aaahh!!, Destiny (WD-12.3 to 12.7, WD-9.11, WD-24.66)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decks import shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import EQUIPMENT_DECK, EV_ARTEFACT, EV_EQUIPMENT, EV_SHUFFLE, FX_AAAHH, FX_TORCH, NONE
from ..numbers import edition_actions as OA
from ..numbers import edition_skills as OSK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.edition_fields import ARTEFACTS, EQUIPMENT
from ..numbers.layout import SLOTS
from .artefacts import top_artefact
from .inventory import drop, hand_slot_of_effect
from .safe_search import can_search_safely
from .storing import ask_store
from .traps import can_use_destiny, spring_trap


@jit
def draw_copy(w: Record, s: Record) -> int:
    """Draw the top card of the equipment deck, 0: none.  Starting cards and artefacts stay on the discard pile permanently (WD-9.11)."""
    if s.deck_n == 0:
        kept = 0
        for k in range(s.discard_n):
            c = s.discard[k]
            if w.copy_out[c] == 1:
                s.discard[kept] = c
                kept += 1
            else:
                s.deck[s.deck_n] = c
                s.deck_n += 1
        s.discard_n = kept
        shuffle(s, s.deck, s.deck_n)
        note(s, EV_SHUFFLE, EQUIPMENT_DECK)
        tell(w, E.SHUFFLE, EQUIPMENT_DECK)
    if s.deck_n == 0:
        return 0
    s.deck_n -= 1
    return s.deck[s.deck_n]


@jit
def search(w: Record, s: Record, i: int) -> None:
    """Search: draw one card, two with a Torch or Search: 2 Cards (WD-12.5, WD-12.6, WD-24.45)."""
    n = 1
    if s.skill[i, OSK.SEARCH_2_CARDS] > 0 or hand_slot_of_effect(w, s, i, FX_TORCH, SLOTS - 1) >= 0:
        n = 2
    s.searched[i] = 1
    tell(w, E.SEARCH, i, s.zone[i])
    draw_cards_for(s, i, n, 1)


@jit
def draw_cards_for(s: Record, i: int, n: int, by_search: int) -> None:
    """Draw ``n`` equipment cards one by one; the first that is not an Aaahh!! allows a free rearrangement (WD-12.5, WD-12.7, WD-9.11)."""
    s.gain_left = n
    s.by_search = by_search
    s.gain_from = EQUIPMENT
    push(s, T.DRAW, i)


@jit
def draw(w: Record, s: Record, i: int) -> None:
    """Draw the next card."""
    if s.gain_left == 0:
        return
    s.gain_left -= 1
    c = top_artefact(s) if s.gain_from == ARTEFACTS else draw_copy(w, s)
    if c == 0:
        s.gain_left = 0
        return
    note(s, EV_ARTEFACT if s.gain_from == ARTEFACTS else EV_EQUIPMENT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_VAULT if s.gain_from == ARTEFACTS else E.FROM_DECK)
    s.gain_copy = c
    s.gain_search = s.by_search
    s.gain_matched = 1 - s.by_search
    s.arranged = 0
    trap = w.card_effect[w.copy_card[c]] == FX_AAAHH
    if not trap and s.stack[s.depth - 1, 0] != T.ARRANGE:
        push(s, T.ARRANGE, i, NONE, 0)
    push(s, T.STORED, i, 0)
    if trap and can_use_destiny(s, i) == 0 and can_search_safely(s, i) == 0:
        spring_trap(w, s, i)
    else:
        ask_store(s, i)


@jit
def legal_transmute(s: Record, i: int, m: Mask) -> None:
    if s.skill[i, OSK.TRANSMUTATION] > 0:
        for slot in range(SLOTS):
            m[OA.TRANSMUTE + slot] = s.inv[i, slot] > 0


@jit
def transmute(w: Record, s: Record, i: int, slot: int) -> None:
    drop(w, s, i, slot)
    draw_cards_for(s, i, 1, 0)


ACTIONS: Final = (Action(OA.TRANSMUTE, transmute, {"slot": SLOTS}, legal=legal_transmute, cost=1),)
