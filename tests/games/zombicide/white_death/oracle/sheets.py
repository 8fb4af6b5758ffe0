"""Cards and sheets as section 26 of the rules lists them."""

from __future__ import annotations

from typing import NamedTuple


class Profile(NamedTuple):
    """One weapon or spell: range, dice, accuracy, damage, and its traits."""

    mode: str
    near: int
    far: int
    dice: int
    accuracy: int
    damage: int
    dual: bool = False
    noisy: bool = False
    reload: bool = False
    polearm: bool = False
    skill: str = ""  # that holds for attacks with it (WD-19.14)


CARDS = {
    "force_blast": Profile("magic", 0, 1, 1, 4, 1, dual=True, noisy=True),
    "short_bow": Profile("ranged", 0, 1, 1, 3, 1),
    "pike": Profile("melee", 1, 1, 1, 3, 1, polearm=True),
    "shashka": Profile("melee", 0, 0, 1, 3, 1, dual=True),
    "sword": Profile("melee", 0, 0, 2, 4, 1),
    "dagger": Profile("melee", 0, 0, 1, 4, 1, dual=True),
    "katana": Profile("melee", 0, 0, 2, 4, 1, skill="roll6_damage_melee"),
    "great_axe": Profile("melee", 0, 0, 4, 5, 2),
    "longsword": Profile("melee", 0, 0, 3, 4, 1),
    "spear": Profile("melee", 1, 1, 2, 4, 1, polearm=True),
    "halberd": Profile("melee", 1, 1, 1, 3, 2, polearm=True),
    "guisarme": Profile("melee", 1, 1, 2, 4, 2, polearm=True),
    "crossbow": Profile("ranged", 1, 2, 2, 4, 2),
    "battle_bow": Profile("ranged", 1, 3, 2, 3, 1),
    "horn_bow": Profile("ranged", 1, 2, 1, 3, 2, skill="marksman"),
    "triple_crossbow": Profile("ranged", 0, 1, 3, 3, 1, dual=True, reload=True),
    "lightning_bolt": Profile("magic", 0, 3, 1, 4, 1, dual=True, noisy=True),
    "disintegrate": Profile("magic", 0, 1, 3, 5, 1, noisy=True, skill="roll6_damage_magic"),
    "ice_storm": Profile("magic", 0, 2, 3, 5, 1, noisy=True),
    "fire_bolt": Profile("magic", 0, 1, 3, 4, 1, noisy=True),
    "royal_guard_halberd": Profile("melee", 1, 1, 3, 4, 2, polearm=True),
    "storm_crossbow": Profile("ranged", 1, 4, 2, 4, 2, skill="iron_rain"),
    "dervish_blades": Profile("melee", 0, 0, 3, 3, 2),
    "ice_bow": Profile("ranged", 1, 3, 2, 3, 1, skill="freeze_ranged"),
    "partizan": Profile("melee", 0, 1, 2, 3, 2, polearm=True, skill="escalation_melee"),
    "baba_yagas_pestle": Profile("melee", 0, 0, 4, 4, 2),
    "fury_of_aikai": Profile("magic", 0, 3, 1, 5, 2, noisy=True, skill="mana_rain"),
}
IMPROVISED = {"melee": Profile("melee", 0, 0, 2, 4, 1), "ranged": Profile("ranged", 1, 1, 2, 4, 1)}  # WD-24.30, WD-24.31
GUARDS = {"melee": Profile("melee", 0, 0, 1, 4, 1), "ranged": Profile("ranged", 0, 1, 1, 4, 1)}  # WD-13.11
BONUS = {"melee": ("dagger", "battle_shield"), "magic": ("force_blast",), "ranged": ()}  # WD-15.8, WD-15.9

SPELLS = ("healing", "repulse", "jump_spell", "sprint_spell", "baba_yagas_blessing")
FOOD = ("apples", "water", "salted_meat")
ANYWHERE = (*FOOD, "torch", "dragon_bile")  # without a hand symbol, in hand or backpack (WD-9.10)
AAAHH = {"aaahh_walker": ("walker", 1), "aaahh_2_walkers": ("walker", 2), "aaahh_runner": ("runner", 1), "aaahh_fatty": ("fatty", 1)}
ARTEFACTS = (
    *("royal_guard_halberd", "storm_crossbow", "baba_yagas_blessing", "dervish_blades", "ice_bow", "partizan"),
    *("baba_yagas_pestle", "fury_of_aikai"),
)
STARTING = ("force_blast", "short_bow", "pike", "shashka", *ARTEFACTS)  # out of the game once discarded (WD-9.11)
EFFECTS = ("plus_1_die_combat", "plus_1_to_roll_combat", "plus_1_max_range", "damage_2_combat")  # WD-19.18


class Sheet(NamedTuple):
    """A survivor's ID card (WD-26.9, WD-26.11)."""

    body: str | None
    blue: tuple[str, str]
    orange: tuple[str, str]
    red: tuple[str, str, str]


SHEETS = {
    "ogon": Sheet(
        "battle_shield",
        ("shove", "guards_push"),
        ("bloodlust_melee", "iron_hide"),
        ("free_combat_action", "combat_reflexes", "reaper_melee"),
    ),
    "yasuke": Sheet(
        "katana",
        ("freeze_melee", "guards_damage_2_melee"),
        ("free_melee_action", "hit_and_run"),
        ("bloodlust_melee", "jump", "plus_1_damage_melee"),
    ),
    "dragomir": Sheet(
        None, ("lifesaver", "guards_evade"), ("tough", "damage_2_melee"), ("regeneration", "reaper_combat", "free_combat_action")
    ),
    "sarnai": Sheet(
        None,
        ("free_ranged_action", "guards_plus_1_max_range"),
        ("plus_1_die_ranged", "steady_hand"),
        ("plus_1_to_roll_ranged", "hit_and_run", "iron_rain"),
    ),
    "zhenya": Sheet(
        None,
        ("spellcaster", "guards_freeze_ranged"),
        ("search_2_cards", "plus_1_die_magic"),
        ("medic", "roll6_die_magic", "double_casting"),
    ),
}
