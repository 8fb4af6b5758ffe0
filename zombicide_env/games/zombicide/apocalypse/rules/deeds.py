"""What a survivor may do in his turn beside the family's actions: cars, fuel, crafting, Medic (AP-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.blocks import Act
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FAR, FX_DESTROYER, FX_LIGHTER, FX_TIME_BOMB, NONE, RANGED
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import own as N
from ..numbers import own_actions as OA
from ..numbers import own_tasks as OT
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import F_NOSE, F_SEARCH
from ..numbers.cards import BY_CHOICE, DOOR_TALLY, GOODS, PIMPMOBILE
from ..numbers.figures import BOMBS, CARS, SEATS
from ..numbers.layout import PACK, SLOTS, ZONE_USES, D, S, Z
from .cars import car_of, drive, fill_drives, load_of, may_drive, may_start, sits_in, start
from .combat import range_fits
from .doors import BREAK_IN
from .exits import keep_way_open, leave_board
from .fuel import destroy, hand_with, ignite, may_ignite, may_pour, pour, set_bomb
from .hidden import coat_slot
from .inventory import card_at, drop, gain
from .objectives import may_neutralise
from .search import search_car
from .sight import sight
from .survivor import can_pay, can_pay_attack, make_noise, pay, pay_attack
from .tasks_done import craft, drop_mission, may_craft
from .team import in_play, killed_in
from .zone_skills import zone_skill

N_PRODUCTS = 5


# ---- what is legal -------------------------------------------------------------------------------------------------------


@jit
def legal_deeds(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``, and strike out what he cannot do."""
    here = s.zone[i]
    if w.no_search[here] == 1:
        m[A.SEARCH] = 0
    if s.seat[i] >= 0:
        forbid_on_wheels(s, i, m)
    elif s.actions[i] > 0 and may_neutralise(w, s, here) == 1:
        m[A.TAKE] = 1
    if w.exit_by == BY_CHOICE and w.exit_zone[here] == 1 and s.seat[i] < 0:
        m[A.EXIT] = 1
    if can_pay_attack(s, i, RANGED) == 1:
        legal_destruction(w, s, i, m)
    if s.searched[i] == 0 and s.crowd[here] == 0 and max(can_pay(s, i, F_SEARCH), by_nose(s, i)) == 1:
        for c in range(w.n_cars):
            if searchable_car(w, s, i, c) == 1:
                m[OA.SEARCH_CAR + c] = 1
    for k in range(N.N_MINI):
        if s.mini[i, k] > 0:
            m[OA.DROP_MINI + k] = 1
    if s.skill[i, N.MEDIC_SKILL] > 0 and s.used[N.U_MEDIC] == 0:
        for j in range(w.n_survivors):
            if in_play(s, j) == 1 and s.zone[j] == here and s.wounds[j] > 0:
                m[OA.MEDIC + j] = 1
    if s.actions[i] > 0:
        legal_cars(w, s, i, m)
        legal_tools(w, s, i, m)


@jit
def forbid_on_wheels(s: Record, i: int, m: Mask) -> None:
    """What cannot be done from a car: moving, doors, searching the room, objectives (AP-6.R2, AP-11.R1)."""
    for z in range(Z):
        m[A.MOVE + z] = 0
    for number in range(len(SK.ZONE)):
        if zone_skill(s, i, number) != SK.TAUNT:
            if number < ZONE_USES:
                for z in range(Z):
                    m[A.USE_ZONE + number * Z + z] = 0
            else:
                m[A.CHOOSE + number] = 0
    for means in range(BREAK_IN + 1):
        for n in range(D):
            m[A.OPEN + means * D + n] = 0
    for n in range(D):
        m[A.CLOSE + n] = 0
        m[A.SHOVE + n] = 0
        m[A.LIFESAVER + n] = 0
    m[A.SEARCH] = 0
    m[A.TAKE] = 0


@jit
def legal_destruction(w: Record, s: Record, i: int, m: Mask) -> None:
    """Weapons that destroy a zone may be aimed at any zone in sight and range (AP-14.R5)."""
    here = s.zone[i]
    for hand in range(PACK):
        card = card_at(w, s, i, hand)
        if w.card_effect[card] != FX_DESTROYER or (hand > 0 and card_at(w, s, i, 0) == card):
            continue
        for z in range(w.n_zones):
            r = sight(w, s, here, z)
            if r >= 0 and range_fits(w, s, i, card, r) == 1:
                m[OA.DESTROY + hand * Z + z] = 1


