"""``search``: information-set Monte-Carlo for every game, sharpened by what is known about its family.

``player``      the search: candidates, imagined games, sequential halving
``guide``       how imagined games are played: at random, unless the family of the game is known
``hit_z_road``, ``zombicide``   the guides of the families
"""

from __future__ import annotations

from .player import Search

__all__ = ["Search"]
