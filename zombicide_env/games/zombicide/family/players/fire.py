"""Dragon Fire: who holds the cards for it, and which zones are worth burning (BP-14)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import CLOSED, FAR, FX_BILE, FX_TORCH, GOAL_FIRE_IN
from ..edition import KINDS, TOUGHNESS
from ..numbers.layout import ABOMINATION, LEFT, RIGHT, SLOTS, K
from ..rules.inventory import card_at
from ..rules.turn import in_turn
from .distances import sees, steps
from .look import actions_of

_VALUES: Final = {"walker": 0.7, "fatty": 1.6, "runner": 1.2, "abomination": 7.0, "necromancer": 3.0, "dog": 1.5}
#: Worth of a burnt zombie of each kind, a Walker being 1.
BURNT: Final = tuple(_VALUES.get(kind.rpartition("_")[2], float(hard)) for kind, hard in zip(KINDS, TOUGHNESS, strict=True))
#: Minimum worth of the zombies in a zone before Dragon Bile is used on it.
ENOUGH: Final = 6.0
#: Minimum worth for a Torch where the bile is already placed.
REST: Final = 3.0
#: Worth of the fire that wins the game.
WINNING: Final = 50.0
#: Distance of an Abomination at which the team takes fuel into its hands.
NEAR: Final = 3
#: Parts of a fire, as bits.
BILE: Final = 1
TORCH: Final = 2


@jit
def look_for_fire(w: Record, s: Record, v: Record) -> None:
    """Find who holds what, and the zones that are about to burn."""
    v.bile = v.torch = 0
    waiting = 0
    for n in range(v.n_team):
        i = v.team[n]
        parts = carries(w, s, i)
        if parts & BILE != 0:
            v.bile |= 1 << i
        if parts & TORCH != 0:
            v.torch |= 1 << i
            if s.acted[i] == 0:
                waiting = 1
    for z in range(w.n_zones):
        v.soaked[z] = v.hot[z] = 0
    v.n_hot = 0
    for k in range(s.n_bile):
        z = s.bile_zone[k]
        v.soaked[z] = 1
        if v.hot[z] == 0 and waiting == 1 and prey(s, z) >= ENOUGH:
            v.hot[z] = 1
            v.n_hot += 1
    v.ready = 1 if v.torch != 0 and (v.bile != 0 or s.n_bile > 0) else 0
    v.burn = -1
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_FIRE_IN:
            v.burn = w.goal[g, 2]


@jit
def carries(w: Record, s: Record, i: int) -> int:
    """Parts of a fire that the survivor has."""
    parts = 0
    for slot in range(SLOTS):
        parts |= part(w, card_at(w, s, i, slot))
    return parts


@jit
def holds(w: Record, s: Record, i: int) -> int:
    """Parts of a fire in the survivor's hands."""
    return part(w, card_at(w, s, i, LEFT)) | part(w, card_at(w, s, i, RIGHT))


@jit
def part(w: Record, card: int) -> int:
    """Parts of a fire that a card provides."""
    if card == 0:
        return 0
    if w.card_effect[card] == FX_BILE:
        return BILE
    return TORCH if w.card_effect[card] == FX_TORCH else 0


@jit
def prey(s: Record, zone: int) -> float:
    """Worth of what a Dragon Fire in the zone would kill."""
    worth = 0.0
    for kind in range(K):
        worth += s.zombies[zone, kind] * BURNT[kind]
    return worth


@jit
def fire_target(w: Record, s: Record, v: Record, i: int) -> int:
    """Zone that the survivor should help to burn from the current zone, -1: none."""
    if v.ready == 0:
        return -1
    here = s.zone[i]
    sees(w, s, v, here)
    best = 0.0
    found = -1
    for n in range(-1, w.degree[here]):  # own zone and its neighbours (BP-14.R1)
        z = here if n < 0 else w.neighbour[here, n]
        if (s.crowd[z] == 0 and z != v.burn) or v.seen[here, z] > 1:
            continue
        worth = prey(s, z) + (WINNING if z == v.burn else 0.0)
        enough = worth >= ENOUGH or (v.soaked[z] == 1 and worth >= REST)
        if enough and worth > best and can_finish(w, s, v, i, z) == 1:
            best = worth
            found = z
    return found


