"""Special rules of missions in the WORLD record: the part ``special`` of the files (AP-26c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ...table.board import Board
from ...table.codes import COLOURS, RED
from ...table.quest_types import Quest
from ..numbers.cars import BY_FOOT, CAR_KINDS, CARS, EXITS
from .content import content_file
from .rows import rows

if TYPE_CHECKING:
    from .cards import World

KEYS: Final = (
    *("objective_xp", "zombie_cards", "deck_top", "zombie_master_cards", "driving", "exit_by", "no_search", "stow", "twin_doors"),
    *("permanent_noise", "zombie_exits", "escapes_lose", "neutralise", "recruits", "medicine", "cars", "manholes"),
)
GOODS_NAMES: Final = ("canned_food", "rice", "water")
OBJECTIVE_XP: Final = 5
ROUNDS: Final = 30  # AP-3.R2
ENOUGH: Final = (4, 5, 6)  # survivors who have to leave in mission 9, by players


def lay_rules(world: World, special: Mapping[str, Any]) -> None:
    """Fill in rules that do not refer to zones."""
    w = world[0]
    for key, field in (("driving", "driving"), ("stow", "stowing"), ("twin_doors", "twin_doors"), ("neutralise", "neutralise")):
        w[field] = bool(special.get(key, False))
    w["recruits"] = bool(special.get("recruits", False))
    w["objective_xp"] = special.get("objective_xp", OBJECTIVE_XP)
    w["escapes_lose"] = special.get("escapes_lose", 0)
    w["exit_by"] = EXITS.index(special["exit_by"]) if "exit_by" in special else BY_FOOT


def lay_mission(world: World, quest: Quest, board: Board) -> None:
    """Fill in everything of a mission on its own board except cards."""
    special = quest.special
    lay_rules(world, special)
    w = world[0]
    for field, key in (("no_search", "no_search"), ("way_out", "zombie_exits"), ("medicine", "medicine")):
        for label in special.get(key, ()):
            w[field][board.index(label)] = 1
    for label in special.get("medicine", ()):
        w["objective"][board.index(label)] = RED
    for label, number in special.get("permanent_noise", {}).items():
        w["steady_noise"][board.index(label)] = number
    for number, car in enumerate(special.get("cars", ())):
        add_car(world, car["kind"], board.index(car["zone"]))
        assert number < CARS
    lay_manholes(
        world, [(board.index(hole["zone"]), [board.index(label) for label in hole["tile"]]) for hole in special.get("manholes", ())]
    )


def lay_manholes(world: World, tiles: list[tuple[int, list[int]]]) -> None:
    """Fill in the manhole of each tile and the tile's zones, in tile order (AP-20.R3)."""
    w = world[0]
    w["n_tiles"] = len(tiles)
    for number, (hole, zones) in enumerate(tiles):
        w["manhole"][number] = hole
        w["tile"][zones] = number


def add_car(world: World, kind: str, zone: int) -> int:
    """Add a car; returns its number."""
    w = world[0]
    number = int(w["n_cars"])
    if number >= CARS:
        raise ValueError(f"{number + 1} cars; at most {CARS}")
    w["car_kind"][number], w["car_zone"][number] = CAR_KINDS.index(kind), zone
    w["n_cars"] = number + 1
    return number


def car_names(world: World) -> tuple[str, ...]:
    """Return ``police_car1``, ``pimpmobile1``: numbered within the kind."""
    seen: dict[int, int] = {}
    names = []
    for kind in world[0]["car_kind"][: world[0]["n_cars"]].tolist():
        seen[kind] = seen.get(kind, 0) + 1
        names.append(f"{CAR_KINDS[kind]}{seen[kind]}")
    return tuple(names)


def lay_crafting(world: World, card_ids: tuple[str, ...]) -> None:
    """Fill in products and their ingredients (AP-14.R7)."""
    for number, row in enumerate(rows(content_file("crafting.csv"))):
        names = [row["product"], *row["ingredients"].split("+")]
        world[0]["craft"][number, : len(names)] = [card_ids.index(name) + 1 for name in names]


def products() -> tuple[str, ...]:
    """Return ids of craftable products, in the order of the actions."""
    return tuple(row["product"] for row in rows(content_file("crafting.csv")))


def colour_of(word: str) -> int:
    """Return the colour of an objective; for the engine a medicine is a red token."""
    return RED if word == "medicine" else COLOURS.index(word)
