"""``zombicide quests``: list the quests, check a quest file, generate a random quest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .console import FAILED, OK
from .core.words import counted
from .games.source import ContentError
from .games.zombicide import EDITIONS, edition_module
from .parser import Parser

__all__ = ["main", "quest_rows"]


def quest_rows() -> list[tuple[str, str, str, str, str]]:
    """Return game, number, id, title and difficulty of every quest."""
    found = [(name, one) for name in EDITIONS for one in edition_module(name, "world.box").quests()]
    return [(name, str(one.number), one.id, one.title, one.difficulty) for name, one in found]


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    parser = Parser(prog="zombicide quests", description="List quests, check a quest file, generate a random quest.")
    what = parser.add_subparsers(dest="what", metavar="list | check | generate")
    what.add_parser("list", help="list the quests of the games (the default)")
    check = what.add_parser("check", help="check a quest file: format, reachability, keys, tokens")
    check.add_argument("files", nargs="+", metavar="FILE")
    make = what.add_parser("generate", help="print a random quest as a file to edit and play")
    make.add_argument(
        "specification",
        metavar="SPEC",
        help="generated:seed=7,tiles=4,difficulty=2[,split=test][,goal=exit], or a small board: generated:tiles=0,goal=kill,zombies=2",
    )
    for part in (check, make):
        part.add_argument(
            "--game", choices=list(EDITIONS), default=next(iter(EDITIONS)), help="the edition whose tiles it uses (%(default)s)"
        )
    options = parser.parse_args(arguments)
    if options.what == "check":
        return _check(options.files, options.game)
    if options.what == "generate":
        from .games.zombicide.table.generate import parse_spec

        tiles = edition_module(options.game, "world.box").box().tiles
        made = edition_module(options.game, "world.generate").generate(parse_spec(options.specification), tiles)
        print(made, end="")
        return OK
    _print_table([("game", "no", "quest", "title", "difficulty"), *quest_rows()], right=(1,))
    return OK


def _check(files: list[str], game: str) -> int:
    """Print the errors in quest files of an edition; FAILED if one of them cannot be played or won."""
    failed = False
    for file in files:
        findings, faults = _remarks(file, game)
        meant = [edition for edition in EDITIONS if faults and edition != game and not _remarks(file, edition)[1]]
        for fault in faults[:1] if meant else faults:  # by another edition's format nearly every entry is wrong
            print(fault)
        for edition in meant:
            print(f"{file}: it is valid for {edition}: add --game {edition}")
        for finding in findings:
            print(finding)
        errors = len(faults) + sum(finding.severity == "error" for finding in findings)
        warnings = len(faults) + len(findings) - errors
        if not meant:
            print(f"{file}: {counted(errors, 'error')}, {counted(warnings, 'warning')}" if faults or findings else f"{file}: sound")
        failed |= errors > 0
    return FAILED if failed else OK


def _remarks(file: str, game: str) -> tuple[list[Any], list[str]]:
    """Return the remarks about a quest file, and the reasons why this edition cannot read it, in the order of its lines."""
    try:
        return edition_module(game, "world.box").check_quest(file), []
    except ContentError as error:
        found = sorted((error, *error.others), key=lambda one: one.line)
        return [], [f"{one.file}:{one.line}: error: {one.reason}" for one in found]


def _print_table(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows in columns; ``right`` are the right-aligned columns. The first row is the header."""
    texts = [[str(value) for value in row] for row in rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(texts[0]))]
    for number, row in enumerate(texts):
        cells = (text.rjust(width) if i in right else text.ljust(width) for i, (text, width) in enumerate(zip(row, widths, strict=True)))
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
