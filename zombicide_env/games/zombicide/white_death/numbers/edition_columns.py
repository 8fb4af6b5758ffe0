"""First indices of White Death's own observation columns in the rows of their blocks."""

from __future__ import annotations

from typing import Final

from .observation import column

B_BORDERS: Final = column("board", "border_0")
B_FLAG: Final = column("board", "flag")
Z_OWN: Final = column("zones", "is_now")
Z_ROPES: Final = column("zones", "rope_0")
S_OWN: Final = column("survivors", "rope_ladders")
T_OWN: Final = column("global", "guards")
W_STRIKE: Final = column("weapons", "strike_range")
D_NUMBER: Final = column("decision", "guards_act")
D_ORDER: Final = column("decision", "guards_do")
