"""The board as shapes: zones, walls, doors and vaults; ``pieces`` draws survivors, zombies and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Circle, Colour, Edge, EdgeKind, Group, Item, Line, Polygon, Rect, Text, shorten, text_width

from ...table.board import LINE, OPENING, SAME, Board, Cell
from ...table.codes import FOREVER, LOCKED, OPEN, RAMPART, STREET, VAULT
from ..words.names import Names
from . import edition_parts
from .pieces import GOLD, INK, is_dark, place_chips, sealed, survivor_marks, zone_chips, zone_words

CELL: Final = 132.0
MARGIN: Final = 8.0
VAULT_GAP: Final = 16.0
#: Number of rows above which text and pieces are drawn larger, because the whole board is scaled down.
LARGE: Final = 5

#: Paving stones of a street's cell, x, y, width and tone; ends of floorboards in a room's, x and y.
_COBBLES: Final = (
    (12, 30, 20, "#9aa1a7"), (38, 26, 14, "#b3b9bd"), (92, 22, 22, "#9fa6ab"), (70, 52, 18, "#b1b7bc"), (24, 62, 16, "#a0a7ac"),
    (104, 66, 16, "#b3b9bd"), (52, 84, 22, "#9aa1a7"), (10, 98, 18, "#b1b7bc"), (86, 104, 20, "#9fa6ab"), (44, 116, 14, "#b3b9bd"),
)  # fmt: skip
_SEAMS: Final = ((42, 0), (98, 22), (24, 44), (78, 66), (52, 88), (110, 110))

Box = tuple[float, float, float, float]  # left, top, width, height

WALL: Final = "#2a2521"
STREET_FILL: Final = "#a9afb4"
LANE: Final = "#e3e6e8"
ROOM_FILL: Final = "#ead9b4"
DARK_ROOM_FILL: Final = "#c2a97b"
SEALED_FILL: Final = "#6d6459"
NEUTRAL_DOOR: Final = "#8a4b1f"
KEY_FILLS: Final = ("", "#c8102e", "#1f5fbf", "#1d8a43", "", "#4b4b4b")
VAULT_FILLS: Final = {"purple": ("#d9c8ef", "#6a3fa0"), "yellow": ("#f6e7a4", "#9a7400")}


def door_colour(w: Any, door: int) -> Colour:
    """Return the colour of a door: that of its key, of its vault, or wood."""
    key = int(w["door_key"][door])
    return KEY_FILLS[key] if 0 < key < FOREVER else NEUTRAL_DOOR


_DOOR_KINDS: Final[tuple[EdgeKind, ...]] = ("door_open", "door_closed", "door_locked")


def edge_between(w: Any, s: Any, board: Board, a: Cell, b: Cell) -> Edge:
    """Return the kind of the border between two neighbouring cells, one of which may be outside the board."""
    kind = board.border(a, b)
    if kind >= 0:
        return Edge(_DOOR_KINDS[int(s["door"][kind])], door_colour(w, kind))
    if kind == SAME or (board.zone_at(a) < 0 and board.zone_at(b) < 0):
        return Edge("none")
    if kind == OPENING:
        return Edge("gap")
    return Edge("line" if kind == LINE else "wall")


def widest(board: Board, zone: int) -> tuple[int, int, int, int]:
    """Return the largest rectangle of cells inside a zone: row, column, rows, columns; ties go to the wider, then the upper one."""
    best = (0, 0, 0, 0)
    cells = set(board.cells[zone])
    for row, col in sorted(cells):
        width = board.columns
        for height in range(1, board.rows - row + 1):
            free = 0
            while free < width and (row + height - 1, col + free) in cells:
                free += 1
            width = free
            if (width * height, width) > (best[2] * best[3], best[3]):
                best = (row, col, height, width)
    return best


# ---- zones, borders, vaults ------------------------------------------------------------------------------------------


def draw_board(w: Any, s: Any, board: Board, names: Names) -> tuple[float, float, tuple[Item, ...]]:
    """Return width, height and items of the board with its vaults."""
    marks = survivor_marks(names.survivors)
    label, largest = (18, 1.9) if board.rows >= LARGE else (14, 1.6)
    items: list[Item] = []
    on_board = [zone for zone in range(w["n_zones"]) if board.cells[zone]]
    for zone in on_board:
        items.append(_zone_ground(w, s, board, names, zone))
    items += _borders(w, s, board)
    items += edition_parts.on_borders(w, s, board, MARGIN, CELL)
    trapdoors = [_trapdoor_box(board, door) for door in range(len(board.doors)) if board.doors[door].vault >= 0]
    for zone in on_board:
        row, col, rows, cols = widest(board, zone)
        x, y = MARGIN + col * CELL, MARGIN + row * CELL
        if s["current"] >= 0 and s["zone"][s["current"]] == zone and s["alive"][s["current"]]:
            items.append(Rect(x + 6, y + 6, cols * CELL - 12, rows * CELL - 12, "", GOLD, 3.0, 7, cls="in_turn"))
        items += _zone_heading(w, s, names, zone, x, y, cols * CELL, label)
        room = (x + 9, y + label + 10, cols * CELL - 18, rows * CELL - label - 20)
        for trapdoor in trapdoors:
            room = _beside(room, trapdoor)
        items += place_chips(zone_chips(w, s, names, marks, zone), *room, largest)
    items += _vault_doors(s, board, names)
    width, height = board.columns * CELL + 2 * MARGIN, board.rows * CELL + 2 * MARGIN
    vaults = [zone for zone in range(w["n_zones"]) if w["zone_kind"][zone] == VAULT]
    boxes, width, height = _vault_boxes(board, len(vaults), width, height)
    for zone, box in zip(vaults, boxes, strict=True):
        items += _vault(w, s, board, names, marks, zone, box, label)
    return width, height, tuple(items)


def _vault_boxes(board: Board, n: int, width: float, height: float) -> tuple[list[Box], float, float]:
    """Return where the vaults are drawn, below a wide board and beside others, and the size of the picture with them."""
    if n and _tall(board):
        tall, wide = 1.5 * CELL, 2.4 * CELL
        boxes = [(width + VAULT_GAP - MARGIN, MARGIN + at * (tall + VAULT_GAP), wide, tall) for at in range(n)]
        return boxes, width + VAULT_GAP + wide, height
    tall, wide = 84.0 if board.rows < LARGE else 112.0, min(3.0 * CELL, (board.columns * CELL - 12.0 * (n - 1)) / max(1, n))
    boxes = [(MARGIN + at * (wide + 12.0), height + VAULT_GAP - MARGIN, wide, tall) for at in range(n)]
    return boxes, width, height + (VAULT_GAP + tall if n else 0.0)


def _tall(board: Board) -> bool:
    return board.rows >= board.columns and board.rows >= LARGE


def _zone_ground(w: Any, s: Any, board: Board, names: Names, zone: int) -> Group:
    street = w["zone_kind"][zone] in (STREET, RAMPART)
    fill = edition_parts.fill(w, s, zone) or (
        STREET_FILL if street else SEALED_FILL if sealed(w, zone) else DARK_ROOM_FILL if is_dark(w, s, zone) else ROOM_FILL
    )
    shapes: list[Item] = []
    for row, col, n in _runs(board.cells[zone]):
        x, y, width = MARGIN + col * CELL, MARGIN + row * CELL, n * CELL
        shapes.append(Rect(x, y, width, CELL, fill))
        cells = [x + at * CELL for at in range(n)]
        if street:
            shapes += [Rect(left + px, y + py, wide, 9, tone, radius=4) for left in cells for px, py, wide, tone in _COBBLES]
        elif sealed(w, zone):
            shapes += [Line(left + d, y + CELL - 4, left + d + 22, y + 4, "#5a5249", 2.0) for left in cells for d in (6, 28, 50, 72, 94)]
        else:
            shapes += [Line(x + 4, y + d, x + width - 4, y + d, "#0000001c", 1.2) for d in (22, 44, 66, 88, 110)]
            shapes += [Line(left + d, y + top, left + d, y + top + 22, "#0000001c", 1.2) for left in cells for d, top in _SEAMS]
    return Group(tuple(shapes), f"zone:{zone}", zone_words(w, s, names, zone), "street" if street else "room")


def _runs(cells: Sequence[Cell]) -> list[tuple[int, int, int]]:
    """Return horizontal runs of adjacent cells: row, first column, length."""
    runs: list[tuple[int, int, int]] = []
    for row, col in sorted(cells):
        if runs and (row, col) == (runs[-1][0], runs[-1][1] + runs[-1][2]):
            runs[-1] = (*runs[-1][:2], runs[-1][2] + 1)
        else:
            runs.append((row, col, 1))
    return runs


def _zone_heading(w: Any, s: Any, names: Names, zone: int, x: float, y: float, width: float, size: int) -> list[Item]:
    items: list[Item] = []
    faint = "#e8e2d8" if sealed(w, zone) else "#3a3f45"
    items.append(Text(x + 10, y + 7 + size, names.zones[zone], size, faint, bold=True, tag=f"zone:{zone}", cls="label"))
    if sealed(w, zone):
        items.append(Text(x + width / 2, y + CELL / 2 + 5, "sealed", 14, faint, "middle", cls="label"))
    if n := int(s["noise"][zone]):
        items.append(_noise(x + width - 46 - 8 * (n > 9), y + 8, n, s["loud_zone"] == zone))
    return items


def _noise(x: float, y: float, n: int, loud: bool) -> Group:
    """Return a loudspeaker with the number of Noise tokens."""
    horn = tuple((x + px, y + py) for px, py in ((3, 5), (7, 5), (12, 1), (12, 15), (7, 11), (3, 11)))
    shapes: tuple[Item, ...] = (
        Rect(x - 2, y - 2, 39 + 8 * (n > 9), 20, "#fff3c4" if not loud else "#ffb703", INK, 1.2, 5),
        Polygon(horn, INK),
        Line(x + 15, y + 5, x + 15, y + 11, INK, 1.6),
        Line(x + 18, y + 3, x + 18, y + 13, INK, 1.6),
        Text(x + 22, y + 13.5, str(n), 15, INK, bold=True),
    )
    return Group(shapes, "noise", f"noise {n}", "noise")


def _borders(w: Any, s: Any, board: Board) -> list[Item]:
    lines: list[Item] = []
    doors: list[Item] = []
    for row in range(board.rows + 1):
        for col in range(board.columns + 1):
            x, y = MARGIN + col * CELL, MARGIN + row * CELL
            if col < board.columns:
                a, b = (row - 1, col), (row, col)
                _border(lines, doors, edge_between(w, s, board, a, b), x, y, x + CELL, y, board.border(a, b))
            if row < board.rows:
                a, b = (row, col - 1), (row, col)
                _border(lines, doors, edge_between(w, s, board, a, b), x, y, x, y + CELL, board.border(a, b))
    # Lane markings first: walls cover their ends.
    lines.sort(key=lambda item: not (isinstance(item, Line) and item.dash > 0))
    return lines + doors


def _border(lines: list[Item], doors: list[Item], edge: Edge, x1: float, y1: float, x2: float, y2: float, door: int) -> None:
    if edge.kind == "none":
        return
    if edge.kind == "line":
        lines.append(Line(x1, y1, x2, y2, LANE, 3.0, 9.0, cls="lane"))
    elif edge.kind == "wall":
        lines.append(Line(x1, y1, x2, y2, WALL, 7.0, cls="wall"))
    else:
        ux, uy = (x2 - x1) / CELL, (y2 - y1) / CELL
        stub = 40.0 if edge.kind == "gap" else 36.0
        lines.append(Line(x1, y1, x1 + ux * stub, y1 + uy * stub, WALL, 7.0, cls="wall"))
        lines.append(Line(x2 - ux * stub, y2 - uy * stub, x2, y2, WALL, 7.0, cls="wall"))
        if edge.kind != "gap":
            shapes = _door_shapes(edge, (x1 + x2) / 2, (y1 + y2) / 2, ux, uy, CELL / 2 - stub)
            doors.append(Group(tuple(shapes), f"door:{door}", edge.kind.replace("_", " ") + f" {door + 1}", edge.kind))


def _door_shapes(edge: Edge, cx: float, cy: float, ux: float, uy: float, half: float) -> list[Item]:
    vx, vy = -uy, -ux  # across the door: open leaves turn to the west or north, where zones have no label
    w, h = 2 * half * abs(ux) + 15 * abs(vx), 2 * half * abs(uy) + 15 * abs(vy)
    x, y = cx - w / 2, cy - h / 2
    if edge.kind == "door_open":
        items: list[Item] = []
        for side in (-1.0, 1.0):  # two leaves turned aside
            px, py = cx + ux * half * side, cy + uy * half * side
            items.append(Rect(px - 5, py - 5, 10, 10, edge.colour, INK, 1.2, 2))
            qx, qy = px + vx * 15 - ux * 5 * side, py + vy * 15 - uy * 5 * side
            items.append(Line(px, py, qx, qy, INK, 8.0))
            items.append(Line(px, py, qx, qy, edge.colour, 5.4))
        return items
    items = [Rect(x, y, w, h, edge.colour, INK, 1.6, 3)]
    for t in (-0.5, 0.0, 0.5):  # planks
        px, py = cx + ux * half * 2 * t * 0.6, cy + uy * half * 2 * t * 0.6
        items.append(Line(px - vx * 5.5, py - vy * 5.5, px + vx * 5.5, py + vy * 5.5, "#ffffff55", 1.6))
    if edge.kind == "door_locked":
        items += _padlock(cx, cy, "#ffffff")
    return items


def _padlock(cx: float, cy: float, fill: Colour) -> list[Item]:
    return [
        Circle(cx, cy - 4, 5.0, "", INK, 5.0),
        Circle(cx, cy - 4, 5.0, "", fill, 2.4),
        Rect(cx - 8, cy - 3, 16, 12, fill, INK, 1.4, 2),
        Line(cx, cy + 1, cx, cy + 5, INK, 2.2),
    ]


def vault_fill(board: Board, zone: int) -> tuple[Colour, Colour]:
    """Return light and dark colour of a vault."""
    return next(VAULT_FILLS[vault.colour] for vault in board.vaults if vault.zone == zone)


def trapdoor_cell(board: Board, door: int) -> Cell:
    """Return the cell in whose corner a vault door is drawn."""
    entry = board.doors[door]
    room = entry.zones[0] if entry.zones[1] == board.vaults[entry.vault].zone else entry.zones[1]
    return entry.at[0][0] if entry.at else board.cells[room][-1]


def _trapdoor_box(board: Board, door: int) -> Box:
    row, col = trapdoor_cell(board, door)
    return MARGIN + col * CELL + CELL - 31, MARGIN + row * CELL + CELL - 32, 26.0, 24.0


def _beside(room: Box, hole: Box) -> Box:
    """Return the largest part of a rectangle on one side of another one; all of it if they do not overlap."""
    (x, y, w, h), (left, top, wide, tall) = room, hole
    if left >= x + w or left + wide <= x or top >= y + h or top + tall <= y:
        return room
    right, below = left + wide, top + tall
    parts = ((x, y, left - x, h), (right, y, x + w - right, h), (x, y, w, top - y), (x, below, w, y + h - below))
    return max(parts, key=lambda part: max(0.0, part[2]) * max(0.0, part[3]))


def _vault_doors(s: Any, board: Board, names: Names) -> list[Item]:
    """Return trapdoors in the lower right corner of the cells with a vault's doors."""
    items: list[Item] = []
    for door, entry in enumerate(board.doors):
        if entry.vault < 0:
            continue
        vault = board.vaults[entry.vault].zone
        light, dark = vault_fill(board, vault)
        x, y, wide, tall = _trapdoor_box(board, door)
        state = int(s["door"][door])
        shapes: list[Item] = [Rect(x, y, wide, tall, dark if state != OPEN else light, INK, 1.6, 3)]
        if state == OPEN:
            shapes += [Line(x + 6, y + d, x + 20, y + d, dark, 2.4) for d in (6, 12, 18)]
        else:
            shapes += [Line(x + d, y + 3, x + d, y + 21, "#ffffff66", 1.6) for d in (7, 13, 19)]
            if state == LOCKED:
                shapes += _padlock(x + 13, y + 11, "#ffffff")
        word = ("open", "closed", "locked")[state]
        items.append(Group(tuple(shapes), f"door:{door}", f"{word} door to vault {names.zones[vault]}", f"door_{word}"))
    return items


