"""Traps among the equipment cards, and Destiny, which replaces the card drawn (WD-12.7, WD-24.66)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import U_DESTINY
from ..numbers.edition_fields import NO_DECK
from .inventory import discard_copy
from .placing import begin_card, interrupt_card


@jit
def spring_trap(w: Record, s: Record, i: int) -> None:
    """Resolve Aaahh!!: its zombies appear in the survivor's zone; further cards of the Search are still drawn (WD-12.7)."""
    card = w.copy_card[s.gain_copy]
    tell(w, E.TRAP, i, card)
    discard_copy(s, s.gain_copy)
    s.gain_copy = 0
    interrupt_card(w, s)
    begin_card(w, s)
    push(s, OT.REFLEXES, 0, 0)
    push(s, T.PLACE, w.card_trap[card, 0], w.card_trap[card, 1], s.zone[i], 0)


@jit
def can_use_destiny(s: Record, i: int) -> int:
    """1 for a card just revealed from a deck, once per turn; not for the twin of a Matching Set (WD-24.66)."""
    if s.gain_from == NO_DECK or (s.by_search == 1 and s.gain_search == 0):
        return 0
    return 1 if s.skill[i, SK.DESTINY] > 0 and s.used[U_DESTINY] == 0 and s.current == i else 0
