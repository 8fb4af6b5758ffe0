"""Vaults and the cards in them (BP-19)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import EV_ARTEFACT, NONE
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import VAULT_CARDS
from .outcome import check_end
from .storing import gain


@jit
def vault_count(s: Record, v: int) -> int:
    n = 0
    while n < VAULT_CARDS and s.vault_cards[v, n] > 0:
        n += 1
    return n


@jit
def first_face_down(s: Record, v: int) -> int:
    """Index of the first face-down artefact of a vault, -1: none."""
    for p in range(vault_count(s, v)):
        if s.vault_face_down[v, p] == 1:
            return p
    return NONE


@jit
def takes_from_vault(w: Record, s: Record, v: int, p: int) -> int:
    """1 if the card in place ``p`` has its own text ``take <item>``: it is face up, and the first of its name."""
    if s.vault_cards[v, p] == 0 or s.vault_face_down[v, p] == 1:
        return 0
    for q in range(p):
        if s.vault_face_down[v, q] == 0 and w.copy_card[s.vault_cards[v, q]] == w.copy_card[s.vault_cards[v, p]]:
            return 0
    return 1


@jit
def legal_vault(w: Record, s: Record, i: int, m: Mask) -> None:
    v = w.vault_of[s.zone[i]]
    if v < 0:
        return
    m[A.TAKE_ARTEFACT] = first_face_down(s, v) >= 0
    for p in range(VAULT_CARDS):
        m[A.TAKE_CARD + p] = takes_from_vault(w, s, v, p)


@jit
def take_artefact(w: Record, s: Record, i: int) -> None:
    v = w.vault_of[s.zone[i]]
    take_from_vault(w, s, i, v, first_face_down(s, v))


@jit
def take_card(w: Record, s: Record, i: int, place: int) -> None:
    take_from_vault(w, s, i, w.vault_of[s.zone[i]], place)


@jit
def take_from_vault(w: Record, s: Record, i: int, v: int, p: int) -> None:
    """Take a card of the vault (BP-19.7): count it, then store it."""
    c = s.vault_cards[v, p]
    if s.vault_face_down[v, p] == 1:
        note(s, EV_ARTEFACT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_VAULT)
    n = vault_count(s, v)
    for q in range(p, n):
        if q + 1 < n:
            s.vault_cards[v, q] = s.vault_cards[v, q + 1]
            s.vault_face_down[v, q] = s.vault_face_down[v, q + 1]
        else:
            s.vault_cards[v, q] = s.vault_face_down[v, q] = 0
    for a in range(w.n_artefacts):
        s.artefacts += w.copy_card[w.artefacts[a]] == w.copy_card[c]
    s.vault_taken[w.copy_card[c]] += 1
    push(s, T.ACTION_END, i)
    gain(w, s, i, c)
    check_end(w, s)


ACTIONS: Final = (
    Action(A.TAKE_ARTEFACT, take_artefact, legal=legal_vault, cost=1, purpose="objective"),
    Action(A.TAKE_CARD, take_card, {"place": VAULT_CARDS}, legal=legal_vault, cost=1, purpose="objective"),
)
