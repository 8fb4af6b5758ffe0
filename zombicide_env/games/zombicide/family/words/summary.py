"""Summary of a position for readers without a board: zones with their ways, the team, goals, the decision; no empty entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zombicide_env.core.scene import Goal
from zombicide_env.games.prompts import compact, plain

from ...table.codes import ZONE_KINDS
from ..numbers import decisions as ASK
from .names import Names
from .notation import decision

Array = np.ndarray[Any, Any]

_DOORS: Final = ("", " (closed door)", " (locked door)")
_SAID_TWICE: Final = ("noise", "spawn_order", "supply", "discards", "doors")  # noise_total, spawn and the ways say it, or it says little


def summary(world: Array, state: Array, described: dict[str, Any], names: Names, goals: Sequence[Goal]) -> dict[str, Any]:
    """Return the dictionary.  ``described`` is the result of ``describe``; its per-zone entries are moved to the line of the zone."""
    by_zone = {key: value for key, value in described.items() if isinstance(value, dict) and tuple(value) == names.zones}
    rest = {key: value for key, value in described.items() if key not in by_zone and key not in _SAID_TWICE}
    team = rest.pop("survivors")
    code, actor = decision(state)
    zones = {}
    for z, zone in enumerate(names.zones):
        told = {key: value[zone] for key, value in by_zone.items() if key not in _SAID_TWICE}
        facts = [f"{key} {plain(value)}" for key, value in compact(told).items()]
        zones[zone] = "; ".join([ZONE_KINDS[world["zone_kind"][0, z]], f"ways to {', '.join(_ways(world, state, names, z))}", *facts])
    return {
        "goals": [f"{goal.text}{' (done)' if goal.done else ''}" for goal in goals],
        **compact(rest),
        "zones": zones,
        "survivors": {name: compact(about) for name, about in team.items()},
        **({"decides": names.seats[actor], "decision": ASK.NAMES[code - ASK.FIRST]} if code else {}),
    }


def _ways(world: Array, state: Array, names: Names, z: int) -> list[str]:
    """Return neighbours, with the doors between."""
    w, s = world[0], state[0]
    ways = []
    for n in range(int(w["degree"][z])):
        door = int(w["link_door"][z, n])
        ways.append(names.zones[w["neighbour"][z, n]] + (_DOORS[s["door"][door]] if door >= 0 else ""))
    return ways
