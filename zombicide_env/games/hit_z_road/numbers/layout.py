"""Sizes and small enumerations of Hit Z Road, shared by kernels and loaders."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

# ---- sizes -------------------------------------------------------------------------------------------
P: Final = 4  # players
R: Final = 4  # routes of a round
PLACES: Final = 2  # cards of a route
N_CARDS: Final = 76  # HZ-1.1; card 0 means "none"
CARDS: Final = N_CARDS + 1
DECK: Final = 64  # HZ-2.8
LEVELS: Final = 3
LEVEL_CARDS: Final = 28  # maximum of one level (HZ-2.R1)
ROUNDS: Final = 8  # HZ-3.1
FACES: Final = 6
TAPE: Final = 256  # scripted dice
CHANCE: Final = 192  # dice and cards of one step on record
STACK: Final = 16  # agenda frames
FRAME: Final = 8  # words of a frame
NONE: Final = -1

# ---- ranges of values: what a field or a word of the agenda may hold ---------------------------------------
WHO: Final = Range(0, "n_players", -1)
COUNT: Final = Range(0, 2**14 - 1)  # half of what the field can hold: room to grow
CARD: Final = Range(0, "n_cards")
PLAYER: Final = Range(-1, "n_players", -1)

# ---- parameters (HZ-17b) ----------------------------------------------------------------------------------
START_GROUP: Final = 5
START_RESOURCE: Final = 4
MAX_GROUP: Final = 7
MAX_BID: Final = 10
DICE_PER_AMMO: Final = 2
FLEE_COST: Final = 2
KEY_LOW: Final = 2
KEY_HIGH: Final = 4
FANATIC_FEE: Final = 3
BONUS_POINTS: Final = 3
MAP_POINTS: Final = 6
REMOVED: Final = 4  # cards of each level that go into the box unseen (HZ-2.6)
MOST_MELEE: Final = 200  # melee rounds of one battle (never reached in practice)
MOST_RESOURCE: Final = 999  # of a type, at the start of a position
SHOTS: Final = 100  # values of `shoot`, 0 included: more than a game can have (HZ-19: 60 of a type)

# ---- resources (HZ-0.R2 order) ------------------------------------------------------------------------------
RESOURCES: Final = ("ammo", "gas", "adrenaline")
AMMO: Final = 0
GAS: Final = 1
ADRENALINE: Final = 2
N_RESOURCES: Final = 3

# ---- dice ------------------------------------------------------------------------------------------------
RESULTS: Final = ("dodge", "adrenaline", "kill", "double", "wounded", "horror")
DODGE, SPARK, KILL, DOUBLE, WOUNDED, HORROR = range(6)  # SPARK: the lightning, result `adrenaline`
N_RESULTS: Final = 6
DICE: Final = ("black", "red")
BLACK: Final = 0
RED: Final = 1
ROLLS: Final = ("none", "ranged", "melee", "event")
NO_ROLL, RANGED_ROLL, MELEE_ROLL, EVENT_ROLL = range(4)

# ---- tokens (HZ-17c) ---------------------------------------------------------------------------------------
TOKENS: Final = ("sniper_rifle", "map", "fanatic", "school_bus", "toxic_gas", "injured", "molotov")
RIFLE, MAP, FANATIC, BUS, TOXIC, INJURED, MOLOTOV = range(7)
N_TOKENS: Final = 7
MOST_TOKENS: Final = 99  # of a kind, in a position

# ---- cards -------------------------------------------------------------------------------------------------
SYMBOLS: Final = ("", "J", "Q", "K", "A")
EVENTS: Final = (
    "",
    "take_token",
    "gain_survivor",
    "lose_survivor",
    "lose_resource",
    "toll_1",
    "toll_2",
    "sniper_check",
    "map_check",
    "liquidator",
    "roulette",
    "rescue",
    "injury_check",
    "toxic_check",
    "fanatic_fee",
    "fanatic_blast",
)
(
    EV_NONE,
    EV_TAKE_TOKEN,
    EV_GAIN_SURVIVOR,
    EV_LOSE_SURVIVOR,
    EV_LOSE_RESOURCE,
    EV_TOLL_1,
    EV_TOLL_2,
    EV_SNIPER_CHECK,
    EV_MAP_CHECK,
    EV_LIQUIDATOR,
    EV_ROULETTE,
    EV_RESCUE,
    EV_INJURY_CHECK,
    EV_TOXIC_CHECK,
    EV_FANATIC_FEE,
    EV_FANATIC_BLAST,
) = range(16)
RULES: Final = ("", "ranged_bites", "no_adrenaline", "no_flee")
NO_RULE, RANGED_BITES, NO_ADRENALINE, NO_FLEE = range(4)

# ---- places of a card -----------------------------------------------------------------------------------------
IN_BOX: Final = 0  # removed before the game, or played without being collected
IN_DECK: Final = 1
ON_ROUTE: Final = 2  # laid out, not yet collected or boxed
WITH_PLAYER: Final = 3  # + seat of its owner

# ---- battle --------------------------------------------------------------------------------------------------
STEPS: Final = ("start", "flee", "melee")
AT_START, AT_FLEE, AT_MELEE = range(3)

# ---- ends ------------------------------------------------------------------------------------------------------
ONGOING: Final = 0
WON: Final = 1
LOST: Final = 2
TRUNCATED: Final = 3
OUTCOMES: Final = ("ongoing", "won", "lost", "truncated")
GRADES: Final = 6
GRADE_FROM: Final = (0, 6, 11, 16, 19, 22)  # HZ-13.7
TOP_SCORE: Final = 22  # score of the last grade
CATEGORIES: Final = ("adrenaline", "gas", "ammo", "survivors")  # bonus cards (HZ-11.4)
N_CATEGORIES: Final = 4

# ---- rewards -----------------------------------------------------------------------------------------------------
REWARDS: Final = ("win", "zero_sum", "score")
BY_WIN, BY_ZERO_SUM, BY_SCORE = range(3)

# ---- entries of the record of chance (``core.chance``) --------------------------------------------------------------
BLACK_DIE: Final = 0  # value: the result
RED_DIE: Final = 1
TURNED_UP: Final = 2  # value: a card
TURN_ORDER: Final = 3  # value: the seat that got the next turn order card
