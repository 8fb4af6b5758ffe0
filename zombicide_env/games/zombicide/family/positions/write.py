"""Write a position as the text of a conformance vector: the inverse of ``place``.

Information that vectors cannot express is dropped, and not all such cases are detected here: callers read the vector back and compare
(``conformance.export``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ....written import Written
from ...table.board import DOOR_LINKS, LINE, OPENING, WALL, Board, grid_board, with_levels
from ...table.codes import CLOSED, LEVELS, OPEN, RAMPART, RUIN, STREET, TOKEN_COLOURS
from ...table.quest_types import Quest
from ..edition import KINDS, SLOT_NAMES
from ..numbers import decisions as ASK
from ..numbers.layout import PACK
from ..words.describe import describe
from ..words.names import Names
from ..words.notation import acting, decision
from ..world.box import box, quests
from . import edition_parts
from .moves import joined
from .sights import alike

__all__ = ["script", "write"]

Array = np.ndarray[Any, Any]

_LABEL: Final = re.compile(r"(\d+)([A-Za-z])(\w*)")  # of quests; those of vectors start with a letter
_UNSAID: Final = ("round", "decks", "dice_left")  # vectors begin in round 1 with decks of their own
_SCRIPTS: Final = {"dice": "dice", "equipment": "equipment_cards", "zombies": "zombie_cards"}


def write(world: Array, state: Array, names: Names, board: Board, quest: Quest) -> list[Written]:
    """Return ways to write a position: none unless a survivor chooses an action of the turn, or the team the next survivor.

    Raises:
        ValueError: no vector can express it, with the reason.
    """
    w, s = world[0], state[0]
    actor = acting(state)
    if actor < 0 and decision(state)[0] != ASK.ACTIVATE:
        return []
    if quest not in quests():
        raise ValueError("vectors know the quests of the box only")
    if s["invisible"].any():
        raise ValueError("vectors cannot express Invisibility")
    labels = [_LABEL.sub(r"\2\1\3", zone) for zone in names.zones]
    said = replace(names, zones=tuple(labels))
    bare = state.copy()
    bare["hidden"] = 0  # the colours of all objectives are known
    told = describe(world, bare, said)
    expect = {key: value for key, value in told.items() if key not in _UNSAID}
    document = _document(w, s, said, told, board, quest)
    words = dict(zip(names.zones, labels, strict=True))
    done = [i for i in range(int(w["n_survivors"])) if s["acted"][i] and i != actor]
    if actor >= 0:
        survivors = _survivors(w, s, said, expect, [*done, actor], {actor: int(s["actions"][actor])})
        return [Written(document | {"survivors": survivors, "turn": names.survivors[actor]}, expect, words, joined=joined)]
    if not done:
        ring = list(document["players"].items())  # the End Phase passes the token
        turned = dict([*ring[-1:], *ring[:-1]])
        survivors = _survivors(w, s, said, expect, [], {})
        return [Written(document | {"survivors": survivors, "players": turned}, expect, words, ({"run": "end_phase"},), joined=joined)]
    return [
        Written(
            document | {"survivors": _survivors(w, s, said, expect, [*(i for i in done if i != last), last], {last: 0})}
            | {"turn": names.survivors[last]},
            expect,
            words,
            over=names.survivors[last],
            joined=joined,
        )
        for last in reversed(done)
        if s["alive"][last] and s["zone"][last] >= 0
    ]  # fmt: skip


def script(world: Array, chance: Iterable[str]) -> dict[str, list[Any]]:
    """Return the keys that script the results of chance of some steps.  Raises ValueError if none can."""
    found: dict[str, list[Any]] = {}
    for text in chance:
        what, *rest = text.split()
        if what == "shuffle":
            raise ValueError("a deck was shuffled on the way")
        if what in _SCRIPTS:
            told = [edition_parts.zombie_card(world[0], int(n)) for n in rest] if what == "zombies" else rest
            found.setdefault(_SCRIPTS[what], []).extend(map(int, told) if what == "dice" else told)
    return found


# ---- the document ----------------------------------------------------------------------------------------------------


def _document(w: Any, s: Any, names: Names, told: dict[str, Any], board: Board, quest: Quest) -> dict[str, Any]:
    """Return everything except the survivors and whose turn it is."""
    zones = names.zones
    laid = _board(w, s, names, told, board)
    own_keys = edition_parts.keys(w, s, names, told, laid)
    n = int(w["n_players"])
    ring = [(int(s["first_player"]) + p) % n for p in range(n)]
    here = [(name, int(w["player_of"][i])) for i, name in enumerate(names.survivors) if name in told["survivors"]]
    teams = {names.players[p]: [name for name, player in here if player == p] for p in ring}
    discard = [card for card, copies in told["discards"]["equipment"].items() for _ in range(copies)]
    pile = [edition_parts.zombie_card(w, int(card)) for card in s["zdiscard"][: s["zdiscard_n"]]]
    return {
        "quest": quest.number,
        "board": laid,
        "players": teams,
        **({"automatic": "actions"} if w["automatic"] else {}),
        **({"strict_all_survivors": True} if w["strict_all_survivors"] else {}),
        "zombies": _census(s, zones),
        "supply": {kind: int(s["supply"][k]) for k, kind in enumerate(KINDS)},
        "noise": {zone: int(s["noise"][z]) for z, zone in enumerate(zones) if s["noise"][z]},
        "decks": {"equipment": {"discard": discard}, "zombie": {"discard": pile}, **own_keys.pop("decks", {})},
        **{key: value for key, value in own_keys.items() if value},
    }


def _census(s: Any, zones: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return the zombies of zones by kind; Necromancers are in a separate list."""
    kinds = [k for k, kind in enumerate(KINDS) if kind != "necromancer"]
    found = {zone: {KINDS[k]: int(s["zombies"][z, k]) for k in kinds if s["zombies"][z, k]} for z, zone in enumerate(zones)}
    return {zone: census for zone, census in found.items() if census}


