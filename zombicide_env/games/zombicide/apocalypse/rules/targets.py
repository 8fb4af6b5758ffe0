"""Targets of zombies and the first steps towards them: sight, Loud!, noise (AP-18)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..edition import MOVER_OF, STEPS
from .hidden import hidden, loudness, quiet
from .movement import count_steps, mark_first_steps, neighbour_index
from .passability import passable
from .sight import ray_open
from .team import in_play

LOUDEST = 30000


@jit
def fill_noise(w: Record, s: Record) -> None:
    """Store noise and targets of every zone when the step of movement begins (AP-18.R11)."""
    s.act_loudest = 0
    for z in range(w.n_zones):
        s.act_noise[z] = loudness(w, s, z)
        s.act_loudest = max(s.act_loudest, s.act_noise[z])
        s.act_target[z] = 0
        if z == s.loud_zone:  # the noisiest among zones in sight (BP-22.71)
            s.act_noise[z] = LOUDEST
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and hidden(w, s, i) == 0 and (s.act_taunter < 0 or s.act_taunter == i):
            s.act_target[s.zone[i]] = 1


@jit
def loudest_seen(w: Record, s: Record, z: int) -> int:
    """Most noise among the zones with targets in sight of ``z``, 0: no target in sight (AP-18.4, AP-18.5)."""
    best = 0
    for r in range(w.ray_from[z], w.ray_from[z + 1]):
        t = w.ray_zone[r]
        if s.act_target[t] == 1 and s.act_noise[t] > best and ray_open(w, s, r, NONE) == 1:
            best = s.act_noise[t]
    return best


@jit
def fill_steps(w: Record, s: Record, t: int) -> int:
    """Fill ``act_first`` with the ways of stack ``t``; returns 1 if a target gives them, 0 if the controller chooses (AP-18.R2 to R5)."""
    z = s.pack_zone[t]
    mover = MOVER_OF[s.pack_kind[t]]
    for n in range(w.degree[z]):
        s.act_first[n] = 0
    aim_at_targets(w, s, z, s.pack_led[t], mover)
    origin = s.pack_from[t]
    if may_return(w, s, t) == 0:
        n = neighbour_index(w, z, origin)
        if n >= 0:
            s.act_first[n] = 0
    if count_steps(w, s, z) > 0:
        return 1
    if w.master == 1:
        for n in range(w.degree[z]):
            if passable(w, s, z, n, mover) == 1 and (w.neighbour[z, n] != origin or may_return(w, s, t) == 1):
                s.act_first[n] = 1
    return 0


@jit
def may_return(w: Record, s: Record, t: int) -> int:
    """1 if stack ``t`` may step back into its zone of origin because another step follows that leads out again (AP-19.R1)."""
    k = s.pack_kind[t]
    if s.act_pass >= min(STEPS[k], s.act_passes):
        return 0
    z = s.pack_from[t]
    for n in range(w.degree[z]):
        if passable(w, s, z, n, MOVER_OF[k]) == 1:
            return 1
    return 0


@jit
def aim_at_targets(w: Record, s: Record, z: int, led: int, mover: int) -> None:
    """Rules 1 to 3: visible targets, Loud!, the most noise (AP-18.4 to 6); puppets use only the first (AP-21.R7)."""
    if s.act_taunter >= 0:
        t = s.zone[s.act_taunter]
        if t >= 0 and t != z:
            mark_first_steps(w, s, z, t, mover)
        return
    best = loudest_seen(w, s, z)
    if best > 0:
        for r in range(w.ray_from[z], w.ray_from[z + 1]):
            t = w.ray_zone[r]
            if t != z and s.act_target[t] == 1 and s.act_noise[t] == best and ray_open(w, s, r, NONE) == 1:
                mark_first_steps(w, s, z, t, mover)
        return
    if led == 1:
        return
    if s.loud_zone >= 0:
        if s.loud_zone != z:
            mark_first_steps(w, s, z, s.loud_zone, mover)
        return
    if s.act_loudest == 0 or (w.quiet_is_free == 1 and quiet(w, s) == 1):
        return
    for t in range(w.n_zones):
        if t != z and s.act_noise[t] == s.act_loudest:
            mark_first_steps(w, s, z, t, mover)
