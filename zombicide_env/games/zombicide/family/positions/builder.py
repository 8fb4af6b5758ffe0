"""Set up a position: what the builders of all editions have in common."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...table.survivors import SurvivorSheet
from ..edition import KINDS
from ..numbers.state import STATE
from ..words.names import Names
from ..world.box import box
from ..world.build import World, fill_team, new_world
from .stock import Stock

__all__ = ["Builder", "Placed", "State", "count_copies", "fill", "fill_supply", "fill_zombie_decks", "seat_team"]

State = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Placed:
    """A position: world (with scratch) and state, arrays of shape (1,), and the names of its entities."""

    world: World
    state: State
    names: Names


class Builder:
    """Fills the two records from a text; every part takes the cards it names from one stock of copies."""

    stock: Stock

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = new_world()
        self.state = np.zeros(1, STATE)
        self.w = self.world[0]
        self.s = self.state[0]

    def zone(self, label: str) -> int:
        return self.names.zone_index[label]

    def card(self, item: str) -> int:
        return self.names.card_index[item]

    def copy(self, item: str) -> int:
        return self.stock.copy(self.card(item))

    def equip(self, number: int, inventory: Sequence[str | None], unloaded: Collection[int]) -> None:
        """Give a survivor cards by slot; ``unloaded`` has the slots of unloaded weapons."""
        for slot, item in enumerate(inventory):
            if item is not None:
                self.s["inv"][number, slot] = self.copy(item)
        for slot in unloaded:
            self.s["unloaded"][self.s["inv"][number, slot]] = 1

    def put_zombies(self, zombies: Mapping[str, Mapping[str, int]]) -> None:
        for label, census in zombies.items():
            for name, n in census.items():
                self.s["zombies"][self.zone(label), KINDS.index(name)] += n


def seat_team(world: World, names: Sequence[str], players: Collection[Collection[str]]) -> list[SurvivorSheet]:
    """Fill in the survivors, who belong to players by name (default: the first); unknown names have a sheet without skills."""
    sheets = [box().sheet(name) or SurvivorSheet(id=name, name=name) for name in names]
    owner = {name: number for number, own in enumerate(players) for name in own}
    fill_team(world, sheets, [owner.get(name, 0) for name in names])
    world[0]["n_players"] = len(players)
    return sheets


def fill_supply(w: Any, s: Any, given: Mapping[str, int]) -> np.ndarray[Any, Any]:
    """Count the zombies on the board and fill the supply: as given, else the rest of the box; returns the count on the board by kind."""
    s["crowd"][:] = s["zombies"].sum(axis=1)
    board: np.ndarray[Any, Any] = s["zombies"].sum(axis=0)
    for kind, name in enumerate(KINDS):
        s["supply"][kind] = given.get(name, max(0, int(w["supply"][kind]) - int(board[kind])))
    w["supply"][:] = s["supply"] + board
    return board


def fill(s: Any, deck: str, cards: Sequence[int]) -> None:
    """Fill a deck; the last card is its top."""
    s[deck][: len(cards)] = cards
    s[f"{deck}_n"] = len(cards)


def fill_zombie_decks(w: Any, s: Any, deck: Sequence[int], pile: Sequence[int], elsewhere: Sequence[int] = ()) -> None:
    """Fill zombie deck and discard pile; together with the cards elsewhere they are the deck of the game."""
    fill(s, "zdeck", deck)
    fill(s, "zdiscard", pile)
    cards = [*deck, *pile, *elsewhere]
    w["n_zdeck"] = len(cards)
    w["zdeck"][: len(cards)] = cards


def count_copies(w: Any, copies: Sequence[int]) -> None:
    """Count the copies as the deck of the game, so that ``status`` can check them (BP-INV-2)."""
    w["n_start"] = 0
    w["n_deck"] = len(copies)
    w["deck"][:] = 0
    w["deck"][: len(copies)] = copies
