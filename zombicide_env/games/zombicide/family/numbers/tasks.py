"""Codes of the agenda: work that the engine does by itself, and decisions that wait for an answer.

A frame is ``[task, a, b, c, d, e, f, g]``.  In a decision ``a`` is the survivor who decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.layout import FLAG, Range

from .layout import COPY, COUNT, NECROS, POOL, RULES, SLOTS, SURVIVOR, ZONE, D, K, S

# ---- work -------------------------------------------------------------------------------------------------
T_PLAYERS: Final = 1  # who acts next?
T_TURN: Final = 2  # a: survivor, b: additional turn
T_TURN_END: Final = 3  # a: survivor
T_TURN_OVER: Final = 4  # a: survivor
T_RESUME: Final = 5  # a: place in the pool of the interrupted turn
T_ACTION_END: Final = 6  # a: survivor: levels, Necromancers' tokens, free reload
T_LEVELS: Final = 7  # a: survivor
T_TOKENS: Final = 8  # removal of spawn tokens for dead Necromancers
T_ZOMBIES: Final = 9
T_RITUAL: Final = 10
T_END: Final = 11
T_SPAWN_STEP: Final = 12
T_SEQUENCE: Final = 13  # a: first slot in the pool, b: slots, c: next, d: 1 tokens, 0 zones
T_CARDS: Final = 14  # a: first card in the pool, b: cards, c: next, d: double spawns, e: zone
T_PLACE: Final = 15  # a: kind, b: number, c: zone
T_NECRO_CARD: Final = 16  # a: zone
T_EXTRA: Final = 17  # a: kind or -1
T_LINK: Final = 18  # a: survivors who still play their additional turn, as bits
T_ACTIVATE: Final = 19  # a: kinds as bits, b: zone or -1, c: taunter or -1, d: Necromancers below this id
T_PASS: Final = 20  # a: 1 or 2
T_ESCAPES: Final = 21
T_FIGHTS: Final = 22  # a: next zone
T_MOVES: Final = 23
T_GROUP: Final = 24  # a: zone, b: kind
T_NECRO_MOVE: Final = 25  # a: index of the next Necromancer, b: zone
T_ARRIVE: Final = 26
T_ASSIGN: Final = 27  # wounds of the fight in progress
T_VICTIM: Final = 28  # a: next survivor, b: 0 zombies, 1 friendly fire
T_SUFFER: Final = 29  # a: survivor
T_DEATHS: Final = 30
T_ROLL: Final = 31  # the dice of the combat action
T_ROLLED: Final = 32
T_HITS: Final = 33  # a: 0 or 1, which zone
T_MISSES: Final = 34  # a: which zone
T_ATTACK_END: Final = 35
T_DRAW: Final = 36  # a: survivor
T_STORED: Final = 37  # a: survivor
T_ARMOUR_ROLL: Final = 38  # a: survivor
T_DOOR_ROLL: Final = 39  # a: survivor, b: neighbour, c: card
T_DOOR_ROLLED: Final = 40
T_OPENED: Final = 41  # a: zone beyond, b: door
T_ROOMS: Final = 42  # a: first room in the pool, b: rooms, c: chosen
T_OBJECTIVE: Final = 43  # a: survivor, b: colour, c: zone, d: next rule
T_ARRANGE: Final = 44  # a: survivor, b: partner or -1, c: 1 if asked also in automatic mode
T_BURN: Final = 45  # a: survivor, b: zone
T_REPULSED: Final = 46  # a: zone, b: where its zombies go
T_CHECK: Final = 47  # test the ends
T_RETURN_CARD: Final = 48  # a: copy that nobody wanted: back into the deck

# ---- decisions -----------------------------------------------------------------------------------------------
DECISIONS: Final = (
    "turn",
    "activate",
    "store",
    "arrange",
    "order",
    "replace",
    "reroll",
    "hit",
    "miss",
    "wound",
    "armour",
    "cancel",
    "learn",
    "remove",
    "path",
    "exit",
    "speed",
    "target",
    "rescue",
    "gift",
)
D_TURN: Final = 64
D_ACTIVATE: Final = 65  # b: survivors as bits, c: 1 Zombie link
D_STORE: Final = 66
D_ARRANGE: Final = 67  # b: partner or -1, c: 1 if asked also in automatic mode
D_ORDER: Final = 68  # b, c, d as in T_ROOMS
D_REPLACE: Final = 69  # b: which zone
D_REROLL: Final = 70  # b: 0 attack, 1 door, 2 armour
D_HIT: Final = 71  # b: which zone
D_MISS: Final = 72  # b: which zone, c: misses to be given after this one
D_WOUND: Final = 73  # b: kind
D_ARMOUR: Final = 74
D_CANCEL: Final = 75
D_LEARN: Final = 76  # b: level
D_REMOVE: Final = 77  # b: 0 spawn token, 1 Dragon Bile token, c: zone of the new bile token, or token of the dead
D_PATH: Final = 78  # b: zone, c: kind, d: picks left, e: neighbours already chosen as bits, f: Necromancer; kind -1: Repulse
D_EXIT: Final = 79
D_SPEED: Final = 80
D_TARGET: Final = 81  # b: slot, c: first zone or -1, d: 1 Trick shot; 2: b is the number of a zone skill
D_RESCUE: Final = 82  # b: zone, c: survivors already asked up to this one
D_GIFT: Final = 83  # b: copy of the card
FIRST_DECISION: Final = D_TURN

# ---- steps that a conformance vector runs -------------------------------------------------------------------------
RUN_ACTIVATION: Final = 0
RUN_SPAWN: Final = 1
RUN_ZOMBIES: Final = 2
RUN_END: Final = 3
RUN_ROUND: Final = 4

# ---- specific free actions (BP-6.R6), index of STATE.free -----------------------------------------------------------
F_MELEE: Final = 0
F_RANGED: Final = 1
F_MAGIC: Final = 2
F_MOVE: Final = 3
F_SEARCH: Final = 4
F_ENCHANTMENT: Final = 5
F_DOOR: Final = 6  # Break-in
F_NOSE: Final = 7  # Hold your nose
F_SPELLCASTER: Final = 8
F_COMBAT: Final = 9
N_FREE: Final = 10

# ---- skills used at most once a turn, index of STATE.used --------------------------------------------------------------
U_SPRINT: Final = 0
U_JUMP: Final = 1
U_TAUNT: Final = 2
U_SHOVE: Final = 3
U_LIFESAVER: Final = 4
U_LOUD: Final = 5
U_BORN_LEADER: Final = 6
U_DESTINY: Final = 7
N_USED: Final = 8

# ---- sources of rerolls, in the order of use (BP-24.R2) -------------------------------------------------------------------
BY_AMMO: Final = 1
BY_SHIELD: Final = 2
BY_LUCKY: Final = 4
REROLLS: Final = Range(0, BY_AMMO | BY_SHIELD | BY_LUCKY)

#: Steps of one rearrangement, or while one card is stored; any layout of two inventories needs fewer.  Without a limit a
#: survivor could move his cards to and fro for ever.
ARRANGE_LIMIT: Final = 24

# ---- what the words of a frame may hold; words that are not named here are 0 ------------------------------------------------
_WHO: Final = Range(0, "n_survivors", -1)
_WHERE: Final = Range(0, "n_zones", -1)
_KIND: Final = Range(0, K - 1)
_KINDS: Final = Range(0, (1 << K) - 1)  # as bits
_TEAM: Final = Range(0, (1 << S) - 1)  # as bits
_BORDER: Final = Range(0, D - 1)
_PLACE: Final = Range(0, POOL)  # in the pool, or a number of its words
_CARD: Final = Range(0, "n_cards")
_TOKEN: Final = Range(-1, 2**15 - 1)
_NEXT_ZONE: Final = Range(0, "n_zones")
_NEXT: Final = Range(0, "n_survivors")
_TARGET: Final = FLAG  # which of two target zones

WORDS: Final[Mapping[int, tuple[Range, ...]]] = {
    T_PLAYERS: (),
    T_TURN: (_WHO, FLAG),
    T_TURN_END: (_WHO,),
    T_TURN_OVER: (_WHO,),
    T_RESUME: (_PLACE,),
    T_ACTION_END: (_WHO,),
    T_LEVELS: (_WHO,),
    T_TOKENS: (),
    T_ZOMBIES: (),
    T_RITUAL: (),
    T_END: (),
    T_SPAWN_STEP: (),
    T_SEQUENCE: (_PLACE, _PLACE, COUNT, FLAG),
    T_CARDS: (_PLACE, _PLACE, _PLACE, COUNT, _WHERE),
    T_PLACE: (_KIND, COUNT, _WHERE),
    T_NECRO_CARD: (_WHERE,),
    T_EXTRA: (Range(-1, K - 1),),
    T_LINK: (_TEAM,),
    T_ACTIVATE: (_KINDS, ZONE, SURVIVOR, _TOKEN),
    T_PASS: (Range(1, 2),),
    T_ESCAPES: (),
    T_FIGHTS: (_NEXT_ZONE,),
    T_MOVES: (),
    T_GROUP: (_NEXT_ZONE, Range(0, K)),
    T_NECRO_MOVE: (Range(0, NECROS), _WHERE),
    T_ARRIVE: (),
    T_ASSIGN: (),
    T_VICTIM: (_NEXT, FLAG),
    T_SUFFER: (_WHO,),
    T_DEATHS: (),
    T_ROLL: (_WHO,),
    T_ROLLED: (_WHO, COUNT, COUNT),
    T_HITS: (_TARGET,),
    T_MISSES: (_TARGET,),
    T_ATTACK_END: (_WHO,),
    T_DRAW: (_WHO,),
    T_STORED: (_WHO, FLAG),
    T_ARMOUR_ROLL: (_WHO,),
    T_DOOR_ROLL: (_WHO, _BORDER, _CARD, FLAG),
    T_DOOR_ROLLED: (_WHO, _BORDER, _CARD, COUNT),
    T_OPENED: (_WHO, _BORDER),
    T_ROOMS: (_PLACE, _PLACE, _PLACE),
    T_OBJECTIVE: (_WHO, Range(0, 3), _WHERE, Range(0, RULES)),
    T_ARRANGE: (_WHO, SURVIVOR, FLAG),
    T_BURN: (_WHO, _WHERE),
    T_REPULSED: (_WHERE, _WHERE),
    T_CHECK: (),
    T_RETURN_CARD: (COPY,),
    D_TURN: (_WHO,),
    D_ACTIVATE: (_WHO, _TEAM, FLAG),
    D_STORE: (_WHO,),
    D_ARRANGE: (_WHO, SURVIVOR, FLAG),
    D_ORDER: (_WHO, _PLACE, _PLACE, _PLACE),
    D_REPLACE: (_WHO, _TARGET),
    D_REROLL: (_WHO, Range(0, 2)),
    D_HIT: (_WHO, _TARGET),
    D_MISS: (_WHO, _TARGET, COUNT),
    D_WOUND: (_WHO, _KIND),
    D_ARMOUR: (_WHO,),
    D_CANCEL: (_WHO,),
    D_LEARN: (_WHO, Range(2, 3)),
    D_REMOVE: (_WHO, FLAG, _TOKEN),
    D_PATH: (_WHO, _WHERE, Range(-1, K - 1), COUNT, Range(0, (1 << D) - 1), Range(0, NECROS - 1)),
    D_EXIT: (_WHO,),
    D_SPEED: (_WHO,),
    D_TARGET: (_WHO, Range(0, SLOTS - 1), ZONE, Range(0, 2)),
    D_RESCUE: (_WHO, _WHERE, _NEXT),
    D_GIFT: (_WHO, COPY),
}
