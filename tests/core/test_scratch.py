"""Working memory is stored next to the world of each thread, and no call depends on its contents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.layout import PAD, has_holes, record
from zombicide_env.core.scratch import NO_SCRATCH, workplace_type, workplaces
from zombicide_env.games import GAMES

N = 4 if PYTHON_MODE else 64
STEPS = 3 if PYTHON_MODE else 120
BUFFERS = ("states", "masks", "raw_observations", "rewards", "dones", "deciders", "episodes", "final_states")

WORLD = record([("size", "u1"), ("far", "i2", (3,))])
SCRATCH = record([("n", "u1"), ("marks", "i8", (2,)), ("mask", "i1", (5,))])


def test_the_workplace_has_the_fields_of_both() -> None:
    place = workplace_type(WORLD, SCRATCH)
    names = [name for name in place.names or () if not name.startswith(PAD)]
    assert names == ["size", "far", "n", "marks", "mask", "gap"]
    assert not has_holes(place)
    assert place["marks"] == SCRATCH["marks"]
    assert workplace_type(WORLD, NO_SCRATCH) is WORLD


def test_every_thread_has_copies_of_all_worlds() -> None:
    worlds = np.zeros(2, WORLD)
    worlds["size"], worlds["far"] = [3, 4], [[1, 2, 3], [4, 5, 6]]
    made = workplaces(worlds, SCRATCH, 3)
    assert made["size"].tolist() == [3, 4, 3, 4, 3, 4]
    assert made["far"][4].tolist() == [1, 2, 3]
    made["far"][4] = 9
    assert worlds["far"][0].tolist() == made["far"][0].tolist() == [1, 2, 3]


def games(name: str) -> list[Any]:
    """A game with default and with other options, some of which end it soon, in one batch."""
    if name == "black_plague":
        quests = ("danse_macabre", "the_black_book", "dead_trail", "trial_by_fire")
        return [make_game(name, quest=quest) for quest in quests] + [make_game(name, decisions="actions", survivors=12, max_rounds=1)]
    short = {"target": "blitz", "players": 2, "max_turns": 2} if name == "z_game" else {"max_rounds": 1}
    return [make_game(name), make_game(name, decisions="actions", **short)]


def spoiled(batch: Batch) -> Iterator[None]:
    """Fill all working memory before every call: with ones, zeros, or random bytes."""
    places = batch._buffers["worlds"]
    scratch = [name for name in batch.games[0].scratch.names or () if not name.startswith(PAD)]
    rng = np.random.default_rng(0)
    while True:
        for fill in (b"\xff", b"\0", None):
            for name in scratch:
                part = places[name]
                part[...] = np.frombuffer(rng.bytes(part.nbytes) if fill is None else fill * part.nbytes, part.dtype).reshape(part.shape)
            yield


def look(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in BUFFERS]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_lies_in_the_working_memory_does_not_matter(name: str) -> None:
    """Compares one thread with three, each of which has its own working memory."""
    kinds = games(name)
    usual, other = (Batch(kinds, N * threads, seed=5, threads=threads, observation_dtype="uint8") for threads in (1, 3))
    between = spoiled(other)
    for _ in range(STEPS):
        usual.step_random()
        next(between)
        actions = other.random_actions()
        next(between)
        other.step(actions)
        assert look(usual) == [part[: len(whole)] for part, whole in zip(look(other), look(usual), strict=True)]
    assert PYTHON_MODE or usual.episodes.max() > 1
    for batch, fill in ((usual, iter(lambda: None, 0)), (other, between)):
        next(fill)
        batch.resample()
        next(fill)
        batch.observe(0)
    assert look(usual) == [part[: len(whole)] for part, whole in zip(look(other), look(usual), strict=True)]
    assert not other.status().any()
