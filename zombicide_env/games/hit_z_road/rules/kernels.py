"""The compiled half of the game: one set of kernels for all numbers of players."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.game import Kernels

from .observe import observe
from .resample import resample
from .status import status
from .step import active, decider, legal, reset, step

KERNELS: Final = Kernels("hit_z_road", reset, step, legal, observe, decider, resample, active=active, status=status)
