"""Black Plague's own rows: agenda frames and actions of a turn."""

from __future__ import annotations

from typing import Final

from . import armour, doors, fire, friendly_fire, magic, necromancer, objectives, paths, removals, spawn, vaults, zombies

ROWS: Final = (
    *doors.ROWS,
    *friendly_fire.ROWS,
    *armour.ROWS,
    *fire.ROWS,
    *zombies.ROWS,
    *paths.ROWS,
    *spawn.ROWS,
    *necromancer.ROWS,
    *removals.ROWS,
    *objectives.ROWS,
    *magic.ROWS,
)
ACTIONS: Final = (*doors.ACTIONS, *fire.ACTIONS, *vaults.ACTIONS, *magic.ACTIONS)
