"""The observation of the Zombicide family, declared once: what a survivor may know, as one uint8 vector.

Survivors keep their roster order in every seat's view; ``is_self`` marks the seat, whose row is repeated at length in
``self``.  Everything of BP-1.R3 that is hidden (decks, face-down tokens and artefacts) is left out.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock, ObservationCodec

from ...table.codes import LEVELS
from ..edition import KINDS, SLOT_NAMES
from .layout import CARDS, GOALS, D, S, Z
from .skills import N_SKILLS, SKILLS
from .tasks import DECISIONS, N_FREE, N_USED

N_WEAPON: Final = 10  # numbers about the weapon in a hand slot

_BOARD = (
    Column("kind", 3, "0 no zone, 1 street, 2 room, 3 vault", 4),
    Column("row", 64, "centre, in half cells from the north edge"),
    Column("col", 64, "centre, in half cells from the west edge"),
    Column("exit", 1, "Exit zone"),
    Column("mark", 1, "named by a victory condition"),
    Column("building", 40, "number of the building + 1, 0: street"),
    *(Column(f"neighbour_{n}", Z, "zone + 1, 0: none", Z + 1, "zone") for n in range(D)),
)

_ZONES = (
    *(Column(kind, 20, f"{kind}s in the zone") for kind in KINDS),
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
    Column("sight", 10, "range of the Line of Sight from the own zone + 1, 0: not seen"),
    Column("distance", 30, "steps from the own zone over passable borders + 1, 0: no way"),
    *(Column(f"link_{n}", 3, "border to that neighbour: 0 none, 1 open, 2 closed door, 3 locked door", 4) for n in range(D)),
)

_SURVIVORS = (
    Column("present", 1, "belongs to the team"),
    Column("alive", 1),
    Column("left", 1, "has left by the Exit"),
    Column("is_self", 1, "the observing seat"),
    Column("is_current", 1, "in his turn"),
    Column("zone", Z, "zone + 1, 0: not on the board", Z + 1, "zone"),
    Column("row", 64, "centre of his zone"),
    Column("col", 64, "centre of his zone"),
    Column("distance", 30, "steps from the observer + 1, 0: no way"),
    Column("wounds", 3),
    Column("xp", 43, "experience, at most 43"),
    Column("level", 3, "danger level", 4),
    Column("actions", 8, "normal actions left in his turn"),
    Column("acted", 1, "has had his turn in this round"),
    Column("ignored", 1, "zombies ignore him (Rotten token, Invisibility)"),
    *(Column(f"card_{name}", CARDS - 1, "card type, 0: none", CARDS) for name in SLOT_NAMES),
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
)

_GLOBAL = (
    Column("round", 60),
    Column("phase", 2, "0 players, 1 zombies, 2 end", 3),
    *(Column(f"danger_{level}", 1, "danger level of the team") for level in LEVELS),
    Column("deck", 71, "cards in the equipment deck"),
    Column("discard", 71, "cards in the equipment discard pile"),
    Column("zombie_deck", 54, "cards in the zombie deck"),
    *(Column(f"supply_{kind}", 35, "miniatures left") for kind in KINDS),
    Column("tokens", 12, "spawn tokens on the board"),
    Column("token_limit", 12, "with so many an escape of a Necromancer is a defeat"),
    Column("in_play", S, "survivors on the board"),
    Column("objectives", 8, "objective tokens left"),
    Column("taken_red", 8),
    Column("taken_blue", 8),
    Column("taken_green", 8),
    *(Column(f"killed_{kind}", 60) for kind in KINDS),
    Column("artefacts", 4, "artefacts taken from vaults"),
    Column("quest", 20, "number of the quest + 1, 0: none"),
)

_DECISION = (
    *(Column(name, 1, "the decision asked") for name in DECISIONS),
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
)

_GOAL = (
    Column("kind", 15, "kind of the victory condition, 0: none", 16),
    Column("need", 20, "number needed"),
    Column("value", 20, "number reached"),
    Column("met", 1),
)

OBSERVATION: Final = ObservationCodec(
    "zombicide",
    [
        ObservationBlock("board", (Z, len(_BOARD)), doc="zones as they never change", columns=_BOARD, rows="zone"),
        ObservationBlock("zones", (Z, len(_ZONES)), doc="zones as they are now, seen from the seat", columns=_ZONES, rows="zone"),
        ObservationBlock("survivors", (S, len(_SURVIVORS)), doc="the team in roster order", columns=_SURVIVORS, rows="survivor"),
        ObservationBlock("weapons", (3, N_WEAPON), doc="own left, right and body slot: effective numbers of the card", columns=_WEAPON),
        ObservationBlock("self", (len(_SURVIVORS),), doc="own row of `survivors`", columns=_SURVIVORS),
        ObservationBlock("skills", (N_SKILLS,), high=3, doc=f"own skills, in this order: {', '.join(SKILLS)}"),
        ObservationBlock("free", (N_FREE,), high=3, doc="specific free actions left in the turn"),
        ObservationBlock("used", (N_USED,), high=1, doc="once-per-turn skills used"),
        ObservationBlock("pending", (4,), high=7, doc="searched, free attack of Bloodlust (types as bits), Hit & Run move, Blitz moves"),
        ObservationBlock("decision", (len(_DECISION),), doc="what is asked", columns=_DECISION),
        ObservationBlock("goals", (GOALS, len(_GOAL)), doc="victory conditions", columns=_GOAL),
        ObservationBlock("global", (len(_GLOBAL),), doc="the game as a whole", columns=_GLOBAL),
    ],
)
N_OBS: Final = OBSERVATION.size
N_BOARD: Final = len(_BOARD)
N_ZONE: Final = len(_ZONES)
N_SURVIVOR: Final = len(_SURVIVORS)
N_GOAL: Final = len(_GOAL)
O_BOARD: Final = OBSERVATION.start["board"]
O_ZONES: Final = OBSERVATION.start["zones"]
O_SURVIVORS: Final = OBSERVATION.start["survivors"]
O_WEAPONS: Final = OBSERVATION.start["weapons"]
O_SELF: Final = OBSERVATION.start["self"]
O_SKILLS: Final = OBSERVATION.start["skills"]
O_FREE: Final = OBSERVATION.start["free"]
O_USED: Final = OBSERVATION.start["used"]
O_PENDING: Final = OBSERVATION.start["pending"]
O_DECISION: Final = OBSERVATION.start["decision"]
O_GOALS: Final = OBSERVATION.start["goals"]
O_GLOBAL: Final = OBSERVATION.start["global"]
