"""The observation's columns that only this edition has."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ..numbers import observation as O
from ..numbers import own
from ..numbers.layout import PACK
from ..numbers.own import FOLIO, KEEPSAKES, PILES, WAYS
from ..numbers.own_columns import B_BORDERS, B_FLAG, D_NUMBER, D_ORDER, S_OWN, T_OWN, W_STRIKE, Z_OWN, Z_ROPES
from .artefacts import artefacts_left, on_ground
from .borders import kind_of
from .defiler import beacon_at, defile_tokens
from .features import put
from .inventory import card_at, in_hand
from .tokens import find_token


@jit
def see_print(w: Record, o: Features) -> None:
    """Borders, printed ladders and the Flag."""
    for z in range(w.n_zones):
        p = O.BOARD + z * O.N_BOARD
        for n in range(w.degree[z]):
            o[p + B_BORDERS + n] = 3 if w.ladder[z, n] == 1 else w.border[z, n]
        if w.flag_zone == z:
            o[p + B_FLAG] = 1


@jit
def see(w: Record, s: Record, o: Features) -> None:
    ropes = 1 if s.ways[WAYS - 1] != 0 else 0
    guards = 0
    for z in range(w.n_zones):
        see_zone(w, s, z, ropes, o)
        guards += s.guards[z]
    for k in range(on_ground(s)):
        o[O.ZONES + s.ground_zone[k] * O.N_ZONE + Z_OWN + 6] += 1
    beacon = beacon_at(s)
    if beacon >= 0:
        o[O.ZONES + beacon * O.N_ZONE + Z_OWN + 7] = 1
    if s.defiler_zone >= 0:
        o[O.ZONES + s.defiler_zone * O.N_ZONE + Z_OWN + 8] = 1
        t = find_token(s, s.linked)
        if s.linked >= 0 and t >= 0:
            o[O.ZONES + s.token_zone[t] * O.N_ZONE + Z_OWN + 9] = 1
    for p in range(PILES):
        if s.pile_zone[p] >= 0:
            o[O.ZONES + s.pile_zone[p] * O.N_ZONE + Z_OWN + 10] = s.pile_n[p]
    for i in range(w.n_survivors):
        see_survivor(s, i, O.SURVIVORS + i * O.N_SURVIVOR + S_OWN, o)
    p = O.GLOBAL + T_OWN
    put(o, p, guards)
    o[p + 1] = s.guards_escaped
    o[p + 2] = s.guards_dead
    o[p + 3] = artefacts_left(s)
    for colour in range(3):
        o[p + 4 + colour] = s.removed[1 + colour]
    o[p + 7] = s.beacon_taken
    o[p + 8] = defile_tokens(w, s)


@jit
def see_zone(w: Record, s: Record, z: int, ropes: int, o: Features) -> None:
    """What is there now; ``ropes``: a rope ladder has been placed somewhere."""
    p = O.ZONES + z * O.N_ZONE + Z_OWN
    o[p] = kind_of(w, s, z)
    o[p + 1] = s.defiled[z]
    o[p + 2] = s.frozen[z]
    o[p + 3] = s.guards[z]
    o[p + 4] = s.cauldrons[z]
    o[p + 5] = s.loose[z]
    if ropes == 1:
        for n in range(w.degree[z]):
            o[O.ZONES + z * O.N_ZONE + Z_ROPES + n] = s.rope[z, n]


@jit
def see_survivor(s: Record, i: int, p: int, o: Features) -> None:
    o[p] = s.ladders[i]
    o[p + 1] = 1 if s.beacon_by == i else 0
    for k in range(KEEPSAKES):
        if s.keepsakes[i, k] > 0:
            o[p + 1 + s.keepsakes[i, k]] += 1
    o[p + 2 + FOLIO] = s.laps[i]
    o[p + 3 + FOLIO] = s.blessing[i]
    o[p + 4 + FOLIO] = s.ordered[i]


@jit
def see_weapons(w: Record, s: Record, i: int, o: Features) -> None:
    for slot in range(PACK):
        card = card_at(w, s, i, slot)
        if in_hand(w, s, i, slot) == 1 and w.melee_dice[card] > 0:
            o[O.WEAPONS + slot * O.N_WEAPON + W_STRIKE] = w.melee_max[card] + 1


@jit
def see_decision(w: Record, s: Record, t: int, o: Features) -> None:
    task = s.stack[t, 0]
    p = O.DECISION
    if (task >= own.PREY and task <= own.ORDER_WHERE) or task == own.RESCUED:
        o[p + O.D_ZONE] = s.stack[t, 2] + 1
    if task == own.ORDER_NUMBER or task == own.ORDER_WHERE:
        o[p + D_ORDER] = s.stack[t, 3] + 1
    if task == own.ORDER_WHERE:
        o[p + D_NUMBER] = s.stack[t, 4]
