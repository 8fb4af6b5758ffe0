"""Codes of tasks on the agenda: what the engine does automatically.  ``decisions`` has the frames that wait for an answer.

Modules of the rules import this one as ``T``, ``push(s, T.TURN, i, 0)``, and end with the rows of their tasks; those of an edition are in
``edition_tasks``.
"""

from __future__ import annotations

from typing import Final

PLAYERS: Final = 1  # ask who acts next
TURN: Final = 2
TURN_END: Final = 3
TURN_OVER: Final = 4
RESUME: Final = 5  # resume an interrupted turn
ACTION_END: Final = 6  # levels, Necromancers' tokens, free reload
LEVELS: Final = 7
TOKENS: Final = 8  # removal of spawn tokens for dead Necromancers
ZOMBIES: Final = 9
RITUAL: Final = 10
END: Final = 11
SPAWN_STEP: Final = 12
SEQUENCE: Final = 13
CARDS: Final = 14
PLACE: Final = 15
NECRO_CARD: Final = 16
EXTRA: Final = 17
LINK: Final = 18  # additional turns of Zombie link
ACTIVATE: Final = 19
PASS: Final = 20
ESCAPES: Final = 21
FIGHTS: Final = 22
MOVES: Final = 23
GROUP: Final = 24
NECRO_MOVE: Final = 25
ARRIVE: Final = 26
ASSIGN: Final = 27  # wounds of the fight in progress
VICTIM: Final = 28  # the next survivor who suffers wounds
SUFFER: Final = 29
DEATHS: Final = 30
ROLL: Final = 31  # the dice of the combat action
ROLLED: Final = 32
HITS: Final = 33
MISSES: Final = 34
ATTACK_END: Final = 35
DRAW: Final = 36
STORED: Final = 37
ARMOUR_ROLL: Final = 38
DOOR_ROLL: Final = 39
DOOR_ROLLED: Final = 40
OPENED: Final = 41
ROOMS: Final = 42
OBJECTIVE: Final = 43
ARRANGE: Final = 44
BURN: Final = 45
REPULSED: Final = 46
CHECK: Final = 47  # test victory and defeat
RETURN_CARD: Final = 48  # return an unused copy to the deck

# ---- positions of words that other modules read
CARDS_START: Final = 1
CARDS_NUMBER: Final = 2
CARDS_NEXT: Final = 3
SEQUENCE_MODE: Final = 4
VICTIM_FRIENDLY: Final = 2
DOOR_NEIGHBOUR: Final = 2
DOOR_CARD: Final = 3
DOOR_HITS: Final = 4
MISSES_TARGET: Final = 1
MISSES_OWN: Final = 2