@jit
def by_nose(s: Record, i: int) -> int:
    """1 if Hold your nose pays for a Search where the survivor stands, that of a car too (AP-16.R8, BP-22.45)."""
    return 1 if s.free[F_NOSE] > 0 and killed_in(s, i, s.zone[i]) == 1 else 0


@jit
def pay_car_search(s: Record, i: int) -> None:
    """A free Search, Hold your nose, a normal action (BP-6.R6)."""
    if s.free[F_SEARCH] == 0 and by_nose(s, i) == 1:
        s.free[F_NOSE] -= 1
    else:
        pay(s, i, F_SEARCH)


@jit
def searchable_car(w: Record, s: Record, i: int, c: int) -> int:
    """AP-16.R8: in the zone, from inside one's own car only; a pimpmobile once."""
    if s.car_zone[c] != s.zone[i] or (s.seat[i] >= 0 and car_of(s, i) != c):
        return 0
    if w.car_kind[c] == PIMPMOBILE and s.car_searched[c] == 1:
        return 0
    return 1


@jit
def legal_cars(w: Record, s: Record, i: int, m: Mask) -> None:
    """Getting in and out, seats, starting, driving (AP-16)."""
    here = s.zone[i]
    if s.seat[i] < 0:
        for c in range(w.n_cars):
            if s.car_zone[c] == here and s.crowd[here] == 0:
                for seat in range(SEATS):
                    if sits_in(w, s, c, seat) < 0:
                        m[OA.BOARD + c * SEATS + seat] = 1
        return
    m[OA.LEAVE] = 1
    for seat in range(SEATS):
        if sits_in(w, s, car_of(s, i), seat) < 0:
            m[OA.SEAT + seat] = 1
    if may_start(s, i) == 1:
        m[OA.START] = 1
    if may_drive(w, s, i) == 1:
        fill_drives(w, s, here)
        for z in range(w.n_zones):
            if z != here and w.reach[z] != FAR:
                m[OA.DRIVE + z] = 1


@jit
def legal_tools(w: Record, s: Record, i: int, m: Mask) -> None:
    """Fuel, bombs, crafting, supplies under cars (AP-17, AP-26.R9, AP-14.R7, AP-26.M6)."""
    here = s.zone[i]
    if may_pour(w, s, i) == 1:
        m[OA.POUR] = 1
    if hand_with(w, s, i, FX_LIGHTER) >= 0:
        for n in range(w.degree[here]):
            m[OA.IGNITE + n] = may_ignite(w, s, i, n)
        m[OA.IGNITE + D] = may_ignite(w, s, i, D)
    if hand_with(w, s, i, FX_TIME_BOMB) >= 0 and s.n_bombs < BOMBS:
        m[OA.PLACE_BOMB] = 1
    for p in range(N_PRODUCTS):
        m[OA.CRAFT + p] = may_craft(w, s, i, p)
    if w.stowing == 0:
        return
    for c in range(w.n_cars):
        if s.car_zone[c] != here:
            continue
        n = load_of(s, c)
        for slot in range(SLOTS):
            if n < s.car_load.shape[1] and w.card_class[card_at(w, s, i, slot)] == GOODS:
                m[OA.STOW + c * SLOTS + slot] = 1
        for g in range(3):
            if loaded(w, s, c, w.goods[g]) >= 0:
                m[OA.UNSTOW + c * 3 + g] = 1


@jit
def loaded(w: Record, s: Record, c: int, card: int) -> int:
    """Place of a card of the type under the car, -1: none."""
    for k in range(load_of(s, c)):
        if w.copy_card[s.car_load[c, k]] == card:
            return k
    return NONE


# ---- what it does --------------------------------------------------------------------------------------------------------


