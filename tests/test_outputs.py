"""Commands replace only files of the kind that they write: a README, or results of another command, would be lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import needs
from zombicide_env import cli
from zombicide_env.core import files

pytest.importorskip("tyro", reason=needs.CLI)

ROAD = ["--game", "hit_z_road", "--players", "2"]
PLAY = ["play", *ROAD, "--seats", "random", "--seed", "1", "--quiet", "--board", "never"]
EVALUATE = ["evaluate", *ROAD, "--games", "2", "--teams", "random"]
LEAGUE = ["league", *ROAD, "--games", "2", "--agents", "random", "greedy"]
TUNE = ["tune", "--generations", "0", "--check", "1", "--max-rounds", "2", "--population", "4", "--games", "1"]

#: Command -> its option for a file, and the name of that file.
WRITERS = {
    "play": (PLAY, "--record", "game.replay"),
    "picture": (PLAY, "--picture", "board.png"),
    "record": (["record", "other.replay"], "--out", "game.gif"),
    "evaluate": (EVALUATE, "--output", "results.json"),
    "league": (LEAGUE, "--output", "league.json"),
    "people": (["league", "--people", "."], "--output", "people.json"),
    "tune": (TUNE, "--output", "weights.json"),
    "plot": (["plot", "--runs", "run"], "--out", "curves.png"),
}
TRAINING = ("evaluate", "league", "people", "tune", "plot")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "curves.jsonl").write_text('{"decisions": 1, "time": 0.0, "evaluation/win_rate": 0.5}\n')
    return tmp_path


def _needs(command: str) -> None:
    if command in TRAINING:
        pytest.importorskip("torch", reason=needs.TRAIN)
    if command == "plot":
        pytest.importorskip("matplotlib", reason=needs.PLOT)
    if command in ("picture", "record"):
        pytest.importorskip("PIL", reason=needs.library("Pillow"))


@pytest.mark.parametrize("content", ["# Read me\n", '{"decisions": 3}\n', "[1]\n"])
@pytest.mark.parametrize("command", WRITERS)
def test_a_file_of_another_kind_is_refused_and_kept(command: str, content: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _needs(command)
    words, option, name = WRITERS[command]
    (folder / name).write_text(content)
    assert cli.main([*words, option, name]) == 1
    said = capsys.readouterr()
    assert f"{name} exists and is not " in said.err and said.err.endswith(": name another file, or remove this one\n")
    assert said.out == ""  # before anything is played
    assert {path.name: path.read_text() for path in folder.iterdir() if path.is_file()} == {name: content}


@pytest.mark.parametrize("command", [name for name in WRITERS if name not in ("record", "people")])
def test_a_file_of_the_same_kind_is_replaced(command: str, folder: Path) -> None:
    _needs(command)
    words, option, name = WRITERS[command]
    path = folder / name
    path.touch()  # as `mktemp` leaves it
    for _ in range(2):
        assert cli.main([*words, option, name]) == 0
        assert path.stat().st_size
    if command == "play":
        assert cli.main([*words, "--seed", "2", option, name]) == 0
        assert "seed: 2\n" in path.read_text()


def test_a_film_is_replaced_by_a_film(folder: Path) -> None:
    _needs("record")
    assert cli.main([*PLAY, "--record", "other.replay"]) == 0
    for _ in range(2):
        assert cli.main(["record", "other.replay", "--pictures", "1", "--scale", "0.2"]) == 0
    assert cli.main(["record", "other.replay", "--pictures", "1", "--scale", "0.2", "--out", "other.webp"]) == 0
    assert files.is_picture((folder / "other.webp").read_bytes())


def test_one_set_of_weights_is_not_written_over_its_own_search(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _needs("tune")
    assert cli.main([*TUNE, "--output", "weights.jsonl"]) == 1
    assert "the results of the search are kept under this name; name it .json" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["picture", "evaluate", "league", "tune"])
def test_a_file_that_cannot_be_written_is_named_before_anything_is_played(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _needs(command)
    words, option, name = WRITERS[command]
    (folder / name).mkdir()
    assert cli.main([*words, option, name]) == 1
    said = capsys.readouterr()
    assert said.out == "" and name in said.err


def test_devices_and_pipes_take_everything() -> None:
    files.replaceable("/dev/null", "a picture", files.is_picture)
