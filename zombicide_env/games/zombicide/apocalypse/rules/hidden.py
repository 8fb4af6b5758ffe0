"""Noise and its sources: hidden survivors, permanent Noise, Echo (AP-7, AP-18.R9)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_STINKY_COAT, NONE
from ..numbers.layout import SLOTS
from ..numbers.master import ECHO, ZG1
from .team import ignored, in_play


@jit
def coat_slot(w: Record, s: Record, i: int) -> int:
    """Slot with a Stinky Raincoat, -1: none (AP-26.R8)."""
    for slot in range(SLOTS):
        if w.card_effect[w.copy_card[s.inv[i, slot]]] == FX_STINKY_COAT:
            return slot
    return NONE


@jit
def hidden(w: Record, s: Record, i: int) -> int:
    """1 if zombies neither see nor hear the survivor."""
    return 1 if ignored(s, i) == 1 or coat_slot(w, s, i) >= 0 else 0


@jit
def echo(s: Record, z: int) -> int:
    """Noise of Echo in the zone (AP-21.R7)."""
    n = 0
    for k in range(s.zm_active_n):
        if s.zm_active[k] == ZG1 + 1 and s.zm_target[k] == z:
            n += ECHO
    return n


@jit
def quiet(w: Record, s: Record) -> int:
    """1 if the board has no Noise token."""
    for z in range(w.n_zones):
        if s.noise[z] + w.steady_noise[z] > 0:
            return 0
    return 1


@jit
def loudness(w: Record, s: Record, z: int) -> int:
    """Noise of the zone: tokens, audible survivors, Echo (AP-7.R1)."""
    n = s.noise[z] + w.steady_noise[z] + echo(s, z)
    for i in range(w.n_survivors):
        n += in_play(s, i) == 1 and s.zone[i] == z and hidden(w, s, i) == 0
    return n
