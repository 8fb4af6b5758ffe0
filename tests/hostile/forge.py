"""Forged states: an attacker's changes to a save, with a valid checksum."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Array, Game
from zombicide_env.core.layout import ANY

SETUPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("black_plague", {}),
    ("black_plague", {"quest": 2, "players": 2}),
    ("black_plague", {"quest": 9, "decisions": "actions"}),
    ("black_plague", {"quest": 4, "reward": "shaped"}),
    ("hit_z_road", {}),
    ("hit_z_road", {"players": 1}),
    ("hit_z_road", {"decisions": "actions"}),
    ("z_game", {}),
    ("z_game", {"players": 2, "fog_of_war": True, "few_but_effective": True}),
    ("z_game", {"players": 3, "terrain_knowledge": True, "survivor_search": True, "decisions": "actions"}),
)
Change = tuple[str, int, int]
"""Field, index within it (taken modulo its size), value."""


def moment(batch: Batch, seed: int, steps: int) -> Array:
    """Return the live state of a batch's only game after some random steps from a seed."""
    batch.reset(seed)
    batch.seed_actions(seed)
    if steps:
        batch.step_random(steps, observe=False)
    return batch.states


def changes(game: Game) -> st.SearchStrategy[list[Change]]:
    """Changes of some values in some fields, most of them within the field's range: values beyond it are easy to detect."""
    fields = [name for name in game.bounds.fields if game.state_dtype[name].base.kind in "iu"]
    frames = st.tuples(st.just("stack"), st.integers(0, 79), st.integers(-1, 90))
    return st.lists(st.one_of(frames, st.sampled_from(fields).flatmap(lambda name: _change(game, name))), min_size=1, max_size=4)


def _change(game: Game, name: str) -> st.SearchStrategy[Change]:
    info = np.iinfo(game.state_dtype[name].base)
    low, high = game.bounds.fields.get(name, ANY).within(game.world[0])
    low, high = max(low, int(info.min)), min(high, int(info.max))
    value = st.one_of(st.integers(low, high), st.sampled_from((low, high)), st.integers(max(low, -1), max(low, min(high, 8))))
    return st.tuples(st.just(name), st.integers(0, 2**13), value)


def forged(state: Array, made: list[Change]) -> Array:
    """Return a copy of a state (shape (1,)) with the changes."""
    state = state.copy()
    for name, place, value in made:
        cells = state[name].reshape(-1)
        info = np.iinfo(cells.dtype)
        cells[place % len(cells)] = max(int(info.min), min(int(info.max), value))
    return state
