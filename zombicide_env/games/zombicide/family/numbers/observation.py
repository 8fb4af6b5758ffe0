"""Layout of the observation of the Zombicide family: what a survivor may know, as one uint8 vector.

Survivors keep their roster order in every seat's view; ``is_self`` marks the observer, whose row is repeated with more detail in
``self``.  Everything of BP-1.R3 that is hidden (decks, face-down tokens and artefacts) is left out.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock, ObservationCodec

from ...table.codes import LEVELS, PHASES
from ..edition import DECK, KINDS, LAST_GOAL, LAST_PHASE, LEVELS_OF_GROUND, SLOT_NAMES, SUPPLY, ZOMBIE_DECK
from . import decisions as ASK
from . import edition_observation as own
from .budget import N_FREE, N_USED
from .layout import CARDS, GOALS, MAX_WOUNDS, MOST_XP, PACK, D, S, Z
from .skills import N_SKILLS, SKILLS

_GROUNDS: Final = ("no zone", "street", "room", "vault", *(("ruin", "rampart") if LEVELS_OF_GROUND else ()))
_BOARD = (
    Column("kind", len(_GROUNDS) - 1, ", ".join(f"{number} {name}" for number, name in enumerate(_GROUNDS)), len(_GROUNDS)),
    Column("row", 64, "center, in half cells from the north edge"),
    Column("col", 64, "center, in half cells from the west edge"),
    Column("exit", 1, "Exit zone"),
    Column("mark", 1, "named by a victory condition"),
    Column("building", 40, "number of the building + 1, 0: street"),
    *(Column(f"neighbour_{n}", Z, "zone + 1, 0: none", Z + 1, "zone") for n in range(D)),
    *own.BOARD_COLUMNS,
)

_ZONES = (
    *(Column(kind, 20, f"number of zombies of kind {kind}") for kind in KINDS),
    Column("noise", 20, "Noise tokens"),
    Column("loud", 1, "Loud! is in force here"),
    Column("survivors", S, "survivors in the zone"),
    Column("objective", 4, "0 none, 1 red, 2 blue, 3 green, 4 face down", 5),
    Column("bile", 4, "Dragon Bile tokens"),
    Column("spawns", 4, "active spawn tokens"),
    Column("sleeping", 4, "inactive spawn tokens"),
    Column("necro_tokens", 4, "necromancer spawn tokens"),
    Column("cards", 8, "cards that lie in the vault"),
    Column("dark", 1, "room of a closed building that nobody has opened"),
    Column("sight", 10, "range of the Line of Sight from the observer's zone + 1, 0: not seen", seat="view"),
    Column("distance", 30, "steps from the observer's zone over passable borders + 1, 0: unreachable", seat="view"),
    *(Column(f"link_{n}", 3, "border to that neighbour: 0 none, 1 open, 2 closed door, 3 locked door", 4) for n in range(D)),
    *own.ZONE_COLUMNS,
)

_SURVIVORS = (
    Column("present", 1, "belongs to the team"),
    Column("alive", 1),
    Column("left", 1, "has left by the Exit"),
    Column("is_self", 1, "the observing seat", seat="view"),
    Column("is_current", 1, "has the turn"),
    Column("zone", Z, "zone + 1, 0: not on the board", Z + 1, "zone"),
    Column("row", 64, "center of the zone"),
    Column("col", 64, "center of the zone"),
    Column("distance", 30, "steps from the observer + 1, 0: unreachable", seat="view"),
    Column("wounds", MAX_WOUNDS),
    Column("xp", MOST_XP, f"experience, at most {MOST_XP}"),
    Column("level", len(LEVELS) - 1, "danger level", len(LEVELS)),
    Column("actions", 8, "normal actions left in this turn"),
    Column("acted", 1, "has had a turn in this round"),
    Column("ignored", 1, "ignored by zombies (Rotten token, Invisibility)"),
    *(Column(f"card_{name}", CARDS - 1, "card type, 0: none", CARDS) for name in SLOT_NAMES),
    *own.SURVIVOR_COLUMNS,
)

_WEAPON = (
    Column("melee_dice", 6),
    Column("melee_accuracy", 6),
    Column("melee_damage", 4),
    Column("shot_min", 4),
    Column("shot_max", 4),
    Column("shot_dice", 6),
    Column("shot_accuracy", 6),
    Column("shot_damage", 4),
    Column("opens", 6, "0 no, 1 without a roll, else the die value"),
    Column("unloaded", 1),
    *own.WEAPON_COLUMNS,
)

_GLOBAL = (
    Column("round", 60),
    Column("phase", LAST_PHASE, ", ".join(f"{n} {name}" for n, name in enumerate(PHASES[: LAST_PHASE + 1])), LAST_PHASE + 1),
    *(Column(f"danger_{level}", 1, "danger level of the team") for level in LEVELS),
    Column("deck", DECK, "cards in the equipment deck"),
    Column("discard", DECK, "cards in the equipment discard pile"),
    Column("zombie_deck", ZOMBIE_DECK, "cards in the zombie deck"),
    *(Column(f"supply_{kind}", max(SUPPLY), "miniatures left") for kind in KINDS),
    Column("tokens", 12, "spawn tokens on the board"),
    Column("token_limit", 12, "number of tokens from which an escaping Necromancer means defeat"),
    Column("in_play", S, "survivors on the board"),
    Column("objectives", 8, "objective tokens left"),
    Column("taken_red", 8),
    Column("taken_blue", 8),
    Column("taken_green", 8),
    *(Column(f"killed_{kind}", 60) for kind in KINDS),
    Column("artefacts", 4, "artefacts taken from vaults"),
    Column("quest", 20, "number of the quest + 1, 0: none"),
    *own.GLOBAL_COLUMNS,
)

_DECISION = (
    *(Column(own.COLUMN_NAMES.get(name, name), 1, "the decision asked") for name in ASK.NAMES),
    *(Column(f"about_{kind}", 1, "kind of zombie that it is about") for kind in KINDS),
    Column("zone", Z, "zone that it is about + 1, 0: none", Z + 1, "zone"),
    Column("card", CARDS - 1, "card just gained", CARDS),
    Column("partner", S, "partner of the trade + 1, 0: none", S + 1, "survivor"),
    Column("hits", 12, "hits not yet assigned"),
    Column("misses", 12, "misses of the attack"),
    Column("dice", 12, "dice of the armour roll"),
    Column("saved", 12, "wounds that it prevents"),
    Column("wounds", 12, "wounds about to be suffered"),
    Column("arranged", 24, "steps of the rearrangement taken"),
    *own.DECISION_COLUMNS,
)

_GOAL = (
    Column("kind", LAST_GOAL, "kind of the victory condition, 0: none", LAST_GOAL + 1),
    Column("need", 20, "number needed"),
    Column("value", 20, "number reached"),
    Column("met", 1),
)

OBSERVATION: Final = ObservationCodec(
    "zombicide",
    [
        ObservationBlock("board", (Z, len(_BOARD)), doc="zones: what never changes", columns=_BOARD, rows="zone"),
        ObservationBlock("zones", (Z, len(_ZONES)), doc="zones as they are now, seen from the seat", columns=_ZONES, rows="zone"),
        ObservationBlock("survivors", (S, len(_SURVIVORS)), doc="the team in roster order", columns=_SURVIVORS, rows="survivor"),
        ObservationBlock(
            "weapons",
            (PACK, len(_WEAPON)),
            doc="own left, right and body slot: effective numbers of the card",
            columns=_WEAPON,
            seat="view",
        ),
        ObservationBlock("self", (len(_SURVIVORS),), doc="own row of `survivors`", columns=_SURVIVORS, seat="view"),
        ObservationBlock(
            "skills",
            (N_SKILLS,),
            high=3,
            names=(*SKILLS, *["lacking"] * (N_SKILLS - len(SKILLS))),
            doc=f"own skills, in this order: {', '.join(SKILLS)}",
            seat="own",
        ),
        ObservationBlock("free", (N_FREE,), high=3, doc="specific free actions left in the turn", seat="own"),
        ObservationBlock("used", (N_USED,), high=1, doc="once-per-turn skills used", seat="own"),
        ObservationBlock(
            "pending", (4,), high=7, doc="searched, free attack of Bloodlust (types as bits), Hit & Run move, Blitz moves", seat="own"
        ),
        ObservationBlock("decision", (len(_DECISION),), doc="what is asked", columns=_DECISION),
        ObservationBlock("goals", (GOALS, len(_GOAL)), doc="victory conditions", columns=_GOAL),
        ObservationBlock("global", (len(_GLOBAL),), doc="the game as a whole", columns=_GLOBAL),
        *own.BLOCKS,
    ],
)
N_OBS: Final = OBSERVATION.size
HIGH: Final = OBSERVATION.high  # maximum of each feature


def column(block: str, name: str) -> int:
    """Return the index of a column in the rows of its block."""
    return OBSERVATION[block].column(name)


# ---- the blocks: their offsets and the length of their rows; modules import this one as ``O`` ----------------------
BOARD: Final = OBSERVATION.start["board"]
ZONES: Final = OBSERVATION.start["zones"]
SURVIVORS: Final = OBSERVATION.start["survivors"]
WEAPONS: Final = OBSERVATION.start["weapons"]
SELF: Final = OBSERVATION.start["self"]
SKILLS_HELD: Final = OBSERVATION.start["skills"]
FREE: Final = OBSERVATION.start["free"]
USED: Final = OBSERVATION.start["used"]
PENDING: Final = OBSERVATION.start["pending"]
DECISION: Final = OBSERVATION.start["decision"]
GOAL_ROWS: Final = OBSERVATION.start["goals"]
GLOBAL: Final = OBSERVATION.start["global"]
N_BOARD: Final = len(_BOARD)
N_ZONE: Final = len(_ZONES)
N_SURVIVOR: Final = len(_SURVIVORS)
N_WEAPON: Final = len(_WEAPON)
N_GOAL: Final = len(_GOAL)

# ---- the columns -------------------------------------------------------------------------------------------------
B_KIND: Final = column("board", "kind")
B_ROW: Final = column("board", "row")
B_COL: Final = column("board", "col")
B_EXIT: Final = column("board", "exit")
B_MARK: Final = column("board", "mark")
B_BUILDING: Final = column("board", "building")
B_NEIGHBOURS: Final = column("board", "neighbour_0")  # and the others
Z_KINDS: Final = column("zones", KINDS[0])  # and the other kinds
Z_NOISE: Final = column("zones", "noise")
Z_LOUD: Final = column("zones", "loud")
Z_SURVIVORS: Final = column("zones", "survivors")
Z_OBJECTIVE: Final = column("zones", "objective")
Z_BILE: Final = column("zones", "bile")
Z_SPAWNS: Final = column("zones", "spawns")
Z_SLEEPING: Final = column("zones", "sleeping")
Z_NECRO_TOKENS: Final = column("zones", "necro_tokens")
Z_CARDS: Final = column("zones", "cards")
Z_DARK: Final = column("zones", "dark")
Z_SIGHT: Final = column("zones", "sight")
Z_DISTANCE: Final = column("zones", "distance")
Z_LINKS: Final = column("zones", "link_0")  # and the others
S_PRESENT: Final = column("survivors", "present")
S_ALIVE: Final = column("survivors", "alive")
S_LEFT: Final = column("survivors", "left")
S_IS_SELF: Final = column("survivors", "is_self")
S_IS_CURRENT: Final = column("survivors", "is_current")
S_ZONE: Final = column("survivors", "zone")
S_ROW: Final = column("survivors", "row")
S_COL: Final = column("survivors", "col")
S_DISTANCE: Final = column("survivors", "distance")
S_WOUNDS: Final = column("survivors", "wounds")
S_XP: Final = column("survivors", "xp")
S_LEVEL: Final = column("survivors", "level")
S_ACTIONS: Final = column("survivors", "actions")
S_ACTED: Final = column("survivors", "acted")
S_IGNORED: Final = column("survivors", "ignored")
S_CARDS: Final = column("survivors", f"card_{SLOT_NAMES[0]}")  # and the other slots
W_MELEE_DICE: Final = column("weapons", "melee_dice")
W_MELEE_ACCURACY: Final = column("weapons", "melee_accuracy")
W_MELEE_DAMAGE: Final = column("weapons", "melee_damage")
W_SHOT_MIN: Final = column("weapons", "shot_min")
W_SHOT_MAX: Final = column("weapons", "shot_max")
W_SHOT_DICE: Final = column("weapons", "shot_dice")
W_SHOT_ACCURACY: Final = column("weapons", "shot_accuracy")
W_SHOT_DAMAGE: Final = column("weapons", "shot_damage")
W_OPENS: Final = column("weapons", "opens")
W_UNLOADED: Final = column("weapons", "unloaded")
D_KINDS: Final = column("decision", f"about_{KINDS[0]}")  # and the other kinds
D_ZONE: Final = column("decision", "zone")
D_CARD: Final = column("decision", "card")
D_PARTNER: Final = column("decision", "partner")
D_HITS: Final = column("decision", "hits")
D_MISSES: Final = column("decision", "misses")
D_DICE: Final = column("decision", "dice")
D_SAVED: Final = column("decision", "saved")
D_WOUNDS: Final = column("decision", "wounds")
D_ARRANGED: Final = column("decision", "arranged")
G_KIND: Final = column("goals", "kind")
G_NEED: Final = column("goals", "need")
G_VALUE: Final = column("goals", "value")
G_MET: Final = column("goals", "met")
T_ROUND: Final = column("global", "round")
T_PHASE: Final = column("global", "phase")
T_DANGER: Final = column("global", f"danger_{LEVELS[0]}")  # and the other levels
T_DECK: Final = column("global", "deck")
T_DISCARD: Final = column("global", "discard")
T_ZOMBIE_DECK: Final = column("global", "zombie_deck")
T_SUPPLY: Final = column("global", f"supply_{KINDS[0]}")  # and the other kinds
T_TOKENS: Final = column("global", "tokens")
T_TOKEN_LIMIT: Final = column("global", "token_limit")
T_IN_PLAY: Final = column("global", "in_play")
T_OBJECTIVES: Final = column("global", "objectives")
T_TAKEN: Final = column("global", "taken_red")  # red, blue, green
T_KILLED: Final = column("global", f"killed_{KINDS[0]}")  # and the other kinds
T_ARTEFACTS: Final = column("global", "artefacts")
T_QUEST: Final = column("global", "quest")
