"""Reasons why a survivor cannot take an action now; their texts are in ``explanations.yaml``, part ``reason``.

Only reasons named by the rules are given.  If there are several, the first one that the survivor could change is given.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...table.codes import CLOSED, LOCKED, MELEE, ROOM, VAULT
from ..edition import DOORS_OPEN
from ..numbers import skills as SK
from ..numbers.actions import ACTIONS
from ..numbers.layout import PACK
from .notation import acting

__all__ = ["impossible"]

Array = np.ndarray[Any, Any]

#: Verb -> words of the notation of its actions (of ``use <skill>``, the skill).
_WORDS: Final = {
    "move": ("move",),
    "search": ("search", "safe_search", "search_car"),
    "open": ("open",),
    "melee": ("melee", "improvised_weapon_melee"),
    "shoot": ("shoot", "cast", "improvised_weapon_ranged"),
    "take": ("take",),
    "trade": ("trade",),
}


def impossible(world: Array, state: Array, mask: Array) -> dict[str, str]:
    """Return verb -> reason, for everything that the survivor in turn cannot do; {} in other decisions."""
    actor = acting(state)
    if actor < 0:
        return {}
    known = {word for block in ACTIONS.blocks for word in _words(block.text)}
    legal = {word for action in np.flatnonzero(mask) for word in _words(ACTIONS.decode(int(action))[0].text)}
    w, s = world[0], state[0]
    told = {}
    for verb, words in _WORDS.items():
        if known.intersection(words) and not legal.intersection(words) and (reason := _REASONS[verb](w, s, actor)):
            told[verb] = reason
    return told


def _words(notation: str) -> list[str]:
    """Return the verbs of an action's notation: ``shoot|cast <zone>`` shoot and cast, ``use safe_search`` safe_search."""
    return notation.removeprefix("use ").split()[0].split("|")


def _move(w: Any, s: Any, i: int) -> str:
    crowd = int(s["crowd"][s["zone"][i]])
    if s["actions"][i] <= 0:
        return "no_actions"
    return "zombies_hold" if crowd >= s["actions"][i] else "no_way"


def _search(w: Any, s: Any, i: int) -> str:
    here = s["zone"][i]
    if w["zone_kind"][here] != ROOM and not s["skill"][i, SK.SCAVENGER]:
        return "not_in_vault" if w["zone_kind"][here] == VAULT else "not_in_street"
    if s["crowd"][here]:
        return "zombies_here"
    return "searched" if s["searched"][i] else "no_actions" if s["actions"][i] <= 0 else ""


def _open(w: Any, s: Any, i: int) -> str:
    here = s["zone"][i]
    doors = [int(door) for door in w["link_door"][here][: w["degree"][here]] if door >= 0]
    states = {int(s["door"][door]) for door in doors}
    if not DOORS_OPEN:
        return ""
    if CLOSED in states:
        return "no_actions" if s["actions"][i] <= 0 else "no_tool"
    return "locked" if LOCKED in states else "no_door"


def _cards(w: Any, s: Any, i: int) -> list[int]:
    """Return the copies in the survivor's hands and on the body."""
    return [int(copy) for copy in s["inv"][i][:PACK] if copy]


def _melee(w: Any, s: Any, i: int) -> str:
    if not s["crowd"][s["zone"][i]]:
        return "no_zombie_here"
    if not any(w["melee_dice"][w["copy_card"][copy]] for copy in _cards(w, s, i)):
        return "no_melee_weapon"
    return "no_actions" if s["actions"][i] <= 0 else ""


def _shoot(w: Any, s: Any, i: int) -> str:
    shots = [copy for copy in _cards(w, s, i) if w["shot"][w["copy_card"][copy]] not in (0, MELEE)]
    if not shots:
        return "no_ranged_weapon"
    if s["actions"][i] <= 0:
        return "no_actions"
    return "unloaded" if all(s["unloaded"][copy] for copy in shots) else "no_target"


def _take(w: Any, s: Any, i: int) -> str:
    if not s["objective"][s["zone"][i]]:
        return "no_objective"
    return "no_actions" if s["actions"][i] <= 0 else "not_yet"


def _trade(w: Any, s: Any, i: int) -> str:
    here = s["zone"][i]
    beside = [j for j in range(int(w["n_survivors"])) if j != i and s["alive"][j] and s["zone"][j] == here]
    return "alone" if not beside else "no_actions" if s["actions"][i] <= 0 else "nothing_to_trade"


_REASONS: Final = {
    "move": _move,
    "search": _search,
    "open": _open,
    "melee": _melee,
    "shoot": _shoot,
    "take": _take,
    "trade": _trade,
}
