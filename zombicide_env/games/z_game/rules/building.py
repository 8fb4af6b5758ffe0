"""Construction and repair (section 13.2), the limit of outposts (ZG-9.8), Labour results (section 14.4)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Features, Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_LOC, A_OPTION, A_PASS
from ..numbers.layout import (
    BARRICADE,
    BASE,
    BEES,
    BUILD_WORK,
    CAR,
    CAR_FORT,
    MOST_OUTPOSTS,
    NEW,
    OUTPOST,
    PROJECTS,
    REPAIR,
    REPAIR_1,
    REPAIR_2,
    SPOT,
    STREET,
    UPGRADE,
    UPGRADING,
    WHO,
    L,
)
from ..numbers.observation import ASK_PROJECT, O_DECISION
from .board import end_project, friendly, interrupt, outposts_of, put_markers, tell_markers
from .cards import play
from .lowest import first_legal, lowest
from .work import ENGINEERING, begin_work, end_work, icons, skill_at

N_PROJECTS = 6


# ---- projects (ZG-13.7) ------------------------------------------------------------------------------------------


@jit
def gears_for(s: Record, p: int, kind: int) -> int:
    if kind == OUTPOST:
        return 2 if s.faction[p] == BEES else 4  # ZG-13.9
    if kind == REPAIR_1:
        return 1
    return 2


@jit
def site_for(s: Record, p: int, loc: int, kind: int) -> int:
    """1 if the markers of the location fit the project (ZG-13.8 to ZG-13.14)."""
    if s.kind[loc] == STREET or s.pending[loc] > 0:
        return 0
    if kind == BARRICADE or kind == OUTPOST:
        return 1 if s.intact[loc] == 0 and s.ruined[loc] == 0 else 0
    if kind == UPGRADING:
        return 1 if s.owner[loc] == p and s.intact[loc] == 1 and s.ruined[loc] == 0 else 0
    if kind == REPAIR_1:
        return 1 if s.ruined[loc] > 0 else 0
    if kind == REPAIR_2:
        return 1 if s.ruined[loc] == 2 else 0
    return 1 if s.intact[loc] < 2 and friendly(s, p, loc) == 1 else 0  # a car (ZG-13.17)


@jit
def can_build(w: Record, s: Record, p: int, loc: int, kind: int) -> int:
    """1 if the project is possible in the location with its idle characters and the cards in hand."""
    if site_for(s, p, loc, kind) == 0:
        return 0
    if kind == CAR_FORT:
        return 1 if s.hand[p, CAR] > 0 else 0
    gears = skill_at(w, s, p, loc, ENGINEERING, 0)
    if gears == 0:
        return 0
    return 1 if gears + icons(w, s, p, ENGINEERING) >= gears_for(s, p, kind) else 0


@jit
def legal_kind(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if s.people[loc, p] > 0 or s.owner[loc] == p:
            for kind in range(N_PROJECTS):
                if mask[A_OPTION + kind] == 0:
                    mask[A_OPTION + kind] = can_build(w, s, p, loc, kind)


@jit
def answer_kind(s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        pop(s)  # nothing more to do: T.BUILD is below
    else:
        push(s, ASK.BLD_LOC, p, a - A_OPTION)


@jit
def build_more(s: Record, p: int) -> None:
    push(s, T.BUILD, p)
    push(s, ASK.BLD_KIND, p)


@jit
def legal_site(w: Record, s: Record, p: int, kind: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = can_build(w, s, p, loc, kind)


@jit
def answer_site(w: Record, s: Record, p: int, kind: int, a: int) -> None:
    loc = a - A_LOC
    if kind == CAR_FORT:
        park(w, s, p, loc)
        return
    begin_work(s, BUILD_WORK, p, loc)
    s.project = kind
    s.quota = gears_for(s, p, kind)


@jit
def park(w: Record, s: Record, p: int, loc: int) -> None:
    """Turn a car into an intact marker immediately (ZG-13.17)."""
    play(w, s, p, CAR)
    if s.ruined[loc] > 0:
        s.ruined[loc] -= 1
    put_markers(w, s, loc, p, 1)
    check_outposts(s, p, loc)


@jit
def lay_project(w: Record, s: Record, p: int) -> None:
    """Place face-down markers for finished work until Labour results (ZG-9.10, ZG-13.10)."""
    loc = s.work_at
    kind = s.project
    s.pending[loc] = 2 if kind == OUTPOST or kind == REPAIR_2 else 1
    s.pending_owner[loc] = p
    if kind == BARRICADE or kind == OUTPOST:
        s.pending_kind[loc] = NEW
    elif kind == UPGRADING:
        s.pending_kind[loc] = UPGRADE
    else:
        s.pending_kind[loc] = REPAIR
    tell(w, E.PROJECT, p, kind, loc)
    end_work(s)


# ---- Labour results (ZG-14.20 to ZG-14.23) -----------------------------------------------------------------------------


@jit
def labour(w: Record, s: Record, p: int, first: int) -> None:
    """Resolve the player's projects one by one in ascending order; apply the limit of outposts after each."""
    for loc in range(first, w.n_locations):
        if s.pending[loc] > 0 and s.pending_owner[loc] == p:
            push(s, T.LABOUR, p, loc + 1)
            if s.people[loc, p] > 0:
                complete(w, s, p, loc)
            else:
                interrupt(w, s, loc)
            return


