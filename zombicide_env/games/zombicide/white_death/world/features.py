"""White Death's own fields of the WORLD record: polearms, skills of cards, Aaahh!!, Guards (WD-13.11, WD-19)."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from zombicide_env.games.source import csv_rows

from ...table.cards import EquipmentCard, ZombieCard
from ...table.codes import MELEE, NONE, ZC_SIEGE
from ..edition import KINDS
from ..numbers.edition_fields import CARD_SKILLS
from ..numbers.rulings import RULINGS
from ..numbers.skills import SKILL_INDEX
from .content import content_file

STATS: Final = ("range_min", "range_max", "accuracy", "damage")
_GUARD_COLUMNS: Final = ("attack", "supply", "wounds_to_die", "dice_per_guard", *STATS, "noisy", "status", "not_source", "note")
_SKILL_COLUMNS: Final = ("card", "skill", "copies", "status", "note")


@cache
def guard_stats() -> dict[str, tuple[int, ...]]:
    """Return minimum and maximum range, accuracy and damage of a Guard's ``melee`` and ``ranged`` attack (WD-13.11)."""
    return {
        row["attack"]: (*(row.integer(name, 0, 9) for name in STATS[:2]), row.threshold("accuracy"), row.integer("damage", 1, 9))
        for row in csv_rows(content_file("guards.csv"), _GUARD_COLUMNS)
    }


@cache
def guard_skill_cards() -> tuple[str, ...]:
    """Return skills of the Guard skill cards, each as often as there are cards (WD-23)."""
    rows = csv_rows(content_file("guard_skill_cards.csv"), _SKILL_COLUMNS)
    return tuple(row["skill"] for row in rows for _ in range(row.integer("copies", 1, 14)))


def blank(w: np.void) -> None:
    """Set an empty world: no Beacon, no Flag, no skill on a card."""
    for name in ("flag_zone", "first_spawn_zone", "beacon_start"):
        w[name] = NONE
    w["card_skill"][...] = NONE
    w["guard_absorbs"] = 1
    for name, value, *_ in RULINGS:
        w[name] = value
    for row, attack in enumerate(("melee", "ranged")):
        w["guard_stats"][row] = guard_stats()[attack]


def card(w: np.void, number: int, sheet: EquipmentCard) -> None:
    """Set the edition's fields of a card type."""
    w["card_from_pack"][number] = sheet.from_backpack
    w["card_polearm"][number] = sheet.polearm
    w["card_artefact"][number] = sheet.artefact
    w["card_pair_damage"][number] = sheet.pair_damage
    for place, skill in enumerate(sheet.skills[:CARD_SKILLS]):
        w["card_skill"][number, place] = SKILL_INDEX[skill]
    if sheet.trap:
        w["card_trap"][number] = KINDS.index(sheet.trap[0]), sheet.trap[1]
    melee = sheet.profile(MELEE)
    if melee:
        w["melee_min"][number], w["melee_max"][number] = melee.range_min, melee.range_max


def zombie_card(w: np.void, number: int, sheet: ZombieCard) -> None:
    """Set the zombies that a Siege card places in every Defiled zone, at every level (WD-18.8)."""
    line = sheet.brings[0]
    if sheet.kind == ZC_SIEGE and line:
        w["zcard_siege"][number] = KINDS.index(line[0]), line[1]


def mark_copies(w: np.void) -> None:
    """Mark starting cards and artefacts, which do not return once they are discarded (WD-9.11)."""
    for name, count in (("start_cards", "n_start"), ("artefacts", "n_artefacts")):
        for copy in w[name][: w[count]]:
            w["copy_out"][copy] = 1
