"""Write a position as the text of a conformance vector: the inverse of ``read`` and ``place``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from ...written import Written
from ..numbers.layout import CARDS, DECKS, PHASES, S3
from .text import NO_CONFIG

__all__ = ["script", "write"]

_MARKS: Final = ("owner", "intact", "ruined", "pending", "pending_owner", "pending_kind", "horde")
_FIGURE: Final = ("at", "exhausted", "origin", "moved", "job", "retreats_today")
_TRACKS: Final = ("food", "medicine", "vp", "brewed", "leaders_killed", "captures")


def write(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], told: dict[str, Any], options: Mapping[str, Any]) -> list[Written]:
    """Return the position as one at the beginning of its phase, which is correct if nothing has been done in it; [] in the setup.

    ``told`` is the result of ``describe``, ``options`` are the game's.

    Raises:
        ValueError: no vector can express it.
    """
    if options["house"] is not None or options["decisions"] != "full":
        raise ValueError("vectors know the house tables of the box and full decisions only")
    phase = PHASES.index(told["phase"])
    if phase <= S3:
        return []
    s: Any = state[0]
    players = told["players"]
    on_board = [(who, figure) for who, figure in told["characters"].items() if figure["at"] is not None]
    document = {
        "config": {key: value for key, value in options.items() if key not in NO_CONFIG and value is not None},
        "players": list(players),
        "bases": {name: player["base"] for name, player in players.items()},
        "first_player": told["first_player"],
        "turn": told["turn"],
        "phase": told["phase"],
        "until": PHASES[phase - 1] if phase - 1 > S3 else PHASES[-1],
        "locations": {loc: _kept(place, _MARKS) for loc, place in told["locations"].items() if place["type"] != "street"},
        "characters": {name: {who: _kept(figure, _FIGURE) for who, figure in on_board if figure["player"] == name} for name in players},
        "hands": {name: player["hand"] for name, player in players.items() if player["hand"]},
        "tracks": {name: {key: player[key] for key in _TRACKS} for name, player in players.items()},
        "squads": told["squads"],
        "decks": {deck: [CARDS[card] for card in s["deck"][d, : s["n_deck"][d]][::-1].tolist()] for d, deck in enumerate(DECKS)},
        "discards": {deck: cards for deck, cards in told["discards"].items() if cards},
        "piles": told["piles"],
        "face_down": [loc for loc, place in told["locations"].items() if place["face_down"]],
    }
    return [Written({key: value for key, value in document.items() if value not in ({}, [], None)}, told)]


def _kept(entry: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """Return the entries that differ from their default."""
    return {key: entry[key] for key in keys if entry[key] not in (None, 0, "none") or (key == "moved" and entry["origin"] is not None)}


def script(chance: Sequence[str]) -> dict[str, list[Any]]:
    """Return dice and zombie cards.  Raises ValueError if a deck was shuffled: cards of a vector are in the order of its decks."""
    found: dict[str, list[Any]] = {}
    for text in chance:
        what, *rest = text.split()
        if what == "shuffle":
            raise ValueError("a deck was shuffled on the way")
        if what in ("dice", "zombies"):
            found.setdefault("dice" if what == "dice" else "zombie_cards", []).extend(map(int, rest) if what == "dice" else rest)
    return found
