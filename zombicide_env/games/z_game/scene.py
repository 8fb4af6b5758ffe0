"""The scene of a game: what lies open, and of the hands those that the viewers hold."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...core.scene import Fact, Item, Panel, Rect, Scene, Text
from .describe import describe
from .layout import FACTIONS

__all__ = ["scene"]

PLAYER_FILLS: Final = {"bees": "#3f9d4a", "raiders": "#e0812b", "bikers": "#6f8fb5", "party": "#8e5fc4"}
_GROUND: Final = "#2a2e35"
_INK: Final = "#f2efe6"
_WIDTH: Final = 560.0
_LINE: Final = 22.0


def scene(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], seats: frozenset[int] | None) -> Scene:
    """The drawing list of a moment for who holds ``seats``; None: every hand is open.  Nothing is changed."""
    about = describe(world, state)
    lines = [_location(number, place) for number, place in about["locations"].items()]
    items: list[Item] = [Rect(0, 0, _WIDTH, _LINE * (len(lines) + 1), _GROUND)]
    items += [Text(12, _LINE * (number + 1), line, 15, _INK, tag=f"location:{number}") for number, line in enumerate(lines)]
    return Scene(
        width=_WIDTH,
        height=_LINE * (len(lines) + 1),
        items=tuple(items),
        title="Z-Game",
        facts=(Fact("Turn", str(about["turn"])), Fact("Phase", about["phase"]), Fact("To act", about["to_act"] or "nobody")),
        banner="WINNER: " + ", ".join(about["winners"]) if about["winners"] else "",
        banner_colour="#1d8a43",
        panels=tuple(_panel(name, entry, _hand(state[0], entry, seats), about) for name, entry in about["players"].items()),
    )


def _location(number: int, place: dict[str, Any]) -> str:
    kind = "?" if place["face_down"] else place["type"] or "free"
    markers = f", {place['intact']} of {place['owner']}" if place["intact"] else ""
    return f"{number} {kind}{markers}" + (f", {place['ruined']} ruined" if place["ruined"] else "")


def _hand(s: Any, entry: dict[str, Any], seats: frozenset[int] | None) -> str:
    """An open hand card by card; of another the size, cards laid down in a people fight included (ZG-10.12)."""
    if seats is None or entry["seat"] in seats:
        return ", ".join(entry["hand"]) or "empty"
    return f"{entry['hand_size'] + int(s['commit'][s['f_side'] == entry['seat']].sum())} cards"


def _panel(name: str, entry: dict[str, Any], hand: str, about: dict[str, Any]) -> Panel:
    there = [f"{who} {text['at']}" for who, text in about["characters"].items() if text["player"] == name and text["at"] is not None]
    return Panel(
        title=name,
        mark=str(entry["seat"] + 1),
        colour=PLAYER_FILLS[name] if name in FACTIONS else "",
        badges=(Fact("vp", f"{entry['vp']} VP"),),
        rows=(
            Fact("Food", str(entry["food"])),
            Fact("Medicine", str(entry["medicine"])),
            Fact("Hand", hand),
            Fact("Board", ", ".join(there) or "nobody"),
        ),
        active=about["to_act"] == name,
        gone=entry["eliminated"],
        tag=f"player:{entry['seat']}",
    )
