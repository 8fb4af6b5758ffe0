"""Replay files that are truncated, edited or of another game: errors name the line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.replay.files import HEADER_LINES, SEED, forge, lines_of, put, refused
from zombicide_env import __version__, make_game
from zombicide_env.replay import Replay, ReplayError, read, resume, verify
from zombicide_env.replay.format import LAYOUTS
from zombicide_env.replay.reading import parse

pytestmark = pytest.mark.python_mode


# ---- truncated -----------------------------------------------------------------------------------------------------


def test_a_file_cut_between_lines(path: Path, recorded: Replay) -> None:
    put(path, lines_of(path)[: HEADER_LINES + 20])
    with pytest.raises(ReplayError, match="cut off after this line") as error:
        read(path)
    assert error.value.line == HEADER_LINES + 20
    assert "resumed up to decision 20" in str(error.value)
    replay = read(path, partial=True)
    assert replay.entries == recorded.entries[:20]
    assert not replay.complete
    with pytest.raises(ReplayError, match="cut off"):
        verify(replay)
    assert resume(replay)[1].tobytes() == resume(recorded, 20)[1].tobytes()


def test_a_file_cut_anywhere(path: Path, recorded: Replay) -> None:
    """At any position: the error names an existing line, and all complete lines before it can be read."""
    data = path.read_bytes()
    header = data.index(b"\n1 r1 ") + 1
    for size in [*range(0, header, 97), *range(header, len(data) - 1, 61), len(data) - 2]:
        text = data[:size].decode()
        with pytest.raises(ReplayError, match=r"cut off|not a replay") as error:
            parse(text)
        assert 1 <= error.value.line <= max(1, text.count("\n") + 1)
        if size >= header:
            replay = parse(text, partial=True)
            whole = text.count("\n") - HEADER_LINES
            assert replay.entries[:whole] == recorded.entries[:whole]
            assert whole <= len(replay.entries) <= whole + 1


def test_the_last_line_feed_may_be_missing(path: Path) -> None:
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    verify(read(path))


# ---- edited --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [HEADER_LINES, HEADER_LINES + 17, -2])
def test_an_edited_line_is_found_without_playing(path: Path, at: int) -> None:
    lines = lines_of(path)
    number = at % len(lines) + 1
    old = lines[at].split(" #")[0]
    digit = "0" if lines[at][-1] != "0" else "1"
    for new in (lines[at].replace(old, old + "x", 1), lines[at].replace(" r", " r1", 1), lines[at][:-1] + digit):
        put(path, [*lines[: number - 1], new, *lines[number:]])
        with pytest.raises(ReplayError, match="edited") as error:
            read(path)
        assert error.value.line == number


@pytest.mark.parametrize("key", ["package", "seed", "agents"])
def test_an_edited_header_is_not_blamed_on_the_first_decision(path: Path, key: str) -> None:
    """The header has no checksum of its own: the first one of the file covers it."""
    lines = lines_of(path)
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{key}: "))
    put(path, [*lines[:at], lines[at].replace("1", "2").replace("greedy", "mine").replace("0", "3"), *lines[at + 1 :]])
    with pytest.raises(ReplayError, match=rf"lines 1 to {HEADER_LINES + 1}: the header or the first line after it has been edited"):
        read(path)


def test_lines_taken_out_or_exchanged_are_found(path: Path) -> None:
    lines = lines_of(path)
    a = HEADER_LINES + 10
    for changed in ([*lines[:a], *lines[a + 1 :]], [*lines[:a], lines[a + 1], lines[a], *lines[a + 2 :]], [*lines[: a + 1], *lines[a:]]):
        put(path, changed)
        with pytest.raises(ReplayError, match="missing or out of order") as error:
            read(path)
        assert error.value.line in (a + 1, a + 2)


def test_an_action_that_is_not_legal(path: Path) -> None:
    line = forge(path, 1, lambda entry: replace(entry, text="activate nobody"))
    refused(path, line, "decision 1", "not a legal action", "activate")


def test_a_replay_with_another_legal_action_is_refused(path: Path, recorded: Replay, game: Any) -> None:
    first = recorded.entries[0].text
    other = next(text for text in game.legal_texts(resume(recorded, 0)[1]) if text != first)
    line = forge(path, 1, lambda entry: replace(entry, text=other))
    refused(path, line, "not in the state that was recorded", "edited")


def test_other_dice_or_cards_are_found(path: Path, recorded: Replay) -> None:
    number = next(entry.number for entry in recorded.entries if "zombies" in entry.chance)
    told = recorded.entries[number - 1].chance
    line = forge(path, number, lambda entry: replace(entry, chance="zombies 1"))
    refused(path, line, f"chance gives [{told}] here, recorded is [zombies 1]")
    forge(path, number, lambda entry: replace(entry, chance=""))
    refused(path, line, "recorded is []")


def test_another_checksum_agent_or_round_is_found(path: Path, recorded: Replay) -> None:
    original = path.read_bytes()
    line = forge(path, 30, lambda entry: replace(entry, state="00000000"))
    refused(path, line, "00000000")
    path.write_bytes(original)
    agent = next(f"survivor_{i}" for i in range(6) if f"survivor_{i}" != recorded.entries[29].agent)
    forge(path, 30, lambda entry: replace(entry, agent=agent))
    refused(path, line, "decides here")
    path.write_bytes(original)
    forge(path, 30, lambda entry: replace(entry, round=entry.round + 1))
    refused(path, line, "this is round")


def test_a_forged_end_is_refused(path: Path, recorded: Replay) -> None:
    assert recorded.end is not None
    replace(read(path), end=replace(recorded.end, outcome="won", detail="the_shepherds")).write(path)
    refused(path, HEADER_LINES + len(recorded.entries) + 1, "lost", "won")
    lines = lines_of(path)
    lines[-1] = lines[-1].replace("won", "drawn")
    put(path, lines)
    with pytest.raises(ReplayError, match="edited") as error:
        read(path)
    assert error.value.line == len(lines)


def test_nothing_follows_the_end(path: Path) -> None:
    lines = lines_of(path)
    put(path, [*lines, lines[-2]])
    with pytest.raises(ReplayError, match="continues after its end") as error:
        read(path)
    assert error.value.line == len(lines) + 1


def test_lines_after_the_game_has_ended(path: Path, recorded: Replay) -> None:
    assert recorded.end is not None
    more = replace(recorded.entries[-1], number=len(recorded.entries) + 1)
    entries = (*recorded.entries, more)
    replace(read(path), entries=entries, end=replace(recorded.end, decisions=len(entries))).write(path)
    refused(path, HEADER_LINES + len(entries), "over before this line")


def test_comments_and_empty_lines_do_not_count(path: Path) -> None:
    lines = lines_of(path)
    put(path, [lines[0], "; a game", *lines[1:20], "", "; here it becomes exciting", *lines[20:]])
    replay = read(path)
    verify(replay)
    assert replay.entries[-1].line == len(lines) + 2
    assert "exciting" in replay.comment


def test_files_that_are_no_replays(tmp_path: Path) -> None:
    for data in (b"", b"\n\n", b"PK\x03\x04", b"\xff\xfe\x00", b"quest: 3\n", b"zombicide replay\n", b"zombicide replay 1\n"):
        (tmp_path / "x").write_bytes(data)
        with pytest.raises(ReplayError):
            read(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "y")


# ---- another game --------------------------------------------------------------------------------------------------


def with_header(path: Path, **values: Any) -> None:
    replay = read(path)
    replace(replay, header=replace(replay.header, **values)).write(path)


def test_a_newer_format_is_refused(path: Path) -> None:
    lines = lines_of(path)
    put(path, ["zombicide replay 2", *lines[1:]])
    refused(path, 1, "format 2", "format 1")


def test_another_version_of_the_rules(path: Path) -> None:
    with_header(path, version=1, package="9.9.9")
    refused(path, 3, "black_plague-v1", "black_plague-v0", "9.9.9")


def test_another_revision_of_the_rules(path: Path) -> None:
    """A replay that names no revision is from the first."""
    with_header(path, rules=1)
    assert not any(line.startswith("rules:") for line in lines_of(path))
    refused(path, 3, "revision 1 of the rules of black_plague", "this is revision 2", __version__)
    with_header(path, rules=7, package="9.9.9")
    refused(path, HEADER_LINES, "revision 7 of the rules of black_plague", "this is revision 2", "9.9.9")


@pytest.mark.parametrize("rules", ["-1", "two", "2.0", "1" * 5000])
def test_a_revision_that_is_no_number_is_refused(path: Path, rules: str) -> None:
    put(path, [f"rules: {rules}" if line.startswith("rules:") else line for line in lines_of(path)])
    refused(path, HEADER_LINES, "whole number from 0 to 2**63 - 1")


def test_another_package_version_may_be_played(path: Path) -> None:
    with_header(path, package="0.0.1")
    verify(read(path))


@pytest.mark.parametrize("name", LAYOUTS)
def test_another_layout_is_refused_by_name(path: Path, name: str) -> None:
    hashes = dict(read(path).header.layouts)
    with_header(path, layouts=hashes | {name: "0123456789abcdef"})
    word = {"actions": "action space", "observations": "observation", "state": "state record", "world": "board"}[name]
    refused(path, 6, word, "0123456789abcdef", hashes[name], __version__)


def test_another_game_or_option_is_found(path: Path) -> None:
    original = path.read_bytes()
    with_header(path, game="checkers")
    refused(path, 2, "checkers")
    path.write_bytes(original)
    options = dict(read(path).header.options)
    with_header(path, options=options | {"quest": "the_shepherd"})
    refused(path, 5, "the_shepherds")
    with_header(path, options=options | {"wizards": 3})
    refused(path, 5, "wizards")
    with_header(path, options=options | {"quest": "famine"})
    refused(path, 6, "board")


def test_comments_count_as_lines_of_the_file(path: Path) -> None:
    """Errors about the header named the line that it would have without comments."""
    with_header(path, start="00000000")
    title, *lines = lines_of(path)
    at = lines.index("start: 00000000")
    put(path, [title, "; a game", "; of two", *lines[:at], "", *lines[at:]])
    refused(path, lines_of(path).index("start: 00000000") + 1, "does not begin as it did")


def test_another_seed_is_refused_at_the_beginning(path: Path) -> None:
    with_header(path, seed=SEED + 1)
    refused(path, 9, "does not begin as it did")


@pytest.mark.parametrize("seed", ["-1", str(2**63), "1" * 5000, "seven"])
def test_a_seed_that_is_no_number_is_refused(path: Path, seed: str) -> None:
    lines = lines_of(path)
    put(path, [f"seed: {seed}" if line.startswith("seed:") else line for line in lines])
    refused(path, 7, "whole number from 0 to 2**63 - 1")


def test_options_nested_without_end_are_refused(path: Path) -> None:
    put(path, [f"options: {'[' * 9999}" if line.startswith("options:") else line for line in lines_of(path)])
    refused(path, 5, "damaged")


def test_a_given_game_must_be_the_recorded_one(path: Path) -> None:
    other = make_game("black_plague", quest="the_shepherds", max_rounds=5)
    with pytest.raises(ReplayError, match="max_rounds=4") as error:
        verify(read(path), other)
    assert error.value.line == 5


def test_a_byte_order_mark_of_an_editor_is_no_damage(path: Path, recorded: Replay) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read(path).entries == recorded.entries
