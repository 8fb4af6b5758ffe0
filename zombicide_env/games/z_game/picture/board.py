"""The city as a picture: hexes with their markers and squads."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any, Final

from zombicide_env.core.scene import Group, Item, Polygon, Rect, Sign, Text

from ... import figures
from ..numbers.layout import CHARACTERS, FACTIONS, LEADERS
from .figures import INK, face, house, marker

SIZE: Final = 66.0  # from the centre of a hex to a corner
MARGIN: Final = 14.0
BOARD_WIDTH: Final = sqrt(3) * SIZE * 5 + 2 * MARGIN
BOARD_HEIGHT: Final = SIZE * 8 + 2 * MARGIN

GROUND: Final = "#22262d"
PLAYER_FILLS: Final = ("#4fae5b", "#e0812b", "#6f9fd0", "#a06fd8")
_NEUTRAL: Final = "#d8d2c2"
_RUIN: Final = "#55585f"
_SEATS: Final = ("#b9b9b9", "#9a9a9a", "#7d7d7d", "#636363")
TYPE_FILLS: Final = {
    "house": "#5b4a3a",
    "shop": "#4d5b3a",
    "pharmacy": "#2f5a58",
    "police": "#35456b",
    "fire": "#6b3535",
    "parking": "#4a4a50",
    "street": "#6a5f2c",
    "base": "#3a3550",
}
_HIDDEN: Final = "#33363d"
_ATTACK: Final = "#e0483f"


def board(w: Any, about: dict[str, Any]) -> tuple[Item, ...]:
    """Return all locations, each a group with a title in words."""
    items: list[Item] = [Rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, GROUND)]
    for loc, place in about["locations"].items():
        x = BOARD_WIDTH / 2 + SIZE * sqrt(3) * (float(w["q"][loc]) + float(w["r"][loc]) / 2)
        y = BOARD_HEIGHT / 2 + SIZE * 1.5 * float(w["r"][loc])
        items.append(_location(loc, place, about, x, y))
    return tuple(items)


def colour_of(name: str | None, about: dict[str, Any]) -> str:
    """Return the colour of a player, or of neutral markers."""
    if name == "neutral" or name is None:
        return _NEUTRAL
    return PLAYER_FILLS[FACTIONS.index(name)] if name in FACTIONS else _SEATS[about["players"][name]["seat"]]


def letters_of(name: str, about: dict[str, Any]) -> str:
    """Return the letters that identify a player's figures without colours: ``Be`` for the Bees, without a faction the seat number."""
    if name == "neutral":
        return ""
    if name not in FACTIONS:
        return str(about["players"][name]["seat"] + 1)
    alike = [other for other in FACTIONS if other[0] == name[0]]
    return name[: 1 if len(alike) == 1 else 2].title()


def named(name: str) -> str:
    """Return a display name: ``wei_milkis`` -> ``Wei Milkis``."""
    return name.replace("_", " ").title()


