"""Content: cards, survivors, tiles and quests as text files, and what reads them.

The files lie in one folder per edition (``black_plague/``); ``SOURCES.md`` there says where the values come from.
Every error is a ``ContentError`` that names file, line, reason and remedy.
"""

from __future__ import annotations

from ...source import ContentError, Source, packaged_files
from .cards import EquipmentCard, Profile, ZombieCard, load_equipment, load_zombie_cards
from .quest_types import Goal, Note, Objective, Opening, Quest, QuestDoor, QuestRule, QuestVault, SpawnZone
from .quests import load_quest
from .survivors import SurvivorSheet, load_survivors, skill_problem
from .tiles import Tile, lay_out, load_tiles, turned

__all__ = [
    "ContentError",
    "EquipmentCard",
    "Goal",
    "Note",
    "Objective",
    "Opening",
    "Profile",
    "Quest",
    "QuestDoor",
    "QuestRule",
    "QuestVault",
    "Source",
    "SpawnZone",
    "SurvivorSheet",
    "Tile",
    "ZombieCard",
    "lay_out",
    "load_equipment",
    "load_quest",
    "load_survivors",
    "load_tiles",
    "load_zombie_cards",
    "packaged_files",
    "skill_problem",
    "turned",
]
