"""The cards of the routes as drawings: resources, effects in words, zombies, points."""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.core.scene import Circle, Group, Item, Line, Polygon, Rect, Sign, Text, ink, wrap
from zombicide_env.core.words import counted

from ..content import Card, cards
from ..numbers.layout import ADRENALINE, AMMO, ON_ROUTE, RESOURCES, TOKENS
from .figures import token, walker

__all__ = ["CARD_H", "CARD_W", "GOLD", "INK", "PAPER", "RESOURCE_FILLS", "bolt", "card_words", "draw_card", "resource", "status"]

CARD_W: Final = 250.0
CARD_H: Final = 132.0
LEVEL_FILLS: Final = ("#4a7d52", "#8a6d2f", "#8a3434")
RESOURCE_FILLS: Final = ("#6f7782", "#c77d2e", "#c23b57")
INK: Final = "#14161a"
PAPER: Final = "#e9e4d8"
GOLD: Final = "#f2c230"
_FADED: Final = "#a5a198"
_HORDE: Final = "#b3202c"

#: Conditions of the cards' texts (HZ-17d, HZ-17e).
EVENT_WORDS: Final = {
    "gain_survivor": "a survivor joins you",
    "lose_survivor": "a survivor dies",
    "lose_resource": "pay 1 resource",
    "toll_1": "pay 1 gas, or a survivor dies",
    "toll_2": "pay 2 gas, or a survivor dies for each not paid",
    "sniper_check": "discard a sniper rifle, or 2 survivors die",
    "map_check": "discard all maps: 6 points for each",
    "liquidator": "with the school bus a horde fights like ordinary zombies",
    "roulette": "a die for each survivor: each wound kills one",
    "rescue": "roll a die: without a hit a survivor dies",
    "injury_check": "whoever has the injured discards him: a survivor dies",
    "toxic_check": "a survivor dies for each toxic gas",
    "fanatic_fee": "whoever has the fanatic pays 3 ammo, or he leaves",
    "fanatic_blast": "whoever has the fanatic discards him: all zombies here are dead",
}
RULE_WORDS: Final = {
    "ranged_bites": "each wound among the shots adds a zombie",
    "no_adrenaline": "no adrenaline in this battle",
    "no_flee": "no fleeing",
}


def _told(card: Card) -> str:
    """Return the text of the card, "" for none: no card has both an event and a rule (HZ-17.R6)."""
    if card.token:
        return f"take the token: {card.token.replace('_', ' ')}"
    return EVENT_WORDS.get(card.event, "") or RULE_WORDS.get(card.rule, "")


def card_words(card: Card) -> list[str]:
    """Return the card's effects in words."""
    gains = [f"{n} {name}" for n, name in zip(card.gives, RESOURCES, strict=True) if n]
    lines = ["+ " + ", ".join(gains)] if gains else []
    if told := _told(card):
        lines.append(told)
    if card.zombies:
        lines.append(counted(card.zombies, "zombie") + (f", horde {card.horde}" if card.horde else ""))
    return lines


def status(s: Any, r: int, k: int) -> str:
    """Return hidden, waiting, here (being played) or done."""
    if not s["face_up"][r, k]:
        return "hidden"
    if s["row"] == r and s["place"] == k:
        return "here"
    return "waiting" if s["where"][s["route"][r, k]] == ON_ROUTE else "done"


# ---- the drawing -----------------------------------------------------------------------------------------------------


