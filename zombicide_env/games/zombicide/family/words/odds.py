"""Probabilities of attacks, doors and armour: an action is tried on a copy of the position, and its dice are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zombicide_env.core.events import Event
from zombicide_env.core.odds import FACES, Odds, odds

from ...table.codes import MELEE
from ..edition import KINDS, NATURAL_1, PRIORITY, TOUGHNESS
from ..numbers import skills as SK

__all__ = ["chances", "rolls"]

Array = np.ndarray[Any, Any]

_ROLLED: Final = ("melee", "attack_", "strike_", "improvised_", "twice", "open_", "armour_")


def rolls(block: str) -> bool:
    """Return whether an action of the block may roll dice for an attack, a door or armour."""
    return block.startswith(_ROLLED)


def chances(before: Array, after: Array, events: Sequence[Event]) -> Odds | None:
    """Return the probabilities of an action.

    Args:
        before: the position, shape (1,).
        after: the position after the action was tried, with any dice.
        events: events of the trial.  The faces of their dice are ignored.

    Returns:
        None if the action does not roll dice immediately.
    """
    dice = [event.values for event in _first(events) if event.kind == "die"]
    if not dice:
        return odds(0, 0) if any(event.kind == "open" for event in events) else None
    need = _need(dice[0]["need"], dice[0]["bonus"])
    if not any(event.kind == "attack" for event in events):
        return odds(len(dice), need)
    s = after[0]
    zone = int(s["atk_zone"][0])
    by, combat, damage = int(s["atk_by"]), int(s["atk_type"]), int(s["atk_damage"])
    free = _free(before[0], by, combat, zone)
    crowd = before[0]["zombies"][zone].tolist()
    beside = any(i != by and before[0]["alive"][i] and before[0]["zone"][i] == zone for i in range(len(before[0]["alive"])))
    harmless = free or not beside or bool(before[0]["skill"][by, SK.STEADY_HAND])
    return odds(
        int(s["atk_dice"][0]),
        need,
        kills=lambda hits: _kills(crowd, damage, free, hits),
        harm=None if harmless else lambda misses: misses * damage,
    )


def _first(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events before any reroll."""
    again = next((at for at, event in enumerate(events) if event.kind == "reroll"), len(events))
    return events[:again]


def _need(need: int, bonus: int) -> int:
    """Return the lowest face that succeeds."""
    faces = [face for face in range(1, FACES + 1) if min(FACES, face + bonus) >= need and not (NATURAL_1 and face == 1)]
    return min(faces, default=FACES + 1)


def _free(s: Any, by: int, combat: int, zone: int) -> bool:
    """Return whether the attacker chooses targets freely (BP-13.10), as ``rules.combat.free_targets``."""
    skill = s["skill"][by]
    return bool(combat == MELEE or skill[SK.MARKSMAN] or (skill[SK.POINT_BLANK] and int(s["zone"][by]) == zone))


def _kills(crowd: Sequence[int], damage: int, free: bool, hits: int) -> int:
    """Return the number of zombies killed by ``hits`` hits.

    If the attacker is not free, hits follow the targeting order, and a zombie that is too tough absorbs the rest.
    """
    left = list(crowd)
    killed = 0
    for _ in range(hits):
        here = [kind for kind in range(len(KINDS)) if left[kind]]
        first = min((PRIORITY[kind] for kind in here), default=0)
        mortal = [kind for kind in here if TOUGHNESS[kind] <= damage and (free or PRIORITY[kind] == first)]
        if not mortal:
            break
        left[mortal[0]] -= 1
        killed += 1
    return killed
