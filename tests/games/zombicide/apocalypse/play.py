"""Random games of Apocalypse for the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.zombicide.play import OFTEN, SELDOM, Table, start
from zombicide_env.games.zombicide.apocalypse.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.cards import PACK_NAMES
from zombicide_env.games.zombicide.apocalypse.numbers.skills import SKILL_INDEX

KINDS = ("walker", "toxic_walker", "berserker_walker", "fatty", "toxic_fatty", "berserker_fatty", "runner", "toxic_runner", "dog")


def options(rng: np.random.Generator) -> dict[str, Any]:
    """With and without a Zombie Master, teams and packs of all sizes."""
    quest = int(rng.integers(11))
    players = int(rng.integers(1, 4))
    return {
        "quest": quest,
        "survivors": int(rng.integers(max(players, 4), 7)) if quest not in (5, 6, 7, 8, 9) else None,
        "allow_small_team": True,
        "players": players,
        "zombie_master": bool(rng.random() < 0.8),
        "zm_free_when_quiet": bool(rng.random() < 0.3),
        "strict_all_survivors": bool(rng.random() < 0.2),
        "decisions": "actions" if rng.random() < 0.2 else "full",
        "packs": [pack for pack in PACK_NAMES if rng.random() < 0.85],
    }


def deal(w: Any, rng: np.random.Generator) -> None:
    """Deal two cards of the deck to everybody, besides the starting card."""
    deck = [int(w["copy_card"][copy]) for copy in w["deck"][: w["n_deck"]]]
    rng.shuffle(deck)
    for i in range(int(w["n_survivors"])):
        if not w["waiting"][i]:
            w["starts_with"][i] = deck[2 * i : 2 * i + 2]


TABLE = Table(
    game=Apocalypse,
    quests=tuple(range(11)),
    skills=SKILL_INDEX,
    zone_skills=ZONE_SKILLS,
    longer_life=("ironclad:walker", "regeneration", "medic"),
    options=options,
    supply=dict.fromkeys(KINDS, (1, 9)) | {"walker": (5, 30)},
    often=(*OFTEN, "board", "start", "drive", "pour", "ignite", "destroy", "craft", "place_bomb", "play", "push", "stow", "medic"),
    seldom=(*SELDOM, "pass", "leave", "drop_mini", "path_some", "exit"),
    deal=deal,
)

game, wild, played, choose = TABLE.plain, TABLE.wild, TABLE.played, TABLE.choose

__all__ = ["TABLE", "choose", "game", "played", "start", "wild"]
