"""Line of Sight (BP-5): rays are computed once per board, the state of their gates decides whether they are open."""

from __future__ import annotations

from zombicide_env.core.records import Features, Record

from ...table.codes import NONE
from ...table.seams import seam
from ..numbers import observation as O
from ..numbers.layout import GATES
from .sight_blockers import gate_open


@seam
def ray_open(w: Record, s: Record, r: int, i: int) -> int:
    """1 if every gate on ray ``r`` is open (BP-5.7) to survivor ``i``, -1: to any survivor."""
    for k in range(GATES):
        gate = w.ray_door[r, k]
        if gate >= 0 and gate_open(w, s, gate) == 0:
            return 0
    return 1


@seam
def observe_sight(w: Record, s: Record, i: int, here: int, o: Features) -> None:
    """Write the zones in sight of survivor ``i`` with their range + 1."""
    o[O.ZONES + here * O.N_ZONE + O.Z_SIGHT] = 1
    for r in range(w.ray_from[here], w.ray_from[here + 1]):
        p = O.ZONES + w.ray_zone[r] * O.N_ZONE + O.Z_SIGHT
        if o[p] == 0 and ray_open(w, s, r, i) == 1:
            o[p] = w.ray_range[r] + 1


@seam
def sight(w: Record, s: Record, a: int, b: int) -> int:
    """Range of the Line of Sight between two zones, -1 if there is none (BP-5.R1)."""
    if a == b:
        return 0
    for r in range(w.ray_from[a], w.ray_from[a + 1]):
        # Rays to the same zone are sorted by distance, so the first open one gives the range (BP-5.R4).
        if w.ray_zone[r] == b and ray_open(w, s, r, NONE) == 1:
            return w.ray_range[r]
    return NONE
