"""The stock of the family, with the zombie cards that only White Death has."""

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
    """Siege cards and Abomination cards are cards of their own; starting cards and artefacts do not come back once discarded."""

    def copy(self, card: int) -> int:
        """A copy of the card type: one of the stock, or a new one."""
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
    """Kind and number of ``siege_fatty_2``."""
    _, kind, number = word.split("_")
    return KINDS.index(kind), int(number)
