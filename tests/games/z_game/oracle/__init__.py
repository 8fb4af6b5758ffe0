"""A second implementation of the rules, written from the rules alone and for reading: the compiled one must never differ from it.

A game is a generator that yields every question (``Ask``) and is sent the text of the answer.  Boards, cards and characters are
read from the tables of the rules.  Dice and cards are taken from ``chance``, which the other implementation fills with what it rolled
and drew; what it shuffled face down (tiles) is told at the start.

``tables``    the tables of the rules
``pieces``    places, characters, players, questions
``table``     the game on the table: board, cards, chance, whom to ask, how it ends
``opening``, ``morning``, ``movement``, ``fights``, ``evening``, ``night``  the phases
``seen``      what is said about the game
``course``    the phases in their order
"""

from __future__ import annotations

from tests.games.z_game.oracle.course import Oracle
from tests.games.z_game.oracle.pieces import Ask
from tests.games.z_game.oracle.tables import TILES

__all__ = ["TILES", "Ask", "Oracle"]
