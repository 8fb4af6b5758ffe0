"""Work that only one edition has, from 49 to 63.  Here there is none."""

from __future__ import annotations

from typing import Final

RESTS: Final[tuple[int, ...]] = ()
"""On which a turn or the storing of a card rests, as others do on the family's."""
