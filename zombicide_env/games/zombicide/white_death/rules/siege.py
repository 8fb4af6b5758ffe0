"""Siege cards: zombies in every Defiled zone, then those blocked by a rampart climb it (WD-18.8 to 18.11, WD-18.15)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ...table.codes import NONE, STREET
from ..numbers import actions as A
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers import edition_tasks as OT
from ..numbers.layout import ABOMINATION, KIND, NEXT_ZONE, WHO, K
from ..numbers.movement import GROUP_OF, GROUPS, TO_CLIMB
from .fights import victims_in
from .freeze import thaw_empty
from .group_paths import climb_edge
from .options import first_offered, offer
from .passability import kind_of
from .placing import abominations, activate_once, begin_card, bring_abomination, put
from .prey import ask_prey, fill_noise, find_prey
from .routes import plan_climb
from .team import common_decider

# ---- step 1 ----------------------------------------------------------------------------------------------------------


@jit
def siege(w: Record, s: Record, card: int) -> None:
    begin_card(w, s)  # an Aaahh!! of a Zombie Link turn is another card
    siege_places(w, s, card)


@jit
def siege_places(w: Record, s: Record, card: int) -> None:
    """Place the printed zombies in every Defiled zone; if figures are missing, the players choose the zones (WD-18.9, WD-18.15)."""
    kind = w.zcard_siege[card, 0]
    n = w.zcard_siege[card, 1]
    zones = 0
    for z in range(w.n_zones):
        zones += s.defiled[z]
    if s.supply[kind] >= n * zones:
        for z in range(w.n_zones):
            if s.defiled[z] == 1:
                put(w, s, kind, n, z)
        return
    for z in range(w.n_zones):
        s.short[z] = n * s.defiled[z]
    share_out(w, s, kind)


@jit
def share_out(w: Record, s: Record, kind: int) -> None:
    """Ask for the zone of the next figure; when none is left, for the zone without one where the Abomination appears (WD-D42)."""
    missing = 0
    for z in range(w.n_zones):
        missing += s.short[z]
    if missing == 0:
        return
    if s.supply[kind] > 0:
        push(s, OASK.SHARE, common_decider(w, s), kind, 0)
    elif abominations(w, s) == 0:
        push(s, OASK.SHARE, common_decider(w, s), kind, 1)
    else:
        activate_once(s, ABOMINATION)


@jit
def offer_shares(w: Record, s: Record) -> None:
    """Offer Defiled zones that still lack figures of the card."""
    for z in range(w.n_zones):
        if s.short[z] > 0:
            offer(s, A.CHOOSE + z)


@jit
def share(w: Record, s: Record, kind: int, what: int, a: int) -> None:
    """Apply the answer: place a figure (0), or the Abomination (1)."""
    z = a - A.CHOOSE
    if what == 1:
        bring_abomination(w, s, z)
        return
    put(w, s, kind, 1, z)
    s.short[z] -= 1
    share_out(w, s, kind)


# ---- step 2 ----------------------------------------------------------------------------------------------------------


@jit
def begin_climb(w: Record, s: Record) -> None:
    """Plan every group from the same position (WD-18.10)."""
    fill_noise(w, s)
    s.act_taunter = NONE
    for z in range(w.n_zones):
        for g in range(GROUPS):
            s.go_to[z, g] = NONE
    push(s, OT.CLIMB, 0)


@jit
def may_climb(w: Record, s: Record, z: int) -> int:
    """1 if a horde is in a street zone next to a rampart, not frozen, with nobody to attack (WD-18.10, WD-16.6)."""
    if s.crowd[z] == 0 or (s.frozen[z] == 1 and w.siege_frozen_may_climb == 0) or kind_of(w, s, z) != STREET or victims_in(w, s, z) == 1:
        return 0
    n = 0
    for k in range(K):
        if GROUP_OF[k] == 0:
            n += s.zombies[z, k]
    if n == 0:
        return 0
    for n in range(w.degree[z]):
        if climb_edge(w, s, z, n) == 1:
            return 1
    return 0


@jit
def climb(w: Record, s: Record, start: int) -> None:
    """Plan the climb zone by zone; stop when the players have to choose.  Then all climb."""
    for z in range(start, w.n_zones):
        if may_climb(w, s, z) == 0:
            continue
        targets = find_prey(w, s, z, 0)
        if targets == 0:
            continue
        push(s, OT.CLIMB, z + 1)
        if targets > 1:
            ask_prey(w, s, z, 0, TO_CLIMB)
            return
        if plan_climb(w, s, z) == 1:
            return
        s.depth -= 1
    climbed(w, s)


@jit
def climbed(w: Record, s: Record) -> None:
    """Climb with all groups at the same time, one move each, Runners too (WD-18.11)."""
    for z in range(w.n_zones):
        for k in range(K):
            if GROUP_OF[k] == 0 and s.crowd[z] > 0 and s.go_to[z, 0] >= 0:
                s.act_moved[z, k] = s.zombies[z, k]
    for z in range(w.n_zones):
        for k in range(K):
            n = s.act_moved[z, k]
            if n > 0:
                t = s.go_to[z, 0]
                tell(w, OE.CLIMBS, k, n, z, t)
                s.zombies[z, k] -= n
                s.crowd[z] -= n
                s.zombies[t, k] += n
                s.crowd[t] += n
                s.act_moved[z, k] = 0
        s.go_to[z, 0] = NONE
        thaw_empty(w, s, z)


ROWS: Final = (
    Task(OT.SIEGE, siege, words={"card": Range(0, "n_zcards")}),
    Decision(
        OASK.SHARE,
        words={"i": WHO, "kind": KIND, "what": FLAG},
        asked=CHOICE,
        offer=offer_shares,
        answer=share,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("a Siege card finds too few figures", "where the next one stands, then the Abomination", "lowest zone"),
        notation={"choose": "place {}"},
    ),
    Task(OT.BEGIN_CLIMB, begin_climb),
    Task(OT.CLIMB, climb, words={"start": NEXT_ZONE}),
)
