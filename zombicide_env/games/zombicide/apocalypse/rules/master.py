"""The Zombie Master's hand and cards (AP-21)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pending, push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell, tell_only
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers import edition_tasks as OT
from ..numbers.layout import WHO
from ..numbers.master import HAND_LIMIT, N_MASTER, ZG2
from .options import first_offered, offer


@jit
def hand_size(s: Record) -> int:
    n = 0
    for c in range(N_MASTER):
        n += s.zm_hand[c]
    return n


@jit
def take_card(w: Record, s: Record, c: int, zone: int) -> None:
    """Add a card drawn for the zone to the hand, face down; above the limit a card is discarded at once (AP-21.R1, AP-21.R3)."""
    s.zm_hand[c] += 1
    tell(w, OE.MASTER_DRAWS, zone, hand_size(s))
    tell_only(w, 1 << w.n_survivors, OE.MASTER_SEES, c)
    push(s, OT.HAND_LIMIT)


@jit
def limit_hand(w: Record, s: Record) -> None:
    if hand_size(s) > HAND_LIMIT:
        push(s, OT.HAND_LIMIT)
        push(s, OASK.TOO_MANY, w.n_survivors)


@jit
def over_limit(s: Record) -> int:
    """1 while cards are discarded down to the limit."""
    return max(pending(s, OASK.TOO_MANY), pending(s, OT.HAND_LIMIT))


@jit
def discard_card(w: Record, s: Record, c: int) -> None:
    """Discard a card of the hand to the Zombie Master's discard pile, which is face up."""
    tell(w, OE.MASTER_DISCARDS, c)
    s.zm_hand[c] -= 1
    lay_down(s, c)


@jit
def lay_down(s: Record, c: int) -> None:
    s.zm_pile[s.zm_pile_n] = c + 1
    s.zm_pile_n += 1


@jit
def lay_open(s: Record, c: int, target: int) -> None:
    """Put a green card into effect (AP-21.R5)."""
    s.zm_hand[c] -= 1
    s.zm_active[s.zm_active_n] = c + 1
    s.zm_target[s.zm_active_n] = target
    s.zm_active_n += 1


@jit
def crampt(w: Record, s: Record, i: int) -> int:
    """Number of Cramps for the survivor's next turn; their target is the survivor's index."""
    n = 0
    for k in range(s.zm_active_n):
        if s.zm_active[k] == ZG2 + 1 and s.zm_target[k] == i:
            n += 1
    return n


@jit
def expire(w: Record, s: Record, c: int, target: int) -> None:
    """Discard copies of a lasting card, with that target or any (-1)."""
    kept = 0
    n = s.zm_active_n
    for k in range(n):
        if s.zm_active[k] == c + 1 and (target < 0 or s.zm_target[k] == target):
            tell(w, OE.MASTER_CARD_ENDS, c)
            lay_down(s, c)
        else:
            s.zm_active[kept] = s.zm_active[k]
            s.zm_target[kept] = s.zm_target[k]
            kept += 1
    s.zm_active_n = kept
    for k in range(kept, n):
        s.zm_active[k] = 0
        s.zm_target[k] = NONE


# ---- on the agenda -----------------------------------------------------------------------------------------------------


@jit
def offer_discards(s: Record) -> None:
    for c in range(N_MASTER):
        if s.zm_hand[c] > 0:
            offer(s, OA.DISCARD_CARD + c)


@jit
def answer_discard(w: Record, s: Record, a: int) -> None:
    discard_card(w, s, a - OA.DISCARD_CARD)


ROWS: Final = (
    Task(OT.HAND_LIMIT, limit_hand),
    Decision(
        OASK.TOO_MANY,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_discards,
        answer=answer_discard,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("more cards in the Zombie Master's hand than the limit", "the card to discard", "lowest id"),
    ),
)
