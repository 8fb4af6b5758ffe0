"""Resample hidden information: another game with the same observation for a side (AP-23).

Nobody knows the order of the decks, the colours of face-down objectives, future recruits and the dice to come; the survivors do not know
the Zombie Master's hand, whose cards are shuffled with those of the zombie deck.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Decision
from zombicide_env.core.decks import mix_up
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ...table.codes import ZC_MASTER
from ..numbers.master import N_MASTER
from .master import offer_discards
from .plays import offer_phase
from .setup import mix_objectives
from .table import TABLE, list_answers
from .zombie_deck import master_card

#: By code: whether the answers are cards of the Zombie Master's hand.
FROM_HAND: Final = TABLE.flags(lambda row: isinstance(row, Decision) and row.offer in (offer_phase, offer_discards))


@jit
def resample(w: Record, s: Record, agent: int, number: int) -> None:
    """Replace everything hidden from ``agent`` by sample ``number``; the result does not depend on the previous hidden values."""
    seed_rng(s, number)
    mix_up(s, s.deck, s.deck_n)
    if agent < w.n_survivors:
        deal_hand_anew(w, s)
    else:
        mix_up(s, s.zdeck, s.zdeck_n)
    mix_objectives(w, s)
    ask_anew(w, s)


@jit
def ask_anew(w: Record, s: Record) -> None:
    """Update the answers of a decision about the Zombie Master's hand."""
    t = s.depth - 1
    if t >= 0 and FROM_HAND[s.stack[t, 0]] == 1:
        list_answers(w, s)


@jit
def deal_hand_anew(w: Record, s: Record) -> None:
    """Shuffle the hand into the deck and draw as many Zombie Master cards again."""
    n = 0
    for c in range(N_MASTER):
        while s.zm_hand[c] > 0:
            s.zm_hand[c] -= 1
            s.zdeck[s.zdeck_n] = master_card(w, c)
            s.zdeck_n += 1
            n += 1
    mix_up(s, s.zdeck, s.zdeck_n)
    kept = 0
    total = s.zdeck_n
    for k in range(total):
        card = s.zdeck[k]
        if n > 0 and w.zcard_kind[card] == ZC_MASTER:
            s.zm_hand[w.zcard_master[card] - 1] += 1
            n -= 1
        else:
            s.zdeck[kept] = card
            kept += 1
    for k in range(kept, total):
        s.zdeck[k] = 0
    s.zdeck_n = kept
