"""Sizes and small enumerations of Z-Game, shared by kernels and loaders."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

# ---- sizes -------------------------------------------------------------------------------------------
P: Final = 4  # players
L: Final = 23  # locations of the largest layout (ZG-3.5)
NEAR: Final = 6  # neighbours of a hex (ZG-3.1)
C: Final = 24  # characters (ZG-1.3)
LEADERS: Final = 4
A: Final = 17  # types of action cards (ZG-7.21)
K: Final = 37  # cards: types of action cards, then fighters (ZG-7.23)
FIRST_FIGHTER: Final = LEADERS  # index as a character; as a card FIRST_FIGHTER + TO_CARD
TO_CARD: Final = A - LEADERS  # card of a fighter = character + TO_CARD (ZG-7.23)
DECK: Final = 32  # most cards of a deck
POOL: Final = 6 * DECK  # one deck and, from index DECK, the cards of all others
N_ZOMBIES: Final = 23  # zombie cards (ZG-1.4)
KIT: Final = 2  # named starting cards (ZG-4.9)
PILE: Final = 5  # fighters of a faction's pile (ZG-17.13)
OFFERED: Final = 2  # cards of an offer, wishes, cards of a bid (ZG-11.15)
SCHEMED: Final = 4  # maximum number of face-down cards before a player in a Scheming
RESERVE: Final = 2  # tiles that are not dealt (ZG-17.7)
TAPE: Final = 256  # scripted dice, scripted zombie cards
CHANCE: Final = 128  # events of chance of one step on record
STACK: Final = 24  # agenda frames
FRAME: Final = 8  # words of a frame
NONE: Final = -1

# ---- numbers of the rules --------------------------------------------------------------------------------------
START_FOOD: Final = 2  # ZG-4.3
INCOME: Final = 2  # food or medicine of a location (ZG-6.4)
HAND_LIMIT: Final = 5  # ZG-7.9
PARTY_LIMIT: Final = 10
MOST_OUTPOSTS: Final = 2  # outposts of a player (ZG-9.8)
CROWD: Final = 4  # characters that draw two dice at night (ZG-14.1)
INFECTED: Final = 4  # minimum roll for an exhausted fighter to recover (ZG-14.18)
ENSLAVED: Final = 3  # minimum roll for a fighter to join the Raiders (ZG-12.48)
SABOTAGED: Final = 4  # minimum roll for a sabotage without a fortification to succeed (ZG-13.25)
SURVIVOR: Final = 6  # roll of a search that finds a survivor (ZG-17.12)
NEEDED: Final = 2  # gears and flasks of a sabotage, flasks of a dose (ZG-13.19, ZG-13.31)
LEADER_VP: Final = 3  # ZG-5.1
CAPTURE_VP: Final = 1  # ZG-5.2
ERECTED_VP: Final = 2  # ZG-5.3
STREET_VP: Final = 2  # ZG-5.4

# ---- factions (order of OPTION at the node FACTION) ----------------------------------------------------------------
FACTIONS: Final = ("bees", "raiders", "bikers", "party")
BEES, RAIDERS, BIKERS, PARTY = range(4)

# ---- locations -----------------------------------------------------------------------------------------------------
TYPES: Final = ("house", "shop", "pharmacy", "police", "fire", "parking", "street", "base")  # the first six as at TILE_TYPE
HOUSE, SHOP, PHARMACY, POLICE, FIRE, PARKING, STREET, BASE = range(8)
N_TILES: Final = 6  # types that are dealt and shuffled (ZG-17.3, ZG-17.7)
NO_TYPE: Final = 8  # a free place while tiles are being laid
NEUTRAL: Final = P  # owner of a neutral fortification; NONE: no intact marker
PENDING_KINDS: Final = ("new", "upgrade", "repair")
NEW, UPGRADE, REPAIR = range(3)

# ---- cards ---------------------------------------------------------------------------------------------------------
DECKS: Final = ("character", "firearm", "melee", "special", "transport")
CHARACTER, FIREARM, MELEE, SPECIAL, TRANSPORT = range(5)
N_DECKS: Final = 5
ACTION_CARDS: Final = (
    "pistol", "shotgun", "grenade", "knife", "bat", "axe", "crowbar", "car", "chopper",
    "chainsaw", "reagents", "tools", "literature", "books", "armour", "horse", "bicycle",
)  # fmt: skip
CAR: Final = ACTION_CARDS.index("car")
CHOPPER: Final = ACTION_CARDS.index("chopper")
ARMOUR: Final = ACTION_CARDS.index("armour")
HORSE: Final = ACTION_CARDS.index("horse")

# ---- characters ------------------------------------------------------------------------------------------------------
CHARACTERS: Final = (
    "baduma", "marvin", "paul", "roger_rowley", "mari", "tos", "wei_milkis", "yuri", "kif", "isida", "twin", "anvil",
    "brick", "gunnar", "dora", "ilya", "hazel", "otto", "rusty", "vera", "lena", "fern", "moss", "zoya",
)  # fmt: skip
CARDS: Final = (*ACTION_CARDS, *CHARACTERS[FIRST_FIGHTER:])
ZONES: Final = ("box", "board", "hand", "deck", "discard", "pile")
IN_BOX, ON_BOARD, IN_HAND, IN_DECK, IN_DISCARD, IN_PILE = range(6)
JOBS: Final = ("none", "build", "sabotage", "medicine")
IDLE, BUILDS, SABOTAGES, HEALS = range(4)

# ---- phases, in their order (ZG-10.7) ------------------------------------------------------------------------------------
PHASES: Final = (
    "s0_tiles", "s1_factions", "s2_bases", "s3_quick",
    "m1_recount", "m2_draw", "m3a_scheming", "m3b_business", "m3c_foreign_trade", "m4_placement", "m5_feeding", "m6_discard",
    "d1_movement", "d2_zombie_fights", "d3_people_fights", "d4_day_scoring",
    "e1_construction", "e2_sabotage", "e3_medicine", "e4_flareup",
    "n1_night_attack", "n2_infection", "n3_labour", "n4_night_scoring",
)  # fmt: skip
(
    S0, S1, S2, S3, M1, M2, M3A, M3B, M3C, M4, M5, M6, D1, D2, D3, D4, E1, E2, E3, E4, N1, N2, N3, N4,
) = range(24)  # fmt: skip
N_PHASES: Final = 24
PHASE_TITLES: Final = (
    "Laying tiles", "Factions", "Bases", "Quick start",
    "Recount", "Draw", "Scheming", "Honest business", "Foreign trade", "Placement", "Feeding", "Discard",
    "Movement", "Zombie fights", "People fights", "Day scoring",
    "Construction", "Sabotage", "Medicine", "Flare-up",
    "Night attack", "Infection", "Labour results", "Night scoring",
)  # fmt: skip

# ---- trade -----------------------------------------------------------------------------------------------------------------
REPLIES: Final = ("decline", "accept", "counter")
DECLINED, ACCEPTED, COUNTERED = range(3)
WISH_DECK: Final = K  # a wish "any card of deck d" is WISH_DECK + d

# ---- fights ----------------------------------------------------------------------------------------------------------------
FIGHTS: Final = ("none", "zombie", "people", "night")
NO_FIGHT, ZOMBIE_FIGHT, PEOPLE_FIGHT, NIGHT_FIGHT = range(4)
#: Fates of the members of a retreating squad.
STAYS, FLEES, VICTIM = range(3)

# ---- evening ----------------------------------------------------------------------------------------------------------------
PROJECTS: Final = ("build_barricade", "build_outpost", "upgrade", "repair_1", "repair_2", "car_fort")
BARRICADE, OUTPOST, UPGRADING, REPAIR_1, REPAIR_2, CAR_FORT = range(6)
EFFECTS: Final = ("destroy", "horde", "steal", "destroy_and_steal", "scout")
DESTROY, HORDE, STEAL, DESTROY_AND_STEAL, SCOUT = range(5)
REMEDIES: Final = ("brew", "search_medicine", "search_survivors")
BREW, SEARCH_MEDICINE, SEARCH_SURVIVORS = range(3)
WORKS: Final = ("none", "build", "sabotage", *REMEDIES)
NO_WORK, BUILD_WORK, SABOTAGE_WORK, BREW_WORK, MEDICINE_WORK, SURVIVOR_WORK = range(6)
SKILLS: Final = ("engineering", "science")

# ---- ends --------------------------------------------------------------------------------------------------------------------
ONGOING: Final = 0
WON: Final = 1
OUTCOMES: Final = ("ongoing", "won", "lost", "truncated")
ENDS: Final = ("", "target", "cap", "eliminated")
NO_END, AT_TARGET, AT_CAP, ALL_ELIMINATED = range(4)
TARGETS: Final = {"blitz": 10, "standard": 15, "epic": 20}  # ZG-5.9

# ---- rewards -----------------------------------------------------------------------------------------------------------------
REWARDS: Final = ("zero_sum", "win", "score", "shaped")
BY_ZERO_SUM, BY_WIN, BY_SCORE, BY_POINTS = range(4)

# ---- viewers -----------------------------------------------------------------------------------------------------------------
PUBLIC: Final = P  # viewer who sees only what is public
VIEWERS: Final = P + 1

# ---- entries of the record of chance (``core.chance``) --------------------------------------------------------------------------
DIE: Final = 0  # value: the result
ZOMBIE: Final = 1  # value: strength * 16 + reward
DRAWN: Final = 2  # value: seat * 8 + deck
MIXED: Final = 3  # value: deck whose discard pile was shuffled
TURNED: Final = 4  # value: location whose tile was turned up
STARTS: Final = 5  # value: seat of the first player
CAME: Final = 6  # value: the card of DRAWN, for tests
TAKEN: Final = 7  # value: the stolen card, for tests

# ---- ranges of fields and words of the agenda ------------------------------------------------------------------------------------
COUNT: Final = Range(0, 2**15 - 1)
WHO: Final = Range(0, "n_players", -1)
PLAYER: Final = Range(NONE, "n_players", -1)
SPOT: Final = Range(0, "n_locations", -1)
PLACE: Final = Range(NONE, "n_locations", -1)
CARD: Final = Range(0, K - 1)
ORDER: Final = Range(0, "n_players")  # an index in the order of play, or one past the last
FIGHTER: Final = Range(A, CARD.high)
ANY_DECK: Final = Range(0, N_DECKS - 1)
COPIES: Final = Range(0, DECK)
MARKERS: Final = Range(0, 2)
