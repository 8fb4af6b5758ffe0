"""Course of a game (section 10): the order of phases and of players, their beginnings and ends."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chains import chain
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import (
    D1,
    D2,
    D3,
    D4,
    E1,
    E2,
    E3,
    E4,
    IDLE,
    M1,
    M2,
    M3A,
    M3B,
    M3C,
    M4,
    M5,
    M6,
    N1,
    N2,
    N3,
    N4,
    N_PHASES,
    NONE,
    ONGOING,
    ORDER,
    S0,
    S1,
    S2,
    S3,
    SPOT,
    C,
    L,
    P,
)
from .board import controller
from .building import build_more
from .business import do_business
from .feeding import feed
from .fight import settle
from .foreign_trade import trade_abroad
from .medicine import flare_up, medicine_more
from .morning import discard_down, draw_income, place, recount
from .night import gather_zombies, infect, own_attacks
from .opening import claim
from .people import own_meetings
from .sabotage import sabotage_more
from .scheming import scheme
from .scoring import eliminations, score_day, score_night
from .zombies import own_fights

# ---- phases (ZG-10.7) --------------------------------------------------------------------------------------------


@jit
def begin_phase(w: Record, s: Record, phase: int) -> None:
    """Begin a phase; most give every player a turn (ZG-10.1)."""
    s.phase = phase
    tell(w, E.PHASE, phase)
    push(s, T.PHASE_END, phase)
    if phase == S0:
        push(s, T.TILES, 0)
    elif phase == S1:
        push(s, T.FACTIONS, 0)
    elif phase == S2:
        push(s, T.BASES, w.n_players - 1)
    elif phase == D4:
        score_day(w, s)
    elif phase == N4:
        score_night(w, s)
    elif phase == D1:
        begin_day(w, s)
        push(s, T.MOVES, 0)
    elif phase == D2 and w.by_rounds == 1:
        push(s, T.ZOMBIE_ROUND, 0)
    else:
        if phase == M3A:
            push(s, T.SCHEMED)
        elif phase == N1:
            gather_zombies(w, s)
            eliminations(w, s)
        if takes_place(w, phase) == 1:
            push(s, T.SEATS, 0)


@jit
def takes_place(w: Record, phase: int) -> int:
    """0 for a stage of the trade that is disabled (ZG-11.7)."""
    if phase == M3A:
        return w.scheming
    if phase == M3B:
        return w.business
    return 1


@jit
def seats(w: Record, s: Record, place: int) -> None:
    """Ask the next player of the phase; eliminated ones are skipped (ZG-10.3), and their projects are lost (ZG-14.21)."""
    for k in range(place, w.n_players):
        p = (s.first + k) % w.n_players
        if s.eliminated[p] == 0 or s.phase == N3:
            push(s, T.SEATS, k + 1)
            begin_seat(w, s, s.phase, p)
            return


@jit
def labour(s: Record, p: int) -> None:
    push(s, T.LABOUR, p, 0)


#: What begins a player's turn of a phase.
begin_seat = chain(
    __name__,
    "begin_seat",
    ("w", "s", "phase", "p"),
    {
        S3: claim,
        M1: recount,
        M2: draw_income,
        M3A: scheme,
        M3B: do_business,
        M3C: trade_abroad,
        M4: place,
        M5: feed,
        M6: discard_down,
        D2: own_fights,
        D3: own_meetings,
        E1: build_more,
        E2: sabotage_more,
        E3: medicine_more,
        E4: flare_up,
        N1: own_attacks,
        N2: infect,
        N3: labour,
    },
    on="phase",
)


@jit
def end_phase(w: Record, s: Record, phase: int) -> None:
    """End a phase, then begin the next one, unless a position pauses here."""
    if phase == E4:  # ZG-6.6
        for p in range(P):
            s.brewed[p] = 0
    elif phase == N3:
        pass_title(w, s)
    if phase >= D1:
        eliminations(w, s)
    if s.outcome != ONGOING or s.stop == s.round * 32 + phase:
        return
    if phase == S1:
        push(s, T.PHASE, S2)
    elif phase == S2 and w.quick_start == 1:
        push(s, T.PHASE, S3)
    elif phase == S2 or phase == S3:  # ZG-10.4
        push(s, T.PHASE, D1)
    elif phase + 1 < N_PHASES:
        push(s, T.PHASE, phase + 1)
    else:
        s.round += 1
        begin_turn(w, s)
        push(s, T.PHASE, M1)


@jit
def pass_title(w: Record, s: Record) -> None:
    """Pass the title counter-clockwise, to the player who acted last (ZG-10.2, ZG-10.3)."""
    for k in range(1, w.n_players + 1):
        p = (s.first - k + w.n_players) % w.n_players
        if s.eliminated[p] == 0:
            s.first = p
            return


# ---- turns and days ------------------------------------------------------------------------------------------------


@jit
def begin_turn(w: Record, s: Record) -> None:
    """Begin a turn: reset its fields, and let all recover (ZG-14.26, ZG-8.17)."""
    tell(w, E.TURN, s.round, s.first)
    for loc in range(L):
        s.horde[loc] = s.attacked[loc] = s.fought[loc] = s.searched[loc] = 0
    for c in range(C):
        s.exhausted[c] = s.moved[c] = 0
        s.origin[c] = NONE
        s.job[c] = IDLE
        s.retreats[c] = 0
    for p in range(P):
        s.leaders_killed[p] = s.captures[p] = s.erected[p] = s.held_street[p] = 0


@jit
def begin_day(w: Record, s: Record) -> None:
    note_dawn(w, s)
    for p in range(P):
        s.passed[p] = 0


@jit
def note_dawn(w: Record, s: Record) -> None:
    """Record who controls which location at the start of the Day (ZG-17.10)."""
    for loc in range(w.n_locations):
        s.dawn[loc] = controller(s, loc)


@jit
def after_fight(w: Record, s: Record, loc: int) -> None:
    """ZG-12.59, ZG-5.14."""
    settle(w, s, loc)
    eliminations(w, s)


ROWS: Final = (
    Task(T.PHASE, begin_phase, words={"phase": Range(0, N_PHASES - 1)}),
    Task(T.PHASE_END, end_phase, words={"phase": Range(0, N_PHASES - 1)}),
    Task(T.SEATS, seats, words={"place": ORDER}, below=(T.PHASE_END, T.SCHEMED)),
    Task(T.FIGHT_OVER, after_fight, words={"loc": SPOT}, below=(T.SEATS, T.ZOMBIE_FIGHTS, T.ZOMBIE_ROUND, T.CHAIN, T.NIGHT)),
)
