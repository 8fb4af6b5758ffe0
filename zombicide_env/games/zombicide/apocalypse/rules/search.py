"""Searching: draw and store cards one by one, police cars and pimpmobiles (AP-12, AP-16.R8)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ...table.codes import (
    EV_EQUIPMENT,
    FX_AAAHH,
    FX_FLASHLIGHT,
    TRAP_CARD,
)
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.cards import PIMP_WEAPON, WEAPON
from ..numbers.cars import POLICE_CAR
from ..numbers.layout import SLOTS, WHO
from .exits import keep_way_open
from .inventory import card_at, discard_copy
from .piles import from_pile, on_pile, renew_deck
from .storing import ask_store
from .team import in_play
from .traps import can_use_destiny, spring_trap

# ---- the deck ----------------------------------------------------------------------------------------------------------


@jit
def draw_copy(w: Record, s: Record) -> int:
    """Draw the top card of the equipment deck; shuffle the discard pile into an empty deck.  0: no card."""
    if s.deck_n == 0:
        renew_deck(w, s)
    if s.deck_n == 0:
        return 0
    s.deck_n -= 1
    note(s, EV_EQUIPMENT, w.copy_card[s.deck[s.deck_n]])
    return s.deck[s.deck_n]


@jit
def flashlights(w: Record, s: Record, i: int) -> int:
    """Number of flashlights: they work from every slot, and each draws a card (AP-9.3, AP-12.R2)."""
    n = 0
    for slot in range(SLOTS):
        n += w.card_effect[card_at(w, s, i, slot)] == FX_FLASHLIGHT
    return n


@jit
def search(w: Record, s: Record, i: int) -> None:
    """Draw and store the cards of a Search one by one, then rearrange (AP-12.R6)."""
    s.searched[i] = 1
    tell(w, E.SEARCH, i, s.zone[i])
    s.gain_left = 1 + s.skill[i, SK.SEARCH_PLUS_1_CARD] + flashlights(w, s, i)
    s.gain_search = 1
    push(s, T.ARRANGE, i, -1, 0)
    push(s, T.DRAW, i)


@jit
def draw(w: Record, s: Record, i: int) -> None:
    """Draw the next card of the Search in progress; an event is applied, a mini-mission ends the Search (AP-12.4, AP-12.5)."""
    if s.gain_left == 0 or in_play(s, i) == 0 or s.stack[s.depth - 1, 0] == OT.POLICE:
        return
    keep_way_open(w, s)  # this card may take away what the last one has brought
    s.gain_left -= 1
    c = draw_copy(w, s)
    if c == 0:  # BP-11.R2
        s.gain_left = 0
        return
    card = w.copy_card[c]
    tell(w, E.DRAW, i, card, E.FROM_DECK)
    if w.card_place[card] == TRAP_CARD and can_use_destiny(s, i) == 0:
        s.gain_copy = c
        spring_trap(w, s, i)
    else:
        offer_card(s, i, c)  # Destiny may also replace cards that are not stored (BP-22.67, BP-24.R2)


@jit
def offer_card(s: Record, i: int, c: int) -> None:
    s.gain_copy = c
    s.gain_matched = s.arranged = 0
    push(s, T.STORED, i, 0)
    ask_store(s, i)


# ---- cars ------------------------------------------------------------------------------------------------------------------


@jit
def search_car(w: Record, s: Record, i: int, c: int) -> None:
    """Search a car: a random pimp weapon, once; or equipment until a weapon appears (AP-16.R8)."""
    s.searched[i] = 1
    push(s, T.ARRANGE, i, -1, 0)
    if w.car_kind[c] == POLICE_CAR:
        s.gain_left = s.gain_search = 1
        push(s, OT.POLICE, i)
        return
    s.gain_left = 0
    s.gain_search = 1 + min(1, s.skill[i, SK.DESTINY])  # the card is not from the deck, so that Destiny does not help (BP-22.67)
    s.car_searched[c] = 1
    found = random_pimp_weapon(w, s)
    if found > 0:
        note(s, EV_EQUIPMENT, w.copy_card[found])
        tell(w, E.DRAW, i, w.copy_card[found], E.FROM_BOX)
        offer_card(s, i, found)


@jit
def random_pimp_weapon(w: Record, s: Record) -> int:
    """Take a copy off the pile, 0: it is empty."""
    if s.pimps_drawn < 8 and w.pimp_script[s.pimps_drawn] > 0:
        s.pimps_drawn += 1
        return from_pile(w, s, w.pimp_script[s.pimps_drawn - 1])
    n = 0
    for card in range(1, w.n_cards + 1):
        if w.card_class[card] == PIMP_WEAPON:
            n += on_pile(w, s, card)
    if n == 0:
        return 0
    k = rand_below(s, n)
    for card in range(1, w.n_cards + 1):
        if w.card_class[card] == PIMP_WEAPON:
            k -= on_pile(w, s, card)
            if k < 0:
                return from_pile(w, s, card)
    return 0


@jit
def search_police_car(w: Record, s: Record, i: int) -> None:
    """Draw until a weapon appears; the other cards are discarded, events except Aaahh!! without effect.

    If Destiny can still replace a card, the task is below the decision about the last one, and the search continues from there.
    """
    if s.gain_left == 0 or in_play(s, i) == 0:
        return
    s.gain_left = 0
    if can_use_destiny(s, i) == 1:
        push(s, OT.POLICE, i)
    left = 2 * s.deck_n  # what this search discards comes once more when the deck is renewed
    for k in range(s.discard_n):
        left += w.card_returns[w.copy_card[s.discard[k]]] == 0
    for _ in range(left):  # no more, so that it ends where no weapon is left
        c = draw_copy(w, s)
        if c == 0:
            return
        card = w.copy_card[c]
        tell(w, E.DRAW, i, card, E.FROM_DECK)
        if w.card_class[card] == WEAPON or (w.card_effect[card] == FX_AAAHH and can_use_destiny(s, i) == 1):
            offer_card(s, i, c)
            return
        if w.card_effect[card] == FX_AAAHH:
            s.gain_copy = c
            spring_trap(w, s, i)
            return
        discard_copy(s, c)


# ---- on the agenda -----------------------------------------------------------------------------------------------------


ROWS: Final = (Task(OT.POLICE, search_police_car, words={"i": WHO}),)
