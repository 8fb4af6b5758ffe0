"""The compiled half of the engine: one set of kernels for every quest and team of an edition."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.game import Kernels

from ..edition import ID
from .observe import frame, observe
from .resample import resample
from .status import status
from .step import active, decider, reset, step
from .table import legal

KERNELS: Final = Kernels(ID, reset, step, legal, observe, decider, resample, frame, active, status)
