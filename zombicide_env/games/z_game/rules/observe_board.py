"""Write observations: relative player numbers, locations and characters (see ``observe``)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers.layout import IN_BOX, IN_DECK, IN_HAND, NEUTRAL, NO_TYPE, ON_BOARD, TO_CARD
from ..numbers.observation import (
    CHAR_AT,
    CHAR_EXHAUSTED,
    CHAR_FATE,
    CHAR_JOB,
    CHAR_MOVED,
    CHAR_ORIGIN,
    CHAR_PICKED,
    CHAR_PLAYER,
    CHAR_RETREATS,
    CHAR_ZONE,
    LOC_ATTACKED,
    LOC_CONTROL,
    LOC_DAWN,
    LOC_DUE_OWN,
    LOC_FACE_DOWN,
    LOC_FIGHT,
    LOC_FLIGHT,
    LOC_FOUGHT,
    LOC_HORDE,
    LOC_INTACT,
    LOC_NEUTRAL,
    LOC_OWNER,
    LOC_PENDING,
    LOC_PENDING_KIND,
    LOC_PENDING_OWNER,
    LOC_PEOPLE_OWN,
    LOC_RANK_OWN,
    LOC_REACHED,
    LOC_RUINED,
    LOC_START,
    LOC_TARGET,
    LOC_TYPE,
    LOC_WORK,
    N_LOC,
    O_LOCATIONS,
)
from .board import controller

HIDDEN_ZONE = IN_DECK  # class of a fighter whose card is in the deck or hidden in a hand


@jit
def named(w: Record, v: int, p: int) -> int:
    """Player number relative to the observer: 1 the observer, 2 the next seat ..., 0 none."""
    return 0 if p < 0 else after(w, v, p) + 1


@jit
def after(w: Record, first: int, p: int) -> int:
    """Number of seats from ``first`` to ``p``; without a division, which would cost more than everything else."""
    return p - first if p >= first else p - first + w.n_players


# ---- locations --------------------------------------------------------------------------------------------------------


@jit
def observe_location(w: Record, s: Record, v: int, loc: int, o: Row, at: int) -> None:
    if s.face_down[loc] == 1:
        o[at + LOC_FACE_DOWN] = 1
        if (s.looked[loc] >> v) & 1 == 1:
            o[at + LOC_TYPE] = s.kind[loc] + 1
        return
    if s.kind[loc] < NO_TYPE:
        o[at + LOC_TYPE] = s.kind[loc] + 1
    o[at + LOC_DAWN] = named(w, v, s.dawn[loc])
    if s.intact[loc] + s.ruined[loc] + s.pending[loc] > 0:
        if s.owner[loc] == NEUTRAL:
            o[at + LOC_NEUTRAL] = 1
        else:
            o[at + LOC_OWNER] = named(w, v, s.owner[loc])
        o[at + LOC_INTACT] = s.intact[loc]
        o[at + LOC_RUINED] = s.ruined[loc]
        o[at + LOC_PENDING] = s.pending[loc]
        o[at + LOC_PENDING_OWNER] = named(w, v, s.pending_owner[loc])
        o[at + LOC_PENDING_KIND] = s.pending_kind[loc] + 1
    o[at + LOC_HORDE] = s.horde[loc]
    o[at + LOC_ATTACKED] = s.attacked[loc]
    o[at + LOC_FOUGHT] = s.fought[loc]
    if s.n_squads[loc] == 0:
        if s.intact[loc] > 0 and s.owner[loc] != NEUTRAL:
            o[at + LOC_CONTROL] = named(w, v, s.owner[loc])
        return
    o[at + LOC_CONTROL] = named(w, v, controller(s, loc))
    for k in range(s.n_squads[loc]):
        p = s.squad[loc, k]
        i = named(w, v, p) - 1
        o[at + LOC_PEOPLE_OWN + i] = s.people[loc, p]
        o[at + LOC_DUE_OWN + i] = s.due[loc, p]
        o[at + LOC_RANK_OWN + i] = k + 1


@jit
def observe_places(s: Record, o: Row) -> None:
    """Write the locations of the current group, fight and work."""
    mark(o, s.mv_from, LOC_START)
    mark(o, s.mv_at, LOC_REACHED)
    mark(o, s.f_at, LOC_FIGHT)
    mark(o, s.work_at, LOC_WORK)
    mark(o, s.target[0], LOC_TARGET)
    mark(o, s.target[1], LOC_TARGET)
    mark(o, s.rt_from, LOC_FLIGHT)


@jit
def mark(o: Row, loc: int, column: int) -> None:
    if loc >= 0:
        o[O_LOCATIONS + loc * N_LOC + column] = 1


# ---- characters --------------------------------------------------------------------------------------------------------


@jit
def observe_character(w: Record, s: Record, v: int, c: int, o: Row, at: int) -> None:
    zone = s.zone[c]
    if zone == ON_BOARD:
        o[at + CHAR_ZONE] = ON_BOARD
        o[at + CHAR_PLAYER] = named(w, v, s.seat[c])
        o[at + CHAR_AT] = s.at[c] + 1
        o[at + CHAR_EXHAUSTED] = s.exhausted[c]
        o[at + CHAR_MOVED] = s.moved[c]
        o[at + CHAR_ORIGIN] = s.origin[c] + 1
        o[at + CHAR_JOB] = s.job[c]
        o[at + CHAR_RETREATS] = min(3, s.retreats[c])
        o[at + CHAR_PICKED] = s.picked[c]
        o[at + CHAR_FATE] = s.fate[c]
    elif zone == IN_HAND:
        if sees_card(s, v, c) == 1:
            o[at + CHAR_ZONE] = IN_HAND
            o[at + CHAR_PLAYER] = named(w, v, s.seat[c])
        else:
            o[at + CHAR_ZONE] = HIDDEN_ZONE
    elif zone != IN_BOX:
        o[at + CHAR_ZONE] = zone


@jit
def sees_card(s: Record, v: int, c: int) -> int:
    """1 if the observer knows in whose hand, or face down before whom, the fighter's card is."""
    card = c + TO_CARD
    p = s.seat[c]
    if s.hand[p, card] > 0:
        return 1 if p == v or s.known[v, p, card] > 0 else 0
    for i in range(s.n_scheme[p]):
        if s.scheme[p, i] == card:
            return 1 if s.scheme_from[p, i] == v else 0
    return 1 if s.laid_by == v else 0
