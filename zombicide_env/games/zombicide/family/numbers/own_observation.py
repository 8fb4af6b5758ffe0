"""What an edition adds to the observation; here nothing.  Columns follow the family's of their block, which keep their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock

BOARD_COLUMNS: Final[tuple[Column, ...]] = ()
ZONE_COLUMNS: Final[tuple[Column, ...]] = ()
SURVIVOR_COLUMNS: Final[tuple[Column, ...]] = ()
WEAPON_COLUMNS: Final[tuple[Column, ...]] = ()
GLOBAL_COLUMNS: Final[tuple[Column, ...]] = ()
DECISION_COLUMNS: Final[tuple[Column, ...]] = ()
#: Decisions whose column has another name.
COLUMN_NAMES: Final[Mapping[str, str]] = {}
BLOCKS: Final[tuple[ObservationBlock, ...]] = ()
