"""Agenda table of Hit Z Road: the rows of all chapters, and the dispatchers made from them."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Table

from ..numbers import decisions as ASK
from . import auction, battle, events, routes, scoring

TABLE: Final = Table(ASK.FIRST, *auction.ROWS, *routes.ROWS, *events.ROWS, *battle.ROWS, *scoring.ROWS)
PARTS: Final = TABLE.parts(__name__)
work, apply, offer, default, see, fits, asked = PARTS
advance = TABLE.advance(__name__, PARTS)
