"""Targets of an action: tags of the scene's items, for user interfaces with clicks on the board."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..edition import KINDS
from ..numbers.actions import ACTIONS
from ..numbers.layout import PACK, D
from ..rules.table import TABLE
from .notation import asked_by, decision

__all__ = ["targets"]

Array = np.ndarray[Any, Any]

_HANDS: Final = ("attack_left", "attack_right", "attack_body")
#: Actions without arguments that refer to the actor's zone.
_HERE: Final = ("search", "noise", "take", "take_artefact", "exit", "stay")


def targets(world: Array, state: Array, action: int) -> tuple[str, ...]:
    """Return tags of what a legal action is about, the most important first.

    They read ``zone:3``, ``door:2``, ``survivor:0``, ``slot:0:3``, ``zombie:3:walker``.
    ``world`` and ``state`` are structured arrays of shape (1,).  A card that moves from one place to another has two tags,
    the source first.
    """
    w, s = world[0], state[0]
    code, actor = decision(state)
    block, args = ACTIONS.decode(action)
    name = block.name
    here = int(s["zone"][actor])
    if not args:
        return (f"zone:{here}",) if name in _HERE else ()
    if name == "choose" and name not in asked_by(code):
        return ()  # the number of a zone skill
    kind, first = block.args[0][0], args[0]
    if kind == "zone":
        return (f"zone:{first}", *([f"slot:{actor}:{_HANDS.index(name)}"] if name in _HANDS else []))
    if kind == "neighbour":
        zone = here if first == D else int(w["neighbour"][here, first])
        return (*_door(w, name, here, zone), f"zone:{zone}")
    if kind == "survivor":
        return (f"survivor:{first}",)
    if kind == "kind":
        frame = s["stack"][s["depth"] - 1]
        return (f"zombie:{int(s['atk_zone'][frame[2]])}:{KINDS[first]}",) if name in ("hit", "reap") else ()
    if kind == "slot":
        return (*_slots(s, name, actor, args), *([f"zone:{here}"] if name == "melee" else []))
    return ()


def _door(w: Any, name: str, here: int, zone: int) -> list[str]:
    if not name.startswith("open_") and name != "close":
        return []
    pair = {here, zone}
    return [f"door:{door}" for door in range(w["n_doors"]) if set(w["door_zone"][door].tolist()) == pair]


def _slots(s: Any, name: str, actor: int, args: tuple[int, ...]) -> tuple[str, ...]:
    first = args[0] + PACK if name == "ready" else args[0]
    if len(args) == 1:
        return (f"slot:{actor}:{first}",)
    frame = s["stack"][s["depth"] - 1]
    place = TABLE.places[int(frame[0])].get("partner")
    partner = int(frame[place]) if place else actor
    giver, taker = {"give": (actor, partner), "receive": (partner, actor)}.get(name, (actor, actor))
    return f"slot:{giver}:{first}", f"slot:{taker}:{args[1]}"
