"""The stock from which the cards of a position are taken: copies of equipment cards, zombie cards."""

from __future__ import annotations

import re
from typing import Any, Final

from ...table.codes import LEVELS, NONE, ZC_EXTRA, ZC_MANHOLE, ZC_SPAWN
from ..edition import KIND_GROUPS, KINDS
from ..numbers.master import MASTER_CARDS
from ..world.build import World, add_copies, add_zombie_card
from ..world.extra import zombie_card_ids

__all__ = ["Stock"]

_NUMBERED: Final = re.compile(r"(manhole_)?([a-z_]+)_([1-9])")
_EXTRA: Final = "extra_activation_"


class Stock:
    """Cards of a world that a position has not used yet; a card named more often than there are copies is created."""

    def __init__(self, world: World) -> None:
        self.world = world
        w = world[0]
        self.copies: dict[int, list[int]] = {}
        for name, count in (("deck", "n_deck"), ("start_cards", "n_start"), ("artefacts", "n_artefacts")):
            for copy in w[name][: w[count]]:
                self.copies.setdefault(int(w["copy_card"][copy]), []).append(int(copy))
        self.zombies = [int(card) for card in w["zdeck"][: w["n_zdeck"]]]
        self._made: dict[str, int] = {}

    def copy(self, card: int) -> int:
        """Return a copy of the card type, from the stock or new."""
        left = self.copies.get(card)
        return left.pop(0) if left else add_copies(self.world, card, 1)[0]

    def drop_master(self, c: int) -> int:
        """Take a Zombie Master card for another place; returns its number."""
        number = zombie_card_ids()[MASTER_CARDS[c]][0]
        if number in self.zombies:
            self.zombies.remove(number)
        return number

    def zombie_card(self, text: Any) -> int:
        """Return the number of the card that the text names, taken out of the deck or created.  Raises ``ValueError``."""
        for number in zombie_card_ids().get(text, []) if isinstance(text, str) else []:
            if number in self.zombies:
                self.zombies.remove(number)
                return number
        if isinstance(text, str) and text in zombie_card_ids():
            return zombie_card_ids()[text][0]
        key = repr(text)
        if key not in self._made:
            self._made[key] = self._new_card(text)
        return self._made[key]

    def _new_card(self, text: Any) -> int:
        if isinstance(text, dict):
            brings = {(LEVELS.index(level), KINDS.index(kind)): n for level, line in text.items() for kind, n in line.items()}
            return add_zombie_card(self.world, ZC_SPAWN, brings=brings)
        if text == "none":
            return add_zombie_card(self.world, ZC_SPAWN)
        if str(text).startswith(_EXTRA):
            name = str(text).removeprefix(_EXTRA)
            if name not in ("walker", "fatty", "runner", "toxic", "dog"):
                raise ValueError(f"unknown zombie card {text!r}; nobody is activated by {name!r}")
            what = (*KINDS, *KIND_GROUPS).index(name)
            return add_zombie_card(self.world, ZC_EXTRA, (NONE, what, what, what))  # nothing at Blue (BP-16.7)
        match = _NUMBERED.fullmatch(str(text))
        if not match or match[2] not in KINDS:
            raise ValueError(f"unknown zombie card {text!r}; use the id of a card, <kind>_<1-9>, manhole_<kind>_<1-9>, none or lines")
        brings = {(level, KINDS.index(match[2])): int(match[3]) for level in range(len(LEVELS))}
        return add_zombie_card(self.world, ZC_MANHOLE if match[1] else ZC_SPAWN, brings=brings)
