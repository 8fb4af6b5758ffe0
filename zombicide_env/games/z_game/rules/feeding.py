"""Feeding (ZG-11.22 to ZG-11.30): characters that are fed, and characters that are eaten."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_CHAR, A_CONFIRM, A_DECK, A_PASS
from ..numbers.layout import BEES, HORSE, LEADERS, RAIDERS, WHO, A, C, K
from .board import clear_picks, owned
from .cards import dies, play
from .lowest import default_raise, first_legal, lowest


@jit
def lying(s: Record, p: int) -> int:
    """Number of own exhausted figures."""
    n = 0
    for c in range(C):
        n += owned(s, c, p) == 1 and s.exhausted[c] == 1
    return n


@jit
def raise_all(s: Record, p: int) -> None:
    for c in range(C):
        if owned(s, c, p) == 1:
            s.exhausted[c] = 0


@jit
def lay_down(s: Record, p: int) -> None:
    for c in range(C):
        if owned(s, c, p) == 1:
            s.exhausted[c] = 1


@jit
def feed(s: Record, p: int) -> None:
    """Exhaust all figures; then as many as the marker shows, with the Bees one more, recover."""
    lay_down(s, p)
    food = s.food[p]
    if s.faction[p] == BEES:  # ZG-16.1
        food += 1
    if food >= lying(s, p):
        raise_all(s, p)
        return
    push(s, T.FEED, p)
    if food > 0:
        clear_picks(s)
        s.quota = food
        push(s, ASK.FEED_RAISE, p)


@jit
def raise_from(s: Record, p: int, first: int, mask: Row) -> None:
    """Mark own exhausted figures after the last picked one (ZG-10.11)."""
    mask[A_CONFIRM] = 1
    for c in range(max(first, s.last + 1), C):
        mask[A_CHAR + c] = owned(s, c, p) == 1 and s.exhausted[c] == 1


@jit
def legal_raise(s: Record, p: int, mask: Row) -> None:
    raise_from(s, p, 0, mask)


@jit
def answer_raise(s: Record, a: int) -> None:
    """Apply picks of FEED_RAISE and FLARE_RAISE, which end at the capacity."""
    if a == A_CONFIRM:
        s.quota = 0
    else:
        s.exhausted[a - A_CHAR] = 0
        s.last = a - A_CHAR
        s.quota -= 1
    if s.quota == 0:
        pop(s)
        clear_picks(s)


@jit
def feed_more(s: Record, p: int) -> None:
    if lying(s, p) > 0:
        push(s, T.FEED, p)
        push(s, ASK.FEED_EAT, p)


@jit
def legal_eat(s: Record, p: int, mask: Row) -> None:
    """ZG-11.24, ZG-11.25, ZG-11.30."""
    mask[A_PASS] = 1
    mask[A_CARD + HORSE] = s.hand[p, HORSE] > 0
    for card in range(A, K):
        mask[A_CARD + card] = s.hand[p, card] > 0
    if lying(s, p) > 1:
        for c in range(LEADERS, C):
            if owned(s, c, p) == 1 and s.exhausted[c] == 1:
                mask[A_CHAR + c] = 1


@jit
def answer_eat(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        pop(s)  # nothing more to do: T.FEED is below
        return
    if a >= A_CARD:
        play(w, s, p, a - A_CARD)
    else:
        dies(w, s, a - A_CHAR)
    if s.faction[p] == RAIDERS or a == A_CARD + HORSE:  # ZG-11.26
        raise_all(s, p)
    else:
        push(s, ASK.FEED_TARGET, p)


@jit
def legal_target(s: Record, p: int, mask: Row) -> None:
    for c in range(C):
        mask[A_CHAR + c] = owned(s, c, p) == 1 and s.exhausted[c] == 1


@jit
def answer_target(s: Record, a: int) -> None:
    s.exhausted[a - A_CHAR] = 0


@jit
def default_meal(w: Record, s: Record, p: int) -> int:
    """A horse for two or more, then fighters in hand."""
    if w.allowed[A_CARD + HORSE] == 1 and lying(s, p) > 1:
        return A_CARD + HORSE
    a = lowest(w, A_CARD + A)
    return a if a >= 0 and a < A_DECK else A_PASS


ROWS: Final = (
    Task(T.FEED, feed_more, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.FEED_RAISE,
        words={"p": WHO},
        below=(T.FEED,),
        asked=CHOICE,
        offer=legal_raise,
        answer=answer_raise,
        default=default_raise,
        see=nothing_more,
        fits=anywhere,
        text=Text("which figures are fed", default="the leader, then by index"),
        notation={"char": "raise {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.FEED_EAT,
        words={"p": WHO},
        below=(T.FEED,),
        asked=CHOICE,
        offer=legal_eat,
        answer=answer_eat,
        default=default_meal,
        see=nothing_more,
        fits=anywhere,
        text=Text("a horse or a fighter to be eaten", default="a horse for two or more, fighters in hand"),
        notation={"pass": "pass", "char": "eat {}", "card": "eat {}"},
    ),
    Decision(
        ASK.FEED_TARGET,
        words={"p": WHO},
        below=(T.FEED,),
        asked=CHOICE,
        offer=legal_target,
        answer=answer_target,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("who stands up for a fighter eaten", default="the lowest"),
        notation={"char": "raise {}"},
    ),
)
