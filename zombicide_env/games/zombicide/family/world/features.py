"""What only the edition keeps in the WORLD record.  Here nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...table.cards import EquipmentCard, ZombieCard
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet


def blank(w: np.void) -> None:
    """Values of the edition's fields in a world without anything."""


def card(w: np.void, number: int, sheet: EquipmentCard) -> None:
    """A card type."""


def zombie_card(w: np.void, number: int, sheet: ZombieCard) -> None:
    """A zombie card."""


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], choices: Mapping[str, Any]) -> Mapping[str, Any]:
    """Set the edition's own options; returns those that are not its own."""
    return choices
