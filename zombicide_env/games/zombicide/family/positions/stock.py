"""The stock from which the cards of a position are taken: copies of equipment cards, zombie cards."""

from __future__ import annotations

from collections.abc import Callable

from ...table.codes import NONE, ZC_DOUBLE, ZC_EXTRA, ZC_NECROMANCER, ZC_SPAWN
from ..edition import KINDS
from ..world.build import World, add_copies, add_zombie_card
from .text import ZombieCardText

__all__ = ["Stock"]


class Stock:
    """Cards of a world that a position has not used yet; a card named more often than there are copies is created."""

    def __init__(self, world: World) -> None:
        self.world = world
        w = world[0]
        self.copies: dict[int, list[int]] = {}  # of the equipment deck and the artefacts, by card type
        for copy in (*w["deck"][: w["n_deck"]], *w["artefacts"][: w["n_artefacts"]]):
            self.copies.setdefault(int(w["copy_card"][copy]), []).append(int(copy))
        self.zombies = [int(card) for card in w["zdeck"][: w["n_zdeck"]]]
        self._made: dict[ZombieCardText, int] = {}

    def copy(self, card: int) -> int:
        """Return a copy of the card type, from the stock or new."""
        left = self.copies.get(card)
        return left.pop(0) if left else add_copies(self.world, card, 1)[0]

    def remove_necromancers(self) -> None:
        """Take the Necromancer cards out of the zombie deck (BP-23.Q0.3)."""
        self.zombies = [card for card in self.zombies if self.world[0]["zcard_kind"][card] != ZC_NECROMANCER]

    def zombie_card(self, text: ZombieCardText) -> int:
        """Return the number of the card that the text names; cards of the deck are taken out of it, others are created."""
        wanted = self._kind_of_card(text)
        for card in self.zombies:
            if wanted(card):
                self.zombies.remove(card)
                return card
        if text.number:
            return text.number
        if text not in self._made:
            self._made[text] = self._new_card(text)
        return self._made[text]

    def _kind_of_card(self, text: ZombieCardText) -> Callable[[int], bool]:
        """Return a test whether a card of the deck matches the text."""
        kinds = self.world[0]["zcard_kind"]
        if text.number:
            return lambda card: card == text.number
        if text.kind == "double_spawn":
            return lambda card: kinds[card] == ZC_DOUBLE
        if text.kind == "necromancer":
            return lambda card: kinds[card] == ZC_NECROMANCER
        if text.kind:
            kind = KINDS.index(text.kind.removeprefix("extra_activation_"))
            return lambda card: kinds[card] == ZC_EXTRA and self.world[0]["zcard_extra"][card, -1] == kind
        return lambda _card: False

    def _new_card(self, text: ZombieCardText) -> int:
        if text.kind == "double_spawn":
            return add_zombie_card(self.world, ZC_DOUBLE)
        if text.kind == "necromancer":
            return add_zombie_card(self.world, ZC_NECROMANCER)
        if text.kind:
            kind = KINDS.index(text.kind.removeprefix("extra_activation_"))
            return add_zombie_card(self.world, ZC_EXTRA, (NONE, kind, kind, kind))  # BP-16.7: nothing at Blue
        brings = {(level, kind): n for level, line in enumerate(text.lines) for kind, n in enumerate(line) if n}
        return add_zombie_card(self.world, ZC_SPAWN, brings=brings)  # kinds have the order of KINDS
