"""The city as text: every hex is two cells wide, rows are shifted by one cell."""

from __future__ import annotations

from typing import Any

from zombicide_env.core.scene import Edge, Grid, Region, Span

from .board import TYPE_FILLS, colour_of, named, standing

_NONE = Edge("none")
_LINE = Edge("line")


def grid(w: Any, about: dict[str, Any]) -> Grid:
    """Return the board for terminals and screen readers."""
    places = {loc: (2 * int(w["q"][loc]) + int(w["r"][loc]), int(w["r"][loc])) for loc in about["locations"]}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    cols = max(x for x, _ in places.values()) - left + 2
    rows = max(y for _, y in places.values()) - top + 1
    cells = [[-1] * cols for _ in range(rows)]
    for region, (x, y) in enumerate(places.values()):
        cells[y - top][x - left] = cells[y - top][x - left + 1] = region
    return Grid(
        tuple(map(tuple, cells)),
        tuple(_region(loc, place, about) for loc, place in about["locations"].items()),
        tuple(tuple(_edge(row[k - 1] if k else -1, row[k] if k < cols else -1) for k in range(cols + 1)) for row in cells),
        tuple(
            tuple(_edge(cells[k - 1][col] if k else -1, cells[k][col] if k < rows else -1) for col in range(cols)) for k in range(rows + 1)
        ),
    )


def _edge(one: int, other: int) -> Edge:
    return _NONE if one == other else _LINE


def _region(loc: int, place: dict[str, Any], about: dict[str, Any]) -> Region:
    kind = place["type"] or "?"
    lines: list[tuple[Span, ...]] = []
    marks: list[Span] = []
    if place["intact"]:
        marks.append(Span(f"{_mark(place['owner'], about)}{'#' * place['intact']}", colour_of(place["owner"], about), True))
    if place["ruined"]:
        marks.append(Span("x" * place["ruined"]))
    if place["pending"]:
        marks.append(Span(f"{_mark(place['pending_owner'], about)}{'+' * place['pending']}", colour_of(place["pending_owner"], about)))
    if place["attacked"] or place["horde"]:
        marks.append(Span("!" * max(1, place["attacked"]), "#e0483f", True))
    if marks:
        lines.append(tuple(marks))
    owed = {name.rstrip("*") for name in about["squads"].get(loc, []) if name.endswith("*")}
    for player in dict.fromkeys(player for player, _ in standing(loc, about)):
        there = [(named(who), about["characters"][who]["exhausted"]) for p, who in standing(loc, about) if p == player]
        squad = Span(_mark(player, about) + ("*" if player in owed else ""), colour_of(player, about), True)
        lines.append((squad, *(Span(f"({name})" if exhausted else name, colour_of(player, about)) for name, exhausted in there)))
    return Region(f"{loc} {kind}", kind, tuple(lines), f"location:{loc}", TYPE_FILLS.get(kind, ""))


def _mark(player: str, about: dict[str, Any]) -> str:
    """Return the number of a player as on the player's sheet; nothing for neutral markers."""
    return str(about["players"][player]["seat"] + 1) if player in about["players"] else ""