@jit
def before_deed(w: Record, s: Record, i: int, block: int) -> None:
    """A Stinky Raincoat does not outlast attacks, doors, driving and noise (AP-26.R8); a door broken is counted (AP-26.R6)."""
    keep_way_open(w, s)
    if block == A.OPEN:
        s.tally[DOOR_TALLY] += 1
        s.opener = i
        push(s, T.ACTION_END, i)
    if block == A.MOVE or block == A.USE_ZONE or block == A.CHOOSE or block == A.LIFESAVER:
        push(s, OT.ARRIVED)
    if (
        block == A.OPEN
        or block == A.MELEE
        or block == A.ATTACK
        or block == A.TRICK
        or block == A.NOISE
        or block == A.LOUD
        or block == OA.PLACE_BOMB
        or block == OA.DESTROY
        or block == OA.DRIVE
    ):
        slot = coat_slot(w, s, i)
        while slot >= 0:  # nobody is hidden by a second one
            drop(w, s, i, slot)
            slot = coat_slot(w, s, i)


@jit
def search_one(w: Record, s: Record, i: int, c: int) -> None:
    pay_car_search(s, i)
    search_car(w, s, i, c)


@jit
def board(s: Record, i: int, place: int) -> None:
    s.actions[i] -= 1
    s.seat[i] = place


@jit
def change_seat(s: Record, i: int, seat: int) -> None:
    s.actions[i] -= 1
    s.seat[i] = car_of(s, i) * SEATS + seat


@jit
def leave_car(s: Record, i: int) -> None:
    s.actions[i] -= 1
    s.seat[i] = NONE


@jit
def treat(w: Record, s: Record, j: int) -> None:
    """Medic."""
    s.used[N.U_MEDIC] = 1
    s.wounds[j] -= 1
    tell(w, E.HEAL, j, 1, s.wounds[j])


@jit
def walk_off(w: Record, s: Record, i: int) -> None:
    """Leave at any time in the own turn (AP-26.M9)."""
    s.depth -= 1
    leave_board(w, s, i)
    push(s, T.CHECK)


@jit
def throw(w: Record, s: Record, i: int, hand: int, zone: int) -> None:
    """A weapon that destroys the zone: card, Noise, everybody dies, fire (AP-14.R5)."""
    pay_attack(s, i, RANGED)
    s.pending_attack = 0
    s.atk_kills = s.crowd[zone]
    s.atk_emptied = min(1, s.crowd[zone])
    drop(w, s, i, hand)
    make_noise(w, s, i)
    push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)
    destroy(w, s, i, zone)


@jit
def stow(s: Record, i: int, c: int, slot: int) -> None:
    """A supply card is put under the car (AP-26.M6)."""
    s.actions[i] -= 1
    s.car_load[c, load_of(s, c)] = s.inv[i, slot]
    s.inv[i, slot] = 0


@jit
def unstow(w: Record, s: Record, i: int, c: int, g: int) -> None:
    """It is taken back and stored as a card found."""
    card = w.goods[g]
    s.actions[i] -= 1
    k = loaded(w, s, c, card)
    copy = s.car_load[c, k]
    n = load_of(s, c)
    for p in range(k, n - 1):
        s.car_load[c, p] = s.car_load[c, p + 1]
    s.car_load[c, n - 1] = 0
    gain(w, s, i, copy)


ACTIONS: Final = (
    Act(OA.DESTROY, throw, {"hand": PACK, "zone": Z}),
    Act(OA.DRIVE, drive, {"zone": Z}),
    Act(OA.IGNITE, ignite, {"n": D + 1}),
    Act(OA.SEARCH_CAR, search_one, {"c": CARS}),
    Act(OA.BOARD, board, {"place": CARS * SEATS}),
    Act(OA.SEAT, change_seat, {"seat": SEATS}),
    Act(OA.LEAVE, leave_car),
    Act(OA.START, start),
    Act(OA.POUR, pour),
    Act(OA.PLACE_BOMB, set_bomb),
    Act(OA.CRAFT, craft, {"p": N_PRODUCTS}),
    Act(OA.STOW, stow, {"c": CARS, "slot": SLOTS}),
    Act(OA.UNSTOW, unstow, {"c": CARS, "g": 3}),
    Act(OA.MEDIC, treat, {"j": S}),
    Act(OA.DROP_MINI, drop_mission, {"m": N.N_MINI}),
    Act(A.EXIT, walk_off),
)


@jit
def attacks(block: int) -> int:
    """1 for weapons that destroy a zone, Ranged actions all the same (AP-14.R5): a Bloodlust's free action may pay for them."""
    return 1 if block == OA.DESTROY else 0


@jit
def idle(block: int) -> int:
    """Dropping a mini-mission keeps no turn open."""
    return 1 if block == OA.DROP_MINI else 0
