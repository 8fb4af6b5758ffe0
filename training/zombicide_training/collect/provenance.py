"""Provenance of results: versions, rules, games and hashes, without which a number cannot be reproduced."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import zombicide_agents as agents
import zombicide_env
from zombicide_agents import AgentError, checkpoint_folder
from zombicide_agents.checkpoint_folder import versions
from zombicide_agents.provenance import FILES
from zombicide_env.core.options import plain
from zombicide_env.replay.table import layouts

__all__ = ["identity", "record", "revision"]


def record(games: Sequence[Any], seed: int, *packages: str) -> dict[str, Any]:
    """Return the provenance of a result as plain values for JSON.

    ``versions`` of Python and packages (including ``packages``), ``revision`` of the source (None: not a checkout), ``seed`` (the first
    one), the id, version, ``rules_revision`` and layouts of the game, its common ``options``, and for each of the ``games`` the options
    that differ and the hash of its world: board, cards and team.  ``hash`` is the hash of all options.
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
    """Return the git revision of the checkout that this package runs from, with ``+changes`` if files differ; None without a checkout."""
    root = Path(zombicide_env.__file__).parents[1]
    if not (root / ".git").exists():
        return None
    try:
        head = _git(root, "rev-parse", "HEAD")
        return f"{head}+changes" if _git(root, "status", "--porcelain", "--untracked-files=no") else head
    except (OSError, subprocess.SubprocessError):
        return None


def _git(root: Path, *words: str) -> str:
    command = ["git", "--no-optional-locks", "-C", str(root), *words]  # a killed command then leaves no lock of the index
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()  # noqa: S603 - fixed words


def identity(spec: str) -> str | None:
    """Return a hash of everything outside this package that a spec refers to, or None if there is nothing.

    It covers a checkpoint with its base, the policy of another library, the source of an agent, and files and agents named in options,
    such as the weights of ``greedy`` or the policy of ``search``.

    Raises:
        AgentError: no agent has that name.
    """
    entry, parsed = agents.look_up(spec)
    # Agents that are not offered may write to the files named in their options.
    named = [found for value in parsed.options.values() if entry.offered and (found := _named(value)) is not None]
    hashes = [*_own(entry, parsed), *named]
    if len(hashes) > 1:
        return _hash(" ".join(hashes).encode())
    return hashes[0] if hashes else None


def _own(entry: agents.Entry, parsed: agents.Spec) -> list[str]:
    """Return hashes of a checkpoint (weights, base), or of an agent's modules: that in the spec, and that which defines the factory."""
    if entry.name == "checkpoint" and parsed.argument:
        header = checkpoint_folder.read_header(checkpoint_folder.find(parsed.argument))
        base = [str(header.network["lean"])] if header.network.get("lean") else []
        return [_hash(" ".join([*sorted(header.files.values()), *base]).encode())]
    if entry.name in FILES:  # the model, and for torch also the module besides its weights
        source = (parsed.argument or "").rpartition(":")[0] if entry.name == "torch" else parsed.argument or ""
        paths = [parsed.options.get("weights", ""), source]
        return [_hash(Path(path).read_bytes()) for path in paths if Path(path).is_file()]
    factory: Any = entry.factory
    while isinstance(factory, partial):
        factory = factory.func
    place = entry.name.rpartition(":")[0]
    modules = [name for name in (place, factory.__module__) if name.partition(".")[0] != agents.__name__]
    files = [place if name.endswith(".py") else getattr(sys.modules.get(name), "__file__", None) for name in modules]
    return [_hash(path.read_bytes()) for path in dict.fromkeys(Path(file).resolve() for file in files if file is not None)]


def _named(value: str) -> str | None:
    """Return the hash of the file that an option names, or the identity of the agent; None if it names neither."""
    try:
        return _hash(Path(value).read_bytes()) if Path(value).is_file() else identity(value)
    except (OSError, AgentError):
        return None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
