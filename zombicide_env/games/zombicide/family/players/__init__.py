"""A rule-based player of the family, compiled.  An edition's own rooms come first.

``records``  what the player keeps in heuristic, and the weights of its scores
``look``     one position, seen by the whole team               ``ways``     costs of ways, lines of sight
``combat``   what an attack may be expected to do               ``gear``     what a card is worth and where it belongs
``threat``   what the zombies may do to a group                 ``fire``     Dragon Bile and Torches, and their prey
``hunt``     where Necromancers run to and who stops them       ``trade``    gifts between survivors
``goals``    zones to which the victory conditions point        ``plan``     where each survivor wants to go
``prospect`` what attacks promise from where one may go         ``value``    what a position is worth
``turn``     the score of every action of a turn                ``answers``  answers to everything else
``greedy``   the player

The player reads public information only (BP-1.R3), never the order of the decks, the colors of face-down objectives or the identity of
face-down artefacts.
"""

from pkgutil import extend_path

_family, *_editions = extend_path(__path__, __name__)
__path__ = [*_editions, _family]
