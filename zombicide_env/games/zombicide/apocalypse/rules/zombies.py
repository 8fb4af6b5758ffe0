"""Activation of zombies: attacks and moves of stacks (AP-18, AP-19); ``targets`` and ``routes`` have their ways."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, ONGOING
from ..edition import STEPS
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import PASSES, K
from ..numbers.master import ZG1, ZG3, ZG4, ZG5
from ..numbers.zombies import ABOMINATION_WOUNDS, ABOMINATIONS, CLASS_OF
from .casualties import settle
from .groups import add_pack, move_pack, sort_packs
from .master import expire
from .outcome import check_end
from .targets import fill_noise
from .team import team_level

ALL_KINDS = (1 << K) - 1


# ---- the activation ------------------------------------------------------------------------------------------------


@jit
def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1), for ``limit`` actions (-1: all they have).

    ``taunter``: BP-22.59, else -1.  The Zombies' Phase activates all.
    """
    s.act_taunter = taunter
    tell(w, E.ACTIVATION, kinds, zone)
    s.act_passes = PASSES if limit < 0 else limit
    if kinds == ALL_KINDS and zone < 0:
        begin_leading(w, s)
        if s.resting == 0:  # the Players' Phase is over, and with it the Zombie Master's cards for it
            expire(w, s, ZG3, NONE)
            expire(w, s, ZG4, NONE)
        push(s, OT.BOMBS_GO)
    s.n_packs = 0
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and (zone < 0 or zone == z):
            for k in range(K):
                if (kinds >> k) & 1 and s.zombies[z, k] > s.led[z, k]:
                    add_pack(s, z, k, z, s.zombies[z, k] - s.led[z, k], 0)
                if (kinds >> k) & 1 and s.led[z, k] > 0:
                    add_pack(s, z, k, z, s.led[z, k], 1)
    for action in range(s.act_passes, 0, -1):
        push(s, T.PASS, action)


@jit
def begin_leading(w: Record, s: Record) -> None:
    """Let Puppet Pack lead the zombies on its zone when the Zombies' Phase begins, until the end of that phase (AP-21.R7)."""
    for z in range(w.n_zones):
        if puppets(s, z) == 1:
            for k in range(K):
                s.led[z, k] = s.zombies[z, k]


@jit
def end_leading(w: Record, s: Record) -> None:
    """End Puppet Pack with the Zombies' Phase."""
    expire(w, s, ZG5, NONE)
    for z in range(w.n_zones):
        for k in range(K):
            s.led[z, k] = 0


@jit
def phase_ends(w: Record, s: Record) -> None:
    """End lasting cards of the Zombies' Phase; the Zombie Master's Phase comes next."""
    expire(w, s, ZG1, NONE)
    end_leading(w, s)
    if s.resting == 0 and w.master == 1:
        push(s, OT.MASTER_PHASE)


@jit
def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every zombie that has that many (AP-19.1)."""
    s.act_pass = action
    kept = 0
    for t in range(s.n_packs):
        if STEPS[s.pack_kind[t]] >= action and s.pack_n[t] > 0:
            move_pack(s, t, kept)
            kept += 1
    s.n_packs = kept
    if kept == 0:
        return
    sort_packs(s)
    push(s, T.MOVES)
    push(s, T.FIGHTS, 0)


# ---- attacks ---------------------------------------------------------------------------------------------------------


@jit
def active_in(s: Record, z: int) -> int:
    n = 0
    for t in range(s.n_packs):
        if s.pack_zone[t] == z:
            n += s.pack_n[t]
    return n


@jit
def fight(w: Record, s: Record, z: int) -> None:
    """Wound once with every active zombie of the zone, with an Abomination as often as the danger level says (AP-10.8, AP-18.3)."""
    s.wnd_zone = z
    for k in range(K):
        s.wnd_left[k] = 0
        for j in range(w.n_survivors):
            s.wnd[j, k] = 0
    deadly = ABOMINATION_WOUNDS[team_level(w, s)]
    for t in range(s.n_packs):
        if s.pack_zone[t] == z:
            k = s.pack_kind[t]
            s.wnd_left[k] += s.pack_n[t] * (deadly if CLASS_OF[k] == ABOMINATIONS else 1)
    push(s, T.VICTIM, 0, 0)
    push(s, T.ASSIGN)


# ---- Puppet Pack -------------------------------------------------------------------------------------------------------


@jit
def puppets(s: Record, z: int) -> int:
    """1 if Puppet Pack is on the zone (AP-21.R7)."""
    for k in range(s.zm_active_n):
        if s.zm_active[k] == ZG5 + 1 and s.zm_target[k] == z:
            return 1
    return 0


# ---- moves ------------------------------------------------------------------------------------------------------------


@jit
def moves(w: Record, s: Record) -> None:
    """Plan the move of every active stack that did not attack (AP-18.R7)."""
    fill_noise(w, s)
    for t in range(s.n_packs):
        s.pack_to[t] = s.pack_zone[t] if s.act_fought[s.pack_zone[t]] == 1 else NONE
    push(s, T.ARRIVE)
    push(s, OT.PLAN, 0)


@jit
def arrive(w: Record, s: Record) -> None:
    """Move all stacks at the same time; then apply fire and exits for zombies (AP-17.R6, AP-26.M7)."""
    for t in range(s.n_packs):
        z = s.pack_zone[t]
        to = s.pack_to[t]
        if to >= 0 and to != z:
            k = s.pack_kind[t]
            n = s.pack_n[t]
            tell(w, E.GO, k, n, z, to)
            s.zombies[z, k] -= n
            s.crowd[z] -= n
            s.zombies[to, k] += n
            s.crowd[to] += n
            s.led[z, k] -= n * s.pack_led[t]
            s.led[to, k] += n * s.pack_led[t]
            s.pack_zone[t] = to
        s.pack_to[t] = NONE
    for z in range(w.n_zones):
        if s.outcome == ONGOING and settle(w, s, z) == 1:
            for t in range(s.n_packs):
                if s.pack_zone[t] == z:
                    s.pack_n[t] = 0
    check_end(w, s)


ROWS: Final = (Task(OT.EXPIRE, phase_ends),)
