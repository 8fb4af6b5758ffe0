"""White Death's rule-based player: the family's team on ground with levels, with Guards, against the Defiler.

``hunt``         the Defiler, and which survivors hunt it          ``own_goals``    where the quests' conditions point
``own_turn``     polearms, fires, cauldrons, what quests offer     ``guards``       what an order to Guards is worth
``own_answers``  the questions that only White Death asks          ``own_weights``  how much Guards count
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
