"""Options of White Death in the WORLD record: modes, rulings, Guard skill cards (WD-20 to WD-23, WD-29B)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from zombicide_env.core.words import suggest

from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet, TeamError
from ..numbers.rulings import RULINGS
from ..numbers.skills import SKILL_INDEX
from ..options import Options
from .counts import SPAWN_TOKENS, count_otherwise, counts
from .features import STATS, guard_skill_cards, guard_stats, mark_copies


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], zones: Mapping[str, int], options: Options) -> None:
    """Apply White Death's own options."""
    w["ultra"], w["fest"], w["many_necromancers"] = options.ultra, options.abomination_fest, options.many_necromancers
    w["abomination_deck"], w["necromancer_deck"] = options.abomination_deck, options.necromancer_deck
    w["guard_absorbs"] = options.guard_absorbs
    rulings = dict(options.rulings or {})
    _rule(w, sheets, rulings)
    count_otherwise(w, quest, rulings)
    w["extra_cards"] = max(0, len(sheets) - 6 + 1) // 2  # WD-22.3
    mark_copies(w)
    for number, sheet in enumerate(sheets):
        w["start_xp"][number] = 2 * ("starts_with_2_ap" in sheet.blue)
    w["brothers"] = any(skill.startswith("brother_in_arms") for sheet in sheets for skill in (*sheet.blue, *sheet.orange, *sheet.red))
    if options.guard_skill_cards is not None:
        _deal_guard_skills(w, sheets, options.guard_skill_cards)


def _rule(w: np.void, sheets: Sequence[SurvivorSheet], rulings: dict[str, Any]) -> None:
    """Apply the rulings of WD-29B that the game chooses otherwise."""
    names = (*(name for name, *_ in RULINGS), "guard_stats", "lorna_guard_skill_type", SPAWN_TOKENS, *counts())
    for name in rulings:
        if name not in names:
            raise ValueError(f"there is no ruling {name!r}{suggest(name, names)}; use {', '.join(names)}")
    for name, _, most, _ in RULINGS:
        if name in rulings:
            w[name] = _within(name, int(rulings[name]) if isinstance(rulings[name], bool) else rulings[name], 0, most)
    for attack, stats in dict(rulings.get("guard_stats", {})).items():
        if attack not in guard_stats() or len(stats) != len(STATS):
            raise ValueError(f"guard_stats {attack!r}: {stats!r}; write melee or ranged with {', '.join(STATS)}")
        if attack == "melee" and any(stats[:2]):
            raise ValueError(f"guard_stats melee {stats!r}: Guards fight in their own zone, at range 0 to 0 (WD-13.11)")
        w["guard_stats"][tuple(guard_stats()).index(attack)] = [_within(name, n, 0, 9) for name, n in zip(STATS, stats, strict=True)]
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
    """Deal a Guard skill card to every survivor without such a skill (WD-23.1)."""
    cards = list(guard_skill_cards())
    random.Random(seed).shuffle(cards)  # noqa: S311 - a deal, not a secret
    needy = [number for number, sheet in enumerate(sheets) if not any(skill.startswith("guards_") for skill in sheet.blue)]
    if len(needy) > len(cards):
        raise TeamError(f"{len(needy)} survivors without a Guard skill; there are {len(cards)} Guard skill cards")
    for number, skill in zip(needy, cards, strict=False):
        w["skill_start"][number, SKILL_INDEX[skill]] += 1
