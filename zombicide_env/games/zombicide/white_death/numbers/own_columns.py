"""Where the edition's own columns of the observation begin in the rows of their blocks."""

from __future__ import annotations

from typing import Final

from .observation import OBSERVATION


def _at(block: str, name: str) -> int:
    return OBSERVATION[block].column(name)


B_BORDERS: Final = _at("board", "border_0")
B_FLAG: Final = _at("board", "flag")
Z_OWN: Final = _at("zones", "is_now")
Z_ROPES: Final = _at("zones", "rope_0")
S_OWN: Final = _at("survivors", "rope_ladders")
T_OWN: Final = _at("global", "guards")
W_STRIKE: Final = _at("weapons", "strike_range")
D_NUMBER: Final = _at("decision", "guards_act")
D_ORDER: Final = _at("decision", "guards_do")
