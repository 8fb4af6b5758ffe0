"""The auction (HZ-5): bids, payment, the new turn order."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chains import Kernel
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Features, Mask, Record

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_BID, A_PASS, A_PAY
from ..numbers.layout import COUNT, MAX_BID, N_RESOURCES, NONE, WHO
from ..numbers.observation import DUE
from .belongings import gain, only_type, total, types_owned


@jit
def start_auction(s: Record) -> None:
    """Set all markers to 0 (HZ-2.4, HZ-5.11)."""
    for p in range(s.bid.shape[0]):
        s.bid[p] = 0
    s.high = 0
    s.leader = NONE
    s.passes = s.cur = 0
    push(s, T.AUCTION_TURN)


@jit
def highest_bid(s: Record, p: int) -> int:
    """Highest value that the player may bid (HZ-5.6)."""
    return min(MAX_BID, total(s, p))


@jit
def auction(w: Record, s: Record) -> None:
    """Ask for the next turn of the auction, or end it (HZ-5.R1)."""
    need = s.n_order
    if s.leader >= 0:
        need -= 1
    if s.n_order <= 1:  # HZ-5.R7
        return
    if s.passes >= need:
        push(s, T.PAYMENT, 0)
        return
    p = s.order[s.cur]
    push(s, T.AUCTION_TURN)
    if highest_bid(s, p) > s.high:
        push(s, ASK.BID, p)
    else:  # a forced pass is not asked
        declined(w, s)


@jit
def declined(w: Record, s: Record) -> None:
    tell(w, E.PASS, s.order[s.cur])
    s.passes += 1
    next_bidder(s)


@jit
def next_bidder(s: Record) -> None:
    s.cur += 1
    if s.cur >= s.n_order:
        s.cur = 0


@jit
def offer_bid(s: Record, p: int, mask: Mask) -> None:
    mask[A_PASS] = 1
    for v in range(s.high + 1, highest_bid(s, p) + 1):
        mask[A_BID + v - 1] = 1


@jit
def answer_bid(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        declined(w, s)
        return
    s.bid[p] = a - A_BID + 1
    s.high = s.bid[p]
    s.leader = p
    tell(w, E.BID, p, s.high)
    s.passes = 0
    next_bidder(s)


# ---- payment -----------------------------------------------------------------------------------------------


@jit
def payment(s: Record, k: int) -> None:
    """Let the bidder at index ``k`` of the old order pay, then the next one (HZ-5.R5)."""
    if k >= s.n_order:
        push(s, T.REORDER)
        return
    p = s.order[k]
    push(s, T.PAYMENT, k + 1)
    push(s, T.PAY, p, s.bid[p], ASK.PAY_BID)


@jit
def pay(w: Record, s: Record, p: int, units: int, decision: int) -> None:
    """Pay one unit at a time while there is a choice (HZ-5.R5, HZ-10.R3, HZ-17.13)."""
    kinds = types_owned(s, p)
    if units <= 0 or kinds == 0:
        return
    if kinds == 1:
        r = only_type(s, p)
        gain(w, s, p, r, -min(units, s.own[p, r]))
        return
    push(s, decision, p, units)


@jit
def offer_pay(s: Record, p: int, mask: Mask) -> None:
    for r in range(N_RESOURCES):
        mask[A_PAY + r] = s.own[p, r] > 0


@jit
def answer_pay(w: Record, s: Record, task: int, p: int, units: int, a: int) -> None:
    """Pay one unit of a bid, of a route or of ``lose_resource``."""
    gain(w, s, p, a - A_PAY, -1)
    push(s, T.PAY, p, units - 1, task)


@jit
def most_owned(s: Record, p: int) -> int:
    """Default: the type owned most; ties ammo, gas, adrenaline (HZ-D-2)."""
    best = 0
    for r in range(1, N_RESOURCES):
        if s.own[p, r] > s.own[p, best]:
            best = r
    return A_PAY + best


@jit
def see_units(units: int, o: Features) -> None:
    """Write the number of units still open, including the one asked for."""
    o[DUE] = min(MAX_BID, units)


@jit
def reorder(w: Record, s: Record) -> None:
    """Sort bidders by descending bid, then the others in their old order (HZ-5.R6); reset the markers to 0."""
    for k in range(1, s.n_order):  # insertion sort: stable, and bids above 0 are never equal
        p = s.order[k]
        j = k
        while j > 0 and s.bid[s.order[j - 1]] < s.bid[p]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
    for k in range(s.n_order):
        tell(w, E.ORDER, k, s.order[k])
    for p in range(s.bid.shape[0]):
        s.bid[p] = 0
    s.high = 0
    s.leader = NONE
    s.passes = s.cur = 0


def paying(code: int, *, below: tuple[int, ...], fits: Kernel, when: str, phase: str) -> Decision:
    """Return the row of a decision by which one unit is paid."""
    return Decision(
        code,
        words={"p": WHO, "units": COUNT},
        below=below,
        asked=CHOICE,
        offer=offer_pay,
        answer=answer_pay,
        default=most_owned,
        see=see_units,
        fits=fits,
        text=Text(when, "`pay ammo`, `pay gas`, `pay adrenaline`", "the type owned most"),
        phase=phase,
    )


ROWS: Final = (
    Task(T.AUCTION, start_auction),
    Task(T.AUCTION_TURN, auction, below=(T.TURNS,)),
    Task(T.PAYMENT, payment, words={"k": Range(0, "n_players")}, below=(T.TURNS,)),
    Task(T.REORDER, reorder),
    Task(T.PAY, pay, words={"p": WHO, "units": COUNT, "decision": ASK.PAYMENTS}),
    Decision(
        ASK.BID,
        words={"p": WHO},
        below=(T.AUCTION_TURN,),
        asked=MAIN,
        offer=offer_bid,
        answer=answer_bid,
        default=A_PASS,
        see=nothing_more,
        fits=anywhere,
        text=Text("a turn of the auction with a legal bid", "`pass`, `bid 1` to `bid 10`", "`pass`"),
        phase="auction",
    ),
    paying(ASK.PAY_BID, below=(T.PAYMENT,), fits=anywhere, when="one unit of a bid", phase="payment"),
)
