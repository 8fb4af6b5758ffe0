"""``zombicide analyze``: pictures and figures of many games, played now, recorded, or in a dataset."""

from __future__ import annotations
