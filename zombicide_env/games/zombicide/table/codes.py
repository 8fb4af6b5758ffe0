"""Codes common to all editions of the family: zones, doors, colours, cards, goals, outcomes.

Lists are only appended to, so that a code never changes its meaning; unused codes cost an edition nothing.
"""

from __future__ import annotations

from typing import Final

FAR: Final = 255  # no path
NONE: Final = -1

# ---- zones and doors ------------------------------------------------------------------------------------
STREET: Final = 0
ROOM: Final = 1
VAULT: Final = 2
RUIN: Final = 3
RAMPART: Final = 4
ZONE_KINDS: Final = ("street", "room", "vault", "ruin", "rampart")

OPEN: Final = 0
CLOSED: Final = 1
LOCKED: Final = 2

COLOURS: Final = ("none", "red", "blue", "green")
NO_COLOUR: Final = 0
RED: Final = 1
BLUE: Final = 2
GREEN: Final = 3
FACE_DOWN: Final = 4  # colour of a face-down objective in observations
NECRO: Final = 4  # colour of a necromancer spawn token
TOKEN_COLOURS: Final = (*COLOURS, "necromancer")
FOREVER: Final = 5  # key of a door that is locked permanently

# ---- danger levels ---------------------------------------------------------------------------------------
LEVELS: Final = ("blue", "yellow", "orange", "red")

# ---- places of a card (BP-9.R1) ------------------------------------------------------------------------
HAND_CARD: Final = 1
BODY_CARD: Final = 2
PACK_CARD: Final = 3
TRAP_CARD: Final = 4  # never kept

# ---- combat types: profile of a card ---------------------------------------------------------------------
COMBAT_TYPES: Final = ("melee", "ranged", "magic")
MELEE: Final = 0
RANGED: Final = 1
MAGIC: Final = 2
ANY_COMBAT: Final = 3  # index of skills for every type, after those by type
COMBAT_BITS: Final = 7  # every type, as bits
MOST_EXTRA_DICE: Final = 1000  # Roll 6 chains end with probability 1; this bounds the loop

# ---- card effects (column ``effect`` of the card table) ---------------------------------------------------
EFFECTS: Final = (
    "none",
    "healing",
    "invisibility",
    "repulse",
    "speed",
    "torch",
    "dragon_bile",
    "food",
    "plenty_arrows",
    "plenty_bolts",
    "shield",
    "armour",
    "aaahh",
    "dagger",
    "force_blast",  # one more die for the other spell in use
    "jump",
    "sprint",
    "blessing",
    "mask",
    "flashlight",
    "gasoline",
    "lighter",
    "sniper",
    "flamethrower",
    "destroyer",  # attacks a whole zone
    "time_bomb",
    "stinky_coat",
    "supplies",
    "plenty_light",
    "plenty_shells",
    "first_aid",
    "car_alarm",
    "second_wind",
    "rusty_nail",
    "stash_1",
    "stash_2",
    "stash_3",
)
#: By effect: 1 for an enchantment, which is cast rather than used to attack (BP-24.6).
ENCHANTS: Final = tuple(int(effect in ("healing", "invisibility", "repulse", "speed", "jump", "sprint", "blessing")) for effect in EFFECTS)
FX_NONE, FX_HEALING, FX_INVISIBILITY, FX_REPULSE, FX_SPEED = range(5)
FX_TORCH, FX_BILE, FX_FOOD, FX_ARROWS, FX_BOLTS, FX_SHIELD, FX_ARMOUR, FX_AAAHH, FX_DAGGER = range(5, 14)
FX_FORCE_BLAST, FX_JUMP, FX_SPRINT, FX_BLESSING = range(14, 18)
FX_MASK, FX_FLASHLIGHT, FX_GASOLINE, FX_LIGHTER, FX_SNIPER, FX_FLAMETHROWER, FX_DESTROYER, FX_TIME_BOMB = range(18, 26)
FX_STINKY_COAT, FX_SUPPLIES, FX_PLENTY_LIGHT, FX_PLENTY_SHELLS = range(26, 30)
FX_FIRST_AID, FX_CAR_ALARM, FX_SECOND_WIND, FX_RUSTY_NAIL, FX_STASH_1 = range(30, 35)  # and the other mini-missions
AMMO_NONE: Final = 0
AMMO_ARROWS: Final = 1
AMMO_BOLTS: Final = 2
AMMO_LIGHT: Final = FX_PLENTY_LIGHT - FX_ARROWS + 1  # ammunition codes follow from the card that rerolls it
AMMO_SHELLS: Final = AMMO_LIGHT + 1

# ---- zombie cards ---------------------------------------------------------------------------------------
ZC_SPAWN: Final = 0
ZC_EXTRA: Final = 1
ZC_NECROMANCER: Final = 2
ZC_DOUBLE: Final = 3
ZC_SIEGE: Final = 4
ZC_ABOMINATION: Final = 5
ZC_MANHOLE: Final = 6
ZC_MASTER: Final = 7

# ---- phases and ends -------------------------------------------------------------------------------------
PHASES: Final = ("players", "zombies", "end", "zombie_master")
PLAYERS_PHASE: Final = 0
ZOMBIES_PHASE: Final = 1
END_PHASE: Final = 2
MASTER_PHASE: Final = 3

OUTCOMES: Final = ("ongoing", "won", "lost", "truncated", "drawn")
ONGOING: Final = 0
WON: Final = 1
LOST: Final = 2
TRUNCATED: Final = 3
DRAWN: Final = 4

