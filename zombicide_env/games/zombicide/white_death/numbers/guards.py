"""Guards and their orders (WD-13)."""

from __future__ import annotations

from typing import Final

GUARDS: Final = 12
ORDERS: Final = ("move", "melee", "shoot", "cauldron", "tip", "push")
