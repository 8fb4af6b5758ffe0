"""White Death's own fields of the records."""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.core.layout import ANY, FLAG, Range

from ...table.codes import ANY_COMBAT
from .layout import CARDS, COPIES, COUNT, RAYS, SURVIVOR, ZCARDS, ZONE, D, K, S, Z
from .movement import GROUPS
from .rulings import RULINGS
from .sight import KEPT_SIGHTS, PATH
from .spells import BLESSINGS
from .tokens import FOLIO, KEEPSAKES, PILE, PILES

CARD_SKILLS: Final = 2
NO_DECK: Final = 0  # gain_from
EQUIPMENT: Final = 1
ARTEFACTS: Final = 2

WORLD: Final[tuple[tuple[Any, ...], ...]] = (
    # ---- board
    ("border", "u1", (Z, D)),  # as printed: WALLED, OPEN, PASSAGE of ``movement``
    ("ladder", "u1", (Z, D)),  # a printed ladder
    ("ray_path", "u1", (RAYS, PATH)),  # zones from the survivor's to the one seen
    ("ray_walls", "u2", (RAYS,)),  # walls crossed, as bits by border
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
    ("card_trap", "u1", (CARDS, 2)),  # kind and number of zombies that an Aaahh!! places
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
    ("brothers", "u1"),  # a survivor may have a Brother in Arms
    ("extra_cards", "i2"),  # zombie cards of a spawn step in addition to those of the zones (WD-22.2)
)

_COMBATS: Final = ANY_COMBAT + 1
STATE: Final[tuple[tuple[Any, ...], ...]] = (
    # ---- board
    ("defiled", "u1", (Z,), FLAG),
    ("burned", "u1", (Z,), FLAG),
    ("ways", "i8", ANY),  # hash of the passable borders (``rules.passability.renew_ways``)
    ("frozen", "u1", (Z,), FLAG),
    ("rope", "u1", (Z, D), FLAG),  # rope ladder on the border to that neighbour, kept on both sides
    ("ropes", "u1", ANY),  # number of border sides with a rope ladder
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
    ("learned", "u1", (S, 2), ANY),  # choices already taken at Orange and Red, as bits
    ("blessing", "u1", (S,), Range(0, len(BLESSINGS))),
    ("ordered", "u1", (S,), FLAG),  # Guard Action used
    ("first_actions", "i2", (S,), Range(-1, 100)),  # actions of the first turn in a position, -1: the normal number
    ("brothers", "u1", FLAG),  # a survivor has a Brother in Arms
    # ---- the turn
    ("streak", "u1", (_COMBATS,), ANY),  # consecutive combat actions by type (WD-24.74)
    ("lent", "u1", FLAG),  # the turn in progress is a Born Leader's action
    ("lent_done", "u1", FLAG),
    # ---- the attack in progress
    ("atk_free", "u1", FLAG),  # costs nothing: a reflex, an improvised weapon
    ("atk_from", "i2", ZONE),  # zone of the attacker
    ("atk_range", "i2", Range(-1, 200)),
    ("atk_guards", "u1", Range(0, 100)),  # Guards that attack
    ("atk_printed", "u1", ANY),  # dice on the card
    ("atk_sixes", "i2", COUNT),
    ("atk_bless", "u1", Range(0, len(BLESSINGS))),
    ("hurt", "u1", Range(0, 100)),  # Guards that an attack or a miss has hit
    ("hurt_zone", "i2", ZONE),
    ("hurt_empress", "u1", FLAG),
    # ---- activation and cards
    ("go_to", "i2", (Z, GROUPS), ZONE),  # destination of each group
    ("prey", "i2", ZONE),
    ("placed", "u1", (Z,), FLAG),  # the card being resolved has placed zombies there
    ("short", "u1", (Z,), ANY),  # figures that the Siege card being resolved still has to place there
    ("card_token", "i1", Range(-1, 4)),  # number of the token whose card is being resolved
    ("activated", "u1", FLAG),  # it has caused an extra activation (WD-18.12)
    ("gain_from", "u1", Range(NO_DECK, ARTEFACTS)),  # source of the card in hand
    ("by_search", "u1", FLAG),  # ... and it was drawn by a Search
)
SCRATCH: Final[tuple[tuple[Any, ...], ...]] = (
    ("seen", "u1", (KEPT_SIGHTS, Z)),  # ranges + 1 at which zones are seen from one, 0: not seen (``rules.sight.seen_from``)
    ("seen_row", "i2", (KEPT_SIGHTS,)),  # observing zone and eyes, and for which open ways
    ("seen_ways", "i8", (KEPT_SIGHTS,)),
)
