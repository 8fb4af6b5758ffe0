"""Generated quests: deterministic for a specification, winnable in principle, train and test separate."""

from __future__ import annotations

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.world.box import box, quest
from zombicide_env.games.zombicide.black_plague.world.generate import generate
from zombicide_env.games.zombicide.table.board import quest_board
from zombicide_env.games.zombicide.table.codes import LOCKED, STREET
from zombicide_env.games.zombicide.table.generate import DIFFICULTIES, GRIDS, GenerateError, parse_spec

CASES = [(tiles, difficulty, seed) for tiles in GRIDS for difficulty in DIFFICULTIES for seed in range(8)]


def reachable(found, keys):
    """Zones reachable from the start through doors with these keys and doors without one."""
    board = quest_board(found)
    seen = {board.index(label) for label in found.start}
    todo = list(seen)
    while todo:
        for other, door in board.neighbours[todo.pop()]:
            lock = board.doors[door] if door >= 0 else None
            if other not in seen and (lock is None or lock.start != LOCKED or lock.key in keys):
                seen.add(other)
                todo.append(other)
    return {board.zones[zone] for zone in seen}


@pytest.mark.parametrize(("tiles", "difficulty", "seed"), CASES)
def test_generated_quests_can_be_won_in_principle(tiles, difficulty, seed):
    """Every objective can be reached without a key, and with the keys everything else that matters."""
    found = quest(f"generated:seed={seed},tiles={tiles},difficulty={difficulty}")
    places = {place.zone for place in found.objectives}
    assert places <= reachable(found, ())
    keys = {door.key for door in found.doors}
    everywhere = reachable(found, keys)
    assert set(found.exit) <= everywhere
    board = quest_board(found)
    streets = {label for label, kind in zip(board.zones, board.kinds, strict=True) if kind == STREET}
    assert streets <= reachable(found, ())
    assert {spawn.zone for spawn in found.spawn_zones} <= streets - set(found.start)


def test_same_specification_same_quest():
    tiles = box().tiles
    spec = parse_spec("generated:seed=7,tiles=4,difficulty=2")
    assert generate(spec, tiles) == generate(parse_spec("generated:tiles=4, difficulty=2, seed=7"), tiles)
    assert generate(spec, tiles) != generate(parse_spec("generated:seed=8,tiles=4,difficulty=2"), tiles)


def test_train_and_test_never_share_a_board():
    tiles = box().tiles
    boards = {
        split: {tuple(generate(parse_spec(f"generated:seed={seed},tiles=2,split={split}"), tiles).splitlines()[4:]) for seed in range(40)}
        for split in ("train", "test")
    }
    assert len(boards["train"]) == 40
    assert not boards["train"] & boards["test"]


def test_difficulty_adds_spawn_zones_and_objectives():
    spawns, places = zip(
        *((len(found.spawn_zones), len(found.objectives)) for found in (quest(f"generated:seed=3,difficulty={d}") for d in (1, 2, 3))),
        strict=True,
    )
    assert list(spawns) == sorted(set(spawns))
    assert list(places) == sorted(set(places))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("generated:sed=7", "seed"),
        ("generated:tiles=5", "one of"),
        ("generated:difficulty=0", "1, 2, 3"),
        ("generated:split=dev", "train, test"),
        ("generated:seed=-1", "2147483647"),
    ],
)
def test_bad_specifications_name_the_remedy(text, remedy):
    with pytest.raises(GenerateError, match=remedy):
        quest(text)


def test_a_generated_quest_is_played():
    game = make_game("black_plague", quest="generated:seed=7,tiles=4,difficulty=2", survivors=4, max_rounds=5)
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    rng = np.random.default_rng(0)
    while batch.deciders[0] >= 0:
        batch.step(rng.choice(np.flatnonzero(batch.masks[0]), 1))
        assert game.status(batch.states).value == 0
    assert game.options["quest"] == "generated:seed=7,tiles=4,difficulty=2"
