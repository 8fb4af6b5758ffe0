"""Texts of survivors and their players in positions, common to all editions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from ....reading import FormatError, Path, a_flag, a_name, a_word, an_entry, by_name, each
from ...table.codes import TRAP_CARD
from ..edition import SLOT_NAMES
from ..numbers.facts import may_lie
from ..numbers.layout import PACK, SLOTS, S
from ..words.describe import KEYS
from .text import Cards

__all__ = [
    "LABEL",
    "VECTOR_KEYS",
    "card_reader",
    "read_automatic",
    "read_inventory",
    "read_players",
    "read_survivors",
    "read_turn",
    "read_unloaded",
]

T = TypeVar("T")

#: Keys that belong to the vector, not to the position.
VECTOR_KEYS: Final = ("id", "rules", "title", "game", "play", "expect")
LABEL: Final = re.compile(r"^[A-Za-z][A-Za-z0-9_]*$")


def read_automatic(document: Mapping[str, Any]) -> int:
    """Read ``automatic`` as the world's number: 0 false, 1 ``actions``, 2 true.

    ``actions`` is the mode of games with ``decisions="actions"``, which does not ask for the steps of a reorganisation or trade.
    """
    return 1 if document.get("automatic") == "actions" else 2 * a_flag(document.get("automatic", False), ("automatic",))


def read_survivors(
    value: Any, taken: Collection[str], keys: Collection[str], read: Callable[[str, dict[str, Any], Path], T]
) -> tuple[T, ...]:
    """Read the survivors by name, unique, each with some of these keys and read by ``read``."""
    path: Path = ("survivors",)
    survivors = []
    for name, entry in by_name(value, path).items():
        here = (*path, name)
        a_name(name, (*taken, *KEYS), here, "survivor")
        survivors.append(read(name, an_entry(entry, keys, here), here))
    if not 1 <= len(survivors) <= S:
        raise FormatError(path, f"there must be 1 to {S} survivors, not {len(survivors)}")
    return tuple(survivors)


def card_reader(cards: Cards) -> Callable[[Any, Path], str]:
    """Return a reader for ids of cards."""
    return lambda value, path: a_word(value, path, cards.items, "card")


def read_inventory(name: str, entry: dict[str, Any], cards: Cards, room: int, path: Path) -> tuple[str | None, ...]:
    """Read the cards of a survivor by slot; ``room`` limits the backpack."""
    inventory: list[str | None] = [None] * SLOTS
    item = card_reader(cards)
    for slot, key in enumerate(("left", "right", "body")):
        card = entry.get(key)
        if card is None:
            continue
        place = cards.place[item(card, (*path, key))]
        if not may_lie(place, slot, int(cards.body_card.get(name) == card)):
            raise FormatError((*path, key), f"{card} may not lie in the slot {key} of {name}")
        inventory[slot] = card
    pack = each(entry.get("pack", []), item, (*path, "pack"))
    if len(pack) > room:
        raise FormatError((*path, "pack"), f"the backpack holds {room} cards, not {len(pack)}")
    for number, card in enumerate(pack):
        if cards.place[card] == TRAP_CARD:
            raise FormatError((*path, "pack", number), f"{card} is never kept")
        inventory[PACK + number] = card
    return tuple(inventory)


def read_unloaded(entry: dict[str, Any], inventory: tuple[str | None, ...], cards: Cards, path: Path) -> tuple[int, ...]:
    """Read the slots of unloaded weapons."""

    def slot_of(slot: Any, here: Path) -> int:
        index = SLOT_NAMES.index(a_word(slot, here, SLOT_NAMES, "slot"))
        if inventory[index] not in cards.reloads:
            raise FormatError(here, f"the slot {slot} holds no weapon that is reloaded")
        return index

    return each(entry.get("unloaded", []), slot_of, (*path, "unloaded"))


def read_turn(document: Mapping[str, Any], zones: Mapping[str, str | None]) -> str | None:
    """Read whose turn it is, among the survivors by name; default: the first one in play."""
    playing = [name for name, zone in zones.items() if zone is not None]
    if "turn" not in document:
        return playing[0] if playing else None
    name = a_word(document["turn"], ("turn",), zones, "survivor")
    if name not in playing:
        raise FormatError(("turn",), f"{name} is not in play")
    return name


def read_players(value: Any, names: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read the players with their survivors; default: one player with all of them."""
    path: Path = ("players",)
    if value is None:
        return (("player_0", names),)
    players = []
    seen: set[str] = set()
    for player, entry in by_name(value, path).items():
        if not LABEL.match(player):
            raise FormatError((*path, player), f"{player!r} is not the id of a player (a letter, then letters, digits, _)")
        own = names if entry == "all" else each(entry, lambda name, at: a_word(name, at, names, "survivor"), (*path, player))
        for number, name in enumerate(own):
            if name in seen:
                raise FormatError((*path, player, number), f"{name} already belongs to a player")
            seen.add(name)
        players.append((player, own))
    missing = [name for name in names if name not in seen]
    if missing:
        raise FormatError(path, f"{missing[0]} belongs to no player")
    return tuple(players)
