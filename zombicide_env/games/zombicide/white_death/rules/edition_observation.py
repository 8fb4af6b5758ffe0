"""White Death's own observation columns."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import RUIN
from ..numbers import observation as O
from ..numbers.edition_columns import B_BORDERS, B_FLAG, S_OWN, T_OWN, W_STRIKE, Z_OWN, Z_ROPES
from ..numbers.layout import PACK
from ..numbers.tokens import FOLIO, KEEPSAKES, PILES
from .about import put
from .artefacts import artefacts_left, on_ground
from .defiler import beacon_at, defile_tokens
from .inventory import card_at, in_hand
from .tokens import find_token

#: White Death's own columns of a zone, in order.
IS_NOW, DEFILED, FROZEN, GUARDS_HERE, CAULDRONS, LOOSE, ARTEFACTS, BEACON, DEFILER, LINKED, PREPARED = range(11)


@jit
def own_row(z: int) -> int:
    """Offset of the edition's columns of a zone."""
    return O.ZONES + z * O.N_ZONE + Z_OWN


@jit
def see_print(w: Record, o: Features) -> None:
    """Write borders, printed ladders and the Flag."""
    for z in range(w.n_zones):
        p = O.BOARD + z * O.N_BOARD
        for n in range(w.degree[z]):
            o[p + B_BORDERS + n] = 3 if w.ladder[z, n] == 1 else w.border[z, n]
        o[p + B_FLAG] = w.flag_zone == z


@jit
def see(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's columns of zones, survivors and the team; which weapons of ``agent`` strike at range 1."""
    see_weapons(w, s, agent, o)
    guards = 0
    for z in range(w.n_zones):
        see_zone(w, s, z, o)
        guards += s.guards[z]
    if s.ropes > 0:
        see_ropes(w, s, o)
    for k in range(on_ground(s)):
        o[own_row(s.ground_zone[k]) + ARTEFACTS] += 1
    beacon = beacon_at(s)
    if beacon >= 0:
        o[own_row(beacon) + BEACON] = 1
    if s.defiler_zone >= 0:
        o[own_row(s.defiler_zone) + DEFILER] = 1
        t = find_token(s, s.linked)
        if s.linked >= 0 and t >= 0:
            o[own_row(s.token_zone[t]) + LINKED] = 1
    for p in range(PILES):
        if s.pile_zone[p] >= 0:
            o[own_row(s.pile_zone[p]) + PREPARED] = s.pile_n[p]
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
def see_zone(w: Record, s: Record, z: int, o: Features) -> None:
    """Write the present state of a zone; without branches, which no processor could predict."""
    p = own_row(z)
    changed = max(s.defiled[z], s.burned[z])
    o[p + IS_NOW] = w.zone_kind[z] * (1 - changed) + RUIN * s.burned[z] * (1 - s.defiled[z])  # a Defiled zone is street (WD-4.21)
    o[p + DEFILED] = s.defiled[z]
    o[p + FROZEN] = s.frozen[z]
    o[p + GUARDS_HERE] = s.guards[z]
    o[p + CAULDRONS] = s.cauldrons[z]
    o[p + LOOSE] = s.loose[z]


@jit
def see_ropes(w: Record, s: Record, o: Features) -> None:
    for z in range(w.n_zones):
        for n in range(w.degree[z]):
            o[O.ZONES + z * O.N_ZONE + Z_ROPES + n] = s.rope[z, n]


@jit
def see_survivor(s: Record, i: int, p: int, o: Features) -> None:
    o[p] = s.ladders[i]
    o[p + 1] = 1 if s.beacon_by == i else 0
    for k in range(KEEPSAKES):
        if s.keepsakes[i, k] == 0:  # packed to the left
            break
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
