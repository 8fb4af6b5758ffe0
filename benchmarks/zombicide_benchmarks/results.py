"""Files of results: JSON with its page next to it, read again by commands that resume."""

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
    """Return the results in a file; ``empty`` if it does not exist."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else dict(empty)


def laid_out(results: Any) -> str:
    """Return JSON in which lists and tables that fit on a line are on one line, and consecutive scalars fill their lines."""
    return "\n".join(_lines(json.loads(json.dumps(results)), 0)) + "\n"  # a tuple is written as a list is


def _lines(value: Any, deep: int, name: str = "") -> list[str]:
    """Return the lines of a value indented by ``deep`` spaces, prefixed by its name."""
    flat = " " * deep + name + json.dumps(value)
    if not value or not isinstance(value, dict | list) or len(flat) <= WIDTH:
        return [flat]
    parts = [(f"{json.dumps(key)}: ", each) for key, each in value.items()] if isinstance(value, dict) else [("", each) for each in value]
    made = [" " * deep + name + ("{" if isinstance(value, dict) else "[")]
    joins = False  # the next scalar joins the last line, if it fits
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
        path: path of the JSON; its folder is created.
        results: JSON values.
        page: Markdown; "": none.
        row: first key of the rows, each of which is then on a single line, however long; "": as in ``laid_out``.
    """
    rows = json.dumps(results, separators=(",", ":")).replace(f'{{"{row}"', f'\n{{"{row}"') + "\n" if row else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, rows or laid_out(results))
    if page:
        files.write(path.with_suffix(".md"), page)


def folder_of(runs: Path, *words: object) -> Path:
    """Return the folder of a run, named by some words."""
    return runs / re.sub(r"[:,= ]", "_", "_".join(map(str, words)))


def emptied(folder: Path) -> Path:
    """Return the folder after removing the files of an earlier run."""
    shutil.rmtree(folder, ignore_errors=True)  # there may be no earlier run
    return folder


def percent(interval: Sequence[float]) -> str:
    """Return a share with its interval (value, low, high): ``86.5 % (81.1 to 90.6)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def points(interval: Sequence[float]) -> str:
    """Return a difference of shares with its interval (value, low, high): ``+3.1 (+0.4 to +5.8)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
