"""``zombicide analyze heatmap``: frequency of events in each zone of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, NamedTuple

from zombicide_env.core.batch import Batch
from zombicide_env.core.scene import Circle, Group, Item, Line, Polygon, Rect, Scene, Shape, Text, flatten
from zombicide_env.core.words import unknown

from .games import AnalyzeConfig, Games

__all__ = ["HeatmapConfig", "Map", "maps", "painted"]

#: Entities of the event columns that are places, and the prefixes of the tags of their items in a scene.
PLACES: Final = ("zone", "location")
#: Kinds of events counted by default, if the game has them: deaths, noise, and moves of survivors.
USUAL: Final = ("death", "noise", "move")
_HEAT: Final = "#d7191c"
_STRONGEST: Final = 215  # maximum opacity, of 255: the board remains visible
_WITHOUT: Final = 10.0  # smaller shapes are decoration, such as paving stones


@dataclass
class HeatmapConfig(AnalyzeConfig):
    """Plot how often events happen in each zone of the board: by default deaths, noise and moves of survivors."""

    events: tuple[str, ...] = ()
    """kinds of events, as in the tables of datasets (kill, spawn ...); default: death, noise and move, which counts zones entered"""


class Map(NamedTuple):
    """A heat map.

    Attributes:
        board: quest of the board, "" if the analysis has only one.
        kind: kind of the events.
        game: game with this board.
        games: number of games.
        counts: name of a place -> number of events there.
    """

    board: str
    kind: str
    game: Any
    games: int
    counts: Mapping[str, int]


def maps(games: Games, kinds: Sequence[str] = ()) -> Iterator[Map]:
    """Yield a heat map for each board and kind of event.

    Raises:
        ValueError: the game does not have a kind of event, or the kind has no place.
    """
    boards: dict[str, list[Any]] = {}
    for one in games:
        boards.setdefault(str(one.game.options.get("quest", "")), []).append(one)
    for board, own in boards.items():
        game = own[0].game
        columns = _columns(game, kinds)
        counts: dict[str, Counter[str]] = {kind: Counter() for kind in columns}
        for one in own:
            for _, kind, values in one.events:
                if kind in columns and (place := values.get(columns[kind], "")):
                    counts[kind][place] += 1
        for kind, found in counts.items():
            yield Map(board if len(boards) > 1 else "", kind, game, len(own), found)


def _columns(game: Any, kinds: Sequence[str]) -> dict[str, str]:
    """Return kind of event -> column of its place; if there are several, the last one, where the event ends."""
    known = {kind.name: [name for name, entity in kind.columns.items() if entity in PLACES] for kind in game.event_codec.kinds}
    placed = {kind: columns[-1] for kind, columns in known.items() if columns}
    chosen = kinds or tuple(kind for kind in USUAL if kind in placed)
    for kind in chosen:
        if kind not in placed:
            raise ValueError(f"{game.id} has no places of these events: {unknown('event', kind, placed)}")
    if not chosen:
        raise ValueError(f"no event of {game.id} has a place on the board, so there is no heat map")
    return {kind: placed[kind] for kind in chosen}


def painted(found: Map) -> Scene:
    """Return the board colored by a heat map: the darker a place, the more events; numbers are events per game."""
    scene = found.game.scene(Batch(found.game, 1, seed=0).states)
    grounds = _grounds(found.game, scene.items)
    most = max((found.counts.get(name, 0) for name in grounds), default=0)
    heat: list[Item] = []
    written: list[Item] = []
    for name, shapes in grounds.items():
        n = found.counts.get(name, 0)
        if n:
            fill = f"{_HEAT}{round(_STRONGEST * (n / most) ** 0.5):02x}"  # square root: rare events remain visible
            heat += [replace(shape, fill=fill, stroke="", tag="", cls="") for shape in shapes]
            written.append(_number(shapes, n / found.games))
    below = [item for item in scene.items if isinstance(item, Group) and item.tag.partition(":")[0] in PLACES]
    above = [item for item in scene.items if _is_border(item)]
    ground = [item for item in scene.items if isinstance(item, Rect) and not item.cls]
    title = f"{found.kind}, events per game ({found.games} games)"
    return Scene(
        scene.width,
        scene.height,
        (*ground, *below, *heat, *above, *written),
        title=" ".join(filter(None, [found.board.replace("_", " "), title])),
    )


def _grounds(game: Any, items: Sequence[Item]) -> dict[str, list[Rect | Polygon | Circle]]:
    """Return name of a place -> shapes of its area."""
    found: dict[str, list[Rect | Polygon | Circle]] = {}
    for item in items:
        entity, _, number = item.tag.partition(":")
        if isinstance(item, Group) and entity in PLACES and number.isdigit():
            shapes = [shape for shape in flatten(item.items) if isinstance(shape, Rect | Polygon | Circle) and _extent(shape) > _WITHOUT]
            largest = max(map(_extent, shapes), default=0.0)
            found[game.name_of(entity, int(number))] = [shape for shape in shapes if _extent(shape) >= 0.9 * largest]
    return found


def _is_border(item: Item) -> bool:
    """Return whether an item is a door, a wall or a label; figures and tokens are omitted."""
    door = isinstance(item, Group) and item.tag.startswith("door:")
    return door or isinstance(item, Line) or (isinstance(item, Text) and item.cls == "label")


def _extent(shape: Shape) -> float:
    """Return the length of the shorter side of a shape."""
    left, top, right, low = _box(shape)
    return min(right - left, low - top)


def _box(shape: Shape) -> tuple[float, float, float, float]:
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.w, shape.y + shape.h
    if isinstance(shape, Circle):
        return shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r
    assert isinstance(shape, Polygon)
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _number(shapes: Sequence[Shape], rate: float) -> Text:
    """Return the text with the events per game, centered on the largest shape of a place."""
    left, top, right, low = max(map(_box, shapes), key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    text = f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}" if rate >= 1 else f"{rate:.2f}"
    return Text((left + right) / 2, (top + low) / 2 + 9, text, 24, "#14161a", "middle", bold=True)


def numbers(found: Sequence[Map]) -> list[dict[str, Any]]:
    """Return the rows of the CSV file."""
    return list(
        chain.from_iterable(
            ({"board": one.board, "kind": one.kind, "place": place, "events": n, "games": one.games} for place, n in one.counts.items())
            for one in found
        )
    )
