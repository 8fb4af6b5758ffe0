"""Alternative numbers of tokens where a quest's legend is ambiguous (WD-25.31, WD-25.51, WD-25.81, WD-2.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from zombicide_env.games.source import csv_rows

from ...table.codes import RED
from ...table.quest_types import Quest
from ..numbers.tokens import FREE_TOKENS
from .content import content_file
from .team import insert_token

__all__ = ["SPAWN_TOKENS", "Count", "count_otherwise", "counts"]

SPAWN_TOKENS: Final = "spawn_tokens_at_setup"
_COLUMNS: Final = ("ruling", "quest", "piece", "usual", "other", "zones", "status", "note")
_PIECES: Final = ("cauldrons", "defiled", "objectives")
_MOST: Final = FREE_TOKENS - 1  # numbered spawn tokens


@dataclass(frozen=True)
class Count:
    """Number of pieces of a quest, and the number in the other reading of the legend."""

    quest: str
    piece: str
    usual: int
    other: int
    zones: tuple[str, ...]
    """Zones of the additional pieces; empty: the last ones of the quest file are left out."""


@cache
def counts() -> dict[str, Count]:
    """Return the counts by the name of the ruling."""
    found = {}
    for row in csv_rows(content_file("counts.csv"), _COLUMNS):
        usual, other = row.integer("usual", 1, 15), row.integer("other", 1, 15)
        found[row["ruling"]] = Count(row["quest"], row.choice("piece", _PIECES), usual, other, tuple(row["zones"].split()))
    return found


def count_otherwise(w: np.void, quest: Quest, rulings: Mapping[str, Any]) -> None:
    """Place other numbers of pieces than the quest file; rulings about other quests have no effect.

    Raises:
        ValueError: a number is not a possible reading of the legend, or there are fewer Defiled zones than spawn tokens.
    """
    zones = list(dict.fromkeys(label for row in quest.cells for label in row if label != "."))
    for name, count in counts().items():
        wanted = rulings.get(name, count.usual)
        if isinstance(wanted, bool) or wanted not in (count.usual, count.other):
            raise ValueError(f"{name} {wanted!r}; the legend of the quest is read as {count.usual} or {count.other}")
        if quest.id == count.quest and wanted == count.other:
            _change(w, quest, count, [zones.index(label) for label in count.zones], zones)
    _spawn(w, [zones.index(label) for label in quest.defiled], rulings.get(SPAWN_TOKENS))


def _spawn(w: np.void, listed: list[int], wanted: int | None) -> None:
    """Set the numbered spawn tokens: those of the map, or one per Defile token if the number of these was changed (WD-2.12)."""
    defiled = sorted(np.flatnonzero(w["defiled_start"]).tolist(), key=lambda z: listed.index(z) if z in listed else len(listed))
    if wanted is None:
        wanted = int(w["n_tokens"]) if len(defiled) == len(listed) else min(_MOST, len(defiled))
    elif isinstance(wanted, bool) or not isinstance(wanted, int) or not 1 <= wanted <= min(_MOST, len(defiled)):
        raise ValueError(f"{SPAWN_TOKENS} {wanted!r}; use 1 to {min(_MOST, len(defiled))}: each lies in a Defiled zone of its own")
    free = [z for z in defiled if z not in w["token_zone"][: w["n_tokens"]].tolist()]
    while w["n_tokens"] < wanted:
        insert_token(w, int(w["n_tokens"]), free.pop(0), RED, True)
    for name in ("token_zone", "token_colour", "token_active"):
        w[name][wanted:] = 0
    w["n_tokens"] = wanted


def _change(w: np.void, quest: Quest, count: Count, further: list[int], zones: list[str]) -> None:
    for zone in further:
        if count.piece == "objectives":
            w["objective"][zone], w["shuffled"][zone] = RED, 1
        else:
            w["defiled_start" if count.piece == "defiled" else "cauldrons_start"][zone] += 1
    if count.other > count.usual:
        return
    if count.piece == "defiled":
        for label in quest.defiled[count.other :]:
            w["defiled_start"][zones.index(label)] = 0
    else:
        for label in [label for label, number in quest.cauldrons.items() for _ in range(number)][count.other :]:
            w["cauldrons_start"][zones.index(label)] -= 1
