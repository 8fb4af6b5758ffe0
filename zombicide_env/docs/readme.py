"""The generated parts of the README: tables between ``<!-- NAME:begin -->`` and ``<!-- NAME:end -->``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from .zombicide import quest_rows

ROOT: Final = Path(__file__).parents[2]
PATH: Final = ROOT / "README.md"
RESULTS: Final = ROOT / "benchmarks" / "results"


def filled(text: str) -> str:
    """The README with every generated part made anew.

    Raises:
        LookupError: the README has no place for a part, or a place for one that does not exist.
    """
    places = re.findall(r"<!-- (\w+):begin -->", text)
    if sorted(places) != sorted(PARTS):
        raise LookupError(f"README.md has places for {', '.join(places) or 'nothing'}; it needs one each for {', '.join(PARTS)}")
    for name, make in PARTS.items():
        start, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
        head, _, rest = text.partition(start)
        _, found, tail = rest.partition(end)
        if not found:
            raise LookupError(f"README.md: {start.strip()!r} is not followed by {end!r}")
        text = head + start + make() + end + tail
    return text


def games() -> str:
    """The table of games with their status."""
    playable = [row[2] for row in quest_rows() if row[0] == "black_plague" and row[5] == "playable"]
    total = sum(row[0] == "black_plague" for row in quest_rows())
    done = "all quests" if len(playable) == total else f"{len(playable)} of {total} quests: " + ", ".join(f"`{name}`" for name in playable)
    rows = [
        ("Black Plague", "`black_plague`", done),
        ("White Death", "", "not yet"),
        ("Apocalypse", "", "not yet"),
        ("Hit Z Road", "", "not yet"),
        ("Z-Game", "", "not yet"),
    ]
    return "| game | id | status |\n| --- | --- | --- |\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def speed() -> str:
    """The short table of the speed measured last."""
    path = RESULTS / "speed.short.md"
    if not path.exists():
        return "Not measured yet: `make bench`.\n"
    return path.read_text(encoding="utf-8")


def strength() -> str:
    """The table of teams measured, from the files that `zombicide evaluate --output benchmarks/results/strength_NAME.json` leaves."""
    rows = []
    for path in sorted(RESULTS.glob("strength_*.json")):
        for one in json.loads(path.read_text(encoding="utf-8")):
            won, quest = one["win_rate"], one["options"]["quest"]
            share = f"{100 * won['value']:.1f} % ({100 * won['low']:.1f} to {100 * won['high']:.1f})"
            rows.append(f"| `{quest}` | {one['label']} | {one['episodes']} | {share} | {one['rounds']['value']:.1f} |\n")
    if not rows:
        return "Not measured yet.\n"
    head = "| quest | team | games | won (95 % interval) | rounds |\n| --- | --- | ---: | ---: | ---: |\n"
    return head + "".join(rows) + "\nSix survivors, all decisions, the same seeds for every team of a quest.\n"


PARTS: Final[Mapping[str, Callable[[], str]]] = {"games": games, "speed": speed, "strength": strength}
