"""All commands have one style of help, whether tyro or the standard library parses their options."""

from __future__ import annotations

import re

import pytest

from zombicide_env import cli
from zombicide_env.parser import Parser

#: Commands of the core.
CORE = ("quests", "replay", "conformance", "docs", "warm", "benchmark")


def _help(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as ended:
        cli.main([*name.split(), "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", [*CORE, "quests check", "replay --analyze"])
def test_help_has_usage_description_and_boxes(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = _help(name, capsys)
    assert lines[0].startswith(f"usage: zombicide {name} [-h]")
    boxes = [re.fullmatch(r"╭─ ([\w ]+) ─+╮", line) for line in lines]
    assert "options" in [box[1] for box in boxes if box]
    inside = [line for line in lines if line.startswith("│")]
    assert any("-h, --help" in line and "show this help message and exit" in line for line in inside)
    assert {len(line) for line in lines if line.startswith(("╭", "│", "╰"))} == {80}


def _small() -> Parser:
    parser = Parser(prog="zombicide feed", description="Feed them.")
    parser.add_argument("who", nargs="+", metavar="NAME", help="whom to feed")
    parser.add_argument("--with", choices=("bread", "water"), default="bread", help="what they get (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="at once")
    return parser


def test_rows_name_values_and_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert _small().format_help().splitlines() == [
        "usage: zombicide feed [-h] [OPTIONS] NAME [NAME ...]",
        "",
        "Feed them.",
        "",
        "╭─ positional arguments ───────────────────────────────────╮",
        "│ NAME [NAME ...]  whom to feed                            │",
        "╰──────────────────────────────────────────────────────────╯",
        "╭─ options ────────────────────────────────────────────────╮",
        "│ -h, --help         show this help message and exit       │",
        "│ --with {bread,water}                                     │",
        "│                    what they get (bread)                 │",
        "│ --quick            at once                               │",
        "╰──────────────────────────────────────────────────────────╯",
    ]


def test_errors_are_in_a_box_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _small().parse_args(["ann", "--with", "stones"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("╭─ Parsing error ")
    assert "stones" in said and "zombicide feed --help" in said


def test_a_narrow_terminal_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert {len(line) for line in _small().format_help().splitlines() if line.startswith(("╭", "│", "╰"))} == {40}
