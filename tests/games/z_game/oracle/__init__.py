"""An independent implementation (oracle) of the rules, written for readability from the rules alone; the engine must always agree.

A game is a generator that yields every decision (``Ask``) and is sent the text of the answer.  Boards, cards and characters are
read from the tables of the rules.  Dice and cards are taken from ``chance``, which the engine fills with its results; face-down
components that the engine has shuffled (tiles) are passed at the start.

``tables``    the tables of the rules
``pieces``    places, characters, players, decisions
``table``     the state of the game: board, cards, chance, deciders, the end
``opening``, ``morning``, ``movement``, ``fights``, ``evening``, ``night``  the phases
``description``  the description of the game
``phases``    the phases in their order
"""

from __future__ import annotations

from tests.games.z_game.oracle.phases import Oracle
from tests.games.z_game.oracle.pieces import Ask
from tests.games.z_game.oracle.tables import TILES

__all__ = ["TILES", "Ask", "Oracle"]
