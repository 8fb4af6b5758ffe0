"""Cars: seats, starting, driving, the car attack (AP-16)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import FAR, NONE, ONGOING, RANGED, STREET
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_skills as OSK
from ..numbers import edition_tasks as OT
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import BY_LUCKY, BY_ONCE
from ..numbers.cars import BY_CAR, CAR, CARS, LOAD, SEATS, SPEED
from ..numbers.edition_budget import U_ONCE
from ..numbers.layout import ON_FOOT, WHO, Z
from .exits import leave_board
from .outcome import check_end
from .passability import kind_of, passable
from .team import in_play

DRIVER = 0
STARTED_DIE = 2  # index of the word


@jit
def car_of(s: Record, i: int) -> int:
    """The survivor's car, -1: on foot."""
    return NONE if s.seat[i] < 0 else s.seat[i] // SEATS


@jit
def sits_in(w: Record, s: Record, c: int, seat: int) -> int:
    """Survivor in the seat, -1: none."""
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.seat[i] == c * SEATS + seat:
            return i
    return NONE


@jit
def drives(s: Record, i: int) -> int:
    """1 if the survivor is in a driver's seat."""
    return 1 if s.seat[i] >= 0 and s.seat[i] % SEATS == DRIVER else 0


@jit
def get_out(s: Record, i: int) -> None:
    """Take a survivor who moves or is moved elsewhere out of the car (AP-16.R9)."""
    s.seat[i] = NONE


@jit
def walks(s: Record, i: int) -> int:
    """1 if survivor ``i`` can leave by the Exit on foot (AP-26.R11)."""
    return 1 if s.seat[i] < 0 else 0


