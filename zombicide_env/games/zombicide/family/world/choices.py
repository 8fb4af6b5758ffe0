"""Edition-specific options in the WORLD record; none in the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet
from ..team_options import DealtOptions


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], zones: Mapping[str, int], options: DealtOptions) -> None:
    """Apply the edition's options to a world with the quest and the team; ``zones``: label -> number."""
