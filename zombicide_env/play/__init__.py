"""Playing a game with any mix of players; nothing here knows how they think.

``session`` is the game at the table; ``server`` shows it in a browser, with the files in ``PAGE`` (it needs the extra ``serve`` and
is imported only by who asks for it).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .session import Move, Person, Player, Position, Session

__all__ = ["PAGE", "Move", "Person", "Player", "Position", "Session"]

_CHECKOUT: Final = Path(__file__).with_name("page")
PAGE: Final = _CHECKOUT if _CHECKOUT.is_dir() else Path(__file__).parents[2] / "zombicide_page"
"""The files of the page, a distribution of their own: in a checkout they lie here, installed they are the package next to this one."""
