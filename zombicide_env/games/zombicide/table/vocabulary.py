"""Names that the content files of an edition may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Vocabulary:
    """Names known to readers of an edition's content files.

    Attributes:
        kinds: kinds of zombies in canonical order (BP-0.R2).
        skills: every skill that a survivor may have, ``ironclad:walker`` for one with a parameter.
        zone_skills: skills whose use names a zone.
        zone_uses: the most of them that an ID card may give to one survivor.
        choices: the most skills to choose from at one danger level.
        survivors: maximum team size.
        items: ids of the equipment cards in canonical order.
        groups: several kinds of zombies that a card activates together.
        goals: predicates of victory conditions that only this edition has.
    """

    kinds: tuple[str, ...]
    skills: tuple[str, ...]
    zone_skills: tuple[str, ...]
    zone_uses: int
    choices: int
    survivors: int
    items: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
