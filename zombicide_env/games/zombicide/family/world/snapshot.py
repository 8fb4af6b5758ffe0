"""Write a position as a quest file: current board, doors, tokens and zombies; survivors in their zones, unwounded and with new cards.

What a quest file cannot express is left out: cards, wounds, experience, noise, Dragon Bile and the order of the decks.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import yaml

from zombicide_env.games.source import ContentError, Source

from ...table.board import Board
from ...table.codes import CLOSED, COLOURS, LOCKED
from ...table.generate import PREFIX, parse_spec
from ...table.quest_types import Quest
from ..edition import KINDS
from .box import box, read_quest
from .content import content_file
from .generate import generate

__all__ = ["snapshot"]

Document = dict[str, Any]


def snapshot(quest: Quest, name: str, board: Board, state: np.ndarray[Any, Any]) -> str:
    """Return the text of a quest file that begins with this position.

    Args:
        quest: quest of the game.
        name: name by which it was requested.
        board: board of the quest.
        state: shape (1,).

    Raises:
        ValueError: no quest can begin so, with the reason.
    """
    s: Any = state[0]
    document: Document = yaml.safe_load(_text(quest, name))
    zones = board.zones
    document |= {"id": f"{quest.id}_round_{int(s['round'])}", "title": f"{quest.title}, round {int(s['round'])}", "aliases": []}
    document.pop("number", None)
    standing = [i for i in range(len(s["alive"])) if s["alive"][i] and s["zone"][i] >= 0]
    if not standing:
        raise ValueError("nobody is left to begin with")
    if any("number" in entry for entry in document.get("spawn_zones", [])):
        raise ValueError("quests of this edition begin with Beacon, Guards and Defiled zones as their file has them, not a position")
    if "necromancer" in KINDS and s["zombies"][:, KINDS.index("necromancer")].any():
        raise ValueError("no quest can begin with a Necromancer on the board")
    document["survivors"] = {"min": 1, "max": None}
    document["start"] = [zones[z] for z in dict.fromkeys(int(s["zone"][i]) for i in standing)]
    _doors(document, s)
    _objectives(document, s, zones)
    _spawns(document, s, zones)
    setup = document.setdefault("setup", {})
    setup["zombies"] = [
        {"zone": zones[z], "at": _cell(board, z), "kind": kind, "count": int(s["zombies"][z, k])}
        for z in range(len(zones))
        for k, kind in enumerate(KINDS)
        if s["zombies"][z, k]
    ]
    document["notes"] = [
        {"about": "start", "confidence": "high", "text": f"A position of {quest.title}: who plays begins again from there."}
    ]
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=130, default_flow_style=None)
    try:
        read_quest(Source("the position", text))
    except ContentError as error:
        raise ValueError(f"no quest can begin as it stands here: {error.reason}") from error
    return text


def _text(quest: Quest, name: str) -> str:
    """Return the text of the quest file."""
    if name.startswith(PREFIX):
        return generate(parse_spec(name), box().tiles)
    own = name.endswith((".yaml", ".yml"))
    return (Source.at(name) if own else content_file(quest.source.partition("/content/")[2])).text


def _cell(board: Board, zone: int) -> list[int]:
    return next([row, col] for row, line in enumerate(board.grid) for col, other in enumerate(line) if other == zone)


def _doors(document: Document, s: Any) -> None:
    """Keep locked doors locked, with the rule that unlocks them; write the present state of the others."""
    locked = set()
    for number, door in enumerate(document.get("doors", [])):
        now = int(s["door"][number])
        if now == LOCKED:
            locked.add(door["id"])
        else:
            door |= {"state": "closed" if now == CLOSED else "open", "locked_until": None}
    for rule in document.get("rules", []):
        if "unlocks_doors" in rule:
            rule["unlocks_doors"] = [number for number in rule["unlocks_doors"] if number in locked]
    document["rules"] = [rule for rule in document.get("rules", []) if rule.get("unlocks_doors", True)]


def _objectives(document: Document, s: Any, zones: tuple[str, ...]) -> None:
    """Keep the remaining objectives; of face-down ones only the number of each colour."""
    hidden: Counter[str] = Counter()
    left = []
    for entry in document.get("objectives", []):
        z = zones.index(entry["zone"])
        if s["objective"][z]:
            colour = COLOURS[int(s["objective"][z])]
            if entry.get("shuffled") and s["hidden"][z]:
                hidden[colour] += 1
            else:
                entry |= {"shuffled": False, "colour": colour}
            left.append(entry)
    document["objectives"] = left
    setup = document.setdefault("setup", {})
    setup.pop("objectives", None)
    if hidden:
        setup["objectives"] = {"shuffled_tokens": dict(hidden)}


def _spawns(document: Document, s: Any, zones: tuple[str, ...]) -> None:
    tokens = range(int(s["n_tokens"]))
    there = Counter(zones[int(s["token_zone"][t])] for t in tokens)
    active = {zones[int(s["token_zone"][t])] for t in tokens if s["token_active"][t]}
    entries = [entry for entry in document.get("spawn_zones", []) if there[entry["zone"]]]
    if set(there) - {entry["zone"] for entry in entries}:
        raise ValueError("no quest can begin with the spawn token of a Necromancer")
    for number, entry in enumerate(entries):
        entry |= {"order": number + 1, "tokens": there[entry["zone"]], "active": entry["zone"] in active}
        if entry["active"]:
            entry["active_from"] = None
    document["spawn_zones"] = entries
    if entries and "first_spawn" in document:
        document["first_spawn"] = entries[0]["zone"]
