"""Games after the real setup (key ``setup`` of a vector), and scripted dice and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import records
from zombicide_env.core.scratch import workplaces

from ....reading import FormatError, a_flag, a_list, a_mapping, a_name, a_number, a_word, known_keys
from ...table.codes import LEVELS, NONE
from ..edition import KINDS
from ..numbers.cards import CATEGORIES
from ..numbers.layout import TAPE
from ..numbers.state import SCRATCH, STATE
from ..words.describe import KEYS
from ..words.names import Names
from ..world.box import box
from ..world.build import World, add_copies
from ..world.table import set_table
from .run import begin, reset
from .stock import Stock
from .survivors import read_automatic
from .switches import set_switches

#: Keys that a document with ``setup`` may have, and those of ``setup``.
WITH_SETUP: Final = (
    *("setup", "automatic", "dice", "drive", "equipment_cards", "pimp_cards", "recruits", "round", "strict_all_survivors", "switches"),
    "zombie_cards",
)
_SETUP: Final = ("quest", "players", "survivors", "deal", "packs")


def started(document: Mapping[str, Any]) -> tuple[World, np.ndarray[Any, Any], Names]:
    """Return the game after the real setup, with scripted cards on top of the decks; the first listed survivor is in turn."""
    entry = a_mapping(document["setup"], ("setup",))
    known_keys(entry, _SETUP, ("setup",))
    world, names = set_table(entry, partial(_prepare, document))
    state = np.zeros(1, STATE)
    reset(records(workplaces(world, SCRATCH)), records(state))
    for name in names.survivors:
        a_name(name, (*names.zones, *KEYS, "zombie_master"), ("setup", "survivors"), "survivor")
    s, stock, copies = state[0], Stock(world), int(world[0]["n_copies"])
    world[0]["automatic"] = read_automatic(document)
    for item in reversed(a_list(document.get("equipment_cards", []), ("equipment_cards",))):
        card = box().card_ids.index(a_word(item, ("equipment_cards",), box().card_ids, "card")) + 1
        there = [int(copy) for copy in s["deck"][: s["deck_n"]] if world[0]["copy_card"][copy] == card]
        _on_top(world[0], s, "deck", there[0] if there else add_copies(world, card, 1)[0], copies)
    for value in reversed(a_list(document.get("zombie_cards", []), ("zombie_cards",))):
        _on_top(world[0], s, "zdeck", a_zombie_card(stock, value, ("zombie_cards",)), len(box().zombie_cards))
    script_dice(s, document)
    s["scripted"] = 1
    s["round"] = a_number(document.get("round", 1), ("round",), 1, 9999)
    world = workplaces(world, SCRATCH)
    s["go"] = s["owner"][0]  # even if the turn of another survivor would have been chosen
    begin(records(world), records(state), 0, NONE)
    return world, state, names


def _prepare(document: Mapping[str, Any], world: World, roster: Sequence[str]) -> None:
    """Apply the rest of the document, before the cards are dealt."""
    w = world[0]
    set_switches(world, a_mapping(document.get("switches", {}), ("switches",)))
    w["strict_all_survivors"] = a_flag(document.get("strict_all_survivors", False), ("strict_all_survivors",))
    if "drive" in document:
        w["driving"] = a_flag(document["drive"], ("drive",))
    script_pimps(w, document)
    waiting = [name for name, waits in zip(roster, w["waiting"], strict=False) if waits]
    recruits = [a_word(name, ("recruits",), waiting, "recruit") for name in a_list(document.get("recruits", []), ("recruits",))]
    w["recruit_order"][: len(recruits)] = [roster.index(name) for name in recruits]


def script_pimps(w: Any, document: Mapping[str, Any]) -> None:
    """Script the next pimp weapons."""
    ids = box().card_ids
    pimps = [ids.index(a_word(item, ("pimp_cards",), ids, "card")) + 1 for item in a_list(document.get("pimp_cards", []), ("pimp_cards",))]
    for card in pimps:
        if CATEGORIES[w["card_class"][card]] != "pimp_weapon":
            raise FormatError(("pimp_cards",), f"{ids[card - 1]} is not a pimp weapon")
    if len(pimps) > len(w["pimp_script"]):
        raise FormatError(("pimp_cards",), f"at most {len(w['pimp_script'])} cards")
    w["pimp_script"][: len(pimps)] = pimps


def _on_top(w: Any, s: Any, deck: str, card: int, printed: int) -> None:
    """Put the card on top of the deck, taken out of the deck if possible; a card created for the script joins the cards of the game."""
    cards = s[deck][: s[f"{deck}_n"]].tolist()
    if card <= printed and card in cards:
        cards.remove(card)
    else:
        w[deck][w[f"n_{deck}"]] = card
        w[f"n_{deck}"] += 1
    s[deck][: len(cards) + 1] = [*cards, card]
    s[f"{deck}_n"] = len(cards) + 1


def script_dice(s: Any, document: Mapping[str, Any]) -> None:
    """Script the next dice."""
    dice: Sequence[Any] = a_list(document.get("dice", []), ("dice",))
    if len(dice) > TAPE:
        raise FormatError(("dice",), f"at most {TAPE} dice")
    s["tape"][: len(dice)] = [a_number(die, ("dice",), 1, 6) for die in dice]
    s["tape_n"] = len(dice)


def a_zombie_card(stock: Stock, value: Any, path: tuple[str | int, ...]) -> int:
    """Return the number of a zombie card that a document names."""
    if isinstance(value, dict):
        known_keys(value, LEVELS, path)
        for level in value:
            known_keys(a_mapping(value[level], (*path, level)), KINDS, (*path, level))
    try:
        return stock.zombie_card(value)
    except ValueError as error:
        raise FormatError(path, str(error)) from error