@jit
def complete(w: Record, s: Record, p: int, loc: int) -> None:
    if s.pending_kind[loc] == REPAIR:  # ZG-9.7
        s.ruined[loc] -= s.pending[loc]
    elif s.pending_kind[loc] == NEW:  # ZG-5.3
        s.erected[p] += 1
    put_markers(w, s, loc, p, s.pending[loc])
    end_project(s, loc)
    check_outposts(s, p, loc)


@jit
def check_outposts(s: Record, p: int, loc: int) -> None:
    """Degrade one of the others when there is a third outpost (ZG-9.8)."""
    if s.intact[loc] == 2 and outposts_of(s, p) > MOST_OUTPOSTS:
        push(s, ASK.DEGRADE, p, loc)


@jit
def legal_degrade(w: Record, s: Record, p: int, new: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = loc != new and s.owner[loc] == p and s.intact[loc] == 2


@jit
def answer_degrade(w: Record, s: Record, a: int) -> None:
    """Remove one marker from the board."""
    s.intact[a - A_LOC] -= 1
    tell_markers(w, s, a - A_LOC)


@jit
def spare_outpost(w: Record, s: Record) -> int:
    """Default: the lowest outpost that is not a Base, else a Base."""
    for loc in range(L):
        if w.allowed[A_LOC + loc] == 1 and s.kind[loc] != BASE:
            return A_LOC + loc
    return lowest(w, A_LOC)


@jit
def see_project(kind: int, o: Features) -> None:
    o[O_DECISION + ASK_PROJECT] = kind + 1


ROWS: Final = (
    Task(T.BUILD, build_more, words={"p": WHO}, below=(T.SEATS,)),
    Task(T.LABOUR, labour, words={"p": WHO, "first": Range(0, "n_locations")}, below=(T.SEATS,)),
    Decision(
        ASK.BLD_KIND,
        words={"p": WHO},
        below=(T.BUILD,),
        asked=MAIN,
        offer=legal_kind,
        answer=answer_kind,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("a project", default="`pass`"),
        notation={"pass": "pass", "option": "project {}"},
        menu=PROJECTS,
    ),
    Decision(
        ASK.BLD_LOC,
        words={"p": WHO, "kind": Range(0, len(PROJECTS) - 1)},
        below=(T.BUILD,),
        asked=MAIN,
        offer=legal_site,
        answer=answer_site,
        default=first_legal,
        see=see_project,
        fits=anywhere,
        text=Text("where", default="the lowest"),
        notation={"loc": "at {}"},
    ),
    Decision(
        ASK.DEGRADE,
        words={"p": WHO, "new": SPOT},
        below=(T.BUILD, T.LABOUR),
        asked=CHOICE,
        offer=legal_degrade,
        answer=answer_degrade,
        default=spare_outpost,
        see=nothing_more,
        fits=anywhere,
        text=Text("which outpost of three degrades", default="one that is not a Base"),
        notation={"loc": "degrade {}"},
    ),
)
