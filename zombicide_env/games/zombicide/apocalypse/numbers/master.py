"""The Zombie Master's cards (AP-21)."""

from __future__ import annotations

from typing import Final

MASTER_CARDS: Final = ("zb1", "zb2", "zb3", "zb4", "zb5", "zg1", "zg2", "zg3", "zg4", "zg5")
N_MASTER: Final = len(MASTER_CARDS)
(ZB1, ZB2, ZB3, ZB4, ZB5, ZG1, ZG2, ZG3, ZG4, ZG5) = range(len(MASTER_CARDS))
BLUE_CARDS: Final = 5  # the first cards are blue (instant)
HAND_LIMIT: Final = 3  # AP-21.R3
ECHO: Final = 3  # noise of Echo
