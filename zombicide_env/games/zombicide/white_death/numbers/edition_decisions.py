"""White Death's own decisions."""

from __future__ import annotations

from typing import Final

PREY: Final = 84
ROUTE: Final = 85
ORDER_WHAT: Final = 86
ORDER_NUMBER: Final = 87
ORDER_WHERE: Final = 88
REFLEX: Final = 89
SIDESTEP: Final = 90
RUN: Final = 91
EMPRESS: Final = 92
RESCUED: Final = 93
MASTER: Final = 94
SPELL: Final = 95  # the targets of an enchantment that is cast twice
LEAP: Final = 96
SHARE: Final = 97
