"""The Movement phase (ZG-12.1 to ZG-12.19): groups move one after another, step by step, on foot or by vehicle."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.actions import A_CANCEL, A_CARD, A_CHAR, A_CONFIRM, A_LOC, A_PASS
from ..numbers.layout import BIKERS, CHOPPER, LEADERS, NONE, ORDER, WHO, A, C
from .board import clear_picks, foreign_people, hostile, own_at, owned, relocate, turn_up
from .cards import play
from .knowledge import shown
from .lowest import first_legal

# ---- rounds ------------------------------------------------------------------------------------------------------


@jit
def locked(s: Record, c: int) -> int:
    """1 if an enemy is in the same location (ZG-12.13)."""
    return foreign_people(s, s.seat[c], s.at[c])


@jit
def movable(s: Record, c: int, p: int) -> int:
    return 1 - locked(s, c) if owned(s, c, p) == 1 and s.moved[c] == 0 else 0


@jit
def may_move(s: Record, p: int) -> int:
    for c in range(C):
        if movable(s, c, p) == 1:
            return 1
    return 0


@jit
def moves(w: Record, s: Record, place: int) -> None:
    """Ask the next player of the round who has not passed; players who cannot move have passed (ZG-12.1)."""
    for k in range(w.n_players):
        p = (s.first + place + k) % w.n_players
        if s.passed[p] == 0 and (s.eliminated[p] == 1 or may_move(s, p) == 0):
            s.passed[p] = 1
        if s.passed[p] == 0:
            push(s, T.MOVES, (place + k + 1) % w.n_players)
            s.mv_cancelled = 0
            push(s, ASK.MV_CHAR, p)
            return


# ---- the group -----------------------------------------------------------------------------------------------------


@jit
def legal_char(s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    for c in range(C):
        mask[A_CHAR + c] = movable(s, c, p)


@jit
def answer_char(s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        s.passed[p] = 1
        return
    c = a - A_CHAR
    clear_picks(s)
    s.picked[c] = 1
    s.last = c
    s.mv_from = s.at[c]
    s.mv_at = s.at[c]
    s.mv_steps = 0
    s.mv_ride = NONE
    push(s, ASK.MV_MORE, p)


@jit
def legal_more(s: Record, p: int, mask: Row) -> None:
    mask[A_CONFIRM] = 1
    for c in range(s.last + 1, C):
        mask[A_CHAR + c] = own_at(s, c, p, s.mv_from) == 1 and s.moved[c] == 0


@jit
def answer_more(s: Record, p: int, a: int) -> None:
    if a == A_CONFIRM:
        pop(s)
        push(s, ASK.MV_RIDE, p)
    else:
        s.picked[a - A_CHAR] = 1
        s.last = a - A_CHAR


@jit
def group_size(s: Record) -> int:
    n = 0
    for c in range(C):
        n += s.picked[c]
    return n


@jit
def all_healthy(s: Record) -> int:
    for c in range(C):
        if s.picked[c] == 1 and s.exhausted[c] == 1:
            return 0
    return 1


@jit
def legal_ride(w: Record, s: Record, p: int, mask: Row) -> None:
    """Mark vehicles for the whole group, if none of its members is exhausted (ZG-12.5, ZG-12.7)."""
    mask[A_PASS] = 1
    if all_healthy(s) == 1:
        n = group_size(s)
        for card in range(A):
            mask[A_CARD + card] = s.hand[p, card] > 0 and w.capacity[card] >= n


@jit
def answer_ride(w: Record, s: Record, p: int, a: int) -> None:
    if a != A_PASS:
        s.mv_ride = a - A_CARD
        shown(w, s, p, s.mv_ride, 1)
    push(s, ASK.MV_STEP, p)


# ---- the path --------------------------------------------------------------------------------------------------------


@jit
def reach(w: Record, s: Record, p: int) -> int:
    """Maximum steps of the group (ZG-12.4 to ZG-12.7, ZG-8.3, ZG-8.6)."""
    steps = 1
    if group_size(s) == 1 and all_healthy(s) == 1:
        for c in range(LEADERS):
            if s.picked[c] == 1:
                steps = w.leader_speed
    if s.mv_ride >= 0:
        steps += 1
    if s.mv_ride == CHOPPER and s.faction[p] == BIKERS:  # ZG-16.7
        steps = 3
    return steps


@jit
def legal_step(w: Record, s: Record, mask: Row) -> None:
    """ZG-12.8, ZG-12.11, ZG-12.12."""
    mask[A_CONFIRM] = s.mv_steps > 0
    for i in range(w.n_near[s.mv_at]):
        loc = w.near[s.mv_at, i]
        mask[A_LOC + loc] = loc != s.mv_from


@jit
def answer_step(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_CONFIRM:
        push(s, ASK.MV_CONFIRM, p)
        return
    loc = a - A_LOC
    s.mv_at = loc
    s.mv_steps += 1
    if w.fog == 1:
        step_in_fog(w, s, p, loc)
    if s.mv_steps >= reach(w, s, p) or hostile(s, p, loc) == 1:  # ZG-12.9
        push(s, ASK.MV_CONFIRM, p)
    else:
        push(s, ASK.MV_STEP, p)


@jit
def step_in_fog(w: Record, s: Record, p: int, loc: int) -> None:
    """Make a final step, which turns up a hidden tile (ZG-17.4)."""
    if s.mv_steps == 1:
        spend_ride(w, s, p)
    if s.face_down[loc] == 1:
        turn_up(w, s, loc)
    walk(w, s, p, loc)


@jit
def spend_ride(w: Record, s: Record, p: int) -> None:
    if s.mv_ride >= 0:
        play(w, s, p, s.mv_ride)


@jit
def walk(w: Record, s: Record, p: int, loc: int) -> None:
    """Move the group to another location."""
    for c in range(C):
        if s.picked[c] == 1:
            relocate(w, s, c, loc)
            s.moved[c] = 1
            s.origin[c] = s.mv_from


# ---- the end of a move ----------------------------------------------------------------------------------------------------


@jit
def legal_confirm(w: Record, s: Record, mask: Row) -> None:
    mask[A_CONFIRM] = 1
    mask[A_CANCEL] = s.mv_cancelled == 0 and w.fog == 0


@jit
def answer_confirm(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_CANCEL:
        s.mv_cancelled = 1
        end_move(s)
        push(s, ASK.MV_CHAR, p)
        return
    loc = s.mv_at
    if w.fog == 1:
        own = s.people[loc, p] - group_size(s)
    else:
        own = s.people[loc, p]
        spend_ride(w, s, p)
        walk(w, s, p, loc)
    if own == 0 and (s.intact[loc] == 0 or s.owner[loc] != p):  # ZG-12.16
        s.due[loc, p] = 1
    end_move(s)


@jit
def end_move(s: Record) -> None:
    clear_picks(s)
    s.mv_from = NONE
    s.mv_at = NONE
    s.mv_steps = 0
    s.mv_ride = NONE


@jit
def stands_together(w: Record, s: Record, p: int) -> int:
    """1 if the group is together: at the start of its path, in the fog at its present location."""
    where = s.mv_at if w.fog == 1 else s.mv_from
    if s.mv_from < 0 or s.mv_at < 0 or (s.mv_ride >= 0 and s.hand[p, s.mv_ride] == 0 and (w.fog == 0 or s.mv_steps == 0)):
        return 0
    n = 0
    for c in range(C):
        if s.picked[c] == 1:
            n += 1
            if own_at(s, c, p, where) == 0:
                return 0
    return 1 if n > 0 else 0


ROWS: Final = (
    Task(T.MOVES, moves, words={"place": ORDER}, below=(T.PHASE_END,)),
    Decision(
        ASK.MV_CHAR,
        words={"p": WHO},
        below=(T.MOVES,),
        asked=MAIN,
        offer=legal_char,
        answer=answer_char,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("the first of a group that moves", default="`pass`"),
        notation={"pass": "pass", "char": "move {}"},
    ),
    Decision(
        ASK.MV_MORE,
        words={"p": WHO},
        below=(T.MOVES,),
        asked=MAIN,
        offer=legal_more,
        answer=answer_more,
        default=first_legal,
        see=nothing_more,
        fits=stands_together,
        text=Text("others of the group", default="`done`"),
        notation={"char": "with {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.MV_RIDE,
        words={"p": WHO},
        below=(T.MOVES,),
        asked=MAIN,
        offer=legal_ride,
        answer=answer_ride,
        default=first_legal,
        see=nothing_more,
        fits=stands_together,
        text=Text("a vehicle", default="`walk`"),
        notation={"pass": "walk", "card": "ride {}"},
    ),
    Decision(
        ASK.MV_STEP,
        words={"p": WHO},
        below=(T.MOVES,),
        asked=MAIN,
        offer=legal_step,
        answer=answer_step,
        default=first_legal,
        see=nothing_more,
        fits=stands_together,
        text=Text("the next location of the path", default="the lowest, then `stop`"),
        notation={"confirm": "stop", "loc": "to {}"},
    ),
    Decision(
        ASK.MV_CONFIRM,
        words={"p": WHO},
        below=(T.MOVES,),
        asked=MAIN,
        offer=legal_confirm,
        answer=answer_confirm,
        default=first_legal,
        see=nothing_more,
        fits=stands_together,
        text=Text("whether the move is made", default="`confirm`"),
        notation={"confirm": "confirm", "cancel": "cancel"},
    ),
)
