"""What White Death adds to the family's declarations: actions, work, decisions, columns, fields.  ``rules.own`` says what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zombicide_env.core.codec import ActionBlock, Column, ObservationBlock
from zombicide_env.core.layout import ANY, FLAG, Range

from ...table.codes import ANY_COMBAT, GOAL_BEACON_IN, RULE_BEACON_WALKS
from ..edition import KINDS, SKILLS, SLOT_NAMES
from .events import CODEC
from .layout import (
    CARDS,
    COPIES,
    COUNT,
    RAYS,
    SLOTS,
    SURVIVOR,
    ZCARDS,
    ZONE,
    D,
    K,
    S,
    Z,
)

#: Blocks that continue one of an earlier name, see ``actions``.
CONTINUED: Final = ("strike_",)

# ---- free actions and skills used once a turn, further to those of ``budget`` ------------------------------------------
F_GUARD: Final = 10
F_DUAL: Final = 11
F_DEFILED: Final = 12
U_CHARGE: Final = 8
U_BLOODLUST: Final = 9  # + combat type
U_SAFE_SEARCH: Final = 13
U_IMPROVISED_MELEE: Final = 14
U_IMPROVISED_RANGED: Final = 15

# ---- movers (edition.MOVERS) -----------------------------------------------------------------------------------------
CLIMBER: Final = 1
HORDE: Final = 2
GIANT: Final = 3
CROW: Final = 4

# ---- groups that move together: kinds of a class (WD-17.12)
GROUPS: Final = 3
GROUP_OF: Final = (0, 0, 0, 1, -1, 2)  # by kind; the Defiler does not move
GROUP_MOVER: Final = (HORDE, GIANT, GIANT)

# ---- borders as printed
WALLED: Final = 0
OPEN: Final = 1
PASSAGE: Final = 2

GUARDS: Final = 12
#: Rulings that a game may decide otherwise (WD-29B): name, default, highest value, rule and what it says.
RULINGS: Final = (
    ("artefact_count_cumulative", 1, 1, "WD-25.54: artefacts taken count, also those that nobody holds any more"),
    ("brother_in_arms_counts_guards", 1, 1, "WD-24.14: a Guard is company for Brothers in Arms"),
    ("defiled_walls_all_ignored", 0, 1, "WD-4.22: every wall of a Defiled zone is ignored, not only one between two of them"),
    ("dragon_fire_min_range", 1, 1, "WD-12.21: with 0 Dragon Fire may burn in the own zone"),
    ("dragon_fire_needs_zombie", 0, 1, "WD-12.21: Dragon Fire needs a Zombie in its zone"),
    ("escape_requires_all_survivors", 1, 1, "WD-25.9: with the Guards every Survivor has to escape"),
    ("food_costs_action", 0, 1, "WD-12.24: eating costs an action"),
    (
        "last_exit_without_win_loses",
        1,
        1,
        "WD-25.9: the game is lost as soon as the last Survivor has left without a victory, else in the End Phase",
    ),
    ("los_building_to_building_across_street", 1, 1, "WD-5.6: one sees from a room across the street into another building"),
    ("siege_climb_needs_strict_gain", 1, 1, "WD-18.10: Zombies climb only where a legal way is longer"),
    ("siege_frozen_may_climb", 0, 1, "WD-16.6: Zombies of a frozen zone climb"),
    ("tip_onto_ruins", 1, 1, "WD-14.6: a cauldron may be tipped onto ruins"),
)
BEACON_GOAL: Final = GOAL_BEACON_IN
EMPRESS_RULE: Final = RULE_BEACON_WALKS
FREE_TOKENS: Final = 5  # spawn_1 .. spawn_4, spawn_defiler
DEFILER_TOKEN: Final = 4  # its id; the numbered ones have 0 .. 3
EYES: Final = 3  # what one sees by: nothing special, See Through Ruins, Ghost Sight
KEPT_SIGHTS: Final = 16381  # a prime number
PATH: Final = 14  # zones on a line of sight
PILES: Final = 2  # zones with prepared cards
PILE: Final = 24  # cards of one of them
KEEPSAKES: Final = 12  # quest tokens of one survivor
FOLIO: Final = 4  # colour of the restored one; red, blue, green as in ``codes``
LADDER_GIFT: Final = 0  # things beside cards that are traded: rope ladder, Beacon, tokens by colour
BEACON_GIFT: Final = 1
TOKEN_GIFT: Final = 1  # + colour
GIFTS: Final = ("ladder", "beacon", "token red", "token blue", "token green", "token folio")
BLESSINGS: Final = ("plus_1_die_combat", "plus_1_to_roll_combat", "plus_1_max_range", "damage_2_combat")
ORDERS: Final = ("move", "melee", "shoot", "cauldron", "tip", "push")
TWICE: Final = ("healing", "jump_spell", "sprint_spell", *(f"baba_yagas_blessing {effect}" for effect in BLESSINGS), "repulse")

# ---- skills by parameter -----------------------------------------------------------------------------------------------
_EVERY: Final = (*SKILLS, *(f"ironclad_{kind}" for kind in KINDS), *(f"plus_1_damage_{t}" for t in ("melee", "ranged", "magic")))
N_COLUMNS: Final = len(_EVERY)


def _columns(prefix: str) -> npt.NDArray[np.int64]:
    """For every skill the column of ``<prefix>_<skill>``, -1: there is none."""
    of = np.full(N_COLUMNS + 1, -1, np.int64)
    for column, skill in enumerate(_EVERY):
        name = f"{prefix}_{skill}"
        if name in _EVERY:
            of[column] = _EVERY.index(name)
    return of


COMPANY: Final = _columns("brother_in_arms")
IS_COMPANY: Final = np.array([skill.startswith("brother_in_arms") for skill in _EVERY])
REMOTE: Final = _columns("range_2_plus")
GUARDED: Final = _columns("guards")

# ---- what a word of the agenda says ----------------------------------------------------------------------------------------
TO_MOVE: Final = 0  # ROUTE, what: a group's step, a climb, the Defiler's advance, a push
TO_CLIMB: Final = 1
TO_ADVANCE: Final = 2
TO_PUSH: Final = 3
PLACED_WORDS: Final = 6  # of so many bits each: zones of the board
PLACED_BITS: Final = 13

# ---- events ----------------------------------------------------------------------------------------------------------------
GUARDS_GO: Final = CODEC.kind("guards_go", n="number", start="zone", to="zone")
GUARDS_ATTACK: Final = CODEC.kind("guards_attack", who="survivor", n="number", combat="combat", start="zone", zone="zone")
GUARDS_DIE: Final = CODEC.kind("guards_die", n="number", zone="zone")
GUARDS_LEAVE: Final = CODEC.kind("guards_leave", n="number", start="zone")
CLIMBS: Final = CODEC.kind("climb", zombie="zombie", n="number", start="zone", to="zone")  # a Siege
FALLS: Final = CODEC.kind("fall", zombie="zombie", n="number", start="zone", to="zone")  # they set out, as in ``go``
DEFILES: Final = CODEC.kind("defile", zone="zone")
CLEANSES: Final = CODEC.kind("cleanse", zone="zone")
ADVANCES: Final = CODEC.kind("advance", start="zone", to="zone")  # the token that the Defiler moves
SENT_AWAY: Final = CODEC.kind("send_away", who="survivor", start="zone", to="zone")  # a spawn token
LOST: Final = CODEC.kind("objective_lost", zone="zone", colour="colour")
FREEZES: Final = CODEC.kind("freeze", zone="zone")
THAWS: Final = CODEC.kind("thaw", zone="zone")
CARRIES: Final = CODEC.kind("carry", start="zone", to="zone")  # a cauldron
TIPS: Final = CODEC.kind("tip", start="zone", to="zone")
ROPE_SET: Final = CODEC.kind("rope_set", who="survivor", start="zone", to="zone")
ROPE_TAKEN: Final = CODEC.kind("rope_taken", who="survivor", start="zone", to="zone")
ROPE_FOUND: Final = CODEC.kind("rope_found", who="survivor", zone="zone")
BEACON_TAKEN: Final = CODEC.kind("beacon_taken", who="survivor", zone="zone")
EMPRESS_GOES: Final = CODEC.kind("empress_goes", start="zone", to="zone")
EMPRESS_HURT: Final = CODEC.kind("empress_hurt", zone="zone")
ARTEFACT_LEFT: Final = CODEC.kind("artefact_left", zone="zone")  # face down on the ground
BURNS: Final = CODEC.kind("burn", zone="zone")  # a room becomes a ruin

# ---- actions -------------------------------------------------------------------------------------------------------------
_SLOTS: Final = {"slot": SLOT_NAMES}
ZONE_ACTIONS: Final = (
    ActionBlock("order", (("zone", Z),), "guards <zone> ...", "Guard Action with the Guards of the zone; `order_what` follows"),
    ActionBlock("improvised_ranged", (("zone", Z),), "use improvised_weapon_ranged <zone>", "Improvised Weapon: Ranged"),
)
NEIGHBOUR_ACTIONS: Final = (
    *(
        ActionBlock(f"strike_{hand}", (("neighbour", D),), "melee <zone> <item>", f"Melee action at distance 1 with the {hand} slot")
        for hand in ("left", "right", "body")
    ),
    ActionBlock("dragon_fire", (("neighbour", D + 1),), "dragonfire <zone>", "Dragon Fire; the last one is the own zone"),
    ActionBlock("ladder_take", (("neighbour", D),), "ladder take <zone>", "take the rope ladder of that border"),
    ActionBlock("ladder_place", (("neighbour", D),), "ladder place <zone>", "put a rope ladder on that border"),
    ActionBlock("cauldron", (("neighbour", D),), "cauldron <zone>", "move there with a cauldron"),
    ActionBlock("tip", (("neighbour", D),), "tip <zone>", "tip a cauldron onto the zone"),
    ActionBlock("collect", (("neighbour", D),), "take artefact <zone>", "Artefact Collector"),
    ActionBlock("improvised_reach", (("neighbour", D),), "use improvised_weapon_melee <zone>", "Improvised Weapon: Melee, with Reach"),
    ActionBlock("empress", (("neighbour", D),), "use empress <zone>", "the Empress moves"),
)
ACTIONS: Final = (
    ActionBlock("improvised_melee", (), "use improvised_weapon_melee", "Improvised Weapon: Melee"),
    ActionBlock("bless", (("effect", 4), ("survivor", S)), "enchant <survivor> baba_yagas_blessing <effect>", "cast the Blessing"),
    ActionBlock("leap", (("survivor", S),), "enchant <survivor> jump_spell", "cast Jump"),
    ActionBlock("dash", (("survivor", S),), "enchant <survivor> sprint_spell", "cast Sprint"),
    ActionBlock("twice", (("spell", len(TWICE)),), "twice <item> [<effect>]", "Double Casting; `spell` names both targets"),
    ActionBlock("ladder_pick", (), "ladder take", "take a rope ladder that lies in the zone"),
    ActionBlock("pick_up", (), "take artefact", "take an artefact that lies in the zone"),
    ActionBlock("quest_take", (), "take card|dragon_bile|beacon", "what the quest has in this zone"),
    ActionBlock("quest_token", (("token", 4),), "quest banish|cleanse <token>", "the quest's action on a spawn token"),
    ActionBlock("transmute", (("slot", SLOTS),), "use transmutation <slot>", "Transmutation", values=_SLOTS),
    ActionBlock("safe_search", (), "use safe_search", "Safe Search"),
    ActionBlock("miss_guard", (), "miss guard", "the miss hits a Guard"),
    ActionBlock("wound_guard", (), "wound guard", "the zombie attacks a Guard"),
    ActionBlock("wound_empress", (), "wound empress", "the zombie attacks the Empress"),
    ActionBlock("exit_with", (("number", GUARDS + 1),), "exit <n>", "leave with so many Guards"),
    ActionBlock("rescue_guards", (("number", GUARDS + 1),), "guards:<n>", "Lifesaver moves so many Guards"),
    ActionBlock("give_gift", (("gift", len(GIFTS)),), "give ladder|beacon|token <colour>", "hand something over"),
    ActionBlock("receive_gift", (("gift", len(GIFTS)),), "receive ladder|beacon|token <colour>", "take something over"),
    ActionBlock("order_what", (("order", len(ORDERS)),), "<order>", "what the Guards do"),
    ActionBlock("order_number", (("number", GUARDS),), "<n>", "how many Guards"),
    ActionBlock("master", (("skill", N_COLUMNS),), "learn <skill>", "Ultra mode: any skill"),
)

# ---- observation -----------------------------------------------------------------------------------------------------------
BOARD_COLUMNS: Final = (
    *(Column(f"border_{n}", 4, "to that neighbour: 0 wall, 1 open, 2 passage, 3 ladder", 5) for n in range(D)),
    Column("flag", 1, "the Flag zone"),
)
ZONE_COLUMNS: Final = (
    Column("is_now", 4, "0 street, 1 room, 2 -, 3 ruin, 4 rampart; a Defiled zone is street", 5),
    Column("defiled", 1),
    Column("frozen", 1, "freeze token"),
    Column("guards", 12),
    Column("cauldrons", 4),
    Column("loose_ladders", 2),
    Column("artefacts", 8, "artefacts on the ground"),
    Column("beacon", 1, "the Beacon, or who carries it"),
    Column("defiler_token", 1),
    Column("linked", 1, "the spawn token that the Defiler moves"),
    Column("prepared", 12, "cards prepared for the tutorial"),
    *(Column(f"rope_{n}", 1, "a rope ladder on that border") for n in range(D)),
)
SURVIVOR_COLUMNS: Final = (
    Column("rope_ladders", 2),
    Column("beacon", 1, "carries the Beacon"),
    *(Column(f"token_{name}", 8, "quest tokens carried") for name in ("red", "blue", "green", "folio")),
    Column("laps", 4, "Ultra mode"),
    Column("blessed", 4, "the effect of a Blessing + 1", 5),
    Column("guard_action", 1, "has used his Guard Action"),
)
WEAPON_COLUMNS: Final = (Column("strike_range", 2, "melee range + 1"),)
GLOBAL_COLUMNS: Final = (
    Column("guards", 12, "Guards on the board"),
    Column("guards_escaped", 12),
    Column("guards_dead", 12),
    Column("artefact_deck", 8),
    *(Column(f"removed_{name}", 8, "objectives removed by Defile tokens") for name in ("red", "blue", "green")),
    Column("beacon_taken", 1),
    Column("defiled", Z, "Defile tokens on the board"),
)
DECISION_COLUMNS: Final = (
    Column("guards_act", 12, "Guards that act"),
    Column("guards_do", 6, "what the Guards do + 1", 7),
)
#: Two columns bear each other's name: renamed, they would change the layout, by whose hash checkpoints know it.
COLUMN_NAMES: Final[Mapping[str, str]] = {"leap": "share", "share": "leap"}
BLOCKS: Final[tuple[ObservationBlock, ...]] = ()

# ---- records ---------------------------------------------------------------------------------------------------------------
CARD_SKILLS: Final = 2

WORLD: Final[tuple[tuple[Any, ...], ...]] = (
    # ---- board
    ("border", "u1", (Z, D)),  # as printed: WALL, LINE, PASSAGE (``rules.borders``)
    ("ladder", "u1", (Z, D)),  # a printed ladder
    ("ray_path", "u1", (RAYS, PATH)),  # zones from its own to the one seen
    ("ray_walls", "u2", (RAYS,)),  # walls on the way, as bits by border crossed
    ("flag_zone", "i2"),
    ("first_spawn_zone", "i2"),  # of token 1 at setup
    ("beacon_start", "i2"),
    ("defiled_start", "u1", (Z,)),
    ("guards_start", "u1", (Z,)),
    ("cauldrons_start", "u1", (Z,)),
    ("ladders_start", "u1", (Z,)),
    ("prepares", "u1", (Z,)),  # cards are dealt to this objective (WD-25.22)
    # ---- cards
    ("card_skill", "i2", (CARDS, CARD_SKILLS)),  # skills for attacks with the card, -1: none
    ("card_from_pack", "u1", (CARDS,)),
    ("card_pair_damage", "u1", (CARDS,)),  # of two used together, 0: as printed
    ("card_trap", "u1", (CARDS, 2)),  # kind and number that an Aaahh!! puts
    ("melee_min", "u1", (CARDS,)),
    ("melee_max", "u1", (CARDS,)),
    ("card_polearm", "u1", (CARDS,)),
    ("card_artefact", "u1", (CARDS,)),
    ("copy_out", "u1", (COPIES,)),  # out of the game once discarded: starting cards, artefacts (WD-9.11)
    ("zcard_siege", "i1", (ZCARDS, 2)),  # kind and number of a Siege card
    # ---- options
    ("guard_stats", "u1", (2, 4)),  # melee, ranged: range from, to, accuracy, damage (WD-13.11)
    ("guard_absorbs", "u1"),
    *((name, "u1") for name, *_ in RULINGS),
    ("ultra", "u1"),
    ("fest", "u1"),
    ("many_necromancers", "u1"),
    ("abomination_deck", "i2"),
    ("necromancer_deck", "i2"),
    ("start_xp", "i2", (S,)),
    ("brothers", "u1"),  # somebody may have a Brother in Arms
    ("extra_cards", "i2"),  # zombie cards of a spawn step beside those of the zones (WD-22.2)
)

_COMBATS: Final = ANY_COMBAT + 1
STATE: Final[tuple[tuple[Any, ...], ...]] = (
    # ---- board
    ("defiled", "u1", (Z,), FLAG),
    ("burned", "u1", (Z,), FLAG),
    ("ways", "i8", ANY),  # a number for what lets through (``rules.borders.renew_ways``)
    ("frozen", "u1", (Z,), FLAG),
    ("rope", "u1", (Z, D), FLAG),  # rope ladder on the border to that neighbour, kept on both sides
    ("ropes", "u1", ANY),  # sides of borders that have one
    ("loose", "u1", (Z,), Range(0, 100)),
    ("guards", "u1", (Z,), Range(0, 100)),
    ("cauldrons", "u1", (Z,), Range(0, 100)),
    ("ground_copy", "u1", (16,), Range(0, "n_copies")),  # face-down artefacts in the order dropped, packed to the left
    ("ground_zone", "i2", (16,), ZONE),
    ("linked", "i1", Range(-1, 3)),  # number of the token that the Defiler moves
    ("defiler_zone", "i2", ZONE),
    ("beacon_zone", "i2", ZONE),
    ("beacon_by", "i1", SURVIVOR),
    ("beacon_taken", "u1", FLAG),
    ("pile_zone", "i2", (PILES,), ZONE),
    ("pile", "u1", (PILES, PILE), Range(0, "n_copies")),
    ("pile_n", "u1", (PILES,), Range(0, PILE)),
    ("removed", "u1", (4,), ANY),  # [colour] objectives removed
    ("guests", "u1", (K,), ANY),  # figures beyond the box (WD-20)
    ("abominations_left", "i2", COUNT),
    ("necromancers_left", "i2", COUNT),
    ("guards_escaped", "u1", Range(0, 200)),
    ("guards_dead", "u1", Range(0, 200)),
    ("guards_all", "u1", Range(0, 200)),
    ("empress_hurt", "u1", FLAG),
    ("folio_broken", "u1", FLAG),
    ("reds", "u1", ANY),  # red tokens of the quest (WD-25.43)
    # ---- survivors
    ("ladders", "u1", (S,), Range(0, 100)),
    ("keepsakes", "u1", (S, KEEPSAKES), Range(0, FOLIO)),  # quest tokens in the order taken
    ("laps", "u1", (S,), ANY),
    ("learned", "u1", (S, 2), ANY),  # choices of Orange and Red taken, as bits
    ("blessing", "u1", (S,), Range(0, len(BLESSINGS))),
    ("ordered", "u1", (S,), FLAG),  # Guard Action used
    ("first_actions", "i2", (S,), Range(-1, 100)),  # of the first turn in a position, -1: as always
    ("brothers", "u1", FLAG),  # somebody has a Brother in Arms
    # ---- the turn
    ("streak", "u1", (_COMBATS,), ANY),  # consecutive combat actions by type (WD-24.74)
    ("lent", "u1", FLAG),  # the turn in progress is a Born Leader's action
    ("lent_done", "u1", FLAG),
    # ---- the attack in progress
    ("atk_free", "u1", FLAG),  # costs nothing: a reflex, an improvised weapon
    ("atk_from", "i2", ZONE),  # where it comes from
    ("atk_range", "i2", Range(-1, 200)),
    ("atk_guards", "u1", Range(0, 100)),  # Guards that attack
    ("atk_printed", "u1", ANY),  # dice on the card
    ("atk_sixes", "i2", COUNT),
    ("atk_bless", "u1", Range(0, len(BLESSINGS))),
    ("hurt", "u1", Range(0, 100)),  # Guards that an attack or a miss has hit
    ("hurt_zone", "i2", ZONE),
    ("hurt_empress", "u1", FLAG),
    # ---- activation and cards
    ("go_to", "i2", (Z, GROUPS), ZONE),  # where each group moves
    ("prey", "i2", ZONE),
    ("placed", "u1", (Z,), FLAG),  # the card in progress has put zombies there
    ("short", "u1", (Z,), ANY),  # figures that the Siege card in progress still has to put there
    ("card_token", "i1", Range(-1, 4)),  # number of the token whose card is resolved
    ("activated", "u1", FLAG),  # it has caused an extra activation (WD-18.12)
    ("gain_from", "u1", Range(0, 2)),  # the card in hand comes from: the equipment deck 1, the artefacts 2
    ("by_search", "u1", FLAG),  # ... and is drawn by a Search
)
SCRATCH: Final[tuple[tuple[Any, ...], ...]] = (
    ("seen", "u1", (KEPT_SIGHTS, Z)),  # ranges + 1 at which zones are seen from one, 0: they are not (``rules.sight.seen_from``)
    ("seen_row", "i2", (KEPT_SIGHTS,)),  # from which and with what eyes, and for which open ways
    ("seen_ways", "i8", (KEPT_SIGHTS,)),
)

# ---- words of the edition's own events -------------------------------------------------------------------------------
NAMED: Final[Mapping[str, tuple[str, ...]]] = {}
