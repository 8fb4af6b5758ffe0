"""Possible moves of survivors, and free moves out of turn (WD-6, WD-24)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.table import Survivor, Table


def reach(table: Table, one: Survivor, most: int) -> dict[str, int]:
    """Zones that a move of the given number of zones may end in, with its steps (WD-6.6)."""
    climber, slippery = bool(table.has(one, "climber")), bool(table.has(one, "slippery"))
    found = {one.here: 0}
    edge = [one.here]
    for step in range(1, most + 1):
        open_zones = [zone for zone in edge if zone == one.here or slippery or not table.crowd(zone)]
        edge = [
            there
            for zone in open_zones
            for there in table.board.touching(zone)
            if there not in found and table.board.walks(zone, there, climber=climber)
        ]
        found |= dict.fromkeys(edge, step)
    return {zone: step for zone, step in found.items() if step}


def span(table: Table, one: Survivor) -> int:
    return 1 + table.has(one, "plus_1_zone_per_move")


def reflex_move(table: Table, one: Survivor) -> Play[None]:
    """A free move without surcharge: Sidestep, Hit & Run out of turn."""
    ways = reach(table, one, span(table, one))
    answer = yield from table.ask(one.name, ["stay", *(f"move {zone}" for zone in ways)], partial(str, "stay"))
    if answer != "stay":
        one.zone = answer.removeprefix("move ")
        test_end(table)
