"""Generated quests of White Death: its tiles give the boards of its quests, all can be won in principle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.zombicide.white_death.play import TABLE, start
from zombicide_env.games.source import ContentError, Source
from zombicide_env.games.zombicide.table.generate import DIFFICULTIES, GRIDS, GenerateError, parse_spec
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.world.box import box, check_quest, quest, quests, read_quest
from zombicide_env.games.zombicide.white_death.world.generate import generate
from zombicide_env.games.zombicide.white_death.world.sides import lay_sides

CASES = [(tiles, difficulty, seed) for tiles in GRIDS for difficulty in DIFFICULTIES for seed in range(3)]


@pytest.mark.parametrize("found", quests(), ids=lambda found: found.id)
def test_tiles_make_the_boards_of_the_quests(found) -> None:
    """WD-4.5: every quest's file agrees with its tiles, rotated as it says."""
    laid = lay_sides(box().tiles, found.tiles)
    rows = tuple(tuple(laid.label[row, column] for column in range(laid.columns)) for row in range(laid.rows))
    assert rows == found.cells
    assert {frozenset((a, b)) for a, b, _ in laid.passages} == {frozenset(opening.at) for opening in found.openings}
    assert {frozenset((laid.label[a], laid.label[b])) for a, b in laid.ladders} == {frozenset(pair) for pair in found.ladders}
    assert {zone for zone, kind in laid.terrain.items() if kind == "rampart"} == found.ramparts
    assert {zone for zone, kind in laid.terrain.items() if kind == "ruin"} == found.ruins


@pytest.mark.parametrize(("tiles", "difficulty", "seed"), CASES)
def test_generated_quests_can_be_won(tiles: int, difficulty: int, seed: int) -> None:
    """Survivors reach every zone; hordes come from afar; Defiled starting zones are empty (WD-2.11)."""
    found = quest(f"generated:seed={seed},tiles={tiles},difficulty={difficulty}")
    ways = lay_sides(box().tiles, found.tiles).ways()
    seen, todo = set(found.start), list(found.start)
    while todo:
        new = ways[todo.pop()] - seen
        seen |= new
        todo += new
    assert seen == set(ways)
    spawns = {spawn.zone for spawn in found.spawn_zones}
    assert len(spawns) == 1 + difficulty
    assert not spawns & {*found.start, found.beacon, *found.exit, *(place.zone for place in found.objectives)}
    assert not any(ways[zone] & spawns for zone in found.start)
    assert spawns == set(found.defiled)
    # a team reaches the Exit of most boards within two rounds
    assert "all_objectives_taken" in generate(parse_spec(f"generated:seed={seed},tiles={tiles},difficulty={difficulty}"), box().tiles)


def test_same_specification_same_quest() -> None:
    tiles = box().tiles
    spec = parse_spec("generated:seed=7,tiles=4,difficulty=2")
    assert generate(spec, tiles) == generate(parse_spec("generated:tiles=4, difficulty=2, seed=7"), tiles)
    assert generate(spec, tiles) != generate(parse_spec("generated:seed=8,tiles=4,difficulty=2"), tiles)


def test_train_and_test_never_share_a_board() -> None:
    def board(seed: int, split: str) -> str:
        text = generate(parse_spec(f"generated:seed={seed},tiles=2,split={split}"), box().tiles)
        return "\n".join(text.splitlines()[4:])

    boards = {split: {board(seed, split) for seed in range(20)} for split in ("train", "test")}
    assert len(boards["train"]) == 20
    assert not boards["train"] & boards["test"]


@pytest.mark.parametrize("text", ["generated:sed=7", "generated:tiles=5", "generated:split=dev"])
def test_bad_specifications_are_refused(text: str) -> None:
    with pytest.raises(GenerateError):
        quest(text)


@pytest.mark.parametrize("goal", ["objectives", "exit", "both"])
def test_a_generated_quest_is_played(goal: str) -> None:
    of = WhiteDeath(f"generated:seed=7,tiles=4,difficulty=2,goal={goal}", max_rounds=5)
    for batch in TABLE.played(of, 3, 150):
        assert not of.status(batch.states)
    assert start(of, 1).masks.any()


def test_a_generated_file_can_be_written_and_checked(tmp_path: Path) -> None:
    text = generate(parse_spec("generated:seed=3,tiles=4,difficulty=2"), box().tiles)
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    assert check_quest(path) == []
    assert read_quest(Source.at(path)).title == "Generated quest 3 (train)"
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith("beacon:"))
    path.write_text(text.replace(text.splitlines()[line - 1], "beacon: 9Q"))
    with pytest.raises(ContentError, match=rf"mine.yaml:{line}: .*there is no zone '9Q'"):
        check_quest(path)
