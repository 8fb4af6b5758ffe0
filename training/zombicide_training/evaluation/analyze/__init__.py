"""``zombicide analyze``: charts and statistics of many games: newly played, recorded, or from a dataset."""

from __future__ import annotations
