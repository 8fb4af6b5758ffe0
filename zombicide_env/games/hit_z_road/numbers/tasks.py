"""Codes of tasks on the agenda: what the engine does automatically.  ``decisions`` has the frames that wait for an answer.

Modules of the rules import this one as ``T``, ``push(s, T.CARD, k)``, and end with the rows of their tasks.
"""

from __future__ import annotations

from typing import Final

PLANNING: Final = 1
AUCTION: Final = 2
AUCTION_TURN: Final = 3  # the next turn of the auction, or its end
PAYMENT: Final = 4  # the next bid is paid
REORDER: Final = 5
TURNS: Final = 6  # the next player of the Route phase, or the end of the round
ROUND_END: Final = 7
SCORING: Final = 8
PAY: Final = 9
TAKE: Final = 10
ROUTE_END: Final = 11
CARD: Final = 12
CARD_END: Final = 13
TOLL: Final = 14
BATTLE: Final = 15
WINDOW: Final = 16  # a Molotov window
SHOOT: Final = 17
FLEE: Final = 18
MELEE: Final = 19  # the window before a melee roll
ROLL: Final = 20
WOUNDS: Final = 21
STRIKES: Final = 22
ROLLED: Final = 23
