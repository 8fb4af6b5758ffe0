"""Fire and Time Bombs."""

from __future__ import annotations

from typing import Final

FIRE_PASSES: Final = 3  # AP-17.R2
BOMBS: Final = 48  # at the same time: each of seven survivors sets one with every action, plus those already placed
BOMBS_SEEN: Final = 4  # of a zone in the observation; more bombs have no further effect
