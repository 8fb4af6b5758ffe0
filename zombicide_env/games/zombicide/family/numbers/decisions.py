"""Codes of decisions on the agenda (BP-25): frames that wait for a survivor's answer.

The first word of a frame is the survivor who decides.  Modules of the rules import this one as ``ASK``,
``push(s, ASK.WOUND, i, kind)``, and end with the rows of their decisions; those of an edition are in ``edition_decisions``.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import names

from . import edition_decisions

FIRST: Final = 64
TURN: Final = 64
ACTIVATE: Final = 65
STORE: Final = 66
ARRANGE: Final = 67
ORDER: Final = 68
REPLACE: Final = 69
REROLL: Final = 70
HIT: Final = 71
MISS: Final = 72
WOUND: Final = 73
ARMOUR: Final = 74
CANCEL: Final = 75
LEARN: Final = 76
REMOVE: Final = 77
PATH: Final = 78
EXIT: Final = 79
SPEED: Final = 80
TARGET: Final = 81
RESCUE: Final = 82
GIFT: Final = 83

#: Names in the order of the codes.
NAMES: Final = tuple(name.lower() for scope in (globals(), vars(edition_decisions)) for name in names(scope, FIRST).values())

# ---- values of words
ATTACK_ROLL: Final = 0  # REROLL, what
DOOR_ROLL: Final = 1
ARMOUR_ROLL: Final = 2
SPAWN_TOKEN: Final = 0  # REMOVE, what; about: the id of the dead Necromancer's token
BILE_TOKEN: Final = 1  # about: the zone of the new one
SPELL: Final = 0  # TARGET, aim: the spell in the slot
TRICK_SHOT: Final = 1  # two zones for the pair in the slot; first: the one chosen already, -1 none
ZONE_SKILL: Final = 2  # slot: the number of the survivor's zone skill
PUSHED: Final = -1  # PATH, kind: all zombies of the zone, pushed by Repulse
