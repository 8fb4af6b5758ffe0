"""Drawn pieces of Apocalypse: cars from above with their occupants, gasoline, fire, bombs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Circle, Colour, Item, Line, Polygon, Rect, Text
from zombicide_env.games.figures import INK, Piece, moved

from ..numbers.cars import POLICE_CAR, SEAT_NAMES, SEATS
from ..words.names import Names

_CAR: Final = 60.0
_FREE: Final = "#3a3f47"
_GLASS: Final = "#bcd7e6"
#: Positions of the seats: the driver front left; the car faces right.
_PLACES: Final = ((36.0, 8.5), (36.0, 19.5), (22.5, 8.5), (22.5, 19.5))
_FLAME: Final = ((11, 0), (16, 7), (15, 11), (19, 9), (21, 17), (18, 24), (11, 27), (4, 24), (1, 17), (4, 10), (7, 13), (8, 6))
_CORE: Final = ((11, 11), (15, 18), (13, 23), (9, 23), (7, 18))
_POOL: Final = ((2, 20), (5, 15), (11, 14), (16, 12), (23, 14), (27, 19), (24, 24), (16, 26), (8, 25))


def car(w: Any, s: Any, names: Names, fills: Sequence[Colour], number: int) -> Piece:
    """A white police car with a light bar, or a violet and gold pimpmobile; a key if it is started; seats in their survivors' colours."""
    seats = {int(seat) % SEATS: i for i, seat in enumerate(s["seat"]) if seat >= 0 and int(seat) // SEATS == number}
    police, started = bool(w["car_kind"][number] == POLICE_CAR), bool(s["car_started"][number])
    called = "".join(c if not c.isdigit() else f" {c}" for c in names.cars[number]).replace("_", " ")
    sits = [f"{SEAT_NAMES[place]} {names.survivors[i].replace('_', ' ').title()}" for place, i in sorted(seats.items())]
    title = f"{called} ({', '.join([*(['started'] if started else []), *sits]) or 'empty'})"

    def draw(x: float, y: float, k: float) -> list[Item]:
        body, trim = ("#f2f4f6", "#1f4fa3") if police else ("#7b2d8e", "#ffd02e")
        items: list[Item] = [Rect(x + at * k, y + top * k, 9 * k, 4 * k, INK, "", 0, 1.5 * k) for at in (9, 41) for top in (0.5, 23.5)]
        items.append(Rect(x + k, y + 2 * k, 58 * k, 24 * k, body, INK, 1.2 * k, 8 * k))
        items.append(Rect(x + 13 * k, y + 4 * k, 34 * k, 20 * k, _GLASS, INK, 0.8 * k, 5 * k))
        items.append(Line(x + 2 * k, y + 14 * k, x + 12 * k, y + 14 * k, trim, 2.6 * k))
        items.append(Line(x + 48 * k, y + 14 * k, x + 58 * k, y + 14 * k, trim, 2.6 * k))
        for place, (px, py) in enumerate(_PLACES):
            fill = fills[seats[place] % len(fills)] if place in seats else _FREE
            items.append(Circle(x + px * k, y + py * k, 5 * k, fill, INK, (1.6 if place == 0 else 0.8) * k))
        if police:
            items.append(Rect(x + 28 * k, y + 7 * k, 3 * k, 7 * k, "#c8102e", INK, 0.5 * k))
            items.append(Rect(x + 28 * k, y + 14 * k, 3 * k, 7 * k, "#1f5fbf", INK, 0.5 * k))
        if started:
            items.append(Circle(x + 52 * k, y + 6 * k, 4.4 * k, "#1d8a43", "#ffffff", 0.9 * k))
        items.append(_text(x + 7 * k, y + 9.5 * k, str(called[-1]), 8 * k, trim))
        return items

    return Piece(("C" if police else "P") + called[-1], "#2f5d8a", _CAR, title, draw)


def gasoline() -> Piece:
    """A pool of gasoline."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [Polygon(moved(_POOL, x, y, k), "#c99a1e", INK, k), _text(x + 15 * k, y + 20 * k, "G", 9 * k)]

    return Piece("G", "#b8860b", 29.0, "gasoline", draw)


def fire(left: int) -> Piece:
    """A flame, with the number of End Phases until it is out."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            Polygon(moved(_FLAME, x, y, k), "#e0571a", INK, k),
            Polygon(moved(_CORE, x, y, k), "#ffd02e", "", 0),
            _text(x + 11 * k, y + 19.5 * k, str(left), 9 * k),
        ]

    return Piece(f"F{left}", "#d1480b", 23.0, f"fire {left}", draw)


def bomb() -> Piece:
    """A round bomb with a fuse."""

    def draw(x: float, y: float, k: float) -> list[Item]:
        return [
            Line(x + 16 * k, y + 9 * k, x + 21 * k, y + 3 * k, "#8a6a2a", 2 * k),
            Circle(x + 21.5 * k, y + 3 * k, 2.4 * k, "#ffd02e", "#d1480b", 1.2 * k),
            Circle(x + 11.5 * k, y + 16 * k, 10 * k, INK, "#ffffff", k),
            _text(x + 11.5 * k, y + 16 * k, "B", 11 * k, "#ffffff"),
        ]

    return Piece("B", "#5c1420", 25.0, "bomb", draw)


def _text(x: float, y: float, text: str, size: float, fill: Colour = INK) -> Text:
    return Text(x, y + size * 0.355, text, size, fill, "middle", bold=True)
