"""Texts of Apocalypse's own actions: cars, fuel, crafting, the Zombie Master (conformance-apocalypse)."""

from __future__ import annotations

from typing import Any, Final

from ..edition import KINDS, SLOT_NAMES
from ..numbers.cars import SEAT_NAMES
from ..numbers.layout import D
from ..numbers.master import MASTER_CARDS
from ..numbers.mini_missions import MINI_MISSIONS
from ..rules.table import TABLE
from ..world.mission import GOODS_NAMES, products
from .names import Names

LIMITS: Final = ("learned policies: one plays the team in every mission, the other the Zombie Master in Zombie Police alone",)
#: First words of actions that are only the beginning of a compound.
PARTS: Final = ("trick", "ready", "target", "rescue")
_WORDS: Final = ("leave", "start", "pour", "place_bomb", "mask", "pass")


def text(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int, actor: int) -> str | None:
    """Return the text of an action of the block ``name``; None for one of the family's."""
    if name in _WORDS:
        return name
    if name.startswith("play_"):
        return _play(w, names, name, args)
    if name in ("destroy_left", "destroy_right"):
        hand = ("destroy_left", "destroy_right").index(name)
        return f"shoot {names.zones[args[0]]} {names.cards[w['copy_card'][s['inv'][actor, hand]]]}"
    if name == "drive":
        return f"drive {names.zones[args[0]]}"
    if name == "ignite":
        here = s["zone"][actor]
        return f"ignite {names.zones[here if args[0] == D else w['neighbour'][here, args[0]]]}"
    if name == "path_some":
        zone = s["pack_zone"][s["stack"][s["depth"] - 1, TABLE.places[code]["stack"]]]
        return f"path {names.zones[w['neighbour'][zone, args[0]]]} {args[1]}"
    return _of_car(w, s, names, name, args, actor) or _of_cards(names, name, args)


def _of_car(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], actor: int) -> str | None:
    if name == "search_car":
        return f"search {names.cars[args[0]]}"
    if name == "seat":
        return f"seat {SEAT_NAMES[args[0]]}"
    if name == "board":
        several = sum(int(zone) == int(s["zone"][actor]) for zone in s["car_zone"][: w["n_cars"]]) > 1
        return f"board {names.cars[args[0]]}.{SEAT_NAMES[args[1]]}" if several else f"board {SEAT_NAMES[args[1]]}"
    if name == "stow":
        return f"stow {names.cars[args[0]]} {SLOT_NAMES[args[1]]}"
    if name == "unstow":
        return f"unstow {names.cars[args[0]]} {GOODS_NAMES[args[1]]}"
    return None


def _of_cards(names: Names, name: str, args: tuple[int, ...]) -> str | None:
    if name == "craft":
        return f"craft {products()[args[0]]}"
    if name == "medic":
        return f"use medic {names.survivors[args[0]]}"
    if name == "drop_mini":
        return f"drop {MINI_MISSIONS[args[0]]}"
    if name == "lose":
        return f"lose {SLOT_NAMES[args[0]]}"
    if name == "hit_survivor":
        return f"hit {names.survivors[args[0]]}"
    if name == "reward":
        return f"reward {names.cards[args[0]] if args[0] < len(names.cards) else args[0]}"
    if name == "recruit":
        return f"recruit {names.players[args[0]] if args[0] < len(names.players) else args[0]}"
    if name == "push":
        return f"push {KINDS[args[0]]}"
    if name == "discard_card":
        return f"discard {MASTER_CARDS[args[0]]}"
    return None


def _play(w: Any, names: Names, name: str, args: tuple[int, ...]) -> str:
    card = name.removeprefix("play_")
    if card == "zb1":
        return f"play zb1 {names.zones[args[0]]} {KINDS[args[1]]}"
    if card in ("zb2", "zb4"):
        return f"play {card} {names.zones[args[0]]} {names.zones[w['neighbour'][args[0], args[1]]]}"
    if card == "zb5":
        return f"play zb5 {MASTER_CARDS[args[0]]}"
    if card == "zg2":
        return f"play zg2 {names.survivors[args[0]]}"
    return f"play {card} {names.zones[args[0]]}" if args else f"play {card}"


def is_part(text: str) -> bool:
    """Return whether the text is only the beginning of a compound: never for the edition's own texts."""
    return False


def expand(text: str) -> list[str]:
    """Return the texts of the single actions of an edition-specific text: none."""
    return []