def standing(loc: int, about: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the characters in a location with their players: squads in order of arrival, characters by index."""
    there = [(text["player"], who) for who, text in about["characters"].items() if text["at"] == loc]
    order = [name.rstrip("*") for name in about["squads"].get(loc, [])]
    return sorted(there, key=lambda one: (order.index(one[0]) if one[0] in order else 0, CHARACTERS.index(one[1])))


def in_words(loc: int, place: dict[str, Any], about: dict[str, Any]) -> str:
    """Return a description of a location: ``8 (pharmacy): barricade of Bees; Bees: Mari, Kif``."""
    parts = []
    if place["intact"]:
        kind = "outpost" if place["intact"] == 2 else "barricade"
        parts.append(f"{kind} of {named(place['owner'])}" if place["owner"] != "neutral" else f"neutral {kind}")
    if place["ruined"]:
        parts.append(f"{place['ruined']} ruined")
    if place["pending"]:
        parts.append(f"{place['pending']} pending of {named(place['pending_owner'])}")
    if place["horde"]:
        parts.append("horde")
    for player in dict.fromkeys(player for player, _ in standing(loc, about)):
        there = [who for p, who in standing(loc, about) if p == player]
        names = [named(who) + (" (exhausted)" if about["characters"][who]["exhausted"] else "") for who in there]
        parts.append(f"{named(player)}: {', '.join(names)}")
    return f"{loc} ({place['type'] or 'hidden'})" + (f": {'; '.join(parts)}" if parts else "")


def _location(loc: int, place: dict[str, Any], about: dict[str, Any], x: float, y: float) -> Group:
    kind = place["type"] or ""
    rim = colour_of(place["controller"], about) if place["controller"] else "#14161a"
    corners = tuple((x + (SIZE - 3) * sin(pi / 3 * k), y - (SIZE - 3) * cos(pi / 3 * k)) for k in range(6))
    fighting = about["fight"] is not None and about["fight"]["at"] == loc
    items: list[Item] = [
        Polygon(corners, TYPE_FILLS.get(kind, _HIDDEN), _ATTACK if fighting else rim, 4.0 if fighting or place["controller"] else 1.5),
        *house(kind, x, y + SIZE * 0.12),
        Text(x, y - SIZE * 0.45, f"{loc} {kind or '?'}", 12, "#f2efe6", "middle", bold=True),
    ]
    if place["controller"]:
        letters = letters_of(place["controller"], about)
        items.append(Text(x, y - SIZE * 0.67, letters, 11, rim, "middle", bold=True))
    items += _markers(place, about, x, y)
    items += _people(loc, about, x, y)
    if place["attacked"] or place["horde"]:
        items += _zombies(max(1, place["attacked"]), place["horde"], x, y)
    return Group(tuple(items), f"location:{loc}", in_words(loc, place, about))


def _zombies(n: int, horde: bool, x: float, y: float) -> list[Item]:
    """Return a walker for each attack, or a large one for the horde, at the right edge of the hex."""
    kind = "abomination" if horde else "walker"
    step = 16.0 if n < 3 else 9.0
    return [
        item
        for k in range(n)
        for item in figures.zombie(figures.NAMES.index(kind), x + SIZE * 0.4 - step * k, y - SIZE * 0.42, 0.86, _ATTACK)
    ]


def _markers(place: dict[str, Any], about: dict[str, Any], x: float, y: float) -> list[Item]:
    """Return intact markers in their owner's colour (two are an outpost), ruins in grey, work in progress as a rim."""
    owner, builder = colour_of(place["owner"], about), colour_of(place["pending_owner"], about)
    intact = "outpost" if place["intact"] == 2 else "barricade"
    marks = [(intact, owner, INK)] * place["intact"] + [("ruin", _RUIN, "#8a8d94")] * place["ruined"]
    if place["pending_kind"] != "repair":
        marks += [("barricade", "", builder)] * place["pending"]
    left = x - 10.0 * len(marks)
    items = [item for k, (kind, fill, rim) in enumerate(marks) for item in marker(kind, left + 20 * k + 2, y - SIZE * 0.39, fill, rim)]
    if place["pending_kind"] == "repair":
        items.append(Text(x, y - SIZE * 0.06, "+" * place["pending"], 14, builder, "middle", bold=True))
    return items


def _people(loc: int, about: dict[str, Any], x: float, y: float) -> list[Item]:
    """Return faces of characters: leaders with a rim, exhausted ones pale; a star after the squad that owes a fight."""
    there = standing(loc, about)
    owed = {name.rstrip("*") for name in about["squads"].get(loc, []) if name.endswith("*")}
    items: list[Item] = []
    wide = 3 if len(there) <= 6 else 4
    rows = [there[k : k + wide] for k in range(0, len(there), wide)]
    radius = (17.0, 14.0, 10.5)[min(2, len(rows) - 1)] if rows else 0.0
    for line, row in enumerate(rows):
        for k, (player, who) in enumerate(row):
            at = x + (k - (len(row) - 1) / 2) * 2.12 * radius
            down = y + SIZE * (0.18 if len(rows) == 1 else 0.06) + line * 2.05 * radius
            items.append(_figure(who, player, at, down, radius, about, player in owed))
    return items


def _figure(who: str, player: str, x: float, y: float, r: float, about: dict[str, Any], owes: bool) -> Group:
    c, colour = CHARACTERS.index(who), colour_of(player, about)
    lying = about["characters"][who]["exhausted"]
    items = face(c, x, y, r, colour, "#ffffff" if c < LEADERS else INK, lying)
    letters, high = letters_of(player, about), max(9.0, 0.7 * r)
    wide = high * (0.5 + 0.45 * len(letters))
    items += [
        Rect(x - r, y + r - 0.8 * high, wide, high, "#ffffff", INK, 0.8, 2.0),
        Text(x - r + wide / 2, y + r, letters, 0.85 * high, INK, "middle", bold=True),
    ]
    if owes:
        items.append(Text(x + r * 0.8, y - r * 0.5, "*", r * 1.3, "#ffffff", "middle", bold=True))
    state = ", exhausted" if lying else ""
    return Group(tuple(items), f"character:{c}", f"{named(who)} of {named(player)}{state}")


_STAR: Final = Text(25, 12, "*", 17, "#14161a", "middle", bold=True)
#: Legend of the drawings of the city.
LEGEND: Final = (
    Sign("", "barricade", "", tuple(marker("barricade", 6, 7, _NEUTRAL, INK)), 28),
    Sign("", "outpost: two barricades", "", tuple(item for k in (0, 1) for item in marker("outpost", 4 + 20 * k, 7, _NEUTRAL, INK)), 44),
    Sign("", "ruin", "", tuple(marker("ruin", 6, 7, _RUIN, "#8a8d94")), 28),
    Sign("", "leader", "", tuple(face(0, 14, 14, 12, PLAYER_FILLS[0], "#ffffff", lying=False)), 28),
    Sign("", "exhausted", "", tuple(face(LEADERS, 14, 14, 12, PLAYER_FILLS[0], INK, lying=True)), 28),
    Sign("", "has to fight for the place", "", (*face(LEADERS, 13, 15, 11, PLAYER_FILLS[0], INK, lying=False), _STAR), 30),
    Sign("", "zombies attack", "", tuple(figures.zombie(figures.NAMES.index("walker"), 0, 0, 1, _ATTACK)), 28),
    Sign("", "the horde attacks", "", tuple(figures.zombie(figures.NAMES.index("abomination"), 0, 0, 1, _ATTACK)), 28),
)
