"""The rules-based player of the Zombicide family.

``view``    what is public about a position, as Python lists        ``board``   what never changes
``combat``  what an attack may be expected to do                     ``gear``    what a card is worth and where it belongs
``plan``    where each survivor wants to go                          ``turn``    the score of every action of a turn
``decisions``  answers to everything else                            ``player``  the agent
"""

from __future__ import annotations

from .player import Greedy

__all__ = ["Greedy"]
