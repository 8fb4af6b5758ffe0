"""Untrusted replays: they name only files next to them, send no control characters to the terminal, and errors are one line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from zombicide_env import make_game
from zombicide_env.games.zombicide.black_plague.world.box import content_file
from zombicide_env.replay import Recorder, ReplayError, read, verify
from zombicide_env.replay.format import Running
from zombicide_env.replay.player import game_of
from zombicide_env.replay.reading import MOST_BYTES, parse


def record(path: Path, steps: int = 3, **options: object) -> str:
    with Recorder(make_game("hit_z_road" if not options else "black_plague", **options), 3, path=path) as recorder:
        for _ in range(steps):
            recorder.record(int(recorder.mask.argmax()))
    return path.read_text()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A custom quest in a separate folder, with a replay next to it."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.yaml").write_text(content_file("quests/00_danse_macabre.yaml").text)
    record(folder / "game.replay", quest=str(folder / "mine.yaml"))
    return folder


def test_custom_files_are_found_next_to_the_replay(own: Path, tmp_path: Path) -> None:
    verify(read(own / "game.replay"))
    moved = tmp_path / "elsewhere"
    shutil.copytree(own, moved)
    shutil.rmtree(own)
    verify(read(moved / "game.replay"))  # both may be copied to another machine


def test_no_other_file_is_looked_at(own: Path, tmp_path: Path) -> None:
    away = shutil.copy(own / "game.replay", tmp_path)
    for replay in (read(away), parse((own / "game.replay").read_text())):
        with pytest.raises(ReplayError, match=r"the game is played with the file 'mine.yaml'; put it next to the replay$"):
            game_of(replay)


@pytest.mark.parametrize(
    "options",
    [
        {"quest": "/etc/passwd.yaml"},
        {"quest": "../../../dev/zero.yml"},
        {"survivors": ["/etc/hosts.csv:root"]},
        {"survivors": ["ann", "x/y.csv"]},
        {"cards": "/etc/passwd"},
        {"cards": "/dev/zero"},
        {"cards": ""},
        {"cards": ".."},
    ],
)
def test_paths_in_replays_open_no_files(options: dict[str, object], tmp_path: Path) -> None:
    text = record(tmp_path / "a.replay", quest="danse_macabre")
    line = next(line for line in text.split("\n") if line.startswith("options: "))
    changed = text.replace(line, "options: " + json.dumps(json.loads(line[9:]) | options, sort_keys=True))
    header = parse("\n".join(changed.split("\n")[:9]) + "\n", partial=True).header
    assert Running(header).text  # the forged text has valid checksums
    (tmp_path / "b.replay").write_text("\n".join(changed.split("\n")[:9]) + "\n")
    with pytest.raises(ReplayError, match="put it next to the replay"):
        game_of(read(tmp_path / "b.replay", partial=True))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("game: hit_z_road", "game: hit_z\x1b[31m_road", r"line 2: .*control character '\\x1b'"),
        ("package: ", "package: \x9b2J", r"control character '\\x9b'"),
        ('"player_0": ["player_0", ""]', '"player_0": ["\\u001b]0;owned\\u0007", ""]', r"control character '\\x1b'"),
        ('"player_0": ["player_0", ""]', '"player_0": ["\\ud800", ""]', r"control character '\\ud800'"),
        ('"player_0": ["player_0", ""]', '"player_0": ["\\u202e", ""]', r"control character '\\u202e'"),
        ("options: {", "options: " + "[" * 10**5 + "{", "options is damaged"),
        ("options: {", 'options: {"x": ' + "9" * 5000 + ", ", "options is damaged"),
        ("seed: 3", "seed: " + "3" * 5000, "seed is a whole number"),
        ("zombicide replay 1", "zombicide replay " + "1" * 5000, "this is not a replay"),
        ("\n1 r1", "\n" + "1" * 5000 + " r1", "this is not a decision"),
        (", round 1", ", round " + "1" * 5000, "this is not an end"),
        ("1 r1 player_", "1 r1 \x1b[2Jplayer_", r"control character '\\x1b'"),
    ],
)
def test_what_is_wrong_is_said_on_one_clean_line(old: str, new: str, reason: str, tmp_path: Path) -> None:
    text = record(tmp_path / "a.replay")
    assert old in text
    with pytest.raises(ReplayError, match=reason) as error:
        parse(text.replace(old, new, 1), path="a\x1b.replay")
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1200


def test_a_file_without_end_is_not_read() -> None:
    with pytest.raises(ReplayError, match=f"more than {MOST_BYTES:,} bytes"):
        read("/dev/zero")


def test_names_that_would_steer_a_terminal_are_written_without(tmp_path: Path) -> None:
    with Recorder(make_game("hit_z_road"), 3, players=["\x1b[31mred", "grün 👩\u200d🚀"], path=tmp_path / "a.replay") as recorder:
        recorder.record(int(recorder.mask.argmax()))
    replay = read(tmp_path / "a.replay")
    assert [player for _, player in replay.header.agents.values()][:2] == ["?[31mred", "grün 👩\u200d🚀"]
    verify(replay)


def test_a_recording_is_there_from_its_first_line(tmp_path: Path) -> None:
    (tmp_path / "a.replay").write_text("what was there before")
    recorder = Recorder(make_game("hit_z_road"), 3, path=tmp_path / "a.replay")
    assert read(tmp_path / "a.replay", partial=True).header.seed == 3
    recorder.close()
