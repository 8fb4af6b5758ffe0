"""The compiled half of the game: one set of kernels for every number of players."""

from __future__ import annotations

from typing import Final

from ...core.game import Kernels
from .hidden import resample
from .legal import legal
from .observe import observe
from .status import status
from .turn import active, decider, reset, step

KERNELS: Final = Kernels("hit_z_road", reset, step, legal, observe, decider, resample, active=active, status=status)
