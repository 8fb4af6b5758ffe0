"""Codes of decisions on the agenda, in the order of ZG-20.1 (its nodes): frames that wait for a player's answer.

The first word of a frame is the player who decides.  Modules of the rules import this one as ``ASK``,
``push(s, ASK.PLACE_LOC, p, card)``, and end with the rows of their decisions.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import names

FIRST: Final = 64
TILE_TYPE: Final = 64
TILE_PLACE: Final = 65
FACTION: Final = 66
BASE: Final = 67
QS_LOC: Final = 68
REDISTRIBUTE: Final = 69
SUBSTITUTE: Final = 70
DRAW_FIGHTER: Final = 71
SCH_CARD: Final = 72
SCH_SEAT: Final = 73
SCH_GIVE: Final = 74
BIZ_OFFER: Final = 75
BIZ_ASK: Final = 76
BIZ_REPLY: Final = 77
BIZ_PAY: Final = 78
BIZ_COUNTER: Final = 79
BIZ_CHOOSE: Final = 80
FT_CARD: Final = 81
FT_DECK: Final = 82
PLACE_CARD: Final = 83
PLACE_LOC: Final = 84
FEED_RAISE: Final = 85
FEED_EAT: Final = 86
FEED_TARGET: Final = 87
DISCARD: Final = 88
MV_CHAR: Final = 89
MV_MORE: Final = 90
MV_RIDE: Final = 91
MV_STEP: Final = 92
MV_CONFIRM: Final = 93
ZF_PICK: Final = 94
ZF_STANCE: Final = 95
ZF_WEAPON: Final = 96
LOOT_DECK: Final = 97
PF_PICK: Final = 98
PF_STANCE: Final = 99
PF_WEAPON: Final = 100
RT_VICTIM: Final = 101
RT_ARMOUR: Final = 102
RT_LOC: Final = 103
BLD_KIND: Final = 104
BLD_LOC: Final = 105
WORK_CHAR: Final = 106
WORK_CARD: Final = 107
WORK_SKILL: Final = 108
SAB_FROM: Final = 109
SAB_KIND: Final = 110
SAB_TARGET: Final = 111
SCOUT_SWAP: Final = 112
MED_KIND: Final = 113
MED_LOC: Final = 114
FLARE_RAISE: Final = 115
NA_PICK: Final = 116
NA_WEAPON: Final = 117
NR_LOC: Final = 118
DEGRADE: Final = 119

NAMES: Final = tuple(names(globals(), FIRST).values())
"""Names in the order of the codes."""
