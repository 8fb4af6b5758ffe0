"""What White Death has on its agenda beside what all editions have."""

from __future__ import annotations

from typing import Final

from . import (
    armour,
    combat,
    free_moves,
    friendly_fire,
    guards,
    held_attack,
    lending,
    magic,
    noses,
    orders,
    placing,
    quests,
    reflexes,
    routes,
    siege,
    spawn,
    striking_back,
    ultra,
    zombies,
)

ROWS: Final = (
    *lending.ROWS,
    *orders.ROWS,
    *magic.ROWS,
    *combat.ROWS,
    *noses.ROWS,
    *held_attack.ROWS,
    *friendly_fire.ROWS,
    *armour.ROWS,
    *guards.ROWS,
    *zombies.ROWS,
    *routes.ROWS,
    *spawn.ROWS,
    *placing.ROWS,
    *siege.ROWS,
    *reflexes.ROWS,
    *striking_back.ROWS,
    *free_moves.ROWS,
    *quests.ROWS,
    *ultra.ROWS,
)
