"""Enchantments whose action has more than a target: the effect of a Blessing, the spell of Double Casting."""

from __future__ import annotations

from typing import Final

BLESSINGS: Final = ("plus_1_die_combat", "plus_1_to_roll_combat", "plus_1_max_range", "damage_2_combat")
#: Enchantments that may be cast on two targets, by the number in the action ``twice``.
TWICE: Final = ("healing", "jump_spell", "sprint_spell", *(f"baba_yagas_blessing {effect}" for effect in BLESSINGS), "repulse")
