"""Action blocks that an edition adds; none in the family.  Each list is appended to the family's of its kind, see ``actions``."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock

#: Blocks indexed by a zone, by a neighbour, and others.
ZONE_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
NEIGHBOUR_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
ACTIONS: Final[tuple[ActionBlock, ...]] = ()
#: Prefixes of blocks that continue an earlier block, as ``attack_right`` continues ``attack_left``.
CONTINUED: Final[tuple[str, ...]] = ()