@jit
def can_finish(w: Record, s: Record, v: Record, i: int, zone: int) -> int:
    """1 if the fire can be completed in this round.

    The survivor has enough actions for its part, a Torch follows in this round, and everybody in the zone can still leave it.
    """
    left = s.actions[i] if s.current == i else actions_of(s, i)  # the actions of survivors before their turn are not set yet
    away = v.here[zone] & ~(1 << i)
    inside = s.zone[i] == zone
    if v.soaked[zone] == 1:
        alright = v.torch >> i & 1 == 1 and away == 0 and not inside and throw_cost(w, s, i, TORCH) <= left
        return 1 if alright else 0
    if v.bile >> i & 1 == 0:
        return 0
    for n in range(v.n_team):
        if away >> v.team[n] & 1 == 1 and s.acted[v.team[n]] == 1:
            return 0
    leave = 1 + s.crowd[zone] if inside else 0
    if v.torch >> i & 1 == 1 and away == 0 and leave + throw_cost(w, s, i, BILE | TORCH) <= left:
        return 1
    if leave + throw_cost(w, s, i, BILE) > left:
        return 0
    for n in range(v.n_team):
        j = v.team[n]
        if j != i and v.torch >> j & 1 == 1 and may_light(w, s, v, j, zone) == 1:
            return 1
    return 0


@jit
def can_burn(w: Record, s: Record, v: Record, zone: int, left: int) -> int:
    """1 if survivors here and in neighbouring zones can burn the zone in this round once its door is open.

    ``left``: actions left to the survivor in turn.
    """
    if v.ready == 0 or v.here[zone] != 0:
        return 0
    parts = BILE if v.soaked[zone] == 1 else 0
    for n in range(v.n_team):
        i = v.team[n]
        far = steps(w, s, v, s.zone[v.me], s.zone[i])
        if far > 1 or (i != v.me and s.acted[i] == 1):
            continue
        own = carries(w, s, i) & ~parts
        actions = left if i == v.me else actions_of(s, i) - far * (1 + s.crowd[s.zone[i]])
        hidden = 1 if own & ~holds(w, s, i) != 0 else 0
        if own == BILE | TORCH and actions >= 2 + hidden:
            return 1
        if own != 0 and actions >= 1 + hidden:
            parts |= own if own != BILE | TORCH else (TORCH if parts == BILE else BILE)
    return 1 if parts == BILE | TORCH else 0


@jit
def may_light(w: Record, s: Record, v: Record, i: int, zone: int) -> int:
    """1 if a survivor who has not acted yet can reach a neighbouring zone and throw a Torch."""
    if s.acted[i] == 1:
        return 0
    away = steps(w, s, v, zone, s.zone[i])
    way = 1 + s.crowd[zone] if away == 0 else (away - 1) * (1 + s.crowd[s.zone[i]])
    return 1 if way + throw_cost(w, s, i, TORCH) <= actions_of(s, i) else 0


@jit
def throw_cost(w: Record, s: Record, i: int, parts: int) -> int:
    """Actions for these throws, plus one to take the cards into the hands."""
    throws = (parts & 1) + (parts >> 1)
    # While cards are being rearranged, the action for it is already paid.
    return throws + 1 if in_turn(s) == 1 and parts & ~holds(w, s, i) != 0 else throws


@jit
def armed(w: Record, s: Record, v: Record, i: int) -> int:
    """Parts that the survivor should hold now, for a fire in reach or an Abomination nearby."""
    zone = fire_target(w, s, v, i)
    if zone >= 0:
        return (TORCH if v.soaked[zone] == 1 else BILE | TORCH) & carries(w, s, i)
    if v.ready == 0:
        return 0
    near = False
    for z in range(w.n_zones):
        if (s.zombies[z, ABOMINATION] > 0 or z == v.burn) and steps(w, s, v, s.zone[i], z) <= NEAR:
            near = True
    if not near:
        return 0
    # One of each is enough, held by the first who has it.
    found = 0
    if s.n_bile == 0 and v.bile & -v.bile == 1 << i:
        found = BILE
    if v.torch >> i == 1:
        found |= TORCH
    return found


@jit
def burn_out(w: Record, s: Record, v: Record) -> None:
    """Send the team with its Dragon Bile to the door that a Necromancer cannot open, if spawn tokens have to be removed.

    The Necromancer waits there together with all other zombies that are stopped by the door (BP-15.R9): one fire kills them all.
    """
    v.pyre = -1
    if v.rid < 0 or v.ready == 0:
        return
    near = 1.0 * FAR
    for k in range(s.n_necros):
        zone = s.necro_zone[k]
        for n in range(w.degree[zone]):
            door = w.link_door[zone, n]
            if door >= 0 and s.door[door] == CLOSED:
                far = walk(w, s, v, w.neighbour[zone, n])
                if far < near:
                    near = far
                    v.pyre = w.neighbour[zone, n]
    if v.pyre >= 0:
        for n in range(v.n_team):
            v.target[v.team[n]] = v.pyre


@jit
def walk(w: Record, s: Record, v: Record, zone: int) -> float:
    """Average steps of the team to a zone by open ways, FAR if somebody cannot reach it."""
    total = 0.0
    for n in range(v.n_team):
        far = steps(w, s, v, s.zone[v.team[n]], zone)
        if far >= FAR:
            return 1.0 * FAR
        total += far
    return total / v.n_team
