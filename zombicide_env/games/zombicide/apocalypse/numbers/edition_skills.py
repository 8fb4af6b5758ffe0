"""Columns of Apocalypse's own skills.  Modules import this one as ``OSK``."""

from __future__ import annotations

from typing import Final

from .skills import column

MEDIC: Final = column("medic")
ONE_REROLL: Final = column("one_reroll_per_turn")
