"""Losing a fight by day (ZG-12.44 to ZG-12.57): victims, armour, deaths, enslavement, flight."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, nothing_more
from zombicide_env.core.decks import count
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Features, Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CHAR, A_CONFIRM, A_LOC, A_PASS
from ..numbers.layout import ARMOUR, ENSLAVED, FLEES, LEADERS, NONE, RAIDERS, STAYS, TO_CARD, VICTIM, WHO, C
from ..numbers.observation import CHAR_ASKED, N_CHAR, O_CHARACTERS
from .board import clear_picks, contested, friendly, is_leader, neutral, own_at, relocate, take_off
from .cards import dies, gain, play
from .knowledge import came_openly
from .lowest import first_legal, lowest

# ---- beginning ---------------------------------------------------------------------------------------------------


@jit
def flee_from(s: Record, p: int, loc: int, winner: int, guns: int) -> None:
    """Let all characters of the player leave the location; the winner of a people fight has used ``guns`` firearms."""
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
        push(s, ASK.RT_VICTIM, p)


@jit
def begin_retreat(s: Record, p: int, loc: int, winner: int) -> None:
    """Let those whose ``fate`` says so leave the location; victims are named before."""
    s.rt_seat = p
    s.rt_from = loc
    s.rt_winner = winner
    push(s, T.FLIGHT)
    push(s, T.DEATHS)
    push(s, T.ARMOUR, 0)


# ---- victims and armour (ZG-12.45, ZG-12.46) ----------------------------------------------------------------------------


@jit
def legal_victim(s: Record, mask: Row) -> None:
    """Mark members in ascending order that leave enough candidates for the remaining picks."""
    left = 0
    for c in range(C - 1, s.last, -1):
        if s.fate[c] != STAYS:
            left += 1
            mask[A_CHAR + c] = left >= s.quota


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
    """Ask the healthy victims one after another, while there is an armour."""
    p = s.rt_seat
    if s.hand[p, ARMOUR] == 0:
        return
    for c in range(first, C):
        if s.fate[c] == VICTIM and s.exhausted[c] == 0:
            push(s, T.ARMOUR, c + 1)
            push(s, ASK.RT_ARMOUR, p, c)
            return


@jit
def answer_armour(w: Record, s: Record, p: int, char: int, a: int) -> None:
    if a == A_CONFIRM:
        play(w, s, p, ARMOUR)
        s.fate[char] = FLEES


# ---- deaths and enslavement (ZG-12.47, ZG-12.48) --------------------------------------------------------------------------


@jit
def deaths(w: Record, s: Record) -> None:
    """Resolve deaths: victims, exhausted members, and leaders on their second retreat (ZG-8.10, ZG-12.56)."""
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
    """1 if the die makes the fighter join the Raiders."""
    face = roll_d6(s)
    tell(w, E.DIE, face, ENSLAVED)
    return 1 if face >= ENSLAVED else 0


@jit
def enslave(w: Record, s: Record, c: int) -> None:
    tell(w, E.ENSLAVED, s.rt_winner, c, s.at[c])
    take_off(s, c)
    gain(s, s.rt_winner, c + TO_CARD)
    came_openly(w, s, s.rt_winner, c + TO_CARD)


@jit
def fall(w: Record, s: Record, c: int) -> None:
    """Resolve a death in a fight: the winner is credited with a leader (ZG-5.7)."""
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
    return 1 if neutral(s, loc) == 1 and s.face_down[loc] == 0 else 0


@jit
def best_refuge(w: Record, s: Record) -> int:
    """Best refuge; friendly neighbours have priority over neutral ones."""
    best = 0
    for i in range(w.n_near[s.rt_from]):
        best = max(best, refuge(s, s.rt_seat, w.near[s.rt_from, i]))
    return best


@jit
def flight(w: Record, s: Record) -> None:
    if count(s.fate, C, STAYS) == C:
        end_retreat(s)
    elif best_refuge(w, s) == 0:  # ZG-12.52
        for c in range(C):
            if s.fate[c] != STAYS:
                fall(w, s, c)
        end_retreat(s)
    else:
        push(s, ASK.RT_LOC, s.rt_seat)


@jit
def legal_flight(w: Record, s: Record, mask: Row) -> None:
    best = best_refuge(w, s)
    for i in range(w.n_near[s.rt_from]):
        loc = w.near[s.rt_from, i]
        mask[A_LOC + loc] = refuge(s, s.rt_seat, loc) == best


@jit
def answer_flight(w: Record, s: Record, p: int, a: int) -> None:
    loc = a - A_LOC
    alone = neutral(s, loc)
    for c in range(C):
        if s.fate[c] != STAYS:
            relocate(w, s, c, loc)
            s.exhausted[c] = 1
            s.retreats[c] += 1
    end_retreat(s)
    if alone == 1:
        push(s, T.STAND, p, loc)


@jit
def end_retreat(s: Record) -> None:
    for c in range(C):
        s.fate[c] = STAYS
    s.rt_seat = NONE
    s.rt_from = NONE
    s.rt_winner = NONE


@jit
def loss(s: Record, c: int) -> int:
    """Loss by the death of a member: exhausted ones least, then fighters by index, the leader most (ZG-20.1)."""
    if s.exhausted[c] == 1:
        return c
    return C + c if c >= LEADERS else 2 * C + c


@jit
def next_victim(w: Record, s: Record) -> int:
    """Default: the lowest of the ``quota`` least valuable members (they are picked in ascending order)."""
    for c in range(C):
        if w.allowed[A_CHAR + c] == 1:
            less = 0
            for other in range(s.last + 1, C):
                less += other != c and s.fate[other] != STAYS and loss(s, other) < loss(s, c)
            if less < s.quota:
                return A_CHAR + c
    return lowest(w, A_CHAR)


# ---- whether the decision is possible in the current retreat


@jit
def retreats(s: Record, p: int) -> int:
    if s.rt_seat != p or s.rt_from < 0:
        return 0
    for c in range(C):
        if s.fate[c] != STAYS and own_at(s, c, p, s.rt_from) == 0:
            return 0
    return 1


@jit
def names_victims(s: Record, p: int) -> int:
    return retreats(s, p) if s.quota > 0 else 0


@jit
def is_victim(s: Record, p: int, char: int) -> int:
    return retreats(s, p) if s.fate[char] == VICTIM and s.hand[p, ARMOUR] > 0 else 0


@jit
def see_victim(char: int, o: Features) -> None:
    o[O_CHARACTERS + char * N_CHAR + CHAR_ASKED] = 1


ROWS: Final = (
    Task(T.ARMOUR, armour, words={"first": Range(0, C)}, below=(T.DEATHS,)),
    Task(T.DEATHS, deaths, below=(T.FLIGHT,)),
    Task(T.FLIGHT, flight, below=(T.FIGHT_OVER,)),
    Decision(
        ASK.RT_VICTIM,
        words={"p": WHO},
        below=(T.ARMOUR,),
        asked=CHOICE,
        offer=legal_victim,
        answer=answer_victim,
        default=next_victim,
        see=nothing_more,
        fits=names_victims,
        text=Text("who falls to a firearm", default="the character of least value"),
        notation={"char": "victim {}"},
        stays=True,
    ),
    Decision(
        ASK.RT_ARMOUR,
        words={"p": WHO, "char": Range(0, C - 1)},
        below=(T.ARMOUR,),
        asked=CHOICE,
        offer=(A_PASS, A_CONFIRM),
        answer=answer_armour,
        default=A_CONFIRM,
        see=see_victim,
        fits=is_victim,
        text=Text("whether armor saves the victim", default="`save`"),
        notation={"pass": "lose {}", "confirm": "save {}"},
    ),
    Decision(
        ASK.RT_LOC,
        words={"p": WHO},
        below=(T.FIGHT_OVER,),
        asked=CHOICE,
        offer=legal_flight,
        answer=answer_flight,
        default=first_legal,
        see=nothing_more,
        fits=retreats,
        text=Text("where the squad flees", default="the lowest"),
        notation={"loc": "to {}"},
    ),
)
