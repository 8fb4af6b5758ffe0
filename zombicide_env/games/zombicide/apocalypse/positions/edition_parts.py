"""Apocalypse's parts of a written position: cars, fuel, bombs, the Zombie Master's cards, manholes, marks of the mission."""

from __future__ import annotations

from typing import Any, Final

from ..numbers.cars import SEAT_NAMES
from ..words.names import Names
from ..world.extra import zombie_card_ids

__all__ = ["SURVIVOR", "keys", "zombie_card"]

#: Keys of survivors in addition to the family's, as in ``describe``.
SURVIVOR: Final[tuple[str, ...]] = ("searched", "minimissions")
_BUNKER: Final = (8, "A01")  # the mission with a bunker, and its zone


def keys(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return keys in addition to the family's; those of the board are added to ``board``; ``told`` is the result of ``describe``."""
    zones = names.zones
    tiles = range(int(w["n_tiles"]))
    board["manholes"] = {
        zones[w["manhole"][t]]: [zone for z, zone in enumerate(zones) if w["tile"][z] == t] for t in tiles if w["manhole"][t] >= 0
    }
    marks: dict[str, Any] = {
        "no_search": [zone for z, zone in enumerate(zones) if w["no_search"][z]],
        "zombie_exits": [zone for z, zone in enumerate(zones) if w["way_out"][z]],
        "permanent_noise": {zone: int(w["steady_noise"][z]) for z, zone in enumerate(zones) if w["steady_noise"][z]},
        "bunker": [_BUNKER[1]] if w["quest"] == _BUNKER[0] else [],
    }
    board["marks"] = {key: value for key, value in marks.items() if value}
    cars = {
        name: {key: value for key, value in car.items() if value not in (None, False, []) and key in ("kind", "zone", "started", "searched",
        "supplies", *SEAT_NAMES)}
        for name, car in told["cars"].items()
    }  # fmt: skip
    players = len(names.players)
    ring = [(int(s["first_player"]) + p) % players for p in range(players)]
    joined = [(name, int(s["owner"][i])) for i, name in enumerate(names.survivors) if name in told["survivors"]]
    return {
        "round": told["round"],
        "players": {names.players[p]: [name for name, owner in joined if owner == p] for p in ring},  # including recruits (AP-26.M9)
        "first_player": told["first_player"],
        "cars": cars,
        "tokens": {zone: lying for zone, lying in told["tokens"].items() if lying},
        "fire_timers": told["fire_timers"],
        "bombs": told["bombs"],
        "zm": {key: told["zm"][key] for key in ("hand", "discard", "active") if told["zm"][key]},
        "piles": told["piles"],
        "recruits": [name for i, name in enumerate(names.survivors) if s["waiting"][i]],
    }


def zombie_card(w: Any, number: int) -> str:
    """Return the name of a zombie card in vectors."""
    return next(name for name, numbers in zombie_card_ids().items() if number in numbers)
