"""Codes of decisions on the agenda, in the order of HZ-D: frames that wait for a player's answer.

A decision is on the agenda only where it has two or more answers (HZ-0.R3).  The first word of its frame is the player who decides.
Modules of the rules import this one as ``ASK``, ``push(s, ASK.TOLL, p, units)``, and end with the rows of their decisions.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range, names

FIRST: Final = 32
BID: Final = 32
PAY_BID: Final = 33
ROUTE: Final = 34
PAY_ROUTE: Final = 35
TAKE: Final = 36
MOLOTOV: Final = 37
SHOOT: Final = 38
FLEE: Final = 39
WOUNDED: Final = 40
STRIKE: Final = 41
LOSE_RESOURCE: Final = 42
TOLL: Final = 43
FANATIC: Final = 44

NAMES: Final = tuple(name.lower() for name in names(globals(), FIRST).values())
"""Names in the order of the codes."""

PAYMENTS: Final = Range(PAY_BID, LOSE_RESOURCE)
"""Decisions that ``tasks.PAY`` may ask."""
