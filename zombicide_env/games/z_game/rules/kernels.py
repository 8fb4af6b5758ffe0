"""The compiled half of the game: one set of kernels for all numbers of players and all options."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.game import Kernels

from .observe import frame, observe
from .resample import resample
from .status import status
from .step import active, decider, reset, step
from .table import legal

KERNELS: Final = Kernels("z_game", reset, step, legal, observe, decider, resample, frame, active, status)
