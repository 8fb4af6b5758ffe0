"""Files of results: JSON with its page next to it, which a command reads again to continue where it stopped."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zombicide_env.core import files

__all__ = ["folder_of", "percent", "points", "stored", "write"]


def stored(path: Path, empty: Mapping[str, Any]) -> dict[str, Any]:
    """The results in a file; ``empty`` where there is none."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else dict(empty)


def write(path: Path, results: Any, page: str = "", row: str = "") -> None:
    """Write results, and their page with the suffix ``.md``.

    Args:
        path: of the JSON; its folder is made.
        results: JSON values.
        page: Markdown; "": none.
        row: first key of the rows, each of which is a line of the file then; "": every value is a line.
    """
    text = json.dumps(results, separators=(",", ":")).replace(f'{{"{row}"', f'\n{{"{row}"') if row else json.dumps(results, indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, text + "\n")
    if page:
        files.write(path.with_suffix(".md"), page)


def folder_of(runs: Path, *words: object) -> Path:
    """The folder of a run, named by some words; what an earlier run has left there is removed."""
    folder = runs / re.sub(r"[:,= ]", "_", "_".join(map(str, words)))
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def percent(interval: Sequence[float]) -> str:
    """A share with its interval (value, low, high): ``86.5 % (81.1 to 90.6)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def points(interval: Sequence[float]) -> str:
    """A difference of shares with its interval (value, low, high): ``+3.1 (+0.4 to +5.8)``."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
