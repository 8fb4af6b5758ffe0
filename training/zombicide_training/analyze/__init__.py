"""``zombicide analyze``: pictures and figures of many games, played now, recorded, or in a data set."""

from __future__ import annotations
