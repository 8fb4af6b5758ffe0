"""Gasoline and fire, and weapons that destroy everything in a zone (AP-14.R5, AP-17, AP-26.R9)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import FX_GASOLINE, FX_LIGHTER, FX_TIME_BOMB, NONE, ONGOING
from ..numbers import edition_actions as OA
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.cars import LOAD
from ..numbers.fuel import BOMBS, FIRE_PASSES
from ..numbers.layout import ON_FOOT, PACK, WHERE, WHO, D, K
from .hits import kill_zombies
from .inventory import card_at, discard_copy, drop
from .outcome import check_end
from .passability import passable
from .survivor import make_noise
from .team import in_play
from .wounds import die


@jit
def hand_with(w: Record, s: Record, i: int, effect: int) -> int:
    """Lowest hand with a card of the effect, -1: none (AP-9.R4)."""
    for slot in range(PACK):
        if w.card_effect[card_at(w, s, i, slot)] == effect:
            return slot
    return NONE


# ---- fire ------------------------------------------------------------------------------------------------------------


@jit
def light(w: Record, s: Record, i: int, zone: int) -> None:
    """Light spilled gasoline in the zone and in connected zones (AP-17.2, AP-17.3); ``i``: who lit it, -1: nobody."""
    if s.gasoline[zone] == 0:
        return
    w.queue[0] = zone
    s.gasoline[zone] = 0
    tell(w, E.FIRE, max(i, 0), zone)
    head = 0
    tail = 1
    while head < tail:
        z = w.queue[head]
        head += 1
        s.fire[z] = FIRE_PASSES
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if s.gasoline[t] == 1 and passable(w, s, z, n, ON_FOOT) == 1:
                s.gasoline[t] = 0
                w.queue[tail] = t
                tail += 1
    for k in range(tail):
        if blitzes(s, i) == 1:
            s.atk_emptied += min(1, s.crowd[w.queue[k]])
        kill_all_zombies(w, s, i, w.queue[k])
        for c in range(w.n_cars):
            if s.car_zone[c] == w.queue[k]:
                destroy_car(s, c)
    burn_survivors(w, s)
    check_end(w, s)


@jit
def blitzes(s: Record, i: int) -> int:
    """1 if zones emptied by survivor ``i``'s fire give Moves by Blitz (BP-22.25)."""
    return 0 if i < 0 or s.current != i else min(1, s.skill[i, SK.BLITZ])


@jit
def burn_survivors(w: Record, s: Record) -> None:
    """Kill everybody in burning zones, regardless of who lit them (AP-17.5, AP-17.7)."""
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.fire[s.zone[j]] > 0:
            die(w, s, j)


@jit
def destroy_car(s: Record, c: int) -> None:
    s.car_zone[c] = NONE
    for k in range(LOAD):
        if s.car_load[c, k] > 0:
            discard_copy(s, s.car_load[c, k])
            s.car_load[c, k] = 0


@jit
def burns_beside(w: Record, s: Record, z: int) -> int:
    """1 if a zone next to ``z`` burns."""
    for n in range(w.degree[z]):
        if s.fire[w.neighbour[z, n]] > 0 and passable(w, s, z, n, ON_FOOT) == 1:
            return 1
    return 0


@jit
def catch_fire(w: Record, s: Record, i: int) -> None:
    """Light gasoline next to a fire, also when a door between them is opened (AP-17.3)."""
    for z in range(w.n_zones):
        if s.gasoline[z] == 1 and burns_beside(w, s, z) == 1:
            light(w, s, i, z)


@jit
def kill_all_zombies(w: Record, s: Record, i: int, zone: int) -> None:
    for k in range(K):
        if s.zombies[zone, k] > 0:
            kill_zombies(w, s, i, zone, k, s.zombies[zone, k])


# ---- actions of survivors -----------------------------------------------------------------------------------------------


@jit
def may_pour(w: Record, s: Record, i: int) -> int:
    """1 if the survivor may pour gasoline (AP-17.1, AP-17.R4)."""
    z = s.zone[i]
    return 1 if s.gasoline[z] == 0 and s.fire[z] == 0 and hand_with(w, s, i, FX_GASOLINE) >= 0 else 0


