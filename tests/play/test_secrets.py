"""In the terminal a person sees only what its side may know, and a recorded game can be shown as any seat saw it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toys.hunt import Hunt
from tests.toys.known import known
from zombicide_env import cli
from zombicide_env.terminal import usual_seats


@pytest.fixture(autouse=True)
def hunt() -> Iterator[None]:
    with known("hunt", "tests.toys.hunt:Hunt"):
        yield


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code = cli.main(["play", "--game", "hunt", "--seed", "3", "--board", "round", *words])
    out = capsys.readouterr()
    return code, out.out + out.err


def test_the_other_sides_moves_and_holes_stay_hidden_from_a_person(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = said(capsys, monkeypatch, "hide 1\nquit\n", "--option", "runners=2", "--seats", "human", "vs", "random")
    moves = [line.partition("  ->")[0].split() for line in out.splitlines() if line.startswith(("  hunter  ", "  runner_0  "))]
    assert code == 1 and ["hunter", "trap"] in moves and ["runner_0", "hide", "1"] in moves
    code, out = said(capsys, monkeypatch, "trap 2\nquit\n", "--option", "runners=2", "--seats", "random", "vs", "human")
    moves = [line.partition("  ->")[0].split() for line in out.splitlines() if line.startswith(("  hunter  ", "  runner_"))]
    assert code == 1 and ["hunter", "trap", "2"] in moves
    assert [words[1:] for words in moves if words[0].startswith("runner_") and words[1] == "hide"] == [["hide"], ["hide"]]


def test_where_nobody_plays_in_person_everything_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out = said(capsys, monkeypatch, "", "--seats", "random")
    assert code == 0 and any(
        line.split()[:2] == ["hunter", "trap"] and len(line.partition("  ->")[0].split()) == 3 for line in out.splitlines()
    )


def test_who_plays_where_nobody_has_been_named() -> None:
    from zombicide_env import make_game

    assert usual_seats(Hunt(), "random") == ("human", "vs", "random")
    assert usual_seats(make_game("black_plague"), "greedy") == ("human", "greedy", "greedy", "greedy")
    assert usual_seats(make_game("hit_z_road", players=2), "greedy") == ("human", "greedy")


def test_a_replay_is_shown_as_a_seat_or_a_side_has_seen_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = str(tmp_path / "game.replay")
    assert said(capsys, monkeypatch, "", "--seats", "random", "--record", path)[0] == 0

    def moves(*words: str) -> dict[str, set[int]]:
        assert cli.main(["replay", path, *words]) == 0
        lines = [
            line.partition("  ->")[0].split()
            for line in capsys.readouterr().out.splitlines()
            if line.startswith("  ") and line.split()[0].isdigit()
        ]
        return {verb: {len(line) for line in lines if line[2] == verb} for verb in ("trap", "hide", "dig")}

    assert moves() == {"trap": {4}, "hide": {4}, "dig": {4}}
    assert moves("--seat", "hunter") == {"trap": {4}, "hide": {3}, "dig": {4}}
    assert moves("--seat", "runners") == moves("--seat", "runner_1") == {"trap": {3}, "hide": {4}, "dig": {4}}
    assert cli.main(["replay", path, "--seat", "hunters"]) == 1
    assert "there is no agent or side 'hunters'; did you mean hunter" in capsys.readouterr().err
