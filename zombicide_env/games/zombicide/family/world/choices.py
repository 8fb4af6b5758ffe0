"""What the options of an edition change in the WORLD record.  Here nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet
from ..team_options import DealtOptions


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], zones: Mapping[str, int], options: DealtOptions) -> None:
    """Set what the edition's own options say, in a world with the quest and the team; ``zones``: label -> number."""
