"""The scene of a game: the routes of the round as rows of cards, what the cards do in words, a panel for each player.

Cards that lie face down are not shown.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...core.scene import Circle, Edge, Fact, Goal, Grid, Group, Item, Line, Meter, Panel, Rect, Region, Scene, Span, Text, ink, wrap
from .content import Card, cards
from .describe import decision, player
from .layout import (
    CATEGORIES,
    DICE,
    LOST,
    MAX_GROUP,
    ON_ROUTE,
    ONGOING,
    PLACES,
    RESOURCES,
    RESULTS,
    ROLLS,
    ROUNDS,
    TOKENS,
    WITH_PLAYER,
    WON,
)
from .tasks import DECISIONS, FIRST_DECISION

__all__ = ["scene"]

PLAYER_FILLS: Final = ("#2274d5", "#d83a3a", "#e0b020", "#1d8a43")
LEVEL_FILLS: Final = ("#4a7d52", "#8a6d2f", "#8a3434")
_RESOURCE_FILLS: Final = ("#8a8f98", "#c77d2e", "#c23b57")
_INK: Final = "#14161a"
_PAPER: Final = "#e9e4d8"
_FADED: Final = "#8d8a83"
_TABLE: Final = "#2a2e35"
_CARD_W: Final = 236.0
_CARD_H: Final = 132.0
_GAP: Final = 12.0
_HEAD: Final = 150.0
_LINE: Final = Edge("line")
_WALL: Final = Edge("wall")


def scene(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any]) -> Scene:
    """The drawing list of a moment; ``world`` and ``state`` are structured arrays of shape (1,), nothing is changed."""
    w: Any = world[0]
    s: Any = state[0]
    rows = int(w["n_routes"])
    items: list[Item] = [Rect(0, 0, _width(), _height(rows), _TABLE)]
    for r in range(rows):
        items.append(_route(w, s, r))
        items += [_place(w, s, r, k) for k in range(PLACES) if s["route"][r, k]]
    banner, colour = _banner(s)
    return Scene(
        width=_width(),
        height=_height(rows),
        items=tuple(items),
        title="Hit Z Road",
        facts=tuple(_facts(state)),
        goals=(Goal("reach the coast: a survivor alive at the end of round 8", s["outcome"] == WON),),
        banner=banner,
        banner_colour=colour,
        panels=tuple(_panel(w, state, p) for p in range(int(w["n_players"]))),
        grid=_grid(w, s, rows),
    )


def _width() -> float:
    return _GAP + _HEAD + PLACES * (_CARD_W + _GAP)


def _height(rows: int) -> float:
    return _GAP + rows * (_CARD_H + _GAP)


def _words(name: str) -> str:
    return name.replace("_", " ")


# ---- header ----------------------------------------------------------------------------------------------------------


def _facts(state: np.ndarray[Any, Any]) -> list[Fact]:
    s: Any = state[0]
    facts = [Fact("Round", f"{int(s['round'])}/{ROUNDS}"), Fact("Deck", str(int(s["deck_n"])))]
    code, who = decision(state)
    if code:
        facts.append(Fact(player(who), _words(DECISIONS[code - FIRST_DECISION]), PLAYER_FILLS[who]))
    if s["n_order"]:
        facts.append(Fact("Order", " ".join(player(p) for p in s["order"][: s["n_order"]].tolist())))
    if s["high"]:
        facts.append(Fact("High bid", f"{int(s['high'])} by {player(s['leader'])}"))
    if s["fighting"] and not s["outcome"]:
        facts.append(Fact("Zombies", str(int(s["zombies"])), "#1b7f5c"))
    if s["roll_kind"]:
        counts = zip(DICE, s["roll"].tolist(), strict=True)
        rolled = [f"{die} {result} x{n}" for die, row in counts for result, n in zip(RESULTS, row, strict=True) if n]
        facts.append(Fact(f"Last roll ({ROLLS[s['roll_kind']]})", ", ".join(rolled)))
    if s["bonus_cards_dealt"]:
        owners = (player(p) if p >= 0 else "nobody" for p in s["bonus_card"].tolist())
        facts.append(Fact("Most", ", ".join(f"{name}: {owner}" for name, owner in zip(CATEGORIES, owners, strict=True))))
    return facts


def _banner(s: Any) -> tuple[str, str]:
    if s["outcome"] == ONGOING:
        return "", ""
    if s["outcome"] == LOST:
        return "NOBODY REACHES THE COAST", "#a01c24"
    if s["grade"]:
        return f"SURVIVED: {int(s['score'][0])} POINTS, GRADE {int(s['grade'])}", "#1d8a43"
    return "WINNER: " + ", ".join(player(p) for p in np.flatnonzero(s["winner"]).tolist()), "#1d8a43"


# ---- routes ----------------------------------------------------------------------------------------------------------


def _cost_words(w: Any, s: Any, r: int) -> str:
    if w["solo"]:
        return ("take 2 resources", "", "costs 2")[r]
    return f"key: costs {int(s['key'][r])}" if s["key"][r] else ""


def _corner(r: int, k: int) -> tuple[float, float]:
    """Upper left corner of a card."""
    return _GAP + _HEAD + k * (_CARD_W + _GAP), _GAP + r * (_CARD_H + _GAP)


def _route(w: Any, s: Any, r: int) -> Item:
    x, y = _GAP, _corner(r, 0)[1]
    taker = int(s["taken"][r])
    lines: list[Item] = [Text(x, y + 26, f"Route {r + 1}", 20, _PAPER, bold=True)]
    if cost := _cost_words(w, s, r):
        lines.append(Text(x, y + 50, cost, 14, "#f2c230"))
    if taker >= 0:
        lines += [Rect(x, y + 64, _HEAD - 24, 26, PLAYER_FILLS[taker], radius=6)]
        lines.append(Text(x + 8, y + 82, player(taker), 14, ink(PLAYER_FILLS[taker]), bold=True))
    title = f"route {r + 1}" + (f", {cost}" if cost else "") + (f", taken by {player(taker)}" if taker >= 0 else "")
    return Group(tuple(lines), f"route:{r + 1}", title)


def _status(s: Any, r: int, k: int) -> str:
    """hidden, waiting, here (being played) or done."""
    if not s["face_up"][r, k]:
        return "hidden"
    if s["row"] == r and s["place"] == k:
        return "here"
    return "waiting" if s["where"][s["route"][r, k]] == ON_ROUTE else "done"


def _card_lines(card: Card) -> list[str]:
    """What the card does, in words."""
    gains = [f"{n} {name}" for n, name in zip(card.gives, RESOURCES, strict=True) if n]
    lines = ["+ " + ", ".join(gains)] if gains else []
    if card.event:
        lines.append(_words(card.event) + (f": {_words(card.token)}" if card.token else ""))
    if card.zombies:
        lines.append(f"{card.zombies} zombies" + (f", horde {card.horde}" if card.horde else ""))
    if card.rule:
        lines.append(f"! {_words(card.rule)}")
    return lines


def _place(w: Any, s: Any, r: int, k: int) -> Item:
    x, y = _corner(r, k)
    number = int(s["route"][r, k])
    state = _status(s, r, k)
    band = LEVEL_FILLS[w["level"][number] - 1]
    if state == "hidden":
        mark = Text(x + _CARD_W / 2, y + _CARD_H / 2 + 12, "?", 36, _PAPER, "middle", True)
        return Group((Rect(x, y, _CARD_W, _CARD_H, band, _INK, 2, 10), mark), f"place:{r + 1}.{k + 1}", "a card that lies face down")
    card = cards()[number - 1]
    fill = _FADED if state == "done" else _PAPER
    shapes: list[Item] = [Rect(x, y, _CARD_W, _CARD_H, fill, "#f2c230" if state == "here" else _INK, 4 if state == "here" else 2, 10)]
    shapes += [Rect(x + 8, y + 8, 62, 24, band, radius=6), Text(x + 39, y + 25, card.id, 14, ink(band), "middle", True)]
    for i, n in enumerate(card.gives):
        for j in range(n):
            shapes.append(Circle(x + 86 + 15 * (sum(card.gives[:i]) + j), y + 20, 6, _RESOURCE_FILLS[i], _INK, 1))
    if card.points:
        shapes += [Circle(x + _CARD_W - 22, y + 20, 13, "#f2c230", _INK, 1)]
        shapes.append(Text(x + _CARD_W - 22, y + 25, str(card.points), 15, _INK, "middle", True))
    lines = [part for line in _card_lines(card) for part in wrap(line, 14, _CARD_W - 24)]
    shapes += [Text(x + 12, y + 54 + 19 * n, line, 14, _INK) for n, line in enumerate(lines)]
    if state == "done":
        shapes.append(Line(x + 12, y + _CARD_H - 10, x + _CARD_W - 12, y + _CARD_H - 10, _INK, 2))
    words = "; ".join([f"{card.id}, {card.points} points", *_card_lines(card), *(["played"] if state == "done" else [])])
    return Group(tuple(shapes), f"card:{card.id}", words)


def _grid(w: Any, s: Any, rows: int) -> Grid:
    """One cell for each card, one for the head of each route."""
    regions: list[Region] = []
    cells = []
    for r in range(rows):
        taker = int(s["taken"][r])
        words = [(Span(text, colour),) for text, colour in ((_cost_words(w, s, r), "#f2c230"),) if text]
        if taker >= 0:
            words.append((Span(player(taker), PLAYER_FILLS[taker], True),))
        regions.append(Region(f"route {r + 1}", "route", tuple(words), f"route:{r + 1}"))
        row = [len(regions) - 1]
        for k in range(PLACES):
            regions.append(_region(s, r, k))
            row += [len(regions) - 1] * 2
        cells.append(tuple(row))
    cols = 1 + 2 * PLACES
    upright = tuple(_LINE if c in (1, 3) else _WALL if c in (0, cols) else Edge("none") for c in range(cols + 1))
    level = (tuple(_WALL if r in (0, rows) else _LINE for _ in range(cols)) for r in range(rows + 1))
    return Grid(tuple(cells), tuple(regions), (upright,) * rows, tuple(level))


def _region(s: Any, r: int, k: int) -> Region:
    tag = f"place:{r + 1}.{k + 1}"
    if not s["route"][r, k]:
        return Region("", "empty", (), tag)
    state = _status(s, r, k)
    if state == "hidden":
        return Region("?", "hidden", (), tag)
    card = cards()[int(s["route"][r, k]) - 1]
    mark = {"here": " <", "done": " (played)"}.get(state, "")
    lines = tuple((Span(line),) for line in _card_lines(card))
    return Region(f"{card.id} {card.points}p{mark}", "card", lines, tag)


# ---- players ---------------------------------------------------------------------------------------------------------


def _panel(w: Any, state: np.ndarray[Any, Any], p: int) -> Panel:
    s: Any = state[0]
    collected = [card for card in cards() if s["where"][card.number] == WITH_PLAYER + p]
    points = sum(card.points for card in collected) + int(s["bonus"][p])
    own = s["own"][p].tolist()
    badges = [Fact("points", f"{points} points", "#f2c230")]
    if s["bid"][p]:
        badges.append(Fact("bid", f"bid {int(s['bid'][p])}", PLAYER_FILLS[p]))
    if s["outcome"]:
        badges.append(Fact("score", f"score {int(s['score'][p])}", "#1d8a43" if s["winner"][p] else ""))
    if not s["alive"][p]:
        badges = [Fact("out", "eliminated", "#a01c24")]
    rows = [Fact("Owns", ", ".join(f"{n} {resource}" for n, resource in zip(own, RESOURCES, strict=True)))]
    rows.append(Fact("Cards", " ".join(card.id for card in collected) or "none"))
    held = [f"{_words(token)} x{n}" if n > 1 else _words(token) for token, n in zip(TOKENS, s["tokens"][p].tolist(), strict=True) if n]
    if s["liquidator"][p]:
        held.append("liquidator")
    if held:
        rows.append(Fact("Tokens", ", ".join(held)))
    return Panel(
        title=player(p),
        mark=str(p),
        colour=PLAYER_FILLS[p],
        badges=tuple(badges),
        meters=(Meter("Survivors", int(s["group"][p]), MAX_GROUP, "#5fd0f5"),),
        rows=tuple(rows),
        active=decision(state)[1] == p,
        gone=not s["alive"][p],
        tag=f"player:{p}",
    )
