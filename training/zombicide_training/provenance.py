"""What a result was made by and from: without it a number is a rumour."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import zombicide_env
from zombicide_agents.checkpoint_folder import versions
from zombicide_env.replay.table import layouts, plain

__all__ = ["record", "revision"]


def record(games: Sequence[Any], seed: int, *packages: str) -> dict[str, Any]:
    """Plain values for JSON.

    ``versions`` of Python and packages (of these ``packages`` too), ``revision`` of the source (None: not a checkout), ``seed`` (the
    first one), the id, version, ``rules_revision`` and layouts of the game, its ``options``, and for each of the ``games`` the options in
    which they differ and the hash of its world: board, cards and team.  ``hash`` is that of all options.
    """
    chosen = [plain(game.options) for game in games]
    common = {name: value for name, value in chosen[0].items() if all(options[name] == value for options in chosen)}
    hashes = [layouts(game) for game in games]
    return {
        "versions": versions("numba", *packages),
        "revision": revision(),
        "seed": seed,
        "game": games[0].id,
        "game_version": int(games[0].version),
        "rules_revision": int(games[0].rules_revision),
        "layouts": {name: value for name, value in hashes[0].items() if name != "world"},
        "options": common,
        "games": [
            {"options": {name: value for name, value in options.items() if name not in common}, "world": found["world"]}
            for options, found in zip(chosen, hashes, strict=True)
        ],
        "hash": hashlib.sha256(json.dumps(chosen, sort_keys=True).encode()).hexdigest()[:16],
    }


@cache
def revision() -> str | None:
    """The git revision of the checkout that this package runs from, with ``+changes`` if files differ from it; None: it is none."""
    root = Path(zombicide_env.__file__).parents[1]
    if not (root / ".git").exists():
        return None
    try:
        head = _git(root, "rev-parse", "HEAD")
        return f"{head}+changes" if _git(root, "status", "--porcelain", "--untracked-files=no") else head
    except (OSError, subprocess.SubprocessError):
        return None


def _git(root: Path, *words: str) -> str:
    command = ["git", "--no-optional-locks", "-C", str(root), *words]  # a killed command leaves no lock of the index
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()  # noqa: S603 - fixed words
