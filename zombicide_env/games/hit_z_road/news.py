"""What an action has brought about, in words: the difference of two states, told from what lies open."""

from __future__ import annotations

from typing import Any

import numpy as np

from .content import cards
from .layout import RESOURCES, TOKENS, WITH_PLAYER
from .scene_side import called

__all__ = ["news"]


def news(world: np.ndarray[Any, Any], before: np.ndarray[Any, Any], after: np.ndarray[Any, Any]) -> tuple[str, ...]:
    """Short sentences: what every player has won and lost, the zombies that are left; () for nothing.

    ``world`` and the states are structured arrays of shape (1,), nothing is changed.
    """
    b: Any = before[0]
    a: Any = after[0]
    found: list[str] = []
    if a["fighting"] and not a["outcome"] and (not b["fighting"] or a["zombies"] != b["zombies"]):
        found.append(f"zombies left: {int(a['zombies'])}")
    for p in range(int(world[0]["n_players"])):
        found += _player(b, a, p)
    return tuple(found)


def _player(b: Any, a: Any, p: int) -> list[str]:
    who = called(p)
    if b["alive"][p] and not a["alive"][p]:
        return [f"{who} is eliminated"]
    gains = [(int(a["group"][p]) - int(b["group"][p]), "survivors")]
    gains += [(int(n) - int(m), name) for n, m, name in zip(a["own"][p], b["own"][p], RESOURCES, strict=True)]
    gains += [(int(n) - int(m), name.replace("_", " ")) for n, m, name in zip(a["tokens"][p], b["tokens"][p], TOKENS, strict=True)]
    changes = [f"{n:+d} {name}" for n, name in gains if n]
    found = [f"{who}: {', '.join(changes)}"] if changes else []
    taken = [card for card in cards() if a["where"][card.number] == WITH_PLAYER + p != b["where"][card.number]]
    return found + [f"{who} keeps {card.id} ({card.points} points)" for card in taken]
