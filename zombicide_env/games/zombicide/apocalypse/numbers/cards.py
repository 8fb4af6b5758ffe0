"""Packs of the game, and classes of equipment cards."""

from __future__ import annotations

from typing import Final

PACK_NAMES: Final = ("base", "apocalypse", "zm", "toxic", "berserker", "dogs")
CATEGORIES: Final = ("", "weapon", "pimp_weapon", "tool", "ingredient", "support", "goods", "event", "mini_mission")
(_, WEAPON, PIMP_WEAPON, TOOL, INGREDIENT, SUPPORT, GOODS, EVENT, MINI_MISSION) = range(len(CATEGORIES))
