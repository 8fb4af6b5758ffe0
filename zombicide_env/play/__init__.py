"""Playing a game with any mix of players; nothing here knows how they think.

``session`` is the game at the table; ``server`` with the page in ``static`` shows it in a browser (it needs the extra ``serve``
and is imported only by who asks for it).
"""

from __future__ import annotations

from .session import Move, Person, Player, Position, Session

__all__ = ["Move", "Person", "Player", "Position", "Session"]
