"""Apocalypse's own observation columns: fuel, cars, packs, mini-missions; the hand for the Zombie Master only."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ..numbers import observation as O
from ..numbers.cars import SEATS
from ..numbers.edition_observation import CAR_COLUMNS
from ..numbers.fuel import BOMBS_SEEN
from ..numbers.master import N_MASTER
from ..numbers.mini_missions import N_MINI, TALLY
from .about import put
from .cars import car_of, load_of
from .hidden import echo
from .master import crampt
from .zombies import puppets

B_STEADY = O.OBSERVATION["board"].column("steady_noise")
B_MANHOLE = O.OBSERVATION["board"].column("manhole")
B_WAY_OUT = O.OBSERVATION["board"].column("way_out")
Z_GASOLINE = O.OBSERVATION["zones"].column("gasoline")
Z_FIRE = O.OBSERVATION["zones"].column("fire")
Z_BOMBS = O.OBSERVATION["zones"].column("bombs")
Z_ECHO = O.OBSERVATION["zones"].column("echo")
Z_PUPPETS = O.OBSERVATION["zones"].column("puppets")
S_WAITING = O.OBSERVATION["survivors"].column("waiting")
S_CAR = O.OBSERVATION["survivors"].column("car")
S_SEAT = O.OBSERVATION["survivors"].column("seat")
S_CRAMP = O.OBSERVATION["survivors"].column("cramp")
T_HAND = O.OBSERVATION["global"].column("master_hand")
T_ESCAPED = O.OBSERVATION["global"].column("escaped")
CARS_SEEN = O.OBSERVATION.start["cars"]
HAND_SEEN = O.OBSERVATION.start["hand"]
N_CAR = len(CAR_COLUMNS)
N_TASKS = tuple(len(tasks) for tasks in TALLY)


@jit
def see_print(w: Record, o: Features) -> None:
    """Write the edition's constant columns: none."""


@jit
def see(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's columns and blocks; the hand for the Zombie Master only."""
    for z in range(w.n_zones):
        p = O.BOARD + z * O.N_BOARD
        o[p + B_STEADY] = w.steady_noise[z]
        o[p + B_WAY_OUT] = w.way_out[z]
        if w.tile[z] >= 0:
            o[p + B_MANHOLE] = w.manhole[w.tile[z]] + 1
        p = O.ZONES + z * O.N_ZONE
        o[p + Z_GASOLINE] = s.gasoline[z]
        o[p + Z_FIRE] = s.fire[z]
        o[p + Z_ECHO] = echo(s, z)
        o[p + Z_PUPPETS] = puppets(s, z)
    for k in range(s.n_bombs):
        p = O.ZONES + s.bomb_zone[k] * O.N_ZONE + Z_BOMBS
        o[p] = min(BOMBS_SEEN, o[p] + 1)
    for i in range(w.n_survivors):
        see_survivor(w, s, i, O.SURVIVORS + i * O.N_SURVIVOR, o)
    if agent < w.n_survivors:
        see_survivor(w, s, agent, O.SELF, o)
    for c in range(w.n_cars):
        p = CARS_SEEN + c * N_CAR
        if s.car_zone[c] >= 0:
            o[p] = w.car_kind[c]
            o[p + 1] = s.car_zone[c] + 1
            o[p + 2] = s.car_started[c]
            o[p + 3] = s.car_searched[c]
            o[p + 4] = load_of(s, c)
    p = O.GLOBAL + T_HAND
    for c in range(N_MASTER):
        o[p] += s.zm_hand[c]
        if agent == w.n_survivors:
            o[HAND_SEEN + c] = s.zm_hand[c]
    for k in range(s.zm_pile_n):
        o[p + s.zm_pile[k]] += 1
    for k in range(s.zm_active_n):
        o[p + N_MASTER + s.zm_active[k]] += 1
    p = O.GLOBAL + T_ESCAPED
    put(o, p, s.escaped)
    put(o, p + 1, s.supplies_out)
    put(o, p + 2, s.neutralised)


@jit
def see_survivor(w: Record, s: Record, i: int, p: int, o: Features) -> None:
    o[p + S_WAITING] = s.waiting[i]
    if s.seat[i] >= 0:
        o[p + S_CAR] = car_of(s, i) + 1
        o[p + S_SEAT] = s.seat[i] % SEATS + 1
    o[p + S_CRAMP] = min(1, crampt(w, s, i))
    q = p + S_CRAMP + 1
    for m in range(N_MINI):
        for task in range(N_TASKS[m]):
            if s.mini[i, m] > 0 and (s.mini_done[i, m] >> task) & 1 == 0:
                o[q] = 1
            q += 1
