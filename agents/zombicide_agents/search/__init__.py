"""``search``: information-set Monte-Carlo for every game, sharpened by what the game or its family knows.

``player``      the search: candidates, imagined games, sequential halving
``guide``       how imagined games are played: by the game's own player, by what is known of its family, else at random
``hit_z_road``  the guide of a family whose games bring no player along
"""

from __future__ import annotations

from .player import Search

__all__ = ["Search"]
