"""What the dice of attacks, doors and armour promise: an action is tried on a copy of the position, and its dice are counted."""

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
    """Whether an action of the block may roll dice for an attack, a door or armour."""
    return block.startswith(_ROLLED)


def chances(before: Array, after: Array, events: Sequence[Event]) -> Odds | None:
    """The chances of an action.

    Args:
        before: the position, shape (1,).
        after: what it became when the action was tried, with any dice.
        events: what the trial told.  None of its faces is looked at.

    Returns:
        None where no dice are rolled at once.
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
    """The events before anything is rolled again."""
    again = next((at for at, event in enumerate(events) if event.kind == "reroll"), len(events))
    return events[:again]


def _need(need: int, bonus: int) -> int:
    """The lowest face that succeeds."""
    faces = [face for face in range(1, FACES + 1) if min(FACES, face + bonus) >= need and not (NATURAL_1 and face == 1)]
    return min(faces, default=FACES + 1)


def _free(s: Any, by: int, combat: int, zone: int) -> bool:
    """Whether the attacker chooses his targets (BP-13.10): as ``rules.combat.free_targets``."""
    skill = s["skill"][by]
    return bool(combat == MELEE or skill[SK.MARKSMAN] or (skill[SK.POINT_BLANK] and int(s["zone"][by]) == zone))


def _kills(crowd: Sequence[int], damage: int, free: bool, hits: int) -> int:
    """Zombies that die of so many hits: in the order of the targets, if the attacker is not free, who is too tough shields the rest."""
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
