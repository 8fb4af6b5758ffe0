"""Generated missions and users' mission files: tiles give the boards, all can be won in principle, errors are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.zombicide.apocalypse.play import TABLE
from zombicide_env import cli, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.games.source import ContentError, Source
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.world.box import box, check_quest, quest, quests, read_quest
from zombicide_env.games.zombicide.apocalypse.world.generate import generate
from zombicide_env.games.zombicide.apocalypse.world.tiles import lay_tiles
from zombicide_env.games.zombicide.table.board import quest_board
from zombicide_env.games.zombicide.table.codes import LOCKED, STREET
from zombicide_env.games.zombicide.table.generate import DIFFICULTIES, GRIDS, parse_spec

CASES = [(tiles, difficulty, seed) for tiles in GRIDS for difficulty in DIFFICULTIES for seed in range(3)]
MISSION = generate(parse_spec("generated:seed=3,tiles=4,difficulty=2,goal=both"), box().tiles)


@pytest.mark.parametrize("found", quests(), ids=lambda found: found.id)
def test_tiles_make_the_boards_of_the_missions(found) -> None:
    """AP-4.R1 to R5: cells, openings, manholes and homes of every mission's file are those of its tiles, rotated as its note says."""
    text = next(note.text for note in found.notes if note.about == "tiles")
    grid = [[(side, int(turn)) for side, turn in re.findall(r"(\w+) turned by (\d+)", row)] for row in text.split(";")]
    laid = lay_tiles(box().tiles, grid)
    assert laid.rows == found.cells
    assert laid.openings == {frozenset(opening.zones) for opening in found.openings}
    assert laid.manholes == tuple((hole["zone"], tuple(hole["tile"])) for hole in found.special["manholes"])


def reached(found, keys: set[int]) -> set[str]:
    """Zones that survivors can reach through doors that need no key, or one of these."""
    board = quest_board(found)
    seen = {board.index(label) for label in found.start}
    todo = list(seen)
    while todo:
        for other, door in board.neighbours[todo.pop()]:
            if other not in seen and (door < 0 or board.doors[door].start != LOCKED or board.doors[door].key in keys):
                seen.add(other)
                todo.append(other)
    return {board.zones[zone] for zone in seen}


@pytest.mark.parametrize(("tiles", "difficulty", "seed"), CASES)
def test_generated_missions_can_be_reached_and_won(tiles: int, difficulty: int, seed: int) -> None:
    found = quest(f"generated:seed={seed},tiles={tiles},difficulty={difficulty}")
    board = quest_board(found)
    streets = {label for label, kind in zip(board.zones, board.kinds, strict=True) if kind == STREET}
    assert {place.zone for place in found.objectives} | streets <= reached(found, set())
    assert reached(found, {door.key for door in found.doors}) == set(board.zones)
    spawns = [spawn.zone for spawn in found.spawn_zones]
    assert len(set(spawns)) == 1 + difficulty and not set(spawns) & set(found.start)
    assert not set(found.exit) & set(found.start)
    # a team reaches an Exit in the streets within two rounds
    assert "all_objectives_taken" in generate(parse_spec(f"generated:seed={seed},tiles={tiles},difficulty={difficulty}"), box().tiles)
    homes = [zone for hole in found.special["manholes"] for zone in hole["tile"]]
    assert sorted(homes) == sorted(board.zones)
    assert {hole["zone"] for hole in found.special["manholes"]} <= streets
    assert {car["zone"] for car in found.special.get("cars", ())} <= streets


def test_train_and_test_never_share_a_board() -> None:
    def board(seed: int, split: str) -> str:
        text = generate(parse_spec(f"generated:seed={seed},tiles=2,split={split}"), box().tiles)
        return "\n".join(text.splitlines()[4:])

    boards = {split: {board(seed, split) for seed in range(20)} for split in ("train", "test")}
    assert len(boards["train"]) == 20
    assert not boards["train"] & boards["test"]


@pytest.mark.parametrize("goal", ["objectives", "exit", "both"])
def test_a_generated_mission_is_played(goal: str) -> None:
    of = Apocalypse(f"generated:seed=7,tiles=4,difficulty=2,goal={goal}", max_rounds=5)
    for batch in TABLE.played(of, 3, 150):
        assert not of.status(batch.states)


@pytest.mark.parametrize("goal", ["objectives", "exit"])
def test_greedy_teams_win_small_generated_missions(goal: str) -> None:
    """The generated boards can be won: objectives are reachable, and the Exit works."""
    agents = pytest.importorskip("zombicide_agents", reason="agents are another package")
    game = make_game("apocalypse", quest=f"generated:seed=1,tiles=2,goal={goal}")
    batch = Batch(game, 20, seed=0, autoreset="disabled")
    batch.play(agents.make("greedy", game).player(game), observe=False)
    assert (batch.dones == WON).mean() > 0.5


def test_a_mission_file_is_checked_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MISSION)
    assert check_quest(path) == []
    assert read_quest(Source.at(path)).title == "Generated quest 3 (train)"
    assert cli.main(["quests", "check", "--game", "apocalypse", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: sound\n"
    assert cli.main(["quests", "generate", "--game", "apocalypse", "generated:seed=3,tiles=4,difficulty=2,goal=both"]) == 0
    assert capsys.readouterr().out == MISSION


def test_every_predicate_is_described() -> None:
    """In the guide to quest files of Apocalypse, or in that of Black Plague, to which it refers."""
    with pytest.raises(ContentError, match="predicate 'foo' is unknown") as error:
        read_quest(Source("mine.yaml", re.sub("win: .*", "win: {steps: [[foo]]}", MISSION)))
    editions = [f"zombicide_env.games.zombicide.{name}" for name in ("apocalypse", "black_plague")]
    guides = [Source.packaged(edition, "content/quests/README.md").text for edition in editions]
    named = error.value.reason.split("use one of ")[1].split(", ")
    assert "held" in named
    assert [name for name in named if not any(f"`{name}" in guide for guide in guides)] == []


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        (r"  driving: true", "  drivng: true", "key 'drivng' is unknown (did you mean 'driving'?)"),
        (r"  driving: true", "  driving: 1", "'1' is neither true nor false"),
        (r"    - \{kind: \w+, zone: \w+\}", "    - {kind: bus, zone: s0x0}", "'bus' is unknown"),
        (r"    - \{kind: \w+, zone: \w+\}", "    - {kind: police_car, zone: A00}", "A00 is a room; cars stand in streets"),
        (r"    - \{zone: \w+, tile: .*", "    - {zone: s9x9, tile: []}", "there is no zone 's9x9' on the board"),
        (r"start: .*", "start: [s9x9]", "there is no zone 's9x9' on the board"),
        (r"win: .*", "win: {steps: [[all_objectives]]}", "predicate 'all_objectives' is unknown"),
        (r"cells: \|", "tiles: []\ncells: |", "name its tiles in a note"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, line: str, wrong: str, said: str) -> None:
    text = re.sub(line, lambda _: wrong, MISSION, count=1)
    assert text != MISSION
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    number = next(n for n, one in enumerate(text.splitlines(), 1) if one == wrong.splitlines()[0])
    with pytest.raises(ContentError, match=rf"mine.yaml:{number}: .*{re.escape(said)}"):
        check_quest(path)
