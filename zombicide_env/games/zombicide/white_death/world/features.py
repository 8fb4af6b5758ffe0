"""What only White Death keeps in the WORLD record: polearms, skills of cards, Aaahh!!, Guards, options (WD-13.11, WD-19, WD-20 to 23)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from zombicide_env.core.words import suggest
from zombicide_env.games.source import csv_rows

from ...table.cards import EquipmentCard, ZombieCard
from ...table.codes import MELEE, NONE, ZC_SIEGE
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet, TeamError
from ..edition import KINDS
from ..numbers.own import CARD_SKILLS, RULINGS
from ..numbers.skills import SKILL_INDEX
from .content import content_file
from .counts import SPAWN_TOKENS, count_otherwise, counts

_STATS: Final = ("range_min", "range_max", "accuracy", "damage")
_GUARD_COLUMNS: Final = ("attack", "supply", "wounds_to_die", "dice_per_guard", *_STATS, "noisy", "status", "not_source", "note")
_SKILL_COLUMNS: Final = ("card", "skill", "copies", "status", "note")


@cache
def guard_stats() -> dict[str, tuple[int, ...]]:
    """Range from, to, accuracy, damage of a Guard's ``melee`` and ``ranged`` attack (WD-13.11)."""
    return {
        row["attack"]: (*(row.integer(name, 0, 9) for name in _STATS[:2]), row.threshold("accuracy"), row.integer("damage", 1, 9))
        for row in csv_rows(content_file("guards.csv"), _GUARD_COLUMNS)
    }


@cache
def guard_skill_cards() -> tuple[str, ...]:
    """Skills of the Guard skill cards, each as often as there are cards (WD-23)."""
    rows = csv_rows(content_file("guard_skill_cards.csv"), _SKILL_COLUMNS)
    return tuple(row["skill"] for row in rows for _ in range(row.integer("copies", 1, 14)))


def blank(w: np.void) -> None:
    """No Beacon, no Flag, no skill on a card."""
    for name in ("flag_zone", "first_spawn_zone", "beacon_start"):
        w[name] = NONE
    w["card_skill"][...] = NONE
    w["guard_absorbs"] = 1
    for name, value, *_ in RULINGS:
        w[name] = value
    for row, attack in enumerate(("melee", "ranged")):
        w["guard_stats"][row] = guard_stats()[attack]


def card(w: np.void, number: int, sheet: EquipmentCard) -> None:
    """What is printed on the card beside the family's numbers."""
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
    """What a Siege card puts into every Defiled zone, at every level (WD-18.8)."""
    line = sheet.brings[0]
    if sheet.kind == ZC_SIEGE and line:
        w["zcard_siege"][number] = KINDS.index(line[0]), line[1]


def mark_copies(w: np.void) -> None:
    """Starting cards and artefacts do not come back once they are discarded (WD-9.11)."""
    for name, count in (("start_cards", "n_start"), ("artefacts", "n_artefacts")):
        for copy in w[name][: w[count]]:
            w["copy_out"][copy] = 1


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], choices: Mapping[str, Any]) -> Mapping[str, Any]:
    """Optional modes and rulings (WD-20 to WD-23, WD-29B); returns the options that are not White Death's own."""
    left = dict(choices)
    for name in ("ultra", "abomination_fest", "many_necromancers"):
        w["fest" if name == "abomination_fest" else name] = bool(left.pop(name, False))
    for name in ("abomination_deck", "necromancer_deck"):
        w[name] = _within(name, left.pop(name, 0), 0, 99)
    w["guard_absorbs"] = _within("guard_absorbs", left.pop("guard_absorbs", 1), 1, 9)
    rulings = dict(left.pop("rulings", None) or {})
    _rule(w, sheets, rulings)
    count_otherwise(w, quest, rulings)
    w["extra_cards"] = max(0, len(sheets) - 6 + 1) // 2  # WD-22.3
    mark_copies(w)
    for number, sheet in enumerate(sheets):
        w["start_xp"][number] = 2 * ("starts_with_2_ap" in sheet.blue)
    w["brothers"] = any(skill.startswith("brother_in_arms") for sheet in sheets for skill in (*sheet.blue, *sheet.orange, *sheet.red))
    seed = left.pop("guard_skill_cards", None)
    if seed is not None:
        _deal_guard_skills(w, sheets, seed)
    return left


def _rule(w: np.void, sheets: Sequence[SurvivorSheet], rulings: dict[str, Any]) -> None:
    """Rulings of WD-29B that the game decides otherwise."""
    names = (*(name for name, *_ in RULINGS), "guard_stats", "lorna_guard_skill_type", SPAWN_TOKENS, *counts())
    for name in rulings:
        if name not in names:
            raise ValueError(f"there is no ruling {name!r}{suggest(name, names)}; use {', '.join(names)}")
    for name, _, most, _ in RULINGS:
        if name in rulings:
            w[name] = _within(name, int(rulings[name]) if isinstance(rulings[name], bool) else rulings[name], 0, most)
    for attack, stats in dict(rulings.get("guard_stats", {})).items():
        if attack not in guard_stats() or len(stats) != len(_STATS):
            raise ValueError(f"guard_stats {attack!r}: {stats!r}; write melee or ranged with {', '.join(_STATS)}")
        if attack == "melee" and any(stats[:2]):
            raise ValueError(f"guard_stats melee {stats!r}: Guards fight in their own zone, at range 0 to 0 (WD-13.11)")
        w["guard_stats"][tuple(guard_stats()).index(attack)] = [_within(name, n, 0, 9) for name, n in zip(_STATS, stats, strict=True)]
    if "lorna_guard_skill_type" in rulings:
        combat = rulings["lorna_guard_skill_type"]
        if combat not in ("melee", "ranged", "combat"):
            raise ValueError(f"lorna_guard_skill_type {combat!r}; use melee, ranged or combat")
        for number, sheet in enumerate(sheets):
            if sheet.name.startswith("Lorna") and "guards_damage_2_ranged" in sheet.blue:
                w["skill_start"][number, SKILL_INDEX["guards_damage_2_ranged"]] -= 1
                w["skill_start"][number, SKILL_INDEX[f"guards_damage_2_{combat}"]] += 1


def _within(name: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} {value!r}; use a whole number from {low} to {high}")
    return value


def _deal_guard_skills(w: np.void, sheets: Sequence[SurvivorSheet], seed: int) -> None:
    """A Guard skill card for everybody without such a skill (WD-23.1)."""
    cards = list(guard_skill_cards())
    random.Random(seed).shuffle(cards)  # noqa: S311 - a deal, not a secret
    needy = [number for number, sheet in enumerate(sheets) if not any(skill.startswith("guards_") for skill in sheet.blue)]
    if len(needy) > len(cards):
        raise TeamError(f"{len(needy)} survivors without a Guard skill; there are {len(cards)} Guard skill cards")
    for number, skill in zip(needy, cards, strict=False):
        w["skill_start"][number, SKILL_INDEX[skill]] += 1
