"""Survivors, zombies and tokens of a zone as shapes, packed into the available space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from zombicide_env.core.scene import Circle, Colour, Group, Item, Line, Point, Polygon, Rect, Text, ink, text_width
from zombicide_env.games import figures

from ...table.codes import NECRO, ROOM, TOKEN_COLOURS
from ..edition import KINDS
from ..words.names import Names
from . import edition_parts

GOLD: Final = "#ffd02e"
INK: Final = "#14161a"
HIDDEN_FILL: Final = "#5c1420"
TOKEN_FILLS: Final = {"none": "#8a9096", "red": "#c8102e", "blue": "#1f5fbf", "green": "#1d8a43", "necromancer": "#7b2d8e"}
#: Fill and letter of each kind of zombie; the figures differ too, so that kinds need not be distinguished by colour.
_FIGURE_FILLS: Final = ("#3f9a74", "#e69f00", "#d1480b", "#b0186d", "#3a3350", "#5a1d78", "#7a5230")
_OTHER_FILLS: Final = {"toxic": "#9fc31e", "berserker": "#a32020"}
#: Figure of each kind.
FIGURE_OF: Final = tuple(figures.NAMES.index(kind.rpartition("_")[2]) for kind in KINDS)
ZOMBIE_FILLS: Final = tuple(_OTHER_FILLS.get(kind.partition("_")[0], _FIGURE_FILLS[f]) for kind, f in zip(KINDS, FIGURE_OF, strict=True))
ZOMBIE_LETTERS: Final = tuple((first[0] if first else "") + base[0].upper() for first, _, base in (kind.rpartition("_") for kind in KINDS))
SURVIVOR_FILLS: Final = (
    "#2274d5", "#ffd84a", "#8f4fe0", "#ff8a3c", "#5fd0f5", "#f28ac0",
    "#8fdc6b", "#d83a3a", "#c8ccd2", "#8d5a34", "#2b3a9e", "#0fa39a",
)  # fmt: skip


@cache
def survivor_marks(names: tuple[str, ...]) -> list[str]:
    """Return the shortest distinct prefixes of the survivors' names (up to 3 characters): ``A``, ``Sa``, ``Si``; second Ann: ``A2``."""
    parts = [name.rpartition("_") if name.rpartition("_")[2].isdecimal() else (name, "", "") for name in names]
    called = {name for name, _, _ in parts}

    def short(name: str) -> str:
        return next((name[:n] for n in (1, 2) if sum(other[:n] == name[:n] for other in called) == 1), name[:3]).capitalize()

    return [(short(name) + number)[:3] for name, _, number in parts]


def sealed(w: Any, zone: int) -> bool:
    """Whether a zone is a room without opening or door (BP-4.R2)."""
    return int(w["degree"][zone]) == 0 and int(w["zone_kind"][zone]) == ROOM


def is_dark(w: Any, s: Any, zone: int) -> bool:
    """Whether a zone is a room of a building that spawns when it is opened for the first time (BP-4.8)."""
    building = int(w["building"][zone])
    return building >= 0 and bool(w["spawns_on_open"][building]) and not s["revealed"][building]


def zone_words(w: Any, s: Any, names: Names, zone: int) -> str:
    """Return the visible content of a zone as a sentence, for tooltips and screen readers."""
    kind = edition_parts.zone_kind(w, s, zone)
    parts = [counted(k, int(n)) for k, n in enumerate(s["zombies"][zone]) if n]
    parts += [names.survivors[i].replace("_", " ").title() for i in survivors_in(w, s, zone)]
    if s["objective"][zone]:
        parts.append("face-down objective" if s["hidden"][zone] else f"{TOKEN_COLOURS[s['objective'][zone]]} objective")
    for t in tokens_in(s, zone):
        state = "" if s["token_active"][t] else "inactive "
        parts.append(f"{state}{TOKEN_COLOURS[s['token_colour'][t]]} spawn token")
    if w["exit_zone"][zone]:
        parts.append("exit")
    if n := biles_in(s, zone):
        parts.append(f"{n} Dragon Bile")
    parts += [piece.title for piece in edition_parts.drawn(w, s, names, SURVIVOR_FILLS, zone)]
    parts += [title for _, title, _ in edition_parts.pieces(w, s, names, zone)]
    if s["noise"][zone]:
        parts.append(f"noise {int(s['noise'][zone])}")
    return f"{names.zones[zone]} ({kind})" + (": " + ", ".join(parts) if parts else "")


