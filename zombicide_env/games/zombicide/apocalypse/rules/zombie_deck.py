"""The deck of zombie cards (AP-21)."""

from __future__ import annotations

from zombicide_env.core.decks import shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ZOMBIE_DECK
from ..numbers import events as E


@jit
def master_card(w: Record, c: int) -> int:
    """Zombie card that is Zombie Master card ``c``."""
    for card in range(1, w.n_zcards + 1):
        if w.zcard_master[card] == c + 1:
            return card
    return 0


@jit
def draw_zombie_card(w: Record, s: Record) -> int:
    """Draw the top zombie card; shuffle both discard piles into an empty deck (AP-21.R6).  0: no card."""
    if s.zdeck_n == 0:
        for k in range(s.zdiscard_n):
            s.zdeck[k] = s.zdiscard[k]
        s.zdeck_n = s.zdiscard_n
        s.zdiscard_n = 0
        for k in range(s.zm_pile_n):
            s.zdeck[s.zdeck_n] = master_card(w, s.zm_pile[k] - 1)
            s.zdeck_n += 1
        s.zm_pile_n = 0
        shuffle(s, s.zdeck, s.zdeck_n)
        tell(w, E.SHUFFLE, ZOMBIE_DECK)
    if s.zdeck_n == 0:
        return 0
    s.zdeck_n -= 1
    return s.zdeck[s.zdeck_n]
