"""Random games of Black Plague for the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.zombicide.play import Table, start
from zombicide_env.games.zombicide.black_plague.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILL_INDEX

Array = np.ndarray[Any, Any]

QUESTS = tuple(range(11))
SIX = ("ann", "baldric", "clovis", "nelly", "samson", "silas")


def options(rng: np.random.Generator) -> dict[str, Any]:
    """Random options: occasionally every mode, and large teams."""
    quest = int(rng.integers(11))
    return {
        "quest": quest,
        "survivors": 12 if quest != 4 and rng.random() < 0.3 else 6,
        "cabal": bool(rng.random() < 0.3),
        "strict_all_survivors": bool(rng.random() < 0.2),
        "players": int(rng.integers(1, 4)),
        "decisions": "actions" if rng.random() < 0.2 else "full",
    }


TABLE = Table(
    game=BlackPlague,
    quests=QUESTS,
    skills=SKILL_INDEX,
    zone_skills=ZONE_SKILLS,
    longer_life=("ironclad:walker", "regeneration"),
    options=options,
    supply={"walker": (5, 36), "fatty": (2, 15), "runner": (3, 15), "abomination": (1, 3), "necromancer": (1, 4)},
)

game, wild, played, choose = TABLE.plain, TABLE.wild, TABLE.played, TABLE.choose

__all__ = ["QUESTS", "SIX", "TABLE", "Array", "choose", "game", "played", "start", "wild"]
