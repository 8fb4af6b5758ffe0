"""What an edition adds to the family's declarations; here nothing.  Its decisions and its work: ``own_decisions``, ``own_tasks``.

Additions stand at the end of their list, so that what the family declares keeps its place: an edition's first own column of zones
follows the family's last one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zombicide_env.core.codec import ActionBlock, Column, ObservationBlock

#: Blocks of actions indexed by a zone, by a neighbour, and others.
ZONE_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
NEIGHBOUR_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
ACTIONS: Final[tuple[ActionBlock, ...]] = ()
#: First letters of blocks that continue one of an earlier name, as ``attack_right`` continues ``attack_left``.
CONTINUED: Final[tuple[str, ...]] = ()

#: Columns of the observation, and whole blocks.
BOARD_COLUMNS: Final[tuple[Column, ...]] = ()
ZONE_COLUMNS: Final[tuple[Column, ...]] = ()
SURVIVOR_COLUMNS: Final[tuple[Column, ...]] = ()
WEAPON_COLUMNS: Final[tuple[Column, ...]] = ()
GLOBAL_COLUMNS: Final[tuple[Column, ...]] = ()
DECISION_COLUMNS: Final[tuple[Column, ...]] = ()
#: Decisions whose column has another name.
COLUMN_NAMES: Final[Mapping[str, str]] = {}
BLOCKS: Final[tuple[ObservationBlock, ...]] = ()

#: Fields of the records; those of the state with the range of their values, as in ``state``.
WORLD: Final[tuple[tuple[Any, ...], ...]] = ()
STATE: Final[tuple[tuple[Any, ...], ...]] = ()
#: Fields of the working memory.
SCRATCH: Final[tuple[tuple[Any, ...], ...]] = ()

# ---- words of the edition's own events -------------------------------------------------------------------------------
NAMED: Final[Mapping[str, tuple[str, ...]]] = {}