def _board(w: Any, s: Any, names: Names, told: dict[str, Any], board: Board) -> dict[str, Any]:
    zones = names.zones
    wide = max(map(len, zones))
    rows = (" ".join((zones[z] if z >= 0 else ".").ljust(wide) for z in row).rstrip() for row in board.grid)
    cells, links = "\n".join(rows) + "\n", _links(s, zones, board)
    vaults = {
        zones[vault.zone]: {
            "doors": [zones[z] for number in vault.doors for z in board.doors[number].zones if z != vault.zone],
            "colour": "yellow" if vault.colour == "yellow" else "violet",
        }
        for vault in board.vaults
    }
    ramparts, ruins = ([zone for z, zone in enumerate(zones) if board.kinds[z] == kind] for kind in (RAMPART, RUIN))
    ladders = [(zones[a], zones[b]) for a, b in sorted(board.ladders)]
    if not alike(w, s, names, with_levels(grid_board(cells, links, vaults), ramparts, ruins, ladders), board):
        raise ValueError("two zones of this board are joined at some of their sides only, and that matters for sight")
    found: dict[str, Any] = {"cells": cells, "links": links, "ramparts": ramparts, "ruins": ruins, "spawn": []}
    found["ladders"] = ["-".join(pair) for pair in ladders]
    for zone, colour in zip(s["token_zone"][: s["n_tokens"]], s["token_colour"], strict=False):
        found["spawn"].append(zones[zone] + (f":{TOKEN_COLOURS[colour]}" if TOKEN_COLOURS[colour] != "red" else ""))
    found["exit"] = [zone for z, zone in enumerate(zones) if w["exit_zone"][z]]
    found["objectives"] = {zone: colour for zone, colour in told["objectives"].items() if colour}
    found["vaults"] = vaults
    return {key: value for key, value in found.items() if value}


def _links(s: Any, zones: Sequence[str], board: Board) -> dict[str, str]:
    """Return the present links between touching zones, and between vaults and the zones at their doors."""
    found: dict[str, str] = {}
    for (first, second), borders in _touching(board).items():
        sides = [board.borders.get(border, WALL) for border in borders]
        kind = next((side for side in sides if side != WALL), WALL)
        name = f"{zones[first]}-{zones[second]}"
        if kind == WALL:
            if {board.kinds[first], board.kinds[second]} <= {STREET, RAMPART}:
                found[name] = "wall"
        elif kind == OPENING:
            found[name] = "passage"
        elif kind != LINE:
            found[name] = _door(int(s["door"][kind]), board.doors[kind].key)
    for vault in board.vaults:
        for number in vault.doors:
            (other,) = (z for z in board.doors[number].zones if z != vault.zone)
            found[f"{zones[other]}-{zones[vault.zone]}"] = _door(int(s["door"][number]), board.doors[number].key)
    return found


def _door(state: int, key: int) -> str:
    """Return the link for a door in that state."""
    if state in (OPEN, CLOSED):
        return "open door" if state == OPEN else "closed door"
    return next(word for word, (start, needed, _) in DOOR_LINKS.items() if (start, needed) == (state, key))


def _touching(board: Board) -> dict[tuple[int, int], list[Any]]:
    """Return pairs of touching zones with their common borders."""
    found: dict[tuple[int, int], list[Any]] = {}
    for r, row in enumerate(board.grid):
        for c, zone in enumerate(row):
            for cell in ((r, c + 1), (r + 1, c)):
                other = board.zone_at(cell)
                if zone >= 0 and other >= 0 and zone != other:
                    found.setdefault((min(zone, other), max(zone, other)), []).append(((r, c), cell))
    return found


# ---- survivors -------------------------------------------------------------------------------------------------------


def _survivors(
    w: Any, s: Any, names: Names, told: dict[str, Any], first: Sequence[int], actions: dict[int, int]
) -> dict[str, dict[str, Any]]:
    """Return the survivors, those of ``first`` in this order, then the others; ``told`` is the result of ``describe``."""
    order = [*first, *(i for i, name in enumerate(names.survivors) if i not in first and name in told["survivors"])]
    found = {}
    for i in order:
        name = names.survivors[i]
        found[name] = _survivor(s, i, name, told["survivors"][name]) | ({"actions": actions[i]} if i in actions else {})
    return found


def _survivor(s: Any, i: int, name: str, told: dict[str, Any]) -> dict[str, Any]:
    if not told["alive"]:
        return {"alive": False, "xp": told["xp"]}
    sheet = box().sheet(name)
    known = Counter(sheet.blue if sheet else ()) + Counter(["plus_1_action"] if told["danger"] != LEVELS[0] else [])
    pack = [slot for slot in range(PACK, len(SLOT_NAMES)) if s["inv"][i, slot]]  # a vector lists the cards without the gaps
    called = {slot: SLOT_NAMES[PACK + pack.index(slot) if slot in pack else slot] for slot in [*range(PACK), *pack]}
    found = {key: told[key] for key in (*SLOT_NAMES[:PACK], "pack", "xp", "wounds", *edition_parts.SURVIVOR) if told.get(key)}
    unloaded = [name for slot, name in called.items() if SLOT_NAMES[slot] in told["unloaded"]]
    skills = list((Counter(told["skills"]) - known).elements())
    return {"zone": told["zone"], **found, **({"unloaded": unloaded} if unloaded else {}), **({"skills": skills} if skills else {})}
