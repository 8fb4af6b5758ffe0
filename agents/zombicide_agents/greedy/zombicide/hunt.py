"""Necromancers: where they run to, and who can stop them (BP-17).

Each escape leaves a spawn token behind; at the limit the next one loses the game (BP-17.9).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zombicide_env.games.zombicide.table.codes import FAR

from .board import LOCK_COST
from .view import View

#: Steps that a survivor goes in a round to meet a Necromancer.
_STRIDE: Final = 3
#: Rounds until he is met: a Necromancer so near is worth the trouble at any time.
_LATE: Final = 1


class Hunt(NamedTuple):
    """One Necromancer to be stopped."""

    meet: int  # zone in which the team should meet him
    hunters: list[int]
    urgent: bool  # his escape would lose the game


def hunts(view: View, wanted: bool) -> list[Hunt]:
    """Who goes for the Necromancers on the board; ``wanted``: the quest asks for a dead one."""
    s = view.s
    count = int(s["n_necros"])
    if not count or not view.team:
        return []
    spare = view.board.token_limit - int(s["n_tokens"])
    found: list[Hunt] = []
    for k in range(count):
        way = _way(view, int(s["necro_zone"][k]), int(s["necro_entry"][k]))
        meeting = _meeting(view, way)
        if meeting is None:
            continue
        zone, late, order = meeting
        urgent = spare <= 0
        number = len(order) if urgent else 3 if wanted or spare <= 1 else 2
        if urgent or wanted or spare <= 1 or late <= _LATE:
            found.append(Hunt(zone, order[:number], urgent))
    return found


def _way(view: View, zone: int, entry: int) -> list[int]:
    """Zones through which he will come, his own first, up to the one by which he escapes (BP-17.5)."""
    exits = [z for z in view.spawn_zones() if z != entry] or [entry]
    steps = view.board.steps(zone, view.doors)
    goal = min(exits, key=lambda z: (steps[z], z), default=zone)
    if steps[goal] >= FAR:
        return [zone]
    back = view.board.steps(goal, view.doors)
    way = [zone]
    while way[-1] != goal:
        way.append(min(view.open_links(way[-1]), key=lambda z: (back[z], z)))
    return way


def _meeting(view: View, way: list[int]) -> tuple[int, int, list[int]] | None:
    """First zone of his way that survivors reach in time: zone, rounds until then, survivors by distance."""
    for late, zone in enumerate(way):
        field = view.board.field(zone, view.doors)
        order = sorted((i for i in view.team if field[view.zone[i]] < LOCK_COST), key=lambda i: (field[view.zone[i]], i))
        if order and field[view.zone[order[0]]] <= _STRIDE * (late + 1):
            return zone, late, order
    return None
