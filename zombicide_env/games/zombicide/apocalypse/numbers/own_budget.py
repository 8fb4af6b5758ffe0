"""Skills used at most once a turn that only Apocalypse has, further to ``budget``: index of STATE.used."""

from __future__ import annotations

from typing import Final

U_MEDIC: Final = 8
U_ONCE: Final = 9
