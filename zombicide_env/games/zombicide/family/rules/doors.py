"""Doors (BP-11.5 to 8) and the spawn in a building opened for the first time (BP-12)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import CLOSED, LOCKED, OPEN, RED
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import BY_LUCKY, F_DOOR
from ..numbers.layout import BORDER, CARD_TYPE, COUNT, PACK, POOL_PLACE, WHO, D
from .entrances import comes_open, orders
from .inventory import card_at, in_hand, nth_of_card
from .options import first_offered, offer
from .outcome import any_objective
from .rerolling import ask_reroll
from .survivor import can_pay, make_noise, pay
from .tokens import BY_ZONE

BREAK_IN = 3  # means 0..2 are the weapons in the hand slots


@jit
def means_ready(w: Record, s: Record, i: int, means: int) -> int:
    """1 if the survivor can open doors by this means (BP-11.R3, BP-22.32)."""
    if means == BREAK_IN:
        return min(1, s.skill[i, SK.BREAK_IN])
    if in_hand(w, s, i, means) == 0:
        return 0
    return 1 if w.card_opens[card_at(w, s, i, means)] > 0 and nth_of_card(w, s, i, means) == 0 else 0


@jit
def can_open(w: Record, s: Record, i: int) -> int:
    """Means to open doors as bits, 0: none, or it cannot be paid for."""
    bits = 0
    if can_pay(s, i, F_DOOR) == 1:
        for means in range(PACK):
            bits |= means_ready(w, s, i, means) << means
        bits |= means_ready(w, s, i, BREAK_IN) << BREAK_IN
    return bits


@jit
def legal_open(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    bits = -1
    for n in range(w.degree[here]):
        door = w.link_door[here, n]
        if door < 0 or s.door[door] != CLOSED:
            continue
        if bits < 0:
            bits = can_open(w, s, i)
        for means in range(BREAK_IN + 1):
            if (bits >> means) & 1:
                m[A.OPEN + means * D + n] = 1


@jit
def open_door(w: Record, s: Record, i: int, means: int, n: int) -> None:
    """Take an Open-door action with the weapon of a hand slot or by Break-in (BP-11.5)."""
    pay(s, i, F_DOOR)
    if means == BREAK_IN:
        push(s, T.OPENED, i, n)
        return
    card = card_at(w, s, i, means)
    if w.card_door_noisy[card] == 1:
        make_noise(w, s, i)  # BP-7.R2: even if the roll fails
    if w.card_opens[card] == 1:
        push(s, T.OPENED, i, n)
    else:
        push(s, T.DOOR_ROLL, i, n, card)


@jit
def door_roll(w: Record, s: Record, i: int, n: int, card: int) -> None:
    """Roll the dice of the weapon, without bonus (BP-11.6); Lucky may reroll (BP-11.R4)."""
    success = 0
    for _ in range(w.card_door_dice[card]):
        face = roll_d6(s)
        tell(w, E.DIE, i, E.DOOR_ROLL, face, 0, w.card_opens[card], 1 if face >= w.card_opens[card] else 0)
        success += face >= w.card_opens[card]
    push(s, T.DOOR_ROLLED, i, n, card, success)
    if s.roll_rerolls != 0:
        ask_reroll(s, i, ASK.DOOR_ROLL)


@jit
def start_door_roll(w: Record, s: Record, i: int, n: int, card: int) -> None:
    s.roll_rerolls = 0
    if s.skill[i, SK.LUCKY] > 0:
        s.roll_rerolls = BY_LUCKY
    door_roll(w, s, i, n, card)


@jit
def begin_roll(w: Record, s: Record, i: int, n: int, card: int, again: int) -> None:
    if again == 1:
        door_roll(w, s, i, n, card)
    else:
        start_door_roll(w, s, i, n, card)


@jit
def door_rolled(s: Record, i: int, n: int, hits: int) -> None:
    if hits > 0:
        push(s, T.OPENED, i, n)


@jit
def opened(w: Record, s: Record, i: int, n: int) -> None:
    """Open the door to neighbour ``n``; a closed building behind it spawns (BP-12.R1)."""
    here = s.zone[i]
    beyond = w.neighbour[here, n]
    s.door[w.link_door[here, n]] = OPEN
    tell(w, E.OPEN, i, w.link_door[here, n])
    comes_open(w, s, w.link_door[here, n])
    reveal_rooms(w, s, beyond)


@jit
def reveal_rooms(w: Record, s: Record, z: int) -> None:
    """Spawn in a building opened for the first time, beginning with room ``z`` (BP-12.R1)."""
    b = w.building[z]
    if b < 0 or w.spawns_on_open[b] == 0 or s.revealed[b] == 1:
        return
    s.revealed[b] = 1
    tell(w, E.BUILDING, z)
    start = s.pool_n
    breadth_first(w, s, z, b)
    push(s, T.ROOMS, start, s.pool_n - start, 0)


@jit
def breadth_first(w: Record, s: Record, first: int, b: int) -> None:
    """Append the rooms of the building to the pool, nearest to the door first (BP-12.R2)."""
    start = s.pool_n
    for z in range(w.n_zones):
        w.reach[z] = 0
    w.reach[first] = 1
    s.pool[s.pool_n] = first
    s.pool_n += 1
    head = start
    while head < s.pool_n:
        z = s.pool[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if w.link_door[z, n] < 0 and w.building[t] == b and w.reach[t] == 0:
                w.reach[t] = w.reach[z] + 1
                k = s.pool_n
                while w.reach[s.pool[k - 1]] == w.reach[t] and s.pool[k - 1] > t:  # rooms equally near: by zone id
                    s.pool[k] = s.pool[k - 1]
                    k -= 1
                s.pool[k] = t
                s.pool_n += 1


@jit
def rooms(w: Record, s: Record, start: int, n: int, chosen: int) -> None:
    """Ask for the order of the rooms one by one, then spawn (BP-12.1)."""
    if chosen < n - 1:
        push(s, ASK.ORDER, orders(w, s), start, n, chosen)
    else:
        s.ret = 0
        push(s, T.SEQUENCE, start, n, 0, BY_ZONE)


@jit
def offer_rooms(s: Record, start: int, n: int, chosen: int) -> None:
    for k in range(start + chosen, start + n):
        offer(s, A.CHOOSE + s.pool[k])


@jit
def choose_room(s: Record, start: int, n: int, chosen: int, a: int) -> None:
    """Move the room to its place in the order; the others keep theirs."""
    zone = a - A.CHOOSE
    for k in range(start + chosen, start + n):
        if s.pool[k] == zone:
            for m in range(k, start + chosen, -1):
                s.pool[m] = s.pool[m - 1]
            s.pool[start + chosen] = zone
            break
    push(s, T.ROOMS, start, n, chosen + 1)


@jit
def legal_close(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.skill[i, SK.LOCK_IT_DOWN] > 0:
        here = s.zone[i]
        for n in range(w.degree[here]):
            if w.link_door[here, n] >= 0 and s.door[w.link_door[here, n]] == OPEN:
                m[A.CLOSE + n] = 1


@jit
def close_door(w: Record, s: Record, i: int, n: int) -> None:
    """Close a door by Lock it down (BP-22.47): closed, not locked."""
    s.door[w.link_door[s.zone[i], n]] = CLOSED
    tell(w, E.CLOSE, i, w.link_door[s.zone[i], n])


@jit
def unlock(w: Record, s: Record, colour: int) -> None:
    """Unlock the doors whose key is the colour (BP-23.R3); red: the last objective (BP-23.Q10.6)."""
    if colour == RED and any_objective(w, s) == 1:
        return
    for d in range(w.n_doors):
        if w.door_key[d] == colour and s.door[d] == LOCKED:
            s.door[d] = CLOSED
            tell(w, E.UNLOCK, d)


ACTIONS: Final = (
    Action(A.OPEN, open_door, {"means": BREAK_IN + 1, "n": D}, legal=legal_open, purpose="door"),
    Action(A.CLOSE, close_door, {"n": D}, legal=legal_close, cost=1),
)
ROWS: Final = (
    Task(T.DOOR_ROLL, begin_roll, words={"i": WHO, "n": BORDER, "card": CARD_TYPE, "again": FLAG}),
    Task(T.DOOR_ROLLED, door_rolled, words={"i": WHO, "n": BORDER, "card": CARD_TYPE, "hits": COUNT}),
    Task(T.OPENED, opened, words={"i": WHO, "n": BORDER}),
    Task(T.ROOMS, rooms, words={"start": POOL_PLACE, "n": POOL_PLACE, "chosen": POOL_PLACE}),
    Decision(
        ASK.ORDER,
        words={"i": WHO, "start": POOL_PLACE, "n": POOL_PLACE, "chosen": POOL_PLACE},
        asked=CHOICE,
        offer=offer_rooms,
        answer=choose_room,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("a closed building was opened", "which room spawns next", "nearest first, then zone order"),
        notation={"choose": "order {}"},
    ),
)
