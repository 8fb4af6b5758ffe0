"""What Apocalypse has on its agenda beside what all editions have."""

from __future__ import annotations

from typing import Final

from . import cars, doors, fuel, hits, master, objectives, paths, plays, routes, search, spawn, tasks_done, wounds, zombies

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
    *objectives.ROWS,
)
