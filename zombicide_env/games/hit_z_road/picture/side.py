"""The column next to the routes: the auction, the turn order, the battle with its dice."""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.core.scene import Circle, Group, Item, Line, Polygon, Rect, Text

from ..numbers.layout import DICE, DODGE, DOUBLE, HORROR, KILL, MAX_BID, RESULTS, ROLLS, SPARK, WOUNDED
from .cards import GOLD, INK, PAPER, bolt
from .figures import car

__all__ = ["PLAYER_FILLS", "SIDE_W", "called", "draw_side", "player_chip"]

PLAYER_FILLS: Final = ("#2274d5", "#d83a3a", "#e0b020", "#1d8a43")
SIDE_W: Final = 236.0
_CELL_W: Final = 44.0
_CELL_H: Final = 40.0
_DIE: Final = 30.0
_DICE_IN_A_ROW: Final = 7
_MOST_DICE: Final = 28
_DIE_FILLS: Final = ("#23272e", "#b3202c")


def called(p: int) -> str:
    """Return the display name of a seat; the notation counts from 0, ``player_0``."""
    return f"Player {p + 1}"


def draw_side(w: Any, s: Any, x: float, y: float) -> list[Item]:
    """Return the column next to the routes, from its upper left corner; its parts may be drawn elsewhere on a narrow page."""
    parts: list[list[Item]] = []
    if not w["solo"]:
        parts.append([Text(x, y + 16, "Auction", 16, PAPER, bold=True), *_auction(s, x, y + 24)])
        y += 24 + 2 * (_CELL_H + 4) + 12
        parts.append([Text(x, y + 16, "Turn order", 16, PAPER, bold=True), *_order(s, x, y + 24)])
        y += 24 + 44
    if s["roll_kind"] or s["fighting"]:
        parts.append(_battle(s, x, y))
    return [Group(tuple(part), cls="beside") for part in parts]


def player_chip(p: int, x: float, y: float, r: float) -> list[Item]:
    """Return the marker of a player around (x, y): the player's car."""
    return car(p + 1, x, y, r, PLAYER_FILLS[p])


def _auction(s: Any, x: float, y: float) -> list[Item]:
    """Return the values with the markers on them (HZ-5.3)."""
    holders = {int(bid): p for p, bid in enumerate(s["bid"].tolist()) if bid}
    items: list[Item] = []
    for value in range(1, MAX_BID + 1):
        left, top = x + (value - 1) % 5 * (_CELL_W + 4), y + (value - 1) // 5 * (_CELL_H + 4)
        taken = value in holders
        parts: list[Item] = [Rect(left, top, _CELL_W, _CELL_H, "#3a3f48", GOLD if value == s["high"] else "#59606c", 2, 6)]
        if taken:
            parts += player_chip(holders[value], left + _CELL_W - 15, top + _CELL_H / 2, 12)
        place, size = (9, 13) if taken else (_CELL_W / 2, 17)
        parts.append(Text(left + place, top + _CELL_H / 2 + 0.36 * size, str(value), size, PAPER, "middle", True))
        items.append(Group(tuple(parts), f"bid:{value}", f"bid {value}" + (f": {called(holders[value])}" if taken else "")))
    return items


def _order(s: Any, x: float, y: float) -> list[Item]:
    items: list[Item] = []
    for place, p in enumerate(s["order"][: s["n_order"]].tolist()):
        items.append(Group(tuple(player_chip(p, x + 18 + 48 * place, y + 18, 15)), f"order:{place + 1}", f"{called(p)}: {place + 1}"))
    return items


# ---- battle ----------------------------------------------------------------------------------------------------------


def _battle(s: Any, x: float, y: float) -> list[Item]:
    """Return the remaining zombies and the dice of the latest roll."""
    items: list[Item] = []
    if s["fighting"] and not s["outcome"]:
        words = f"Zombies left: {int(s['zombies'])}"
        frame = Rect(x, y, SIDE_W - 16, 34, "#23272e", "#59606c", 1.5, 8)
        items.append(Group((frame, Text(x + 12, y + 23, words, 16, GOLD, bold=True)), "zombies", words, "say"))
        y += 44
    if not s["roll_kind"]:
        return items
    items.append(Text(x, y + 16, f"Last roll: {ROLLS[s['roll_kind']]}", 14, PAPER, bold=True))
    dice = [(colour, result) for colour in range(len(DICE)) for result, n in enumerate(s["roll"][colour].tolist()) for _ in range(n)]
    for n, (colour, result) in enumerate(dice[:_MOST_DICE]):
        left, top = x + n % _DICE_IN_A_ROW * (_DIE + 4), y + 26 + n // _DICE_IN_A_ROW * (_DIE + 4)
        items.append(Group(tuple(_die(colour, result, left, top)), title=RESULTS[result], cls="result"))
    if len(dice) > _MOST_DICE:
        items.append(Text(x, y + 26 + 4 * (_DIE + 4) + 14, f"+ {len(dice) - _MOST_DICE}", 14, PAPER))
    return items


def _die(colour: int, result: int, x: float, y: float) -> list[Item]:
    cx, cy = x + _DIE / 2, y + _DIE / 2
    items: list[Item] = [Rect(x, y, _DIE, _DIE, _DIE_FILLS[colour], "#c9ced3", 1.2, 6)]
    if result == DODGE:
        items.append(Line(cx - 7, cy, cx + 7, cy, "#8d96a3", 3))
    if result == SPARK:
        items.append(bolt(x + 7, y + 5, 1.0, GOLD))
    if result in (KILL, DOUBLE):
        items += [
            Circle(cx, cy, 9, "", "#ffffff", 2),
            Line(cx - 12, cy, cx + 12, cy, "#ffffff", 1.6),
            Line(cx, cy - 12, cx, cy + 12, "#ffffff", 1.6),
        ]
    if result == DOUBLE:
        items.append(bolt(x + 9, y + 7, 0.8, GOLD))
    if result == WOUNDED:
        drop = ((0, -11), (5, -3), (7, 3), (5, 8), (0, 10), (-5, 8), (-7, 3), (-5, -3))
        items.append(Polygon(tuple((cx + px, cy + py) for px, py in drop), "#ff6b6b", INK, 1))
    if result == HORROR:
        items += [Circle(cx, cy - 2, 9, "#ffffff", INK, 1), Rect(cx - 5, cy + 4, 10, 7, "#ffffff", INK, 1)]
        items += [Circle(cx - 3.6, cy - 2, 2.4, INK), Circle(cx + 3.6, cy - 2, 2.4, INK)]
    return items
