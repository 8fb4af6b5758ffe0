"""Columns and blocks that an edition adds to the observation; none in the family.  New columns follow the family's in their block."""

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
#: Decisions whose column has a different name.
COLUMN_NAMES: Final[Mapping[str, str]] = {}
BLOCKS: Final[tuple[ObservationBlock, ...]] = ()
