"""Work on the agenda: what the engine does by itself.  ``decisions`` has what waits for an answer.

A frame of the agenda is a code and the words that ``FRAMES`` names, in this order.  Rooms read this module as ``T``:
``push(s, T.TURN, i, 0)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.layout import FLAG, Range, place

from . import own
from .layout import (
    BORDER,
    CARD_TYPE,
    COPY,
    COUNT,
    KIND,
    KIND_SET,
    NECROS,
    NEXT_SURVIVOR,
    NEXT_ZONE,
    PASSES,
    POOL_PLACE,
    RULES,
    SURVIVOR,
    TEAM,
    TOKEN_ID,
    WHERE,
    WHO,
    ZONE,
    K,
)

PLAYERS: Final = 1  # who acts next?
TURN: Final = 2
TURN_END: Final = 3
TURN_OVER: Final = 4
RESUME: Final = 5  # an interrupted turn goes on
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
CHECK: Final = 47  # test the ends
RETURN_CARD: Final = 48  # a copy that nobody wanted goes back into the deck

#: The words of every frame and what they may hold.  ``start`` is a place in the pool, ``next`` what comes next of several.
FRAMES: Final[Mapping[int, Mapping[str, Range]]] = {
    PLAYERS: {},
    TURN: {"who": WHO, "link": FLAG},
    TURN_END: {"who": WHO},
    TURN_OVER: {"who": WHO},
    RESUME: {"start": POOL_PLACE},
    ACTION_END: {"who": WHO},
    LEVELS: {"who": WHO},
    TOKENS: {},
    ZOMBIES: {},
    RITUAL: {},
    END: {},
    SPAWN_STEP: {},
    SEQUENCE: {"start": POOL_PLACE, "slots": POOL_PLACE, "next": COUNT, "tokens": FLAG},
    CARDS: {"start": POOL_PLACE, "cards": POOL_PLACE, "next": POOL_PLACE, "doubles": COUNT, "zone": WHERE},
    PLACE: {"kind": KIND, "number": COUNT, "zone": WHERE},
    NECRO_CARD: {"zone": WHERE},
    EXTRA: {"kind": Range(-1, K - 1)},
    LINK: {"team": TEAM},
    ACTIVATE: {"kinds": KIND_SET, "zone": ZONE, "taunter": SURVIVOR, "before": TOKEN_ID},
    PASS: {"action": Range(1, PASSES)},
    ESCAPES: {},
    FIGHTS: {"next": NEXT_ZONE},
    MOVES: {},
    GROUP: {"zone": NEXT_ZONE, "kind": Range(0, K)},
    NECRO_MOVE: {"next": Range(0, NECROS), "zone": WHERE},
    ARRIVE: {},
    ASSIGN: {},
    VICTIM: {"next": NEXT_SURVIVOR, "friendly": FLAG},
    SUFFER: {"who": WHO},
    DEATHS: {},
    ROLL: {"who": WHO},
    ROLLED: {"who": WHO, "extra_1": COUNT, "extra_2": COUNT},
    HITS: {"target": FLAG},
    MISSES: {"target": FLAG, "own": FLAG},  # 1: point-blank, at the zone in which the attacker stood
    ATTACK_END: {"who": WHO},
    DRAW: {"who": WHO},
    STORED: {"who": WHO, "free": FLAG},
    ARMOUR_ROLL: {"who": WHO},
    DOOR_ROLL: {"who": WHO, "border": BORDER, "card": CARD_TYPE, "again": FLAG},
    DOOR_ROLLED: {"who": WHO, "border": BORDER, "card": CARD_TYPE, "hits": COUNT},
    OPENED: {"who": WHO, "border": BORDER},
    ROOMS: {"start": POOL_PLACE, "rooms": POOL_PLACE, "chosen": POOL_PLACE},
    OBJECTIVE: {"who": WHO, "colour": Range(0, 3), "zone": WHERE, "rule": Range(0, RULES)},
    ARRANGE: {"who": WHO, "partner": SURVIVOR, "always": FLAG},
    BURN: {"who": WHO, "zone": WHERE},
    REPULSED: {"zone": WHERE, "to": WHERE},
    CHECK: {},
    RETURN_CARD: {"copy": COPY},
    **own.WORK,
}


# ---- places of the words that others read
SEQUENCE_TOKENS: Final = place(FRAMES, SEQUENCE, "tokens")
CARDS_START: Final = place(FRAMES, CARDS, "start")
CARDS_NUMBER: Final = place(FRAMES, CARDS, "cards")
CARDS_NEXT: Final = place(FRAMES, CARDS, "next")
VICTIM_FRIENDLY: Final = place(FRAMES, VICTIM, "friendly")
DOOR_BORDER: Final = place(FRAMES, DOOR_ROLLED, "border")
DOOR_CARD: Final = place(FRAMES, DOOR_ROLLED, "card")
DOOR_HITS: Final = place(FRAMES, DOOR_ROLLED, "hits")
MISSES_TARGET: Final = place(FRAMES, MISSES, "target")
MISSES_OWN: Final = place(FRAMES, MISSES, "own")
