"""Fields that an edition adds to the records; none in the family.  They follow the family's."""

from __future__ import annotations

from typing import Any, Final

WORLD: Final[tuple[tuple[Any, ...], ...]] = ()
#: With the range of their values, as in ``state``.
STATE: Final[tuple[tuple[Any, ...], ...]] = ()
SCRATCH: Final[tuple[tuple[Any, ...], ...]] = ()
