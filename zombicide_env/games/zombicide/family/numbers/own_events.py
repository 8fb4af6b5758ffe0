"""Kinds of events that only one edition has, made with ``CODEC.kind``; here there are none.  Rooms read this module as ``OE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Names of numbers, by what a field of such an event is.
NAMED: Final[Mapping[str, tuple[str, ...]]] = {}
