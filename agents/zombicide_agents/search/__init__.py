"""``search``: information-set Monte-Carlo for every game, sharpened by the player that a game brings along.

``player``  the search: candidates, imagined games, sequential halving
``guide``   how imagined games are played
"""

from __future__ import annotations

from .player import Search

__all__ = ["Search"]