def draw_card(w: Any, s: Any, r: int, k: int, x: float, y: float) -> Item:
    """Return the card in a place of a route."""
    number = int(s["route"][r, k])
    state = status(s, r, k)
    band = LEVEL_FILLS[w["level"][number] - 1]
    if state == "hidden":
        mark = Text(x + CARD_W / 2, y + CARD_H / 2 + 12, "?", 36, PAPER, "middle", True)
        return Group((Rect(x, y, CARD_W, CARD_H, band, INK, 2, 10), mark), f"place:{r + 1}.{k + 1}", "a card that lies face down")
    card = cards()[number - 1]
    here = state == "here"
    shapes: list[Item] = [Rect(x, y, CARD_W, CARD_H, _FADED if state == "done" else PAPER, GOLD if here else INK, 5 if here else 2, 10)]
    shapes += [Rect(x + 9, y + 9, 56, 24, band, radius=6), Text(x + 37, y + 26, card.id, 14, ink(band), "middle", True)]
    shapes += _gains(card, x + 76, y + 10)
    if card.points:
        shapes += [Circle(x + CARD_W - 22, y + 21, 13, GOLD, INK, 1)]
        shapes.append(Text(x + CARD_W - 22, y + 26, str(card.points), 15, INK, "middle", True))
    if card.token:
        shapes += token(card.token, x + CARD_W - 48, y + CARD_H - 44, 1.3)
    if told := _told(card):
        lines = [
            Text(x + 12, y + 56 + 19 * n, line, 14.5, _HORDE if card.rule else INK) for n, line in enumerate(wrap(told, 14.5, CARD_W - 24))
        ]
        shapes.append(Group(tuple(lines), title=told, cls="para"))
    shapes += _zombies(card, x + 12, y + CARD_H - 41)
    if state == "done":
        shapes.append(Line(x + 12, y + CARD_H - 7, x + CARD_W - 12, y + CARD_H - 7, INK, 2))
    words = "; ".join([counted(card.points, "point"), *card_words(card), *(["played"] if state == "done" else [])])
    return Group(tuple(shapes), f"card:{card.id}", f"{card.id}: {words}")


def _gains(card: Card, x: float, y: float) -> list[Item]:
    shapes: list[Item] = []
    for kind, n in enumerate(card.gives):
        for _ in range(n):
            shapes += resource(kind, x, y)
            x += 22
        x += 5 if n else 0
    return shapes


def resource(kind: int, x: float, y: float) -> list[Item]:
    """Return a bullet, a can or a bolt in a square of 22."""
    fill = RESOURCE_FILLS[kind]
    if kind == AMMO:
        tip = ((x + 7, y + 8), (x + 8, y + 3), (x + 11, y), (x + 14, y + 3), (x + 15, y + 8))
        return [Polygon(tip, "#c9892f", INK, 1), Rect(x + 7, y + 8, 8, 13, fill, INK, 1, 1)]
    if kind == ADRENALINE:
        return [Circle(x + 11, y + 11, 10.5, fill, INK, 1), bolt(x + 4.5, y + 3, 0.8, "#ffffff")]
    can = ((x + 3, y + 6), (x + 12, y + 6), (x + 17, y + 2), (x + 19, y + 4), (x + 19, y + 21), (x + 3, y + 21))
    return [Polygon(can, fill, INK, 1), Line(x + 7, y + 10, x + 15, y + 17, INK, 1.5), Line(x + 15, y + 10, x + 7, y + 17, INK, 1.5)]


def bolt(x: float, y: float, k: float, fill: str) -> Polygon:
    """Return a flash of lightning, 16 k wide and 20 k tall."""
    points = ((10, 0), (2, 11), (7, 11), (5, 20), (14, 8), (9, 8))
    return Polygon(tuple((x + px * k, y + py * k) for px, py in points), fill, INK, 0.8)


def _zombies(card: Card, x: float, y: float) -> list[Item]:
    """Return a figure for each zombie; one is red per red die rolled against the horde (HZ-8.3)."""
    step = min(30.0, (CARD_W - 54) / max(1, card.zombies - 1))
    return [item for n in range(card.zombies) for item in walker(n, n < card.horde, x + step * n, y, 1.12)]


#: Legend of the drawings of the cards.
LEGEND: Final = (
    *(Sign("", name, RESOURCE_FILLS[kind], tuple(resource(kind, 3, 3)), 28) for kind, name in enumerate(RESOURCES)),
    Sign("", "points of the card", GOLD, (Circle(14, 14, 12, GOLD, INK, 1.5), Text(14, 19, "2", 15, INK, "middle", bold=True)), 28),
    Sign("", "zombie", "", tuple(walker(0, False, 0, 0, 1)), 28),
    Sign("", "zombie of the horde: a red die", "", tuple(walker(0, True, 0, 0, 1)), 28),
    *(Sign("", name.replace("_", " "), "", tuple(token(name, 0, 0)), 28) for name in TOKENS),
)
