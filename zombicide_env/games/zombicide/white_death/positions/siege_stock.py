"""The family's stock plus White Death's own zombie cards."""

from __future__ import annotations

from collections.abc import Callable

from ...table.codes import ZC_ABOMINATION, ZC_EXTRA, ZC_NECROMANCER, ZC_SIEGE, ZC_SPAWN
from ..edition import KINDS
from ..world.box import box
from ..world.build import add_zombie_card
from .stock import Stock
from .text import ZombieCardText

__all__ = ["SiegeStock"]

_PLAIN = {"necromancer": ZC_NECROMANCER, "abomination_1": ZC_ABOMINATION}


class SiegeStock(Stock):
    """Stock in which Siege cards and Abomination cards are separate cards; discarded starting cards and artefacts do not return."""

    def copy(self, card: int) -> int:
        """Return a copy of the card type, from the stock or new."""
        made = super().copy(card)
        sheet = box().cards[card - 1]
        self.world[0]["copy_out"][made] = bool(sheet.starting) or sheet.artefact  # WD-9.11
        return made

    def _kind_of_card(self, text: ZombieCardText) -> Callable[[int], bool]:
        w = self.world[0]
        if text.kind in _PLAIN:
            return lambda card: bool(w["zcard_kind"][card] == _PLAIN[text.kind])
        if text.kind.startswith("siege_"):
            line = _siege(text.kind)
            return lambda card: bool(w["zcard_kind"][card] == ZC_SIEGE and tuple(w["zcard_siege"][card]) == line)
        if text.kind:
            kind = KINDS.index(text.kind.removeprefix("extra_activation_"))
            return lambda card: bool(w["zcard_kind"][card] == ZC_EXTRA and w["zcard_extra"][card, -1] == kind)
        if text.number:
            return lambda card: card == text.number
        return lambda _card: False

    def _new_card(self, text: ZombieCardText) -> int:
        if text.kind in _PLAIN:
            return add_zombie_card(self.world, _PLAIN[text.kind])
        if text.kind.startswith("siege_"):
            card = add_zombie_card(self.world, ZC_SIEGE)
            self.world[0]["zcard_siege"][card] = _siege(text.kind)
            return card
        if text.kind:
            kind = KINDS.index(text.kind.removeprefix("extra_activation_"))
            return add_zombie_card(self.world, ZC_EXTRA, (-1, kind, kind, kind))
        brings = {(level, kind): n for level, line in enumerate(text.lines) for kind, n in enumerate(line) if n}
        return add_zombie_card(self.world, ZC_SPAWN, brings=brings)


def _siege(word: str) -> tuple[int, int]:
    """Return kind and number of ``siege_fatty_2``."""
    _, kind, number = word.split("_")
    return KINDS.index(kind), int(number)
