"""The end of a game as a table: the parts of every player's score (HZ-11)."""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.core.scene import Group, Item, Rect, Text

from ..content import cards
from ..numbers.layout import BONUS_POINTS, CATEGORIES, WITH_PLAYER
from .cards import GOLD, PAPER
from .side import called, player_chip

__all__ = ["draw_end", "end_height"]

_ROW: Final = 68.0
_HEAD: Final = 84.0
_NAME: Final = 230.0


def end_height(w: Any) -> float:
    """Return the height of the table."""
    return _HEAD + int(w["n_players"]) * (_ROW + 8)


def draw_end(w: Any, s: Any, x: float, y: float, width: float) -> list[Item]:
    """Return one row per player, from the upper left corner: points on cards and maps, bonus cards, the score."""
    solo = bool(w["solo"])
    heads = ("cards", "maps", *(("sets",) if solo else CATEGORIES), "score")
    step = (width - _NAME) / len(heads)
    centres = [x + _NAME + (at + 0.5) * step for at in range(len(heads))]
    items: list[Item] = [Text(cx, y + _HEAD - 14, head, 22, PAPER, "middle") for cx, head in zip(centres, heads, strict=True)]
    if not solo:
        items.append(Text(sum(centres[2:6]) / 4, y + 36, f"{BONUS_POINTS} points for the most", 20, GOLD, "middle"))
    for p in range(int(w["n_players"])):
        items.append(_row(s, p, x, y + _HEAD + p * (_ROW + 8), width, centres, solo))
    return items


def _row(s: Any, p: int, x: float, y: float, width: float, centres: list[float], solo: bool) -> Group:
    won, alive = bool(s["winner"][p]), bool(s["alive"][p])
    middle = y + _ROW / 2
    items: list[Item] = [Rect(x, y, width, _ROW, "#23272e" if alive else "#1d2026", GOLD if won else "#59606c", 3 if won else 1.5, 10)]
    items += player_chip(p, x + 42, middle, 24)
    items.append(Text(x + 80, middle + 9, called(p), 27, PAPER if alive else "#8d96a3", bold=True))
    if not alive:
        items.append(Text(centres[0], middle + 8, "eliminated", 24, "#ff6b6b", "middle"))
        return Group(tuple(items), f"score:{p}", f"{called(p)}: eliminated")
    on_cards = sum(card.points for card in cards() if s["where"][card.number] == WITH_PLAYER + p)
    maps, score = int(s["bonus"][p]), int(s["score"][p])
    rest = [score - on_cards - maps] if solo else [BONUS_POINTS * int(owner == p) for owner in s["bonus_card"].tolist()]
    for cx, value in zip(centres, [on_cards, maps, *rest], strict=False):
        items.append(Text(cx, middle + 10, str(value) if value else "-", 30, PAPER, "middle"))
    items.append(Text(centres[-1], middle + 13, str(score), 38, GOLD, "middle", True))
    return Group(tuple(items), f"score:{p}", f"{called(p)}: score {score}")
