"""Codes of the agenda: work that the engine does by itself, and decisions that wait for an answer.

A frame is ``[task, a, b, ...]``.  In a decision ``a`` is the player who decides.  A decision is pushed only where it has
two or more answers (HZ-0.R3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.layout import Range
from .layout import COUNT, PLACES

# ---- work -------------------------------------------------------------------------------------------------
T_PLANNING: Final = 1
T_AUCTION: Final = 2
T_AUCTION_TURN: Final = 3  # the next turn of the auction, or its end
T_PAYMENT: Final = 4  # a: place in the old turn order whose bid is paid next
T_REORDER: Final = 5
T_TURNS: Final = 6  # the next player of the Route phase, or the end of the round
T_ROUND_END: Final = 7
T_SCORING: Final = 8
T_PAY: Final = 9  # a: player, b: units, c: decision that asks for one
T_TAKE: Final = 10  # a: player, b: units
T_ROUTE_END: Final = 11
T_CARD: Final = 12  # a: place on the route
T_CARD_END: Final = 13
T_TOLL: Final = 14  # a: units
T_BATTLE: Final = 15
T_WINDOW: Final = 16  # a Molotov window
T_SHOOT: Final = 17
T_FLEE: Final = 18
T_MELEE: Final = 19  # the window before a melee roll
T_ROLL: Final = 20
T_WOUNDS: Final = 21
T_STRIKES: Final = 22
T_ROLLED: Final = 23

# ---- decisions, in the order of HZ-D ----------------------------------------------------------------------------
DECISIONS: Final = (
    "bid",
    "pay_bid",
    "route",
    "pay_route",
    "take",
    "molotov",
    "shoot",
    "flee",
    "wounded",
    "strike",
    "lose_resource",
    "toll",
    "fanatic",
)
PHASE_OF: Final = (
    "auction",
    "payment",
    "route",
    "cost",
    "bonus",
    "battle",
    "battle",
    "battle",
    "battle",
    "battle",
    "event",
    "event",
    "event",
)
PHASES: Final = ("auction", "payment", "route", "cost", "bonus", "event", "battle", "over")
D_BID: Final = 32
D_PAY_BID: Final = 33  # b: units left, this one included (also in D_PAY_ROUTE, D_TAKE, D_LOSE_RESOURCE, D_TOLL)
D_ROUTE: Final = 34
D_PAY_ROUTE: Final = 35
D_TAKE: Final = 36
D_MOLOTOV: Final = 37
D_SHOOT: Final = 38
D_FLEE: Final = 39
D_WOUNDED: Final = 40
D_STRIKE: Final = 41
D_LOSE_RESOURCE: Final = 42
D_TOLL: Final = 43
D_FANATIC: Final = 44
FIRST_DECISION: Final = D_BID

# ---- what the words of a frame may hold; words that are not named here are 0 ------------------------------------------------
_WHO: Final = Range(0, "n_players", -1)

WORDS: Final[Mapping[int, tuple[Range, ...]]] = {
    **dict.fromkeys((T_PLANNING, T_AUCTION, T_AUCTION_TURN, T_REORDER, T_TURNS, T_ROUND_END, T_SCORING, T_ROUTE_END, T_CARD_END), ()),
    **dict.fromkeys((T_BATTLE, T_WINDOW, T_SHOOT, T_FLEE, T_MELEE, T_ROLL, T_WOUNDS, T_STRIKES, T_ROLLED), ()),
    T_PAYMENT: (Range(0, "n_players"),),
    T_PAY: (_WHO, COUNT, Range(D_PAY_BID, D_LOSE_RESOURCE)),
    T_TAKE: (_WHO, COUNT),
    T_CARD: (Range(0, PLACES - 1),),
    T_TOLL: (COUNT,),
    **dict.fromkeys((D_BID, D_ROUTE, D_MOLOTOV, D_SHOOT, D_FLEE, D_WOUNDED, D_STRIKE, D_FANATIC), (_WHO,)),
    **dict.fromkeys((D_PAY_BID, D_PAY_ROUTE, D_TAKE, D_LOSE_RESOURCE, D_TOLL), (_WHO, COUNT)),
}

#: What may lie below a frame while somebody decides; the lowest are always T_ROUND_END and T_TURNS.
BELOW: Final[Mapping[int, tuple[int, ...]]] = {
    T_TURNS: (T_ROUND_END,),
    T_AUCTION_TURN: (T_TURNS,),
    T_PAYMENT: (T_TURNS,),
    T_ROUTE_END: (T_TURNS,),
    T_CARD: (T_ROUTE_END, T_CARD),
    T_TAKE: (T_CARD,),
    T_CARD_END: (T_CARD, T_ROUTE_END),
    T_BATTLE: (T_CARD_END,),
    T_SHOOT: (T_CARD_END,),
    T_FLEE: (T_CARD_END,),
    T_ROLL: (T_CARD_END,),
    T_ROLLED: (T_CARD_END,),
    T_STRIKES: (T_ROLLED,),
    T_WOUNDS: (T_STRIKES,),
    D_BID: (T_AUCTION_TURN,),
    D_PAY_BID: (T_PAYMENT,),
    D_ROUTE: (T_TURNS,),
    D_PAY_ROUTE: (T_CARD, T_TAKE),
    D_TAKE: (T_CARD,),
    D_MOLOTOV: (T_SHOOT, T_FLEE, T_ROLL),
    D_SHOOT: (T_CARD_END,),
    D_FLEE: (T_CARD_END,),
    D_WOUNDED: (T_WOUNDS,),
    D_STRIKE: (T_STRIKES,),
    D_LOSE_RESOURCE: (T_BATTLE, T_CARD_END),
    D_TOLL: (T_BATTLE, T_CARD_END),
    D_FANATIC: (T_BATTLE, T_CARD_END),
}
