"""The auction (HZ-5): bids, payment, the new turn order."""

from __future__ import annotations

from ...core.agenda import pop, push, top, word
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record
from . import told
from .actions import A_BID, A_PASS, A_PAY
from .belongings import gain, only_type, total, types_owned
from .layout import MAX_BID, NONE
from .tasks import D_BID, D_PAY_BID, T_AUCTION_TURN, T_PAY, T_PAYMENT, T_REORDER


@jit
def start_auction(s: Record) -> None:
    """All markers at 0 (HZ-2.4, HZ-5.11)."""
    for p in range(s.bid.shape[0]):
        s.bid[p] = 0
    s.high = 0
    s.leader = NONE
    s.passes = 0
    s.cur = 0
    push(s, T_AUCTION_TURN)


@jit
def highest_bid(s: Record, p: int) -> int:
    """The highest value that the player may bid (HZ-5.6)."""
    return min(MAX_BID, total(s, p))


@jit
def auction(w: Record, s: Record) -> None:
    """The next turn of the auction, or its end (HZ-5.R1)."""
    need = s.n_order
    if s.leader >= 0:
        need -= 1
    if s.n_order <= 1:  # HZ-5.R7
        return
    if s.passes >= need:
        push(s, T_PAYMENT, 0)
        return
    p = s.order[s.cur]
    push(s, T_AUCTION_TURN)
    if highest_bid(s, p) > s.high:
        push(s, D_BID, p)
    else:  # a forced pass is not asked
        declined(w, s)


@jit
def declined(w: Record, s: Record) -> None:
    tell(w, told.PASS, s.order[s.cur])
    s.passes += 1
    next_bidder(s)


@jit
def next_bidder(s: Record) -> None:
    s.cur += 1
    if s.cur >= s.n_order:
        s.cur = 0


@jit
def answer_bid(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        declined(w, s)
        return
    s.bid[p] = a - A_BID + 1
    s.high = s.bid[p]
    s.leader = p
    tell(w, told.BID, p, s.high)
    s.passes = 0
    next_bidder(s)


# ---- payment -----------------------------------------------------------------------------------------------


@jit
def payment(s: Record, k: int) -> None:
    """The bidder at place ``k`` of the old order pays, then the next one (HZ-5.R5)."""
    if k >= s.n_order:
        push(s, T_REORDER)
        return
    p = s.order[k]
    push(s, T_PAYMENT, k + 1)
    push(s, T_PAY, p, s.bid[p], D_PAY_BID)


@jit
def pay(w: Record, s: Record, p: int, units: int, decision: int) -> None:
    """Units are paid one by one while there is a choice (HZ-5.R5, HZ-10.R3, HZ-17.13)."""
    kinds = types_owned(s, p)
    if units <= 0 or kinds == 0:
        return
    if kinds == 1:
        r = only_type(s, p)
        gain(w, s, p, r, -min(units, s.own[p, r]))
        return
    push(s, decision, p, units)


@jit
def answer_pay(w: Record, s: Record, a: int) -> None:
    """One unit of a bid, of a route or of ``lose_resource``."""
    t = top(s)
    decision = s.stack[t, 0]
    p = s.stack[t, 1]
    units = s.stack[t, 2]
    pop(s)
    gain(w, s, p, a - A_PAY, -1)
    push(s, T_PAY, p, units - 1, decision)


@jit
def reorder(w: Record, s: Record) -> None:
    """Bidders by descending bid, then the others in their old order (HZ-5.R6); markers back to 0."""
    for k in range(1, s.n_order):  # insertion sort: stable, and bids above 0 are never equal
        p = s.order[k]
        j = k
        while j > 0 and s.bid[s.order[j - 1]] < s.bid[p]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
    for k in range(s.n_order):
        tell(w, told.ORDER, k, s.order[k])
    for p in range(s.bid.shape[0]):
        s.bid[p] = 0
    s.high = 0
    s.leader = NONE
    s.passes = 0
    s.cur = 0
