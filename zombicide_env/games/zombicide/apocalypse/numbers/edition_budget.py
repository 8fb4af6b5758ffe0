"""Apocalypse's own once-per-turn skills, in addition to ``budget``: index of STATE.used."""

from __future__ import annotations

from typing import Final

U_MEDIC: Final = 8
U_ONCE: Final = 9
