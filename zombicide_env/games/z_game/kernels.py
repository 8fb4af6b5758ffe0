"""The compiled half of the game: one set of kernels for every number of players and every option."""

from __future__ import annotations

from typing import Final

from ...core.game import Kernels
from .course import active, decider, reset, step
from .hidden import resample
from .legal import legal
from .observe import frame, observe
from .status import status

KERNELS: Final = Kernels("z_game", reset, step, legal, observe, decider, resample, frame, active, status)