@jit
def legal_fuel(w: Record, s: Record, i: int, m: Mask) -> None:
    m[OA.POUR] = may_pour(w, s, i)
    if hand_with(w, s, i, FX_LIGHTER) >= 0:
        for n in range(w.degree[s.zone[i]]):
            m[OA.IGNITE + n] = may_ignite(w, s, i, n)
        m[OA.IGNITE + D] = may_ignite(w, s, i, D)


@jit
def pour(w: Record, s: Record, i: int) -> None:
    drop(w, s, i, hand_with(w, s, i, FX_GASOLINE))
    z = s.zone[i]
    s.gasoline[z] = 1
    push(s, T.ACTION_END, i)
    catch_fire(w, s, i)


@jit
def may_ignite(w: Record, s: Record, i: int, n: int) -> int:
    """1 if spilled gasoline is in neighbour ``n`` (``D``: the survivor's zone), with nothing closed between (AP-17.2, AP-17.R1)."""
    here = s.zone[i]
    if n == D:
        return s.gasoline[here]
    if passable(w, s, here, n, ON_FOOT) == 0:
        return 0
    return s.gasoline[w.neighbour[here, n]]


@jit
def ignite(w: Record, s: Record, i: int, n: int) -> None:
    drop(w, s, i, hand_with(w, s, i, FX_LIGHTER))
    zone = s.zone[i]
    if n < D:
        zone = w.neighbour[zone, n]
    if blitzes(s, i) == 1:
        s.atk_kills = 0  # not a combat action: no Hit & Run
        s.atk_emptied = 0
        push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)
    light(w, s, i, zone)


@jit
def destroy(w: Record, s: Record, i: int, zone: int) -> None:
    """Kill everybody in the zone, then light gasoline there (AP-14.R5)."""
    kill_all_zombies(w, s, i, zone)
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone:
            die(w, s, j)
    check_end(w, s)
    if s.outcome == ONGOING:
        light(w, s, i, zone)


@jit
def legal_bomb(w: Record, s: Record, i: int, m: Mask) -> None:
    m[OA.PLACE_BOMB] = hand_with(w, s, i, FX_TIME_BOMB) >= 0 and s.n_bombs < BOMBS


@jit
def set_bomb(w: Record, s: Record, i: int) -> None:
    """Set a Time Bomb (AP-26.R9)."""
    drop(w, s, i, hand_with(w, s, i, FX_TIME_BOMB))
    make_noise(w, s, i)
    s.bomb_zone[s.n_bombs] = s.zone[i]
    s.bomb_by[s.n_bombs] = i
    s.n_bombs += 1


@jit
def explode(w: Record, s: Record) -> None:
    """Explode Time Bombs after the activation, in zone order; experience goes to owners in play (AP-26.R9)."""
    for z in range(w.n_zones):
        for k in range(s.n_bombs):
            if s.bomb_zone[k] == z and s.outcome == ONGOING:
                i = s.bomb_by[k]
                if i >= 0 and in_play(s, i) == 1:
                    destroy(w, s, i, z)
                    push(s, T.LEVELS, i)
                else:
                    destroy(w, s, NONE, z)
    for k in range(s.n_bombs):
        s.bomb_zone[k] = NONE
        s.bomb_by[k] = NONE
    s.n_bombs = 0


@jit
def fires_go_out(w: Record, s: Record) -> None:
    """Age the fires when the first player token passes (AP-17.R2)."""
    for z in range(w.n_zones):
        if s.fire[z] > 0:
            s.fire[z] -= 1


@jit
def spread(w: Record, s: Record) -> None:
    """Let fire spread after a door has been opened."""
    catch_fire(w, s, NONE)


@jit
def arrived(w: Record, s: Record) -> None:
    """Handle survivors who may have entered other zones."""
    burn_survivors(w, s)
    check_end(w, s)


ACTIONS: Final = (
    Action(OA.POUR, pour, legal=legal_fuel, cost=1),
    Action(OA.IGNITE, ignite, {"n": D + 1}, legal=legal_fuel, cost=1),
    Action(OA.PLACE_BOMB, set_bomb, legal=legal_bomb, cost=1),
)
ROWS: Final = (
    Task(OT.BOMBS_GO, explode),
    Task(OT.FLAME, light, words={"i": WHO, "zone": WHERE}),
    Task(OT.DOOR_OPENED, spread),
    Task(OT.ARRIVED, arrived),
)
