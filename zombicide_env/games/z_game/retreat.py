"""Losing a fight by day (ZG-12.44 to ZG-12.57): victims, armour, deaths, enslavement, the flight."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.dice import roll_d6
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_CHAR, A_CONFIRM, A_LOC
from .board import clear_picks, contested, friendly, is_leader, neutral, own_at, relocate, take_off
from .cards import dies, gain, play
from .knowledge import came_openly
from .layout import (
    ARMOUR,
    ENSLAVED,
    FLEES,
    LEADERS,
    NONE,
    RAIDERS,
    STAYS,
    TO_CARD,
    VICTIM,
    C,
)
from .tasks import D_RT_ARMOUR, D_RT_LOC, D_RT_VICTIM, T_ARMOUR, T_DEATHS, T_FLIGHT, T_STAND

# ---- beginning ---------------------------------------------------------------------------------------------------


@jit
def flee_from(s: Record, p: int, loc: int, winner: int, guns: int) -> None:
    """All characters of the player leave the location; the winner of a people fight has used ``guns`` firearms."""
    n = 0
    for c in range(C):
        s.fate[c] = STAYS
        if own_at(s, c, p, loc) == 1:
            s.fate[c] = FLEES
            n += 1
    begin_retreat(s, p, loc, winner)
    if guns > 0 and n > 0:  # ZG-15.14
        clear_picks(s)
        s.quota = min(guns, n)
        push(s, D_RT_VICTIM, p)


@jit
def begin_retreat(s: Record, p: int, loc: int, winner: int) -> None:
    """Those whose ``fate`` says so leave the location; victims are named before."""
    s.rt_seat = p
    s.rt_from = loc
    s.rt_winner = winner
    push(s, T_FLIGHT)
    push(s, T_DEATHS)
    push(s, T_ARMOUR, 0)


# ---- victims and armour (ZG-12.45, ZG-12.46) ----------------------------------------------------------------------------


@jit
def legal_victim(s: Record, mask: Row) -> None:
    """Members in ascending order, so that enough are left for the others."""
    left = 0
    for c in range(C - 1, s.last, -1):
        if s.fate[c] != STAYS:
            left += 1
            if left >= s.quota:
                mask[A_CHAR + c] = 1


@jit
def answer_victim(s: Record, a: int) -> None:
    s.fate[a - A_CHAR] = VICTIM
    s.last = a - A_CHAR
    s.quota -= 1
    if s.quota == 0:
        pop(s)
        clear_picks(s)


@jit
def armour(s: Record, first: int) -> None:
    """The healthy victims one after another, while there is an armour."""
    p = s.rt_seat
    if s.hand[p, ARMOUR] == 0:
        return
    for c in range(first, C):
        if s.fate[c] == VICTIM and s.exhausted[c] == 0:
            push(s, T_ARMOUR, c + 1)
            push(s, D_RT_ARMOUR, p, c)
            return


@jit
def answer_armour(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    c = word(s, 2)
    pop(s)
    if a == A_CONFIRM:
        play(w, s, p, ARMOUR)
        s.fate[c] = FLEES


# ---- deaths and enslavement (ZG-12.47, ZG-12.48) --------------------------------------------------------------------------


@jit
def deaths(w: Record, s: Record) -> None:
    """Victims, exhausted members, and leaders on their second retreat (ZG-8.10, ZG-12.56)."""
    slavers = 0
    if s.rt_winner >= 0 and s.faction[s.rt_winner] == RAIDERS:  # ZG-16.5
        slavers = 1
    for c in range(C):
        if s.fate[c] == STAYS:
            continue
        if s.fate[c] == VICTIM or s.exhausted[c] == 1:
            if slavers == 1 and c >= LEADERS and enslaves(w, s) == 1:
                enslave(w, s, c)
            else:
                fall(w, s, c)
        elif is_leader(c) == 1 and s.retreats[c] > 0:
            fall(w, s, c)


@jit
def enslaves(w: Record, s: Record) -> int:
    """1 if the die says that the fighter lives on among the Raiders."""
    face = roll_d6(s)
    tell(w, told.DIE, face, ENSLAVED)
    return 1 if face >= ENSLAVED else 0


@jit
def enslave(w: Record, s: Record, c: int) -> None:
    tell(w, told.ENSLAVED, s.rt_winner, c, s.at[c])
    take_off(s, c)
    gain(s, s.rt_winner, c + TO_CARD)
    came_openly(w, s, s.rt_winner, c + TO_CARD)


@jit
def fall(w: Record, s: Record, c: int) -> None:
    """A death during the resolution of a fight: the winner is credited with a leader (ZG-5.7)."""
    if is_leader(c) == 1 and s.rt_winner >= 0:
        s.leaders_killed[s.rt_winner] += 1
    dies(w, s, c)


# ---- the flight (ZG-12.50 to ZG-12.53) ---------------------------------------------------------------------------------------


@jit
def refuge(s: Record, p: int, loc: int) -> int:
    """2: a friendly location without an unresolved fight, 1: a neutral one whose tile is known, 0: neither (ZG-12.51, ZG-17.5)."""
    if contested(s, loc) == 1:
        return 0
    if friendly(s, p, loc) == 1:
        return 2
    if neutral(s, loc) == 1 and s.face_down[loc] == 0:
        return 1
    return 0


@jit
def best_refuge(w: Record, s: Record) -> int:
    """Friendly neighbours come before neutral ones."""
    best = 0
    for i in range(w.n_near[s.rt_from]):
        best = max(best, refuge(s, s.rt_seat, w.near[s.rt_from, i]))
    return best


@jit
def flight(w: Record, s: Record) -> None:
    left = 0
    for c in range(C):
        if s.fate[c] != STAYS:
            left += 1
    if left == 0:
        end_retreat(s)
    elif best_refuge(w, s) == 0:  # ZG-12.52
        for c in range(C):
            if s.fate[c] != STAYS:
                fall(w, s, c)
        end_retreat(s)
    else:
        push(s, D_RT_LOC, s.rt_seat)


@jit
def legal_flight(w: Record, s: Record, mask: Row) -> None:
    best = best_refuge(w, s)
    for i in range(w.n_near[s.rt_from]):
        loc = w.near[s.rt_from, i]
        if refuge(s, s.rt_seat, loc) == best:
            mask[A_LOC + loc] = 1


@jit
def answer_flight(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    loc = a - A_LOC
    alone = neutral(s, loc)
    for c in range(C):
        if s.fate[c] != STAYS:
            relocate(w, s, c, loc)
            s.exhausted[c] = 1
            s.retreats[c] += 1
    end_retreat(s)
    if alone == 1:
        push(s, T_STAND, p, loc)


@jit
def end_retreat(s: Record) -> None:
    for c in range(C):
        s.fate[c] = STAYS
    s.rt_seat = NONE
    s.rt_from = NONE
    s.rt_winner = NONE
