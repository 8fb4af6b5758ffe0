"""``search``: information-set Monte-Carlo search for every game, guided by the rule-based player of the game if it has one.

``player``    the search: candidates, simulated games, sequential halving
``plans``     whole turns as candidates
``rollouts``  how simulated games are played and evaluated
"""

from __future__ import annotations

from .player import Search

__all__ = ["Search"]
