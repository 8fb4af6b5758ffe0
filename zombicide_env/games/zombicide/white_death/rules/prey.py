"""Target zones of groups of zombies: by sight, reach and noise; the players choose among several (WD-17.5 to WD-17.9)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import edition_decisions as OASK
from ..numbers.layout import WHERE, WHO
from ..numbers.movement import GROUP_MOVER, GROUPS, TO_CLIMB
from .about import about_zone
from .defiler import beacon_at
from .group_paths import reaches
from .options import first_offered, offer
from .quest_rules import empress_at
from .routes import plan_climb, plan_way
from .sight import seen_from
from .team import common_decider, in_play


@jit
def fill_noise(w: Record, s: Record) -> None:
    """Store noise and victims of every zone when the step of movement begins (WD-7.4)."""
    empress = empress_at(w, s)
    for z in range(w.n_zones):
        s.act_noise[z] = s.noise[z] + s.guards[z]
        s.act_target[z] = 1 if s.guards[z] > 0 else 0
    if empress >= 0:
        s.act_noise[empress] += 1
        s.act_target[empress] = 1
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            s.act_noise[s.zone[i]] += 1
            s.act_target[s.zone[i]] = 1


@jit
def mark_prey(w: Record, s: Record, z: int, mover: int) -> int:
    """Mark the possible target zones of a group in ``w.reach`` with 1; returns their number (WD-17.5 to WD-17.9)."""
    for t in range(w.n_zones):
        w.reach[t] = 0
    seen = 0
    if s.act_target[z] == 1:
        w.reach[z] = 2
        seen = 1
    row = seen_from(w, s, z, 0)
    for t in range(w.n_zones):
        if s.act_target[t] == 1 and w.seen[row, t] > 0:
            w.reach[t] = 2
            seen = 1
    if seen == 0:
        for t in range(w.n_zones):
            if s.act_noise[t] > 0:
                w.reach[t] = 2
    best = 2  # unreachable candidates are 2, others 3
    loudest = 0
    for t in range(w.n_zones):
        if w.reach[t] == 2:
            w.reach[t] += reaches(w, s, z, t, mover)
            if w.reach[t] > best:
                best = 3
                loudest = 0
            if w.reach[t] == best:
                loudest = max(loudest, s.act_noise[t])
    found = 0
    for t in range(w.n_zones):
        if w.reach[t] == best and s.act_noise[t] == loudest:
            w.reach[t] = 1
            found += 1
        else:
            w.reach[t] = 0
    return found


@jit
def find_prey(w: Record, s: Record, z: int, g: int) -> int:
    """Mark the possible targets of the group in ``w.reach`` and return their number, 0: it stays.  ``s.prey``: a single target."""
    s.prey = NONE
    only = NONE
    if s.act_taunter >= 0:
        only = s.zone[s.act_taunter]
    elif g == 2:  # WD-20.7
        only = beacon_at(s)
    else:
        found = mark_prey(w, s, z, GROUP_MOVER[g])
        if found == 0 or w.reach[z] == 1:  # the survivor's zone is among the loudest (WD-17.9)
            return 0
        if found > 1:
            return found
        for t in range(w.n_zones):
            if w.reach[t] == 1:
                only = t
    if only < 0 or only == z:
        return 0
    s.prey = only
    return 1


@jit
def ask_prey(w: Record, s: Record, z: int, g: int, what: int) -> None:
    """Ask the players for the target zone of the group."""
    push(s, OASK.PREY, common_decider(w, s), z, g, what)


@jit
def offer_prey(w: Record, s: Record, zone: int, group: int) -> None:
    find_prey(w, s, zone, group)
    for z in range(w.n_zones):
        if w.reach[z] == 1:
            offer(s, A.CHOOSE + z)


@jit
def answer_prey(w: Record, s: Record, zone: int, group: int, what: int, a: int) -> None:
    s.prey = a - A.CHOOSE
    if what == TO_CLIMB:
        plan_climb(w, s, zone)
    else:
        plan_way(w, s, zone, group)


ROWS: Final = (
    Decision(
        OASK.PREY,
        words={"i": WHO, "zone": WHERE, "group": Range(0, GROUPS - 1), "what": FLAG},
        asked=CHOICE,
        offer=offer_prey,
        answer=answer_prey,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("a group of zombies has several target zones", "which one it goes for", "lowest zone"),
        notation={"choose": "target {}"},
    ),
)