DEFEATS: Final = ("none", "no_survivors", "necromancer", "quest", "survivor_killed", "beacon_defiled", "max_rounds")
BY_NOBODY: Final = 0
BY_NO_SURVIVORS: Final = 1
BY_NECROMANCER: Final = 2
BY_QUEST: Final = 3
BY_DEATH: Final = 4
BY_DEFILEMENT: Final = 5
BY_TIME: Final = 6  # a round limit set by the user

# ---- entries of the record of chance (``core.chance``): the value is ... ---------------------------------
CHANCES: Final = ("die", "equipment", "zombies", "objective", "artefact", "shuffle")
EV_EQUIPMENT: Final = 1  # a card type
EV_ZOMBIES: Final = 2  # a zombie card
EV_OBJECTIVE: Final = 3  # the colour of a face-down token
EV_ARTEFACT: Final = 4  # a card type
EV_SHUFFLE: Final = 5  # EQUIPMENT_DECK, ZOMBIE_DECK
EQUIPMENT_DECK: Final = 0
ZOMBIE_DECK: Final = 1

# ---- special rules of quests: (kind, colour, a, b) rows of the world -------------------------------------
(
    RULE_NONE,
    RULE_ACTIVATE_SPAWN,  # taking the objective of the colour activates the tokens of that colour
    RULE_OBJECTIVE_SPAWNS,  # a: cards drawn for the taker's zone, after the experience
    RULE_OBJECTIVE_BRINGS,  # a, b: kinds; the first that is not on the board appears in the taker's zone
    RULE_GIVES_CARD,  # a: card type, searched in the deck, then the discard pile (BP-23.Q9.3)
    RULE_GIVES_ARTEFACT,  # a random artefact of those set aside (BP-23.Q10.5)
    RULE_LOSE_KILLED,  # the death of any survivor is a defeat
    RULE_REPLACE,  # a: kind, b: substitute kind (BP-23.Q0.6)
    RULE_XP,  # experience for tokens of the colour (a)
    RULE_ARTEFACT,  # artefacts for tokens of the colour (a); b: experience if none is left
    RULE_KEPT,  # the taker keeps tokens of the colour
    RULE_LADDER,  # a rope ladder for the taker
    RULE_LOCKED,  # tokens of the colour cannot be taken
    RULE_PREPARED,  # cards lie at the objectives, to be drawn one by one
    RULE_CACHE,  # a: card that may be taken from the deck or the discard pile in zone b
    RULE_RESTORE,  # one who holds every red token holds a folio
    RULE_BANISH,  # a folio sends a spawn token back and undoes its chain of Defile tokens
    RULE_CLEANSE,  # a red token sends a spawn token to the Flag
    RULE_BURN,  # Dragon Fire at a red objective burns its building
    RULE_BEACON_TAKEN,  # the Beacon can be carried
    RULE_GUARDS_WAIT,  # Guards beside the Beacon wait until it is taken
    RULE_ESCAPE,  # a: 1 all Guards of the Exit zone or nobody, 0 any number of them
    RULE_BEACON_WALKS,  # the Beacon is the Empress
    RULE_LOSE_REMOVED,  # an objective of the colour is removed
    RULE_LOSE_GUARD,  # a Guard dies
    RULE_LOSE_FOLIOS,  # Defile tokens left and no folio available
    RULE_LOSE_TOKENS,  # fewer red tokens than spawn tokens outside the Flag zone
    RULE_LOSE_LEFT,  # everybody has left
    RULE_LOSE_BEACON,  # the Empress is wounded
) = range(29)
ANY_COLOUR: Final = 0

# ---- victory predicates: (step, kind, a, b) rows of the world; b is the threshold ------------------------
(
    GOAL_NONE,
    GOAL_EXIT,
    GOAL_KILLED,  # a: kind, b: number
    GOAL_ALL_TAKEN,
    GOAL_TAKEN,  # a: colour
    GOAL_TAKEN_AT,  # a: zone
    GOAL_ARTEFACTS,  # b: number
    GOAL_LEVEL,  # a: level
    GOAL_TEAM_HOLDS,  # a: card type, b: number
    GOAL_ALL_IN,  # a: zone
    GOAL_NO_ZOMBIE_IN,  # a: zone
    GOAL_VAULT_CARD,  # a: card type
    GOAL_TOKENS_IN,  # a: zone
    GOAL_FIRE_IN,  # a: zone; the event that is tested
    GOAL_QUEST_ABOMINATION,
    GOAL_RAMPARTS_HELD,  # every survivor and Guard is on a rampart
    GOAL_RAMPARTS_CLEAR,  # no zombie is on a rampart
    GOAL_NO_DEFILED,  # no Defile token on the board
    GOAL_BURNED,  # every remaining red objective has burned
    GOAL_BEACON_IN,  # a: zone
    GOAL_ESCAPED,  # every survivor and Guard has left
    GOAL_CARRIED_OFF,  # a: card type that has left with a survivor
    GOAL_GATHERED,  # all in one active spawn zone without zombies
    GOAL_SUPPLIES_OUT,  # b: supply cards that have left with cars
    GOAL_NEUTRALISED,  # b: spawn zones
    GOAL_HELD,  # a: zone with a survivor and without zombies
    GOAL_ENOUGH_LEFT,  # the number of survivors that the number of players requires
    GOAL_FOUND,  # a: card type that a survivor carries or has carried off
) = range(28)
