"""Decks of a position, and the hand of the Zombie Master."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....reading import FormatError, a_flag, a_list, a_mapping, a_number, a_word, known_keys
from ...table.codes import NONE
from ..numbers.master import MASTER_CARDS, ZG1, ZG2, ZG5
from ..world.build import add_copies
from .builder import count_copies, fill, fill_zombie_decks
from .started import a_zombie_card, script_pimps

if TYPE_CHECKING:
    from .place import Builder


# ---- the Zombie Master


def put_master(b: Builder) -> None:
    s = b.s
    entry = a_mapping(b.doc.get("zm", {}), ("zm",))
    known_keys(entry, ("hand", "discard", "active"), ("zm",))
    for card in a_list(entry.get("hand", []), ("zm", "hand")):
        s["zm_hand"][MASTER_CARDS.index(a_word(card, ("zm", "hand"), MASTER_CARDS, "card"))] += 1
    lying = a_list(entry.get("discard", []), ("zm", "discard"))
    pile = [MASTER_CARDS.index(a_word(card, ("zm", "discard"), MASTER_CARDS, "card")) + 1 for card in lying]
    fill(s, "zm_pile", pile)
    for n, (card, target) in enumerate(a_mapping(entry.get("active", {}), ("zm", "active")).items()):
        c = MASTER_CARDS.index(a_word(card, ("zm", "active"), MASTER_CARDS, "card"))
        path = ("zm", "active", card)
        if c < ZG1:
            raise FormatError(path, f"{card} works at once and never lies open (AP-21.R5)")
        aimed = c in (ZG1, ZG2, ZG5)
        if aimed != (target is not None):
            raise FormatError(path, f"{card} {'needs a target' if aimed else 'has no target; write null'}")
        if c == ZG2 and not (s["alive"][b.who(target, path)] and s["zone"][b.who(target, path)] >= 0):
            raise FormatError(path, f"{target} is not in play; a Cramp ends with its victim")
        s["zm_active"][n] = c + 1
        on = b.who if c == ZG2 else b.zone
        s["zm_target"][n] = NONE if target is None else on(target, path)
        s["zm_active_n"] = n + 1
    if not b.w["master_cards"] and any(entry.values()):
        raise FormatError(("zm",), "this game has no Zombie Master cards (AP-2.R4, AP-2.R7, AP-26.R12)")
    named = [*s["zm_pile"][: len(pile)], *s["zm_active"][: s["zm_active_n"]]]
    for c, card in enumerate(MASTER_CARDS):
        if int(s["zm_hand"][c]) + named.count(c + 1) > 1:
            raise FormatError(("zm",), f"{card} is named twice; there is one (AP-21.R7)")


# ---- decks


def _deck(b: Builder, name: str) -> dict[str, Any]:
    """Return what the position says about a deck: whether it is exactly the scripted cards, and its discard pile."""
    decks = a_mapping(b.doc.get("decks", {}), ("decks",))
    known_keys(decks, ("equipment", "zombie"), ("decks",))
    entry = a_mapping(decks.get(name, {}), ("decks", name))
    known_keys(entry, ("exact", "discard"), ("decks", name))
    return {
        "exact": a_flag(entry.get("exact", False), ("decks", name, "exact")),
        "discard": a_list(entry.get("discard", []), ("decks", name, "discard")),
    }


def put_equipment(b: Builder) -> int:
    """Fill deck, discard pile and side piles; returns the number of scripted cards on top of the deck."""
    s, w = b.s, b.w
    deck_doc = _deck(b, "equipment")
    pile = [b.copy(item, ("decks", "equipment", "discard")) for item in deck_doc["discard"]]
    script = [b.copy(item, ("equipment_cards",)) for item in a_list(b.doc.get("equipment_cards", []), ("equipment_cards",))]
    script_pimps(w, b.doc)
    aside = {int(c) for name, n in (("artefacts", "n_artefacts"), ("start_cards", "n_start")) for c in w[name][: w[n]]}
    left = sorted(copy for copies in b.stock.copies.values() for copy in copies)
    piles = a_mapping(b.doc.get("piles", {}), ("piles",))
    for name, wanted in piles.items():
        card = b.card(name, ("piles",))
        a_number(wanted, ("piles", name), 0, 99)
        own = [copy for copy in left if w["copy_card"][copy] == card and copy in aside]
        own += add_copies(b.world, card, max(0, wanted - len(own)))
        left = [copy for copy in left if copy not in aside or w["copy_card"][copy] != card]
        pile += own[:wanted]
        aside -= set(own)
    pile += [copy for copy in left if copy in aside and w["card_returns"][w["copy_card"][copy]]]
    fill(s, "discard", pile)
    deck = [] if deck_doc["exact"] else [copy for copy in left if copy not in aside]
    deck += script[::-1]
    fill(s, "deck", deck)
    count_copies(w, sorted({int(copy) for name in ("deck", "discard", "inv", "mini", "car_load") for copy in s[name].flat if copy}))
    w["n_artefacts"] = 0  # they are among the copies
    return len(script)


def put_zombie_cards(b: Builder) -> int:
    s = b.s
    deck_doc = _deck(b, "zombie")
    pile = [zombie_card(b, card, ("decks", "zombie", "discard")) for card in deck_doc["discard"]]
    script = [zombie_card(b, card, ("zombie_cards",)) for card in a_list(b.doc.get("zombie_cards", []), ("zombie_cards",))]
    elsewhere = []
    for c in range(len(MASTER_CARDS)):
        piles = (s["zm_pile"][: s["zm_pile_n"]], s["zm_active"][: s["zm_active_n"]])
        lying = int(s["zm_hand"][c]) + sum(pile_.tolist().count(c + 1) for pile_ in piles)
        elsewhere += [b.stock.drop_master(c) for _ in range(lying)]
    deck = [] if deck_doc["exact"] else list(b.stock.zombies)
    deck += script[::-1]
    fill_zombie_decks(b.w, s, deck, pile, elsewhere)
    return len(script)


def zombie_card(b: Builder, value: Any, path: tuple[str | int, ...]) -> int:
    return a_zombie_card(b.stock, value, path)
