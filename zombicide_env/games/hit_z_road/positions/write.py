"""Write a position as the text of a conformance vector: the inverse of ``read`` and ``place``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ...written import Written
from ..content import cards

__all__ = ["script", "write"]

_SCRIPTS: Final = {"dice": "dice", "red": "dice", "card": "cards"}


def write(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], told: dict[str, Any]) -> list[Written]:
    """Return the position as one at the beginning of an auction, or where a route is chosen: [] elsewhere.

    ``told`` is the result of ``describe``.

    Raises:
        ValueError: no vector can express it.
    """
    w, s = world[0], state[0]
    phase = {"bid": "auction", "route": "route"}.get(told["decision"] or "")
    if phase is None or (phase == "auction" and any(told["bids"].values())):
        return []
    if w["max_rounds"]:
        raise ValueError("vectors cannot express a limit of rounds")
    order = [*told["turn_order"], *(name for name in told["players"] if name not in told["turn_order"])]
    rows = range(int(w["n_routes"]))
    document = {
        "automatic": bool(w["automatic"]),
        "players": {name: _player(told["players"][name]) for name in order},
        "round": told["round"],
        "phase": phase,
        "routes": {r + 1: [cards()[card - 1].id for card in s["route"][r].tolist()] for r in rows},
        "keys": told["keys"] if len(order) > 1 else None,
        "taken": told["taken"],
        "turn": told["to_act"] if phase == "route" else None,
    }
    kept = {key: value for key, value in told.items() if key != "last_roll"}  # of the game, not of the position
    return [Written({key: value for key, value in document.items() if value or (key == "keys" and value is not None)}, kept)]


def _player(told: dict[str, Any]) -> dict[str, Any]:
    if not told["alive"]:
        return {"alive": False}
    always = ("survivors", "ammo", "gas", "adrenaline")
    return {key: value for key, value in told.items() if key in always or (value and key not in ("alive", "vp"))}


def script(chance: Sequence[str], alone: bool) -> dict[str, list[str]]:
    """Return dice and cards of the deck, in order; in solo mode cards are also turned up on the table."""
    found: dict[str, list[str]] = {}
    for text in chance:
        what, *rest = text.split()
        if what in _SCRIPTS and not (alone and what == "card"):
            found.setdefault(_SCRIPTS[what], []).extend(rest)
    return found
