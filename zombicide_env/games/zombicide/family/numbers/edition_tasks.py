"""Edition-specific tasks, codes 49 to 63; none in the family."""

from __future__ import annotations

from typing import Final

RESTS: Final[tuple[int, ...]] = ()
"""Tasks below a turn or the storing of a card on the agenda, in addition to the family's."""
