"""The scene of a game: the routes of the round as rows of cards, the auction next to them, a panel for each player.

Face-down cards are not shown.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.scene import Edge, Fact, Goal, Grid, Group, Item, Meter, Panel, Rect, Region, Scene, Slot, Span, Text, ink
from zombicide_env.core.words import counted

from ..content import cards
from ..numbers import decisions as ASK
from ..numbers.layout import (
    BONUS_POINTS,
    CATEGORIES,
    DICE,
    LOST,
    MAX_GROUP,
    ONGOING,
    PLACES,
    RESOURCES,
    RESULTS,
    ROLLS,
    ROUNDS,
    TOKENS,
    TRUNCATED,
    WITH_PLAYER,
    WON,
)
from ..words.describe import decision, due, scored
from .cards import CARD_H, CARD_W, GOLD, LEGEND, PAPER, card_words, draw_card, status
from .end import draw_end, end_height
from .side import PLAYER_FILLS, SIDE_W, called, draw_side

__all__ = ["scene"]

_TABLE: Final = "#2a2e35"
_GAP: Final = 12.0
_HEAD: Final = 150.0
_LINE: Final = Edge("line")
_WALL: Final = Edge("wall")


def scene(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any]) -> Scene:
    """Return the drawing list of a position; ``world`` and ``state`` are structured arrays of shape (1,), which are not changed."""
    w: Any = world[0]
    s: Any = state[0]
    rows = int(w["n_routes"])
    items: list[Item] = [Rect(0, 0, _width(), _height(rows), _TABLE)]
    if scored(s):
        items += draw_end(w, s, _GAP, _height(rows) - end_height(w) - _GAP, _width() - 2 * _GAP)
    else:
        for r in range(rows):
            items.append(_route(w, s, r))
            items += [draw_card(w, s, r, k, *_corner(r, k)) for k in range(PLACES) if s["route"][r, k]]
        items += draw_side(w, s, *_corner(0, PLACES))
    banner, colour = _banner(s)
    return Scene(
        width=_width(),
        height=_height(rows),
        items=tuple(items),
        title="Hit Z Road",
        facts=tuple(_facts(w, state)),
        goals=_goals(w, s),
        banner=banner,
        banner_colour=colour,
        panels=tuple(_panel(w, state, p) for p in range(int(w["n_players"]))),
        legend=LEGEND,
        grid=_grid(w, s, rows),
    )


def _width() -> float:
    return _GAP + _HEAD + PLACES * (CARD_W + _GAP) + SIDE_W + _GAP


def _height(rows: int) -> float:
    return _GAP + rows * (CARD_H + _GAP)


def _words(name: str) -> str:
    return name.replace("_", " ")


# ---- header ----------------------------------------------------------------------------------------------------------


def _goals(w: Any, s: Any) -> tuple[Goal, ...]:
    """Return what wins the game, and what gives further points; in a game of several a picture for all cannot say whose goal is reached."""
    last = -int(w["max_rounds"]) if w["max_rounds"] < 0 else ROUNDS
    if w["solo"]:  # HZ-13.6
        won = s["outcome"] == WON
        sets = "1 point more for each set of a survivor, 1 gas, 1 ammo and 1 adrenaline"
        return Goal(f"have as many victory points as you can at the end of round {last}, with a survivor alive", won), Goal(sets)
    most = f"{BONUS_POINTS} points more for the most adrenaline, the most gas, the most ammo, the most survivors"  # HZ-11.4
    return Goal(f"have the most victory points at the end of round {last}, with a survivor alive"), Goal(most)  # HZ-3.2, HZ-11.5


def _facts(w: Any, state: np.ndarray[Any, Any]) -> list[Fact]:
    s: Any = state[0]
    last = abs(int(w["max_rounds"])) or ROUNDS
    facts = [Fact("Round", f"{int(s['round'])} of {last}"), Fact("Deck", str(int(s["deck_n"])))]
    code, who = decision(state)
    if code:
        facts.append(Fact(called(who), _words(ASK.NAMES[code - ASK.FIRST]), PLAYER_FILLS[who]))
    if left := due(state):
        facts.append(Fact("Still to take" if code == ASK.TAKE else "Still to pay", str(left), PLAYER_FILLS[who]))
    if s["n_order"]:
        facts.append(Fact("Order", ", ".join(called(p) for p in s["order"][: s["n_order"]].tolist())))
    if s["high"]:
        facts.append(Fact("High bid", f"{int(s['high'])} by {called(s['leader'])}"))
    if s["fighting"] and not s["outcome"]:
        facts.append(Fact("Zombies left", str(int(s["zombies"])), "#1b7f5c"))
    if s["roll_kind"]:
        counts = zip(DICE, s["roll"].tolist(), strict=True)
        rolled = [f"{die} {result} x{n}" for die, row in counts for result, n in zip(RESULTS, row, strict=True) if n]
        facts.append(Fact(f"Last roll ({ROLLS[s['roll_kind']]})", ", ".join(rolled)))
    if s["bonus_cards_dealt"]:
        owners = (called(p) if p >= 0 else "nobody" for p in s["bonus_card"].tolist())
        facts.append(Fact("Most", ", ".join(f"{name}: {owner}" for name, owner in zip(CATEGORIES, owners, strict=True))))
    return facts


def _banner(s: Any) -> tuple[str, str]:
    if s["outcome"] == ONGOING:
        return "", ""
    if s["outcome"] == TRUNCATED:
        return "TRUNCATED: the round limit is reached", "#5b636c"
    if s["outcome"] == LOST:
        return "NOBODY REACHES THE COAST" if scored(s) else "GIVEN UP", "#a01c24"
    if s["grade"]:
        return f"SURVIVED: {int(s['score'][0])} POINTS, GRADE {int(s['grade'])}", "#1d8a43"
    return "WINNER: " + ", ".join(called(p) for p in np.flatnonzero(s["winner"]).tolist()), "#1d8a43"


# ---- routes ----------------------------------------------------------------------------------------------------------


def _cost_words(w: Any, s: Any, r: int) -> str:
    if w["solo"]:
        return ("take 2 resources", "", "costs 2")[r]
    return f"key: costs {int(s['key'][r])}" if s["key"][r] else ""


def _corner(r: int, k: int) -> tuple[float, float]:
    """Return the upper left corner of a card."""
    return _GAP + _HEAD + k * (CARD_W + _GAP), _GAP + r * (CARD_H + _GAP)


def _route(w: Any, s: Any, r: int) -> Item:
    x, y = _GAP, _corner(r, 0)[1]
    taker = int(s["taken"][r])
    lines: list[Item] = [Rect(x, y, _HEAD - _GAP, CARD_H, "#343a43", "#59606c", 1.5, 10)]
    lines.append(Text(x + 12, y + 30, f"Route {r + 1}", 20, PAPER, bold=True))
    if cost := _cost_words(w, s, r):
        lines.append(Text(x + 12, y + 54, cost, 14, GOLD))
    if taker >= 0:
        lines.append(Rect(x + 12, y + 88, _HEAD - _GAP - 24, 28, PLAYER_FILLS[taker], radius=6))
        lines.append(Text(x + 20, y + 107, called(taker), 14, ink(PLAYER_FILLS[taker]), bold=True))
    title = f"route {r + 1}" + (f", {cost}" if cost else "") + (f", taken by {called(taker)}" if taker >= 0 else "")
    return Group(tuple(lines), f"route:{r + 1}", title)


def _grid(w: Any, s: Any, rows: int) -> Grid:
    """Return one cell for each card, one for the head of each route."""
    regions: list[Region] = []
    cells = []
    for r in range(rows):
        taker = int(s["taken"][r])
        words = [(Span(text, colour),) for text, colour in ((_cost_words(w, s, r), GOLD),) if text]
        if taker >= 0:
            words.append((Span(called(taker), PLAYER_FILLS[taker], True),))
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
    state = status(s, r, k)
    if state == "hidden":
        return Region("?", "hidden", (), tag)
    card = cards()[int(s["route"][r, k]) - 1]
    mark = {"here": " <", "done": " (played)"}.get(state, "")
    lines = tuple(tuple(Span(word) for word in line.split()) for line in card_words(card))
    return Region(f"{card.id} {card.points}p{mark}", "card", lines, tag)


# ---- players ---------------------------------------------------------------------------------------------------------


def _panel(w: Any, state: np.ndarray[Any, Any], p: int) -> Panel:
    s: Any = state[0]
    collected = [card for card in cards() if s["where"][card.number] == WITH_PLAYER + p]
    points = sum(card.points for card in collected) + int(s["bonus"][p])
    own = s["own"][p].tolist()
    badges = [Fact("points", counted(points, "point"), GOLD)]
    if s["bid"][p]:
        badges.append(Fact("bid", f"bid {int(s['bid'][p])}", PLAYER_FILLS[p]))
    if scored(s):
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
        title=called(p),
        mark=str(p + 1),
        colour=PLAYER_FILLS[p],
        badges=tuple(badges),
        meters=(Meter("Survivors", int(s["group"][p]), MAX_GROUP, "#5fd0f5"),),
        rows=tuple(rows),
        active=decision(state)[1] == p,
        gone=not s["alive"][p],
        tag=f"player:{p}",
        slots=tuple(Slot(resource, str(n), tag=f"own:{p}:{r}") for r, (resource, n) in enumerate(zip(RESOURCES, own, strict=True))),
    )
