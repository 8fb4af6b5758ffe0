"""What only the edition keeps in the WORLD record.  Here nothing."""

from __future__ import annotations

import numpy as np

from ...table.cards import EquipmentCard, ZombieCard


def blank(w: np.void) -> None:
    """Values of the edition's fields in a world without anything."""


def card(w: np.void, number: int, sheet: EquipmentCard) -> None:
    """A card type."""


def zombie_card(w: np.void, number: int, sheet: ZombieCard) -> None:
    """A zombie card."""