def counted(kind: int, n: int) -> str:
    """``2 toxic walkers``."""
    return f"{n} {KINDS[kind].replace('_', ' ')}{'s' if n > 1 else ''}".replace("fattys", "fatties")


def survivors_in(w: Any, s: Any, zone: int) -> list[int]:
    """Return the survivors in play in the zone."""
    return [i for i in range(w["n_survivors"]) if s["alive"][i] and s["zone"][i] == zone]


def tokens_in(s: Any, zone: int) -> list[int]:
    """Return the spawn tokens of a zone, as indices of the spawning order."""
    return [t for t in range(s["n_tokens"]) if s["token_zone"][t] == zone]


def biles_in(s: Any, zone: int) -> int:
    """Return the number of Dragon Bile tokens in a zone."""
    return int(sum(s["bile_zone"][b] == zone for b in range(s["n_bile"])))


# ---- chips: pieces in a zone, each drawn around its own origin at any scale --------------------------------------------


@dataclass(frozen=True)
class Chip:
    """A piece of ``width`` x 28 pixels at scale 1; ``draw`` paints it at (x, y) with a scale."""

    width: float
    row: int  # chips of different rows are not mixed in a line
    kind: str
    data: tuple[Any, ...]
    tag: str = ""
    title: str = ""


CHIP_HEIGHT: Final = 28.0


def zone_chips(w: Any, s: Any, names: Names, marks: Sequence[str], zone: int) -> list[Chip]:
    """Return all pieces of a zone: survivors, then zombies, then tokens."""
    chips = [
        Chip(
            29.0,
            0,
            "survivor",
            (i, marks[i], i == s["current"], int(s["wounds"][i])),
            f"survivor:{i}",
            names.survivors[i].replace("_", " ").title(),
        )
        for i in survivors_in(w, s, zone)
    ]
    for kind in range(len(KINDS)):
        if n := int(s["zombies"][zone][kind]):
            marked = KINDS[kind] == "abomination" and s["quest_abomination"] == zone
            width = _NUMBER_AT[FIGURE_OF[kind]] + text_width(str(n), 20, bold=True)
            chips.append(Chip(width, 1, "zombie", (kind, n, marked), f"zombie:{zone}:{KINDS[kind]}", counted(kind, n)))
    if colour := int(s["objective"][zone]):
        face = "hidden" if s["hidden"][zone] else TOKEN_COLOURS[colour]
        chips.append(Chip(26.0, 2, "objective", (face,), "objective", "face-down objective" if face == "hidden" else f"{face} objective"))
    for t in tokens_in(s, zone):
        colour_name = TOKEN_COLOURS[s["token_colour"][t]]
        active = bool(s["token_active"][t])
        label = f"{t + 1}n" if s["token_colour"][t] == NECRO else str(t + 1)
        chips.append(
            Chip(27.0, 2, "spawn", (label, colour_name, active), f"spawn:{t}", f"{'' if active else 'inactive '}{colour_name} spawn token")
        )
    if w["exit_zone"][zone]:
        chips.append(Chip(44.0, 2, "exit", (), "exit", "Exit"))
    if n := biles_in(s, zone):
        chips.append(Chip(24.0 if n == 1 else 40.0, 2, "bile", (n,), "bile", f"{n} Dragon Bile"))
    if w["mark_zone"][zone]:
        chips.append(Chip(24.0, 2, "mark", (), "mark", "named by the quest"))
    for piece in edition_parts.drawn(w, s, names, SURVIVOR_FILLS, zone):
        chips.append(Chip(piece.width, 3, "drawn", (piece.draw,), "piece", piece.title))
    for text, title, fill in edition_parts.pieces(w, s, names, zone):
        chips.append(Chip(14.0 + text_width(text, 15, bold=True), 3, "label", (text, fill), "piece", title))
    return chips


def place_chips(chips: Sequence[Chip], x: float, y: float, width: float, height: float, largest: float = 1.25) -> list[Item]:
    """Lay out chips in centred lines inside a rectangle, as large as they fit, at most ``largest`` times their size.

    Survivors, zombies and tokens have separate lines; if that makes them much smaller, and in a crowd, they share lines and are packed
    more closely.
    """
    if not chips:
        return []
    packing, dense = (_fit(chips, width, height, largest, dense=dense) for dense in (False, True))
    if dense.scale > packing.scale * (1.0 if packing.scale < 0.75 else 1.2):
        packing = dense
    scale, step = packing.scale, (CHIP_HEIGHT + packing.gap / 2.0) * packing.scale
    top = y + max(0.0, height - len(packing.lines) * step + packing.gap / 2.0 * scale) / 2.0
    items: list[Item] = []
    for line in packing.lines:
        left = x + (width - (_span(line, packing.gap) - packing.gap) * scale) / 2.0
        for chip in line:
            drawn = _DRAWERS[chip.kind](left, top, scale, *chip.data)
            items.append(Group(tuple(drawn), tag=chip.tag, title=chip.title, cls=chip.kind))
            left += (chip.width + packing.gap) * scale
        top += step
    return items


