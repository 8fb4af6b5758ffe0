"""Fire and Time Bombs."""

from __future__ import annotations

from typing import Final

FIRE_PASSES: Final = 3  # AP-17.R2
BOMBS: Final = 48  # at once: each of seven survivors sets one with every action, and some lay there
BOMBS_SEEN: Final = 4  # in a zone; more of them do no more
