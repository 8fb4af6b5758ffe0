"""Files of results: JSON with its page next to it, which a command reads again to continue where it stopped."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zombicide_env.core import files

__all__ = ["folder_of", "laid_out", "percent", "points", "stored", "write"]

WIDTH: Final = 140  # of a line of a file of results


def stored(path: Path, empty: Mapping[str, Any]) -> dict[str, Any]:
    """The results in a file; ``empty`` where there is none."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else dict(empty)


def laid_out(results: Any) -> str:
    """JSON in which a list or table that fits on a line is one, and single values next to each other fill their lines."""
    return "\n".join(_lines(results, 0)) + "\n"


def _lines(value: Any, deep: int, name: str = "") -> list[str]:
    """Lines of a value that begins ``deep`` places from the left, its name before it."""
    flat = " " * deep + name + json.dumps(value)
    if not value or not isinstance(value, dict | list) or len(flat) <= WIDTH:
        return [flat]
    parts = [(f"{json.dumps(key)}: ", each) for key, each in value.items()] if isinstance(value, dict) else [("", each) for each in value]
    made = [" " * deep + name + ("{" if isinstance(value, dict) else "[")]
    joins = False  # the next single value goes to the last line, if there is room
    for number, (key, each) in enumerate(parts, 1):
        lines = _lines(each, deep + 1, key)
        lines[-1] += "," * (number < len(parts))
        single = not isinstance(each, dict | list)
        if single and joins and len(made[-1]) + len(lines[0]) - deep <= WIDTH:
            made[-1] += lines.pop()[deep:]
        made += lines
        joins = single
    return [*made, " " * deep + ("}" if isinstance(value, dict) else "]")]


def write(path: Path, results: Any, page: str = "", row: str = "") -> None:
    """Write results, and their page with the suffix ``.md``.

    Args:
        path: of the JSON; its folder is made.
        results: JSON values.
        page: Markdown; "": none.
        row: first key of the rows, each of which is a line of the file then, however long; "": as ``laid_out`` has it.
    """
    rows = json.dumps(results, separators=(",", ":")).replace(f'{{"{row}"', f'\n{{"{row}"') + "\n" if row else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, rows or laid_out(results))
    if page:
        files.write(path.with_suffix(".md"), page)


def folder_of(runs: Path, *words: object) -> Path:
    """The folder of a run, named by some words."""
    return runs / re.sub(r"[:,= ]", "_", "_".join(map(str, words)))


def emptied(folder: Path) -> Path:
    """The folder, after what an earlier run has left there was removed."""
    shutil.rmtree(folder, ignore_errors=True)  # an earlier run is there or not
    return folder


def percent(interval: Sequence[float]) -> str:
    """A share with its interval (value, low, high): ``86.5 % (81.1 to 90.6)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def points(interval: Sequence[float]) -> str:
    """A difference of shares with its interval (value, low, high): ``+3.1 (+0.4 to +5.8)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