@dataclass(frozen=True)
class _Packing:
    scale: float
    gap: float
    lines: list[list[Chip]]


def _fit(chips: Sequence[Chip], width: float, height: float, scale: float, dense: bool) -> _Packing:
    """Return the largest scale, at most ``scale``, at which the lines fit; never below 0.3."""
    gap = 4.0 if dense else 5.0
    while True:
        lines = _lines(chips, width / scale, gap, dense)
        tall = len(lines) * (CHIP_HEIGHT + gap / 2.0) - gap / 2.0
        if (tall * scale <= height and max(_span(line, gap) for line in lines) * scale <= width) or scale < 0.3:
            return _Packing(scale, gap, lines)
        scale *= 0.97


def _span(line: Sequence[Chip], gap: float) -> float:
    """Return the width of a line, with half a gap on each side: arms and halos extend over their chips."""
    return sum(chip.width + gap for chip in line)


def _lines(chips: Iterable[Chip], width: float, gap: float, dense: bool) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    for chip in chips:
        if lines and (dense or lines[-1][0].row == chip.row) and _span([*lines[-1], chip], gap) <= width:
            lines[-1].append(chip)
        else:
            lines.append([chip])
    return lines


def _letter(x: float, y: float, text: str, size: float, fill: Colour) -> Text:
    return Text(x, y + size * 0.355, text, size, fill, "middle", bold=True)


def draw_survivor(x: float, y: float, k: float, i: int, mark: str, active: bool, wounds: int) -> list[Item]:
    """Return head and shoulders on a round base in the survivor's colour; a gold halo during the survivor's turn; wounds in a red drop."""
    cx, cy, fill = x + 14.5 * k, y + 14 * k, SURVIVOR_FILLS[i % len(SURVIVOR_FILLS)]
    items: list[Item] = []
    if active:
        items.append(Circle(cx, cy, 17.5 * k, "#ffd02e", INK, 1.2 * k, cls="halo"))
    items.append(Circle(cx, cy, 13.6 * k, "#ffffff", INK, 1.2 * k))
    items.append(Circle(cx, cy, 12.2 * k, fill, INK, 0.8 * k))
    items += figures.bust(edition_parts.FIRST_HEAD + i, x + 4 * k, y + 2.4 * k, 0.75 * k, fill)
    items.append(Rect(x - 1 * k, y + 18 * k, (6.4 + 5.8 * len(mark)) * k, 12 * k, "#ffffff", INK, 0.8 * k, 4 * k))
    items.append(_letter(x + (2.2 + 2.9 * len(mark)) * k, y + 24 * k, mark, 10.6 * k, INK))
    if wounds:
        items.append(Circle(x + 25 * k, y + 24 * k, 5.6 * k, "#c8102e", "#ffffff", 1.0 * k))
        items.append(_letter(x + 25 * k, y + 24 * k, str(wounds), 8.5 * k, "#ffffff"))
    return items


_NUMBER_AT: Final = (29, 30, 30, 30, 29, 29, 30)


def draw_zombie(x: float, y: float, k: float, kind: int, n: int, marked: bool) -> list[Item]:
    """Return the figure of a kind with its count."""
    figure = FIGURE_OF[kind]
    items = figures.zombie(figure, x, y, k, ZOMBIE_FILLS[kind], "#e45cff" if KINDS[kind] == "necromancer" else INK)
    if len(ZOMBIE_LETTERS[kind]) > 1:  # toxic, berserker: kinds must not be distinguished by colour only
        items += [
            Circle(x + 4 * k, y + 5 * k, 4.6 * k, "#ffffff", INK, 0.8 * k),
            _letter(x + 4 * k, y + 5 * k, ZOMBIE_LETTERS[kind][0], 7 * k, INK),
        ]
    if marked:
        items.append(Polygon(_star(x + 24 * k, y + 5 * k, 6 * k), GOLD, INK, 0.8 * k))
    items.append(Text(x + _NUMBER_AT[figure] * k, y + 21 * k, str(n), 20 * k, INK, bold=True))
    return items


