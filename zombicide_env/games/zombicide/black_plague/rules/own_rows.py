"""What Black Plague has on its agenda beside what all editions have."""

from __future__ import annotations

from typing import Final

from . import armour, doors, fire, friendly_fire, magic, necromancer, objectives, paths, removals, spawn, zombies

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
