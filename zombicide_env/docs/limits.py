"""The page of input limits and of what happens beyond them, from the constants that the code compares with."""

from __future__ import annotations

from typing import Final

from ..core.batch import MAX_SEED, MOST_STEPS
from ..core.batch_core import MOST_GAMES, MOST_THREADS
from ..core.words import MOST_NAMES
from ..envs.saves import MOST_HEADER
from ..games import GAMES
from ..games.hit_z_road.numbers.layout import MOST_RESOURCE, P
from ..games.source import MOST_BYTES
from ..games.yaml_loader import MOST_CHARACTERS, MOST_LEVELS, MOST_VALUES
from ..games.zombicide import EDITIONS, edition_module
from ..replay.reading import MOST_BYTES as MOST_REPLAY
from .tables import table

_HEAD: Final = ("input", "limit", "beyond")
_INTRODUCTION: Final = (
    "`zombicide docs` writes this page from the code; do not edit it. All input is checked against these limits before it is used. Input "
    "beyond a limit is refused with one line that names the value, the limit and the remedy. The server has its own limits: [The "
    "server](serving.md#limits)."
)
_SAVES: Final = (
    "Compiled code validates a save before the rules use it: every field must be within its range (declared in `state.py` of the game), "
    "every frame of the agenda must belong to an existing task, and all invariants of the game must hold. Otherwise `env.load` raises "
    "`SaveError` with the name of the field."
)

_GAMES: Final = "A larger quest or team raises an error that names it and the number."


def page() -> str:
    """The page as Markdown."""
    parts = [
        "# Limits",
        _INTRODUCTION,
        "## Files",
        table(_HEAD, _files()),
        "## Saves",
        _SAVES,
        table(_HEAD, _saves()),
        "## Batches and environments",
        table(_HEAD, _batches()),
        "## Games",
        _GAMES,
        table(("limit", *(GAMES[edition].title for edition in EDITIONS)), _games()),
        f"Hit Z Road has up to {P} players (`ValueError`), a position up to {MOST_RESOURCE} resources of a type (`VectorError`).",
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _files() -> list[tuple[str, str, str]]:
    return [
        ("file of a quest, survivors, cards or vectors", f"{MOST_BYTES:,} bytes", "`ContentError`, `VectorError`; no more is read"),
        ("characters of a YAML document", f"{MOST_CHARACTERS:,}", "`ContentError`, `VectorError`"),
        ("nesting levels of a YAML document", str(MOST_LEVELS), "the same, with the line; parsing stops there"),
        ("values of a YAML document, aliases expanded", f"{MOST_VALUES:,}", "the same"),
        ("recursive aliases in a YAML document", "none", "the same"),
        ("replay", f"{MOST_REPLAY:,} bytes", "`ReplayError`; no more is read"),
        ("files that a replay refers to", "in the folder of the replay", "`ReplayError`: put the file next to the replay"),
        ("control characters in a replay", "none", "`ReplayError` with the line"),
        ("names in a range (`generated:seed=0..99`)", f"{MOST_NAMES:,}", "`ValueError`"),
    ]


def _saves() -> list[tuple[str, str, str]]:
    return [
        ("header", f"{MOST_HEADER:,} bytes", "`SaveError`"),
        ("state", "exactly the bytes of the game's record", "`SaveError`"),
    ]


def _batches() -> list[tuple[str, str, str]]:
    return [
        ("games of a batch", f"{MOST_GAMES:,}", "`ValueError`; `MemoryError` if memory is too small"),
        ("threads", f"{MOST_THREADS:,}", "`ValueError`"),
        ("steps per call, moves of a rollout", f"{MOST_STEPS:,}", "`ValueError`"),
        ("seed", f"{MAX_SEED:,}", "`ValueError`; `TypeError` for other types"),
        ("seats, `world_of`", "those that the games have", "`ValueError`, before a kernel reads them"),
    ]


#: Constants of an edition's layout -> what they limit.
_SIZES: Final = {
    "S": "survivors of a team",
    "Z": "zones of a board",
    "E": "doors of a board",
    "TOKENS": "spawn tokens",
    "RULES": "special rules of a quest",
    "GOALS": "victory conditions of a quest",
}


def _games() -> list[tuple[str, ...]]:
    layouts = [edition_module(edition, "numbers.layout") for edition in EDITIONS]
    return [(what, *(str(getattr(layout, name)) for layout in layouts)) for name, what in _SIZES.items()]


__all__ = ["page"]
