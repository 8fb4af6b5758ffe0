"""Edition-specific kinds of events, made with ``CODEC.kind``; none in the family.  Modules import this one as ``OE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Names of numbers by the field of such an event.
NAMED: Final[Mapping[str, tuple[str, ...]]] = {}
