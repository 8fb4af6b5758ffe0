"""Codes of tasks on the agenda: what the engine does automatically.  ``decisions`` has the frames that wait for an answer.

Modules of the rules import this one as ``T``, ``push(s, T.FEED, p)``, and end with the rows of their tasks.
"""

from __future__ import annotations

from typing import Final

# ---- the course of a turn
PHASE: Final = 1
PHASE_END: Final = 2
SEATS: Final = 3  # the next player of the phase
TILES: Final = 4
FACTIONS: Final = 5
BASES: Final = 6
QUICK: Final = 7  # a claim has been made: income and fighter
DRAW: Final = 8
SCHEMED: Final = 9
REPLIES: Final = 10  # ask the next player for a reply
FEED: Final = 11
DISCARD: Final = 12
MOVES: Final = 13  # the next player of the round

# ---- fights
ZOMBIE_FIGHTS: Final = 16
ZOMBIE_ROUND: Final = 17
REWARD: Final = 18
FIGHT_OVER: Final = 19
PEOPLE_FIGHTS: Final = 20
CHAIN: Final = 21
ARMOUR: Final = 22
DEATHS: Final = 23
FLIGHT: Final = 24
STAND: Final = 25
REVEAL: Final = 26

# ---- evening and night
BUILD: Final = 32
SABOTAGE: Final = 33
MEDICINE: Final = 34
NIGHT: Final = 35
LABOUR: Final = 36
