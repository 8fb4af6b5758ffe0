"""Apocalypse's own decisions."""

from __future__ import annotations

from typing import Final

MASK: Final = 84
LOSE: Final = 85
HIT_WHOM: Final = 86
ROUTE: Final = 87
MASTER: Final = 88
PUSH: Final = 89
TOO_MANY: Final = 90
REWARD: Final = 91
RECRUIT: Final = 92
START_AGAIN: Final = 93
