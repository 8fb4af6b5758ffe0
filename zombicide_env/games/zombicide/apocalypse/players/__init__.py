"""Apocalypse's rule-based players: the family's team on a ground with cars and fuel, and the Zombie Master.

``escape``   missions that only cars leave            ``own_goals``  where the missions' conditions point
``own_turn`` cars, fuel, weapons that destroy a zone   ``own_gear``   what cards are worth beside their dice
``foes``     berserkers and Abominations               ``friends``    whom hits meet first, and toxic blood
``hunger``   what a place is worth to zombies          ``master``     routes and cards of the Zombie Master
``own_answers``  the questions that only Apocalypse asks
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
