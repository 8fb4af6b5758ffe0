"""The rules-based player of the Zombicide family.

``view``    what is public about a position, as Python lists        ``board``   what never changes
``combat``  what an attack may be expected to do                     ``gear``    what a card is worth and where it belongs
``threat``  what the zombies may do to a group                       ``fire``    Dragon Bile and Torches, and their prey
``hunt``    where Necromancers run to and who stops them             ``trade``   gifts between survivors
``plan``    where each survivor wants to go                          ``turn``    the score of every action of a turn
``weights`` how much each consideration counts                       ``player``  the agent
``prospect``   what attacks promise from where one may go
``decisions``  answers to everything else
"""

from __future__ import annotations

from .player import Greedy

__all__ = ["Greedy"]
