"""Resample hidden information: another game with the same observation (BP-1.R3).

Hidden are the order of both decks, the colours of face-down objectives, the identity of face-down artefacts and the
dice to come.  All players of the team know the same, so the result does not depend on who observes.
"""

from __future__ import annotations

from zombicide_env.core.decks import mix_up
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ...table.seams import seam
from .quest_setup import shuffle_hidden
from .setup import MOST_SHUFFLES, mix_objectives, solvable


@seam
def resample(w: Record, s: Record, agent: int, number: int) -> None:
    """Replace everything hidden from ``agent`` by sample ``number``; the result does not depend on the previous hidden values."""
    seed_rng(s, number)
    mix_up(s, s.deck, s.deck_n)
    mix_up(s, s.zdeck, s.zdeck_n)
    resample_artefacts(w, s)
    resample_objectives(w, s)
    shuffle_hidden(w, s)


@jit
def resample_artefacts(w: Record, s: Record) -> None:
    """Shuffle face-down artefacts with those set aside."""
    n = 0
    for v in range(s.vault_cards.shape[0]):
        for p in range(s.vault_cards.shape[1]):
            if s.vault_face_down[v, p] == 1:
                w.queue[n] = s.vault_cards[v, p]
                n += 1
    for a in range(s.aside.shape[0]):
        if s.aside[a] > 0:
            w.queue[n] = s.aside[a]
            n += 1
    mix_up(s, w.queue, n)
    n = 0
    for v in range(s.vault_cards.shape[0]):
        for p in range(s.vault_cards.shape[1]):
            if s.vault_face_down[v, p] == 1:
                s.vault_cards[v, p] = w.queue[n]
                n += 1
    for a in range(s.aside.shape[0]):
        if s.aside[a] > 0:
            s.aside[a] = w.queue[n]
            n += 1


@jit
def resample_objectives(w: Record, s: Record) -> None:
    """Shuffle the colours of the face-down tokens, so that every key can still be reached (BP-23.Q2.R2)."""
    for _ in range(MOST_SHUFFLES):
        mix_objectives(w, s)
        if solvable(w, s) == 1:
            return
