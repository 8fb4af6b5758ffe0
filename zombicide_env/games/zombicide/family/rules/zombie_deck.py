"""The deck of zombie cards (BP-16.3)."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.decks import shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.records import Record

from ...table.codes import EV_SHUFFLE, EV_ZOMBIES, ZOMBIE_DECK
from ...table.seams import seam
from ..numbers import events as E


@seam
def draw_zombie_card(w: Record, s: Record) -> int:
    """Draw the top zombie card; shuffle the discard pile into an empty deck (BP-16.3, BP-16.R3). 0: no card."""
    if s.zdeck_n == 0:
        for k in range(s.zdiscard_n):
            s.zdeck[k] = s.zdiscard[k]
        s.zdeck_n = s.zdiscard_n
        s.zdiscard_n = 0
        shuffle(s, s.zdeck, s.zdeck_n)
        note(s, EV_SHUFFLE, ZOMBIE_DECK)
        tell(w, E.SHUFFLE, ZOMBIE_DECK)
    if s.zdeck_n == 0:
        return 0
    s.zdeck_n -= 1
    note(s, EV_ZOMBIES, s.zdeck[s.zdeck_n])
    return s.zdeck[s.zdeck_n]
