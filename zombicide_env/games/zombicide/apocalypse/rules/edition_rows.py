"""Apocalypse's own rows: agenda frames and actions of a turn."""

from __future__ import annotations

from typing import Final

from . import (
    car_search,
    cars,
    destruction,
    doors,
    exits,
    fuel,
    hits,
    master,
    master_cards,
    medic,
    objectives,
    paths,
    plays,
    routes,
    search,
    spawn,
    stowing,
    tasks_done,
    wounds,
    zombies,
)

ROWS: Final = (
    *doors.ROWS,
    *hits.ROWS,
    *wounds.ROWS,
    *search.ROWS,
    *tasks_done.ROWS,
    *cars.ROWS,
    *fuel.ROWS,
    *zombies.ROWS,
    *paths.ROWS,
    *routes.ROWS,
    *spawn.ROWS,
    *master.ROWS,
    *plays.ROWS,
    *master_cards.ROWS,
    *objectives.ROWS,
)
ACTIONS: Final = (
    *doors.ACTIONS,
    *destruction.ACTIONS,
    *cars.ACTIONS,
    *car_search.ACTIONS,
    *stowing.ACTIONS,
    *fuel.ACTIONS,
    *tasks_done.ACTIONS,
    *medic.ACTIONS,
    *exits.ACTIONS,
)