def _star(cx: float, cy: float, r: float) -> tuple[Point, ...]:
    rays: tuple[Point, ...] = ((0, -1), (0.225, -0.309), (0.951, -0.309), (0.363, 0.118), (0.588, 0.809))
    rays += ((0, 0.382), (-0.588, 0.809), (-0.363, 0.118), (-0.951, -0.309), (-0.225, -0.309))
    return tuple((cx + px * r, cy + py * r) for px, py in rays)


def draw_objective(x: float, y: float, k: float, face: str) -> list[Item]:
    """Return a square token: a question mark while it is face down, else its colour and initial."""
    hidden = face == "hidden"
    fill = HIDDEN_FILL if hidden else TOKEN_FILLS[face]
    return [
        Rect(x, y + k, 26 * k, 26 * k, fill, INK, 1.2 * k, 4 * k),
        Rect(x + 3 * k, y + 4 * k, 20 * k, 20 * k, "", "#ffffff", 1.4 * k, 2 * k, 3 * k if hidden else 0.0),
        _letter(x + 13 * k, y + 14 * k, "?" if hidden else face[0].upper(), 15 * k, "#ffffff"),
    ]


def draw_spawn(x: float, y: float, k: float, label: str, colour: str, active: bool) -> list[Item]:
    """Return an eight-sided token with its place in the spawning order; grey inside while it is inactive."""
    cx, cy = x + 13.5 * k, y + 14 * k
    fill = TOKEN_FILLS[colour]
    corners = ((-5.4, -13), (5.4, -13), (13, -5.4), (13, 5.4), (5.4, 13), (-5.4, 13), (-13, 5.4), (-13, -5.4))
    outer = tuple((cx + px * k, cy + py * k) for px, py in corners)
    inner = tuple((cx + px * 0.68 * k, cy + py * 0.68 * k) for px, py in corners)
    items: list[Item] = [Polygon(outer, fill, INK, 1.2 * k)]
    items.append(Polygon(inner, INK if active else "#c9ced3", "#ffffff", 1.0 * k))
    if not active:
        items.append(Line(cx - 6 * k, cy + 6 * k, cx + 6 * k, cy - 6 * k, fill, 2.0 * k))
    items.append(_letter(cx, cy, label, (14, 14, 11, 9)[min(3, len(label))] * k, "#ffffff" if active else INK))
    return items


def draw_exit(x: float, y: float, k: float) -> list[Item]:
    """Return the Exit token."""
    return [
        Rect(x, y + 3 * k, 44 * k, 22 * k, "#0b6e3a", "#ffffff", 1.4 * k, 4 * k),
        _letter(x + 22 * k, y + 14 * k, "EXIT", 14 * k, "#ffffff"),
    ]


def draw_bile(x: float, y: float, k: float, n: int) -> list[Item]:
    """Return a drop of Dragon Bile, with its number if there are several."""
    drop = ((11, 0), (17, 9), (20, 16), (18.5, 22), (14.5, 26), (11, 27), (7.5, 26), (3.5, 22), (2, 16), (5, 9))
    items: list[Item] = [Polygon(tuple((x + px * k, y + py * k) for px, py in drop), "#c6d420", INK, 1.4 * k)]
    items.append(_letter(x + 11 * k, y + 17 * k, "D", 12 * k, INK))
    if n > 1:
        items.append(Text(x + 23 * k, y + 21 * k, str(n), 18 * k, INK, bold=True))
    return items


def draw_mark(x: float, y: float, k: float) -> list[Item]:
    """Return a star for a zone that the quest's conditions name."""
    return [Polygon(_star(x + 12 * k, y + 15 * k, 13 * k), GOLD, INK, 1.2 * k)]


def draw_label(x: float, y: float, k: float, text: str, fill: Colour) -> list[Item]:
    """Return a small sign with a few letters."""
    width = 14.0 + text_width(text, 15, bold=True)
    return [
        Rect(x, y + 3 * k, width * k, 22 * k, fill, INK, 1.2 * k, 4 * k),
        _letter(x + width * k / 2, y + 14 * k, text, 15 * k, ink(fill)),
    ]


def draw_own(x: float, y: float, k: float, draw: Callable[[float, float, float], list[Item]]) -> list[Item]:
    """Return the edition-specific drawings."""
    return draw(x, y, k)


_DRAWERS: Final[dict[str, Callable[..., list[Item]]]] = {
    "survivor": draw_survivor,
    "zombie": draw_zombie,
    "objective": draw_objective,
    "spawn": draw_spawn,
    "exit": draw_exit,
    "bile": draw_bile,
    "mark": draw_mark,
    "label": draw_label,
    "drawn": draw_own,
}
