"""Another game that looks the same to a side: what it does not know is drawn again (AP-23).

Nobody knows the order of the decks, the colours of face-down objectives, the survivors who will be recruited and the dice to come; the
survivors do not know the Zombie Master's hand, whose cards change places with those of the zombie deck.
"""

from __future__ import annotations

from zombicide_env.core.decks import mix_up
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ...table.codes import ZC_MASTER
from ..numbers.master import N_MASTER
from .plays import asks_for_a_card
from .setup import mix_objectives
from .table import list_answers
from .zombie_deck import master_card


@jit
def resample(w: Record, s: Record, agent: int, number: int) -> None:
    """Replace everything hidden from ``agent`` by possibility ``number``; what was hidden has no influence on it."""
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
    """A question about the Zombie Master's hand has other answers now."""
    t = s.depth - 1
    if t >= 0 and asks_for_a_card(s.stack[t, 0]) == 1:
        list_answers(w, s)


@jit
def deal_hand_anew(w: Record, s: Record) -> None:
    """Put the hand into the deck, mix, and take as many Zombie Master cards out again."""
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
