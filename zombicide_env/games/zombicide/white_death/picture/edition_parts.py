"""White Death's own parts of the picture: ramparts and ruins, Guards, cauldrons, ladders, Defile tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Colour, Fact, Group, Item, Line, Sign
from zombicide_env.games.figures import Piece

from ...table.board import Board
from ...table.codes import (
    GOAL_BEACON_IN,
    GOAL_BURNED,
    GOAL_ESCAPED,
    GOAL_NO_DEFILED,
    GOAL_RAMPARTS_CLEAR,
    GOAL_RAMPARTS_HELD,
    RAMPART,
    ROOM,
    RUIN,
    STREET,
)
from ..numbers.facts import level_of
from ..numbers.spells import BLESSINGS
from ..numbers.tokens import DEFILER_TOKEN
from ..words.describe import kind_of, on_ground
from ..words.names import Names
from .props import DEFILED, ROPE, artefact, beacon, cauldron, flag, frost, guard, ladder, led, prepared

_FILLS: Final = {RAMPART: "#c9c2b4", RUIN: "#b7a488"}
_WORDS: Final = {STREET: "street", ROOM: "room", RUIN: "ruin", RAMPART: "rampart"}
_COLOURS: Final = ("red", "blue", "green", "folio")
#: Texts of White Death's own victory conditions, by their kind.
FIRST_HEAD: Final = 6
GOALS: Final = {
    GOAL_RAMPARTS_HELD: "everybody on the ramparts",
    GOAL_RAMPARTS_CLEAR: "no zombie on the ramparts",
    GOAL_NO_DEFILED: "remove all Defile tokens",
    GOAL_BURNED: "burn the marked buildings",
    GOAL_BEACON_IN: "the Beacon in {zone}",
    GOAL_ESCAPED: "everybody out by the Exit, Guards too",
}
LADDER: Final = "#7a4a1c"
_SIGNS: Final = (
    ("G", "Guards", guard(1)),
    ("C", "cauldron", cauldron(1)),
    ("B", "the Beacon", beacon()),
    ("P", "prepared cards", prepared(1)),
)


def danger(s: Any, i: int) -> int:
    """Return the danger level of a survivor: permanently Red after restarting at 0 (WD-21.4)."""
    return 3 if s["laps"][i] else level_of(int(s["xp"][i]))


def zone_kind(w: Any, s: Any, zone: int) -> str:
    """Return the current kind of the zone, as a word."""
    return "defiled" if s["defiled"][zone] else _WORDS[kind_of(w, s, zone)]


def fill(w: Any, s: Any, zone: int) -> Colour:
    """Return the colour of ramparts, ruins and Defiled zones."""
    return DEFILED if s["defiled"][zone] else _FILLS.get(kind_of(w, s, zone), "")


def pieces(w: Any, s: Any, names: Names, zone: int) -> list[tuple[str, str, Colour]]:
    """Return the symbols of pieces in a zone: none, since everything is drawn."""
    return []


def drawn(w: Any, s: Any, names: Names, fills: Sequence[Colour], zone: int) -> list[Piece]:
    """Return drawings of Guards, cauldrons, ladders, cards on the ground, the Beacon, the Flag, frost, the token that the Defiler moves."""
    artefacts, cards, carried = on_ground(s)
    linked = [t for t in range(s["n_tokens"]) if 0 <= s["linked"] == s["token_id"][t] and s["token_id"][t] != DEFILER_TOKEN]
    counted = (
        (int(s["guards"][zone]), guard),
        (int(s["cauldrons"][zone]), cauldron),
        (int(s["loose"][zone]), ladder),
        (artefacts[zone], artefact),
        (cards[zone], prepared),
    )
    found = [piece(n) for n, piece in counted if n]
    single = (
        (zone == carried, beacon),
        (zone == w["flag_zone"], flag),
        (bool(s["frozen"][zone]), frost),
        (any(s["token_zone"][t] == zone for t in linked), led),
    )
    return found + [piece() for there, piece in single if there]


def on_borders(w: Any, s: Any, board: Board, margin: float, cell: float) -> list[Item]:
    """Return ladders, printed or of rope, at the first border of their two zones."""
    items: list[Item] = []
    drawn: set[tuple[int, int]] = set()
    for (r, c), zone in ((at, zone) for zone, cells in enumerate(board.cells) for at in cells):
        for dr, dc in ((0, 1), (1, 0)):
            other = board.zone_at((r + dr, c + dc))
            places = [n for n in range(w["degree"][zone]) if w["neighbour"][zone][n] == other]
            pair = (min(zone, other), max(zone, other))
            if other < 0 or other == zone or not places or pair in drawn:
                continue
            printed, rope = bool(w["ladder"][zone][places[0]]), bool(s["rope"][zone][places[0]])
            if printed or rope:
                drawn.add(pair)
                x, y = margin + (c + (1 if dc else 0.5)) * cell, margin + (r + (1 if dr else 0.5)) * cell
                items.append(_ladder(x, y, bool(dc), LADDER if printed else ROPE, "ladder" if printed else "rope ladder"))
    return items


def _ladder(x: float, y: float, across: bool, colour: Colour, title: str) -> Group:
    """Return two rails and four rungs across the border at (x, y)."""
    shapes: list[Item] = []
    for side in (-9.0, 9.0):
        ends = (x - 20, y + side, x + 20, y + side) if across else (x + side, y - 20, x + side, y + 20)
        shapes.append(Line(*ends, colour, 4.0))
    for at in (-14.0, -5.0, 5.0, 14.0):
        ends = (x + at, y - 9, x + at, y + 9) if across else (x - 9, y + at, x + 9, y + at)
        shapes.append(Line(*ends, colour, 3.0))
    return Group(tuple(shapes), "ladder", title, "ladder")


def legend(dark: Colour) -> tuple[Fact, ...]:
    """Return lines of the legend."""
    return (
        Fact("rampart", "city wall, upper level", _FILLS[RAMPART]),
        Fact("ruin", "seen into from ramparts", _FILLS[RUIN]),
        Fact("defiled", "street where Siege cards place zombies", DEFILED),
        *(Sign(sign, word, piece.fill, tuple(piece.draw(0, 0, 1)), piece.width) for sign, word, piece in _SIGNS),
    )


def last_round(w: Any) -> tuple[int, str]:
    """Return the limit of rounds, 0: none, and how the game ends after it: an outcome."""
    return abs(w["max_rounds"]), "lost" if w["max_rounds"] < 0 else "truncated"


def facts(s: Any, spawns: str) -> tuple[Fact, ...]:
    """Return lines of the header."""
    return (
        Fact("Guards", f"{sum(s['guards'])} (escaped {int(s['guards_escaped'])}, dead {int(s['guards_dead'])})"),
        Fact("Artefacts", f"{sum(map(bool, s['aside']))} left"),
        Fact("Spawn tokens", str(int(s["n_tokens"]))),
    )


def badges(s: Any, i: int) -> list[Fact]:
    """Return what a survivor carries or has used, for the panel."""
    found = [Fact("", f"{int(s['ladders'][i])} rope ladder")] if s["ladders"][i] else []
    found += [Fact("", "Beacon")] if s["beacon_by"] == i else []
    found += [Fact("", f"{n} {_COLOURS[colour - 1]} token") for colour, n in sorted(Counter(s["keepsakes"][i]).items()) if colour]
    found += [Fact("", f"blessed: {BLESSINGS[s['blessing'][i] - 1].replace('_', ' ')}")] if s["blessing"][i] else []
    found += [Fact("", "Guard Action used")] if s["ordered"][i] else []
    return found
