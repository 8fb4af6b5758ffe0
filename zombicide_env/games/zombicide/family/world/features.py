"""Edition-specific fields of the WORLD record; none in the family."""

from __future__ import annotations

import numpy as np

from ...table.cards import EquipmentCard, ZombieCard


def blank(w: np.void) -> None:
    """Set the edition's fields in an empty world."""


def card(w: np.void, number: int, sheet: EquipmentCard) -> None:
    """Set the edition's fields of a card type."""


def zombie_card(w: np.void, number: int, sheet: ZombieCard) -> None:
    """Set the edition's fields of a zombie card."""
