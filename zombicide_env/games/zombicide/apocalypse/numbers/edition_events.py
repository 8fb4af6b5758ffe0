"""Apocalypse's own events: the Zombie Master draws, sees, plays and discards cards.  Modules import this one as ``OE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .events import CODEC
from .master import MASTER_CARDS

MASTER_DRAWS: Final = CODEC.kind("master_draws", zone="zone", n="number")  # number of cards in hand
MASTER_SEES: Final = CODEC.kind("master_sees", card="master_card")  # only the Zombie Master sees it
MASTER_DISCARDS: Final = CODEC.kind("master_discards", card="master_card")
MASTER_PLAYS: Final = CODEC.kind(
    "master_plays", card="master_card", zone="zone", to="zone", whom="survivor", zombie="zombie", other="master_card"
)
MASTER_CARD_ENDS: Final = CODEC.kind("master_card_ends", card="master_card")
BATTER: Final = CODEC.kind("batter", door="door")

NAMED: Final[Mapping[str, tuple[str, ...]]] = {"master_card": MASTER_CARDS}
