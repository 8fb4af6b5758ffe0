"""What an action has brought about, in words: the difference of two states, told from what lies open."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...table.board import Board
from ...table.codes import CLOSED, LEVELS, LOCKED, OPEN, TOKEN_COLOURS
from ..edition import KINDS
from ..numbers.facts import level_of
from .names import Names

__all__ = ["news"]

Array = np.ndarray[Any, Any]
_PLURALS: Final = {"fatty": "fatties"}


def news(world: Array, before: Array, after: Array, board: Board, names: Names) -> tuple[str, ...]:
    """Short sentences: zombies killed and come, doors, objectives, what has become of the survivors; () for nothing.

    ``world`` and the states are structured arrays of shape (1,), nothing is changed.
    """
    w: Any = world[0]
    b: Any = before[0]
    a: Any = after[0]
    return (*_zombies(b, a), *_doors(w, b, a, board), *_objectives(w, b, a), *_survivors(w, b, a, names))


def _counted(numbers: list[int]) -> str:
    parts = []
    for kind, n in zip(KINDS, numbers, strict=True):
        if n > 0:
            parts.append(f"{n} {kind if n == 1 else _PLURALS.get(kind, kind + 's')}")
    return ", ".join(parts)


def _zombies(b: Any, a: Any) -> list[str]:
    """Killed are those that the game has counted, come are those that the balance lacks."""
    killed = a["killed"].astype(int) - b["killed"]
    come = a["zombies"].sum(axis=0).astype(int) - b["zombies"].sum(axis=0) + killed
    found = [f"killed: {text}" for text in (_counted(killed.tolist()),) if text]
    return found + [f"new zombies: {text}" for text in (_counted(come.tolist()),) if text]


def _doors(w: Any, b: Any, a: Any, board: Board) -> list[str]:
    found = []
    for door in np.flatnonzero(a["door"] != b["door"]).tolist():
        if door < int(w["n_doors"]):
            state = {OPEN: "opened", CLOSED: "closed" if b["door"][door] == OPEN else "unlocked", LOCKED: "locked"}[int(a["door"][door])]
            found.append(f"door {state}: {'-'.join(board.zones[zone] for zone in w['door_zone'][door].tolist() if zone >= 0)}")
    return found


def _objectives(w: Any, b: Any, a: Any) -> list[str]:
    gone = [z for z in range(int(w["n_zones"])) if b["objective"][z] and not a["objective"][z]]
    return [f"objective taken: {TOKEN_COLOURS[b['objective'][z]]}" for z in gone]


def _survivors(w: Any, b: Any, a: Any, names: Names) -> list[str]:
    found = []
    for i in range(int(w["n_survivors"])):
        who = names.survivors[i].replace("_", " ").title()
        wounds = int(a["wounds"][i]) - int(b["wounds"][i])
        if wounds:
            found.append(f"{who}: {wounds:+d} wound{'s' if abs(wounds) > 1 else ''}")
        if b["alive"][i] and not a["alive"][i]:
            found.append(f"{who} is killed")
        elif b["zone"][i] >= 0 > a["zone"][i]:
            found.append(f"{who} has left the board")
        if a["xp"][i] != b["xp"][i]:
            found.append(f"{who}: {int(a['xp'][i]) - int(b['xp'][i]):+d} XP")
        if (level := level_of(a["xp"][i])) > level_of(b["xp"][i]):
            found.append(f"{who} reaches {LEVELS[level].title()}")
    return found