@jit
def legal_cars(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark getting in and out, seats, starting, driving."""
    here = s.zone[i]
    if s.seat[i] < 0:
        for c in range(w.n_cars):
            if s.car_zone[c] == here and s.crowd[here] == 0:
                for seat in range(SEATS):
                    m[OA.BOARD + c * SEATS + seat] = sits_in(w, s, c, seat) < 0
        return
    m[OA.LEAVE] = 1
    for seat in range(SEATS):
        m[OA.SEAT + seat] = sits_in(w, s, car_of(s, i), seat) < 0
    m[OA.START] = may_start(s, i)
    if may_drive(w, s, i) == 1:
        fill_drives(w, s, here)
        for z in range(w.n_zones):
            m[OA.DRIVE + z] = z != here and w.reach[z] != FAR


@jit
def board(s: Record, i: int, place: int) -> None:
    s.seat[i] = place


@jit
def change_seat(s: Record, i: int, seat: int) -> None:
    s.seat[i] = car_of(s, i) * SEATS + seat


@jit
def may_start(s: Record, i: int) -> int:
    """1 for the driver of a car that has never been started (AP-16.2)."""
    return 1 if drives(s, i) == 1 and s.car_started[car_of(s, i)] == 0 else 0


@jit
def start(w: Record, s: Record, i: int) -> None:
    """Roll to start the car; on a 6 it stays started permanently (AP-16.2)."""
    push(s, T.ACTION_END, i)
    ask_start(s, i, roll_d6(s), start_sources(s, i))


@jit
def start_sources(s: Record, i: int) -> int:
    """Sources of rerolls for the die (AP-16.R11)."""
    sources = 0
    if s.skill[i, OSK.ONE_REROLL] > 0 and s.used[U_ONCE] == 0:
        sources |= BY_ONCE
    if s.skill[i, SK.LUCKY] > 0:
        sources |= BY_LUCKY
    return sources


@jit
def ask_start(s: Record, i: int, die: int, sources: int) -> None:
    """Ask for a reroll while a source is left, whatever the die shows; an accepted 6 starts the car."""
    push(s, OT.STARTED, i, die)
    if sources != 0:
        push(s, OASK.START_AGAIN, i, sources)


@jit
def start_again(s: Record, i: int, sources: int) -> None:
    """Use the next source of rerolls."""
    if sources & BY_ONCE:
        s.used[U_ONCE] = 1
    s.depth -= 1  # the pending die
    ask_start(s, i, roll_d6(s), sources & (sources - 1))


@jit
def may_drive(w: Record, s: Record, i: int) -> int:
    return 1 if w.driving == 1 and drives(s, i) == 1 and s.car_started[car_of(s, i)] == 1 else 0


@jit
def fill_drives(w: Record, s: Record, here: int) -> None:
    """Set ``w.reach[z]`` to the zones of the drive to z, FAR for none; ``w.queue`` has the previous zone of each (AP-16.R3)."""
    for z in range(w.n_zones):
        w.reach[z] = FAR
        w.queue[z] = NONE
    w.reach[here] = 0
    for step in range(SPEED):
        for z in range(w.n_zones):
            if w.reach[z] != step:
                continue
            for n in range(w.degree[z]):
                t = w.neighbour[z, n]
                if w.reach[t] == FAR and kind_of(w, s, t) == STREET and s.fire[t] == 0 and passable(w, s, z, n, ON_FOOT) == 1:
                    w.reach[t] = step + 1
                    w.queue[t] = z


@jit
def drive(w: Record, s: Record, i: int, zone: int) -> None:
    """Drive: a car attack in the zone that is left, in those passed, and in the destination (AP-16.R4)."""
    fill_drives(w, s, s.zone[i])
    n = w.reach[zone]
    for k in range(SPEED + 1):
        s.route[k] = NONE
    z = zone
    for k in range(n, -1, -1):
        s.route[k] = z
        z = w.queue[z]
    c = car_of(s, i)
    push(s, T.ACTION_END, i)
    push(s, OT.CAR_STOPS, i, c)
    push(s, OT.CAR_ATTACK, i, c, 0)


@jit
def car_attack(w: Record, s: Record, i: int, c: int, step: int) -> None:
    """Attack in zone number ``step`` of the way: a die for everybody there except the occupants (AP-16.R4)."""
    if step > SPEED or s.route[step] < 0:
        return
    z = s.route[step]
    if step > 0:
        s.car_zone[c] = z
        for j in range(w.n_survivors):
            if in_play(s, j) == 1 and car_of(s, j) == c:
                s.zone[j] = z
        check_end(w, s)
        if s.outcome != ONGOING:
            return
    push(s, OT.CAR_ATTACK, i, c, step + 1)
    s.atk_type = RANGED
    s.atk_by = i
    s.atk_car = c
    s.atk_card = s.atk_reaper = 0
    s.atk_damage = 1
    s.atk_zone[0] = z
    s.atk_zone[1] = NONE
    s.atk_hits[0] = 0
    dice = s.crowd[z]
    for j in range(w.n_survivors):
        dice += in_play(s, j) == 1 and s.zone[j] == z and car_of(s, j) != c
    for _ in range(dice):
        s.atk_hits[0] += roll_d6(s) >= 4
    push(s, T.HITS, 0)


@jit
def car_stops(w: Record, s: Record, c: int) -> None:
    """End the drive; in a mission with an Exit for cars the car leaves by it (AP-26.M6, AP-26.R14)."""
    s.atk_car = NONE
    z = s.car_zone[c]
    if w.exit_by != BY_CAR or z < 0 or w.exit_zone[z] == 0:
        return
    s.car_zone[c] = NONE
    for k in range(LOAD):
        if s.car_load[c, k] > 0:
            s.supplies_out += 1
            s.n_gone += 1
            s.car_load[c, k] = 0
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and car_of(s, j) == c:
            leave_board(w, s, j)
    check_end(w, s)


@jit
def load_of(s: Record, c: int) -> int:
    n = 0
    while n < LOAD and s.car_load[c, n] > 0:
        n += 1
    return n


# ---- on the agenda -----------------------------------------------------------------------------------------------------


@jit
def started(s: Record, i: int, die: int) -> None:
    if die == 6:
        s.car_started[car_of(s, i)] = 1


@jit
def answer_start(s: Record, i: int, sources: int, a: int) -> None:
    if a == A.REROLL:
        start_again(s, i, sources)


@jit
def default_start(s: Record) -> int:
    """Default: reroll below 6."""
    return A.REROLL if s.stack[s.depth - 2, STARTED_DIE] < 6 else A.ACCEPT


ACTIONS: Final = (
    Action(OA.BOARD, board, {"place": CARS * SEATS}, legal=legal_cars, cost=1),
    Action(OA.SEAT, change_seat, {"seat": SEATS}, legal=legal_cars, cost=1),
    Action(OA.LEAVE, get_out, legal=legal_cars, cost=1),
    Action(OA.START, start, legal=legal_cars, cost=1),
    Action(OA.DRIVE, drive, {"zone": Z}, legal=legal_cars, cost=1),
)
ROWS: Final = (
    Task(OT.CAR_ATTACK, car_attack, words={"i": WHO, "c": CAR, "step": Range(0, SPEED + 1)}),
    Task(OT.CAR_STOPS, car_stops, words={"i": WHO, "c": CAR}),
    Task(OT.STARTED, started, words={"i": WHO, "die": Range(0, 6)}),
    Decision(
        OASK.START_AGAIN,
        words={"i": WHO, "sources": Range(0, 7)},
        asked=CHOICE,
        offer=(A.REROLL, A.ACCEPT),
        answer=answer_start,
        default=default_start,
        see=nothing_more,
        fits=anywhere,
        text=Text("a die has been rolled to start a car", "use a reroll or accept", "reroll below 6"),
    ),
)
