"""Blocks of actions that an edition adds; here there are none.  Each list follows the family's of its kind, see ``actions``."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock

#: Indexed by a zone, by a neighbour, and others.
ZONE_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
NEIGHBOUR_ACTIONS: Final[tuple[ActionBlock, ...]] = ()
ACTIONS: Final[tuple[ActionBlock, ...]] = ()
#: First letters of blocks that continue one of an earlier name, as ``attack_right`` continues ``attack_left``.
CONTINUED: Final[tuple[str, ...]] = ()
