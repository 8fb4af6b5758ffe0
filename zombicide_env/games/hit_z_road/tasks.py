"""Codes of the agenda: work that the engine does by itself, and decisions that wait for an answer.

A frame is ``[task, a, b, ...]``.  In a decision ``a`` is the player who decides.  A decision is pushed only where it has
two or more answers (HZ-0.R3).
"""

from __future__ import annotations

from typing import Final

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
