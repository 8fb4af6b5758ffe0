"""Play with any mix of players; nothing here depends on how they choose their moves.

``session`` is the game; ``server`` shows it in a browser, with the files in ``PAGE`` (it needs the extra ``serve`` and
is imported only on request).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .session import Move, Person, Player, Position, Session

__all__ = ["PAGE", "Move", "Person", "Player", "Position", "Session"]

_CHECKOUT: Final = Path(__file__).with_name("page")
PAGE: Final = _CHECKOUT if _CHECKOUT.is_dir() else Path(__file__).parents[2] / "zombicide_page"
"""The files of the page, which are a separate distribution: in a checkout they are here, installed in a package next to this one."""
