"""``zombicide play``: people in the terminal, by scripted input."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from zombicide_env import cli, console, replay, terminal


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *options: str, columns: int = 100
) -> tuple[int, str]:
    """Exit code and output of a game in which a person types ``text``."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    monkeypatch.setenv("COLUMNS", str(columns))
    code = cli.main(["play", "--seed", "3", *options])
    return code, capsys.readouterr().out


def test_a_whole_game_through_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.replay"
    options = ("--seats", "human", "greedy", "--max-rounds", "1", "--record", str(path))
    code, out = play(monkeypatch, capsys, "1\n" * 300, *options)
    assert code == 0
    assert "lost (max_rounds)" in out
    assert "=== Round 1 ===" in out
    assert re.search(r"\n  (ann|clovis|samson) +move 9[bcC]", out)
    assert re.search(r"  search  \[equipment \w+\]", out)  # cards drawn by the others
    assert "\x1b" not in out
    record = replay.read(path)
    replay.verify(record)
    assert {player for _, player in record.header.agents.values()} == {"human", "greedy"}


def test_the_person_sees_the_position_before_each_question(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(
        monkeypatch, capsys, "act\nactivate c\nhelp shoot\nlist trade\nmove 9b\nwave\nquit\n", "--seats", "human", "--board", "never"
    )
    assert "Clovis (Blue 0 XP, 9c, wounds 0/3, actions 3/3)" in out
    assert "Clovis (Blue 0 XP, 9b, wounds 0/3, actions 2/3)" in out
    assert "shoot|cast <zone> <item>" in out
    assert "trade samson" in out
    assert "'wave' is not a legal action; legal now" in out
    assert "'act' is not a legal action" in out  # six actions start with it
    assert "You left the game before its end." in out


def test_panels_are_next_to_the_board_on_a_wide_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for columns, beside in ((100, False), (170, True)):
        _, out = play(monkeypatch, capsys, "quit\n", "--seats", "human", "--board", "never", columns=columns)
        rows = [line for line in out.splitlines() if "Clovis: Blue" in line]
        assert len(rows) == 1
        assert (rows[0].index("Clovis") > 100) == beside
        assert max(map(len, out.splitlines())) <= columns


def test_hit_z_road_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = play(monkeypatch, capsys, "1\n" * 400, "--game", "hit_z_road", "--players", "2", "--seats", "human", "greedy")
    assert code == 0
    assert re.search(r"won \(player_\d\)|lost", out)
    assert "Player 1 (" in out
    assert re.search(r"-> .*player 1: \+\d", out)


UNSOLVABLE = """\
id: mine
title: Mine
difficulty: easy
survivors: {min: 1, max: null}
cells: |
  a b C
  d e F
doors:
  - {id: 2, zones: [e, F], at: [[1, 1], [1, 2]]}
start: [a]
exit: []
spawn_zones:
  - {zone: d}
objectives:
  - {zone: C}
win: {steps: [[all_objectives_taken]]}
"""


def test_a_quest_that_cannot_be_won_is_not_played_without_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    quest = tmp_path / "mine.yaml"
    quest.write_text(UNSOLVABLE)
    assert cli.main(["play", "--quest", str(quest), "--seats", "random"]) == console.FAILED
    assert re.search(r"mine\.yaml:\d+: error: .*; this game cannot be won, and no person", capsys.readouterr().err)
    code, out = play(monkeypatch, capsys, "quit\n", "--quest", str(quest), "--seats", "human", "random", "--board", "never")
    assert code == 1 and "You left the game before its end." in out


def test_a_game_without_people_has_a_last_round(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(terminal, "LAST_ROUND", 1)
    _, out = play(monkeypatch, capsys, "", "--seats", "greedy", "--quiet", "--board", "never")
    assert "no person plays: the game is limited to 1 rounds" in out and "lost (max_rounds) in round 1 after" in out
    _, out = play(monkeypatch, capsys, "", "--seats", "greedy", "--quiet", "--board", "never", "--max-rounds", "2")
    assert "no person plays" not in out and "lost (max_rounds) in round 2 after" in out
    _, out = play(monkeypatch, capsys, "quit\n", "--seats", "human", "greedy", "--quiet", "--board", "never")
    assert "no person plays" not in out
    _, out = play(monkeypatch, capsys, "", "--game", "hit_z_road", "--seats", "random", "--quiet", "--board", "never")
    assert "no person plays" not in out


def test_the_first_of_several_seeds_that_is_won_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["play", "--seats", "greedy", "--quiet", "--board", "never", "--quest", "big_game_hunting"]
    assert cli.main([*options, "--seed", "0", "--until-won", "20"]) == console.OK
    out = capsys.readouterr().out
    lost = [int(seed) for seed in re.findall(r"^seed (\d+): lost", out, re.MULTILINE)]
    shown = re.search(r"^black_plague big_game_hunting, seed (\d+)$", out, re.MULTILINE)
    assert shown and int(shown[1]) == len(lost) and lost == list(range(len(lost)))
    assert re.search(r"^won \(big_game_hunting\) in round", out, re.MULTILINE)


def test_where_no_seed_is_won_the_first_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--seats", "random", "--quiet", "--board", "never", "--seed", "5", "--until-won", "2"]) == console.OK
    out = capsys.readouterr().out
    assert "none of 2 games was won; here is the first" in out
    assert "black_plague, seed 5" in out and "\nlost (" in out


def test_people_cannot_play_until_they_have_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--seats", "human", "greedy", "--until-won", "2"]) == console.FAILED
    assert "seat agents only" in capsys.readouterr().err
    assert cli.main(["play", "--seats", "greedy", "--until-won", "0"]) == console.FAILED
    assert "--until-won is 0" in capsys.readouterr().err


@pytest.mark.slow
def test_the_tab_key_completes_in_a_terminal(root: Path, plain_environment: dict[str, str]) -> None:
    pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
    pytest.importorskip("readline", reason="needs readline")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "zombicide_env.cli", "play", "--seats", "human", "--seed", "3", "--board", "never"]
    environment = {**plain_environment, "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen(command, cwd=root, env=environment, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)

    def read(until: str) -> str:
        text = ""
        while not text.endswith(until):
            assert select.select([master], [], [], 120)[0], text
            text += os.read(master, 65536).decode(errors="replace")
        return text

    try:
        assert "\x1b[38;5;" in read("> ")  # colors
        os.write(master, b"activate b\t\n")
        assert "Baldric (Blue 0 XP, 9c, wounds 0/3, actions 3/3, free 1/1)" in read("> ")
        os.write(master, b"quit\n")
        assert process.wait(60) == 1
    finally:
        process.kill()
        os.close(master)


BAD = """
import time

import numpy as np
from zombicide_agents import Agent


class Bad(Agent):
    def __init__(self, deed="raise", after=3):
        self.deed, self.after = deed, after

    def act(self, observation, mask, game=None, state=None):
        self.after -= 1
        if self.after >= 0:
            return int(np.argmax(mask))
        while self.deed == "hang":
            time.sleep(0.01)
        return {"illegal": -1}[self.deed]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("raise", r"KeyError: 'raise' \(bad_at_the_table\.py, line 18\)"),
        ("illegal", "it has answered with action -1 of"),
        ("hang", "it has thought for longer than 5 seconds"),
    ],
)
def test_an_agent_without_a_move_ends_the_game_with_a_line(
    deed: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tmp_path.joinpath("bad_at_the_table.py").write_text(BAD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    limit = ("--move-seconds", "5") if deed == "hang" else ()
    spec = f"bad_at_the_table.py:Bad,deed={deed}"
    seats = ("--seats", "greedy", spec, "--record", "cut.replay", *limit)
    code = cli.main(["play", "--game", "hit_z_road", "--players", "2", "--seed", "3", *seats])
    err = capsys.readouterr().err
    assert code == 1
    assert re.search(rf"zombicide play: {re.escape(spec)} has no move for player_1, and the game ends here: {said}", err)
    assert "Traceback" not in err
    assert len(replay.read(tmp_path / "cut.replay", partial=True).entries) >= 3  # the moves were recorded


def test_an_option_of_a_game_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The second value counted, and nothing said so."""
    assert cli.main(["play", "--max-rounds", "3", "--option", "max_rounds=5"]) != 0
    assert "max_rounds=3 and option max_rounds=...: two names for one thing, give one of them" in capsys.readouterr().err