def vault_words(w: Any, s: Any, names: Names, zone: int) -> list[str]:
    """Return the names of cards in a vault; face-down cards are only counted (BP-19.R2)."""
    vault = int(w["vault_of"][zone])
    hidden = 0
    known: Counter[str] = Counter()
    for place, copy in enumerate(s["vault_cards"][vault]):
        if copy and s["vault_face_down"][vault][place]:
            hidden += 1
        elif copy:
            known[names.cards[w["copy_card"][copy]].replace("_", " ").title()] += 1
    words = [f"{name} x{n}" if n > 1 else name for name, n in sorted(known.items())]
    if hidden:
        words.append(f"{hidden} face-down artefact{'s' if hidden > 1 else ''}")
    return words


def vault_links(w: Any, s: Any, names: Names, zone: int) -> str:
    """Return the zones to which a vault's doors lead, with the state of each."""
    parts = []
    for door in range(w["n_doors"]):
        ends = [int(z) for z in w["door_zone"][door]]
        if zone in ends:
            other = ends[0] if ends[1] == zone else ends[1]
            parts.append(f"{names.zones[other]} {('open', 'closed', 'locked')[int(s['door'][door])]}")
    return ", ".join(parts)


def _vault(w: Any, s: Any, board: Board, names: Names, marks: Sequence[str], zone: int, box: Box, size: int) -> list[Item]:
    x, y, width, height = box
    size += 3 if _tall(board) else 0
    light, dark = vault_fill(board, zone)
    ground: list[Item] = [Rect(x, y, width, height, light, dark, 5.0, 8)]
    items: list[Item] = [Group(tuple(ground), f"zone:{zone}", zone_words(w, s, names, zone), "vault")]
    head, small = f"{names.zones[zone]}  vault", size - 2
    items.append(Text(x + 12, y + 8 + size, head, size, dark, bold=True, tag=f"zone:{zone}", cls="label"))
    top = y + 16 + size
    doors = "doors: " + vault_links(w, s, names, zone)
    if _tall(board):  # room for a separate line
        items.append(Text(x + 12, top + small, shorten(doors, small, width - 24), small, dark, cls="label"))
        top += small + 8
    else:
        doors = shorten(doors, small, width - text_width(head, size, True) - 40)
        items.append(Text(x + width - 12, y + 8 + size, doors, small, dark, "end", cls="label"))
    low = y + height - 8
    if words := vault_words(w, s, names, zone):
        items.append(Text(x + 12, low - 3, shorten("cards: " + ", ".join(words), small, width - 24), small, INK, cls="label"))
        low -= small + 4
    if n := int(s["noise"][zone]):
        items.append(_noise(x + width - 58, top + 2, n, s["loud_zone"] == zone))
    items += place_chips(zone_chips(w, s, names, marks, zone), x + 12, top, width - 24 - (60 if n else 0), low - top)
    return items
