"""Targets of an action: tags of the scene's items, for user interfaces with clicks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..content import cards
from ..numbers.actions import ACTIONS
from ..numbers.layout import ADRENALINE
from ..words.describe import decision

__all__ = ["targets"]


def targets(state: np.ndarray[Any, Any], action: int) -> tuple[str, ...]:
    """Return tags of what a legal action is about: ``route:2``, ``bid:4``, ``own:0:1`` (the gas of player 0), ``zombies``."""
    block, args = ACTIONS.decode(action)
    who = decision(state)[1]
    if block.name == "bid":
        return (f"bid:{args[0] + 1}",)
    if block.name == "route":
        return (f"route:{args[0] + 1}", *_cards(state[0], args[0]))
    if block.name in ("pay", "take"):
        return (f"own:{who}:{args[0]}",)
    if block.name in ("save", "strike"):
        return (f"own:{who}:{ADRENALINE}",)
    return ("zombies",) if block.name in ("fight", "molotov") else ()


def _cards(s: Any, route: int) -> tuple[str, ...]:
    """Return the cards of a route, face-down ones by their places."""
    pairs = enumerate(zip(s["route"][route].tolist(), s["face_up"][route].tolist(), strict=True))
    return tuple(f"card:{cards()[c - 1].id}" if up else f"place:{route + 1}.{k + 1}" for k, (c, up) in pairs if c)
