"""White Death's own rows: agenda frames and actions of a turn."""

from __future__ import annotations

from typing import Final

from . import (
    armour,
    artefacts,
    attacks,
    born_leader,
    combat,
    free_moves,
    friendly_fire,
    gear,
    guards,
    held_attack,
    hold_your_nose,
    improvised,
    magic,
    orders,
    placing,
    prey,
    quests,
    routes,
    search,
    siege,
    spawn,
    striking_back,
    ultra,
    zombies,
)

ROWS: Final = (
    *born_leader.ROWS,
    *orders.ROWS,
    *magic.ROWS,
    *combat.ROWS,
    *hold_your_nose.ROWS,
    *held_attack.ROWS,
    *friendly_fire.ROWS,
    *armour.ROWS,
    *guards.ROWS,
    *zombies.ROWS,
    *prey.ROWS,
    *routes.ROWS,
    *spawn.ROWS,
    *placing.ROWS,
    *siege.ROWS,
    *striking_back.ROWS,
    *free_moves.ROWS,
    *quests.ROWS,
    *ultra.ROWS,
)
ACTIONS: Final = (
    *attacks.ACTIONS,
    *magic.ACTIONS,
    *orders.ACTIONS,
    *gear.ACTIONS,
    *quests.ACTIONS,
    *artefacts.ACTIONS,
    *improvised.ACTIONS,
    *search.ACTIONS,
)
