"""Random games for the tests: in all modes, and with little passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.game import ZGame

#: Options that together use every number of players and every mode.
TABLES: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 3, "target": "blitz", "trade": "scheming", "leader_speed": 2},
    {"players": 4, "fog_of_war": True, "survivor_search": True, "quick_start": True},
    {"players": 2, "terrain_knowledge": True, "few_but_effective": True},
    {"players": 4, "herd_instinct": True, "pharmacy_business": True, "sabotage_combo": True, "zombie_fight_order": "rounds"},
    {"players": 3, "terrain_knowledge": True, "few_but_effective": True, "auto_skip": False, "survivor_search": True},
]


def played(game: ZGame, seed: int, limit: int = 100_000) -> Iterator[Batch]:
    """Play a random game from its first decision to its end, or for ``limit`` decisions; the same batch is yielded every time."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    rng = np.random.default_rng(seed)
    yield batch
    for _ in range(limit):
        if batch.dones[0]:
            return
        legal = np.flatnonzero(batch.masks[0])
        weights = np.ones(len(legal))
        if legal[0] == 0:  # passing ends a player's turn: not too early
            weights[0] = rng.choice([0.2, 0.5 * len(legal)])
        batch.step([int(rng.choice(legal, p=weights / weights.sum()))])
        yield batch
