"""Rule-based player of the family, compiled.  Modules of an edition take precedence.

``records``  working memory of the player, and the weights of its scores
``look``     one position, seen by the whole team               ``distances``  costs of ways, lines of sight
``combat``   expected result of an attack                       ``gear``     worth of cards and their best slots
``threat``   expected harm by zombies                           ``fire``     Dragon Bile and Torches, and their targets
``hunt``     escaping Necromancers, survivors who stop them     ``trade``    gifts between survivors
``goals``    zones to which the victory conditions point        ``plan``     destination of each survivor
``prospect`` expected attacks from reachable zones              ``value``    value of a position
``turn``     score of every action of a turn                    ``answers``  answers to all other decisions
``skills``   harm that Shove and Lifesaver spare                ``order``    order of turns
``greedy``   the player

The player reads public information only (BP-1.R3), never the order of the decks, the colors of face-down objectives or the identity of
face-down artefacts.
"""

from pkgutil import extend_path

_family, *_editions = extend_path(__path__, __name__)
__path__ = [*_editions, _family]
