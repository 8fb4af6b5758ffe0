"""Each seat's knowledge of the other hands (section 19), updated by everything that moves a card.

A viewer ``v`` (a seat, or ``PUBLIC``, who sees only public events) divides the cards that others hold into three kinds:
``known[v, q]`` are cards known to be in the hand of ``q`` (offered, traded, enslaved, given in a scheme); of ``unknown[v, q]`` only the
deck is known from which ``q`` drew them.  When a card leaves a hand unseen by the viewer, everything known about that hand becomes loose:
``known[v, v]`` and ``unknown[v, v]`` count cards that are in one of ``loose[v, q]`` places of the hands, or face down before a schemer.
The real cards are always consistent with this; ``resample`` draws from all consistent deals.
"""

from __future__ import annotations

from zombicide_env.core.events import tell, tell_only
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import N_DECKS, VIEWERS, A, K, P


@jit
def loosen_unknown(s: Record, v: int, q: int) -> None:
    """Make the cards loose of which ``v`` knows only the deck."""
    for d in range(N_DECKS):
        s.loose[v, q] += s.unknown[v, q, d]
        s.unknown[v, v, d] += s.unknown[v, q, d]
        s.unknown[v, q, d] = 0


@jit
def loosen(s: Record, v: int, q: int) -> None:
    """Make everything loose that ``v`` knows of the hand of ``q``."""
    loosen_unknown(s, v, q)
    for card in range(K):
        n = s.known[v, q, card]
        if n > 0:
            s.loose[v, q] += n
            s.known[v, v, card] += n
            s.known[v, q, card] = 0


@jit
def take_loose(w: Record, s: Record, v: int, card: int) -> None:
    """Remove one of the loose cards, which has been revealed."""
    if s.known[v, v, card] > 0:
        s.known[v, v, card] -= 1
    else:
        s.unknown[v, v, w.deck_of[card]] -= 1


@jit
def uncover(w: Record, s: Record, v: int, q: int, card: int) -> None:
    """Reveal a card in the hand of ``q`` that ``v`` did not know to be there: it was drawn, or it is a loose one."""
    d = w.deck_of[card]
    if s.loose[v, q] > 0 and (s.known[v, v, card] > 0 or s.unknown[v, v, d] > 0):
        if s.unknown[v, q, d] > 0:  # either of them: it stays open which one
            loosen_unknown(s, v, q)
        s.loose[v, q] -= 1
        take_loose(w, s, v, card)
    else:
        s.unknown[v, q, d] -= 1


@jit
def forget(w: Record, s: Record, v: int, q: int, card: int) -> None:
    """Update the knowledge of ``v``, who sees a card leave the hand of ``q``."""
    if s.known[v, q, card] > 0:
        s.known[v, q, card] -= 1
    else:
        uncover(w, s, v, q, card)


# ---- movements of cards ----------------------------------------------------------------------------------------------


@jit
def came_unseen(w: Record, s: Record, p: int, d: int) -> None:
    """Record that ``p`` has drawn from a deck."""
    tell(w, E.DREW, p, d)
    for v in range(VIEWERS):
        if v != p:
            s.unknown[v, p, d] += 1


@jit
def came_openly(w: Record, s: Record, p: int, card: int) -> None:
    """Record that ``p`` has received a card publicly."""
    tell(w, E.RECEIVED, p, card)
    for v in range(VIEWERS):
        if v != p:
            s.known[v, p, card] += 1


@jit
def left_openly(w: Record, s: Record, p: int, card: int) -> None:
    """Record that a card has left the hand of ``p`` publicly."""
    tell(w, E.GAVE_UP, p, card)
    for v in range(VIEWERS):
        if v != p:
            forget(w, s, v, p, card)


@jit
def shown(w: Record, s: Record, p: int, card: int, n: int) -> None:
    """Record that ``p`` shows ``n`` copies of a card (ZG-11.16)."""
    tell(w, E.SHOWED, p, card, n)
    for v in range(VIEWERS):
        if v != p:
            for _ in range(n - s.known[v, p, card]):
                uncover(w, s, v, p, card)
                s.known[v, p, card] += 1


@jit
def laid_down(w: Record, s: Record, p: int, card: int) -> None:
    """Record that ``p`` has laid a card face down (ZG-11.8, ZG-11.9): only ``p`` knows which."""
    tell(w, E.LAID, p)
    tell_only(w, 1 << p, E.LAID_CARD, p, card)
    for v in range(VIEWERS):
        if v != p:
            loosen(s, v, p)
            s.loose[v, p] -= 1


@jit
def taken_up(w: Record, s: Record, p: int, giver: int, card: int) -> None:
    """Record that ``p`` takes up the face-down card of a scheme, seen by ``p`` and known to the giver (ZG-11.13)."""
    tell(w, E.TOOK_UP, p, giver)
    tell_only(w, 1 << p | 1 << giver, E.TOOK_UP_CARD, p, giver, card)
    for v in range(VIEWERS):
        if v == p:
            take_loose(w, s, v, card)
        elif v == giver:
            s.known[v, p, card] += 1
        else:
            s.loose[v, p] += 1


@jit
def stolen(w: Record, s: Record, thief: int, victim: int, card: int) -> None:
    """Record a theft: thief and victim see the card, the others only that one was stolen (ZG-19.1)."""
    tell(w, E.STOLE, thief, victim)
    tell_only(w, 1 << thief | 1 << victim, E.STOLE_CARD, thief, victim, card)
    for v in range(VIEWERS):
        if v == thief:
            forget(w, s, v, victim, card)
        elif v == victim:
            s.known[v, thief, card] += 1
        else:
            loosen(s, v, victim)
            s.loose[v, victim] -= 1
            s.loose[v, thief] += 1


# ---- reset ---------------------------------------------------------------------------------------------------------------


@jit
def learn_anew(w: Record, s: Record, v: int) -> None:
    """Reset what ``v`` knows of every hand to ``known`` and the decks of the other cards; only face-down cards are loose."""
    for card in range(K):
        s.known[v, v, card] = 0
    for d in range(N_DECKS):
        s.unknown[v, v, d] = 0
    for q in range(P):
        s.loose[v, q] = 0
        for d in range(N_DECKS):
            if q != v:
                s.unknown[v, q, d] = 0
        for card in range(K):
            if q != v:
                s.unknown[v, q, w.deck_of[card]] += s.hand[q, card] + committed(s, q, card) - s.known[v, q, card]
        for i in range(s.n_scheme[q]):
            if s.scheme_from[q, i] != v:
                s.unknown[v, v, w.deck_of[s.scheme[q, i]]] += 1
    if s.laid >= 0 and s.laid_by != v:
        s.unknown[v, v, w.deck_of[s.laid]] += 1


@jit
def committed(s: Record, p: int, card: int) -> int:
    """Number of copies of a card that the player has laid face down in the current people fight (ZG-12.38)."""
    n = 0
    if card < A:
        for side in range(2):
            if s.f_side[side] == p:
                n += s.commit[side, card]
    return n
