"""Random games of White Death for the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.zombicide.play import OFTEN, Table, start
from zombicide_env.games.zombicide.white_death.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.skills import SKILL_INDEX


def options(rng: np.random.Generator) -> dict[str, Any]:
    """Random options: occasionally every mode, teams of all sizes."""
    number = int(rng.choice([6, 6, 6, 9, 12, int(rng.integers(1, 6))]))
    return {
        "quest": int(rng.integers(11)),
        "survivors": number,
        "allow_small_team": True,
        "players": int(rng.integers(1, min(3, number) + 1)),
        "decisions": "actions" if rng.random() < 0.2 else "full",
        "ultra": bool(rng.random() < 0.3),
        "abomination_fest": bool(rng.random() < 0.3),
        "abomination_deck": int(rng.choice([0, 0, 9])),
        "many_necromancers": bool(rng.random() < 0.3),
        "necromancer_deck": int(rng.choice([0, 0, 9])),
        "guard_absorbs": int(rng.integers(1, 4)),
    }


def mend(w: np.void) -> None:
    """Recompute who may have a Brother in Arms, and which copies leave the game when they are discarded."""
    w["brothers"] = any(w["skill_start"][:, column].any() for skill, column in SKILL_INDEX.items() if skill.startswith("brother_in_arms"))
    w["copy_out"][w["start_cards"][: w["n_start"]]] = 1


TABLE = Table(
    game=WhiteDeath,
    quests=tuple(range(11)),
    skills=SKILL_INDEX,
    zone_skills=ZONE_SKILLS,
    longer_life=("ironclad_walker", "ironclad_fatty", "ironclad_runner", "regeneration"),
    options=options,
    supply={"walker": (5, 36), "fatty": (2, 15), "runner": (3, 15), "abomination": (1, 3), "defiler": (1, 2), "necromancer": (0, 2)},
    often=(*OFTEN, "order", "tip", "cauldron", "ladder", "quest", "strike", "pick", "bless", "leap", "dash", "twice", "improvised"),
    mend=mend,
)

game, wild, played, choose = TABLE.plain, TABLE.wild, TABLE.played, TABLE.choose

__all__ = ["TABLE", "choose", "game", "played", "start", "wild"]
