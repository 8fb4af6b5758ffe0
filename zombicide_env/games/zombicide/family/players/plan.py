"""Destination of each survivor: the quest's objectives and keys, the Exit, a room to search for equipment."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, GOAL_EXIT, ROOM
from ..edition import LEVEL_XP, TOUGHNESS
from ..numbers.layout import ABOMINATION, LEFT, ON_FOOT, PACK, K
from ..rules.inventory import card_at
from ..rules.passability import kind_of, passable
from . import edition_goals
from .distances import FARTHEST, LOCK_COST, cost, field, in_steps, march, rooms_behind, steps
from .fire import burn_out, look_for_fire
from .gear import in_hands, is_strong
from .goals import find_goals, has_goal, in_vault, is_key, nobody_may_die
from .hunt import hunt

#: Additional steps for another survivor if that keeps the danger level down.
LEVEL_STEPS: Final = 2
#: Cost of a closed door on the way for a survivor who cannot open it.
NO_KEY: Final = 4
#: Experience at which the next danger level begins, by danger level (BP-8.3).
NEXT_LEVEL: Final = (*LEVEL_XP[1:], 99_999)
OBJECTIVE_XP: Final = 5
#: Weight of a zombie that cannot be killed, by distance, and compared with a room to search.
NEAR: Final = (1.0, 0.8, 0.4)
FEAR: Final = 3.0
#: Spawn tokens short of the limit above which the team takes its time.
FEW_TOKENS: Final = 3


@jit
def make_plan(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Make the plan of the team for one position, once per decision."""
    if v.planned == 1:
        return
    v.planned = 1
    if v.per_zombie != weights.crowd:
        v.per_zombie = weights.crowd
        for z in range(w.n_zones):
            v.march_ok[z] = 0
    v.leaving = v.hunting = v.searching = v.arming = 0
    for i in range(w.n_survivors):
        v.target[i] = -1
    for z in range(w.n_zones):
        v.wanted[z] = 0
    set_pace(w, s, v, weights)
    look_for_fire(w, s, v)
    look_for_beasts(w, s, v)
    find_goals(w, s, v)
    assign(w, s, v, weights)
    arm(w, s, v, weights)
    detours(w, s, v, weights)
    hunt(w, s, v, weights)
    burn_out(w, s, v)
    edition_goals.shape(w, s, v, weights)


@jit
def set_pace(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Set the weights of harm and haste.

    A survivor who leaves the board before the Necromancers win may be wounded (BP-3.8, BP-3.R2).
    """
    v.dear = v.haste = 1.0
    if nobody_may_die(w):
        v.dear = weights.dear
    elif has_goal(w, GOAL_EXIT) and w.token_limit - s.n_tokens < FEW_TOKENS:
        v.dear = weights.daring
        v.haste = weights.hurry


@jit
def way(w: Record, s: Record, v: Record, i: int, zone: int) -> float:
    """Steps from a zone to the survivor's target, with costs of locks, closed doors and zombies on the way."""
    return 0.0 if v.target[i] < 0 else v.march[march(w, s, v, v.target[i]), zone]


@jit
def reachable(w: Record, s: Record, v: Record, zone: int) -> bool:
    """Whether a survivor can get there without a key."""
    field(w, s, v, zone)
    for n in range(v.n_team):
        if v.field[zone, s.zone[v.team[n]]] < LOCK_COST:
            return True
    return False


@jit
def raises(s: Record, v: Record, i: int, gain: float) -> bool:
    """Whether this experience would bring the team to the next danger level (BP-8.6)."""
    return s.xp[i] + gain >= NEXT_LEVEL[v.danger]


@jit
def level_penalty(s: Record, v: Record, weights: Record, gained: float) -> float:
    """Penalty for raising the danger level while the others lag behind, since it makes every card worse (BP-8.6)."""
    if v.hunting == 1 or not raises(s, v, v.me, max(1.0, gained)):
        return 0.0
    limit = NEXT_LEVEL[v.danger]
    lag = 0.0
    for n in range(v.n_team):
        i = v.team[n]
        if i != v.me:
            lag += 1 - min(1.0, s.xp[i] / limit)
    return weights.level * lag / max(1, v.n_team - 1)


@jit
def is_wanted(w: Record, s: Record, zone: int) -> bool:
    """Whether the zone has something that should be taken."""
    if s.objective[zone] != 0:
        return True
    vault = w.vault_of[zone]
    return (vault >= 0 and in_vault(s, vault) > 0) or edition_goals.wanted(w, s, zone)


# ---- assignment ----------------------------------------------------------------------------------------------------


@jit
def add_errand(v: Record, z: int) -> None:
    v.errands[v.n_errands] = z
    v.n_errands += 1


@jit
def assign(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Collect errands: the goals and keys in reach; if there are none, the team waits near those behind locks."""
    v.n_errands = v.n_ahead = 0
    exits = 0
    for g in range(v.n_goals):
        z = v.goals[g]
        if reachable(w, s, v, z):
            if v.early == 0:
                add_errand(v, z)
                exits += w.exit_zone[z]
                v.listed[z] = 2
        else:
            v.ahead[v.n_ahead] = z
            v.n_ahead += 1
    if v.leaving == 1 and exits > 0:
        leave(w, s, v)
        return
    v.leaving = 0
    if v.n_ahead > 0:
        for z in range(w.n_zones):
            if v.listed[z] != 2 and is_key(w, s, z):
                if reachable(w, s, v, z):
                    add_errand(v, z)
                elif v.listed[z] == 0:
                    v.ahead[v.n_ahead] = z
                    v.n_ahead += 1
    for k in range(v.n_errands):
        if is_wanted(w, s, v.errands[k]):
            v.wanted[v.errands[k]] = 1
    if v.n_errands == 0 and v.hunting == 1:
        add_prey(w, s, v)
    if v.gathering == 1 and v.n_ahead == 0:
        v.haste = weights.home
    if v.n_errands + v.n_ahead > 0 and v.early == 0:
        send(w, s, v, weights)


@jit
def leave(w: Record, s: Record, v: Record) -> None:
    """Send all survivors to their nearest Exit."""
    for n in range(v.n_team):
        i = v.team[n]
        best = 1 << 30
        for k in range(v.n_errands):
            z = v.errands[k]
            if w.exit_zone[z] == 1 and cost(w, s, v, s.zone[i], z) < best:
                best = cost(w, s, v, s.zone[i], z)
                v.target[i] = z


@jit
def add_prey(w: Record, s: Record, v: Record) -> None:
    """Add zones with zombies that the team can fight."""
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and s.crowd[z] <= 2 * v.n_team and s.zombies[z, ABOMINATION] == 0 and reachable(w, s, v, z):
            add_errand(v, z)


@jit
def send(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Send the team to the errand that is nearest to all; a survivor next to another errand does it on the way."""
    goal = -1
    best = 1e9
    for k in range(v.n_errands if v.n_errands > 0 else v.n_ahead):
        z = v.errands[k] if v.n_errands > 0 else v.ahead[k]
        far = team_way(w, s, v, weights, z)
        if far < best or (far == best and z < goal):
            best = far
            goal = z
    limit = edition_goals.errand_limit(w, weights)
    for i in range(w.n_survivors):
        v.taken[i] = 0
    for n in range(v.n_team):
        v.target[v.team[n]] = goal
    for k in range(v.n_errands):
        z = v.errands[k]
        if z == goal:
            continue
        runner = -1
        near = 1e9
        for n in range(v.n_team):
            i = v.team[n]
            if v.taken[i] == 0:
                far = errand_cost(w, s, v, i, z) + 0.02 * s.xp[i]
                if far < near:
                    near = far
                    runner = i
        if runner >= 0 and near <= limit and s.crowd[z] == 0:
            v.target[runner] = z
            v.taken[runner] = 1


@jit
def errand_cost(w: Record, s: Record, v: Record, i: int, zone: int) -> float:
    """Way of a survivor to an errand, longer if others have to open doors for it or its experience raises the danger level."""
    far = 1.0 * cost(w, s, v, s.zone[i], zone)
    if s.objective[zone] != 0 and raises(s, v, i, OBJECTIVE_XP):
        far += LEVEL_STEPS
    if steps(w, s, v, s.zone[i], zone) >= FAR and not opens(w, s, i):
        far += NO_KEY
    return far


@jit
def opens(w: Record, s: Record, i: int) -> bool:
    """Whether the survivor holds something that opens doors."""
    for slot in range(LEFT, PACK):
        card = card_at(w, s, i, slot)
        if card > 0 and w.card_opens[card] > 0:
            return True
    return False


@jit
def mean_way(w: Record, s: Record, v: Record, zone: int) -> float:
    """Average way of the team."""
    field(w, s, v, zone)
    far = 0.0
    for n in range(v.n_team):
        far += in_steps(v.field[zone, s.zone[v.team[n]]])
    return far / v.n_team if v.n_team > 0 else 0.0


@jit
def team_way(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Average way of the team, longer past dark buildings, crowds, or zombies that it cannot kill."""
    far = mean_way(w, s, v, zone) + weights.dark * rooms_behind(w, s, zone) + weights.crowded * s.crowd[zone]
    for k in range(v.n_beasts):
        if v.beast_zone[k] == zone:
            far += weights.beasts * v.beasts[k]
    return far


# ---- arming --------------------------------------------------------------------------------------------------------


@jit
def arm(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Let a poorly armed team search a nearby room, opening the smallest building if necessary."""
    if v.n_team == 0 or v.leaving == 1:
        return
    strength = 0.0
    errand = False
    for n in range(v.n_team):
        strength += in_hands(w, s, v, v.team[n])
        errand = errand or v.target[v.team[n]] >= 0
    weak = s.round <= weights.arming_rounds and strength / v.n_team < weights.armed
    if not weak and (v.searching == 0 or errand):
        return
    v.arming = 1
    limit = edition_goals.errand_limit(w, weights)
    base = find_base(w, s, v, weights)
    if base < 0:
        return
    for n in range(v.n_team):
        i = v.team[n]
        z = v.target[i]
        if z >= 0 and v.wanted[z] == 1 and cost(w, s, v, s.zone[i], z) <= limit and s.crowd[z] == 0:
            continue
        v.target[i] = base


@jit
def find_base(w: Record, s: Record, v: Record, weights: Record) -> int:
    """Room in which the team may search with the least trouble, -1: none in reach."""
    base = -1
    best = 1e9
    for z in range(w.n_zones):
        if kind_of(w, s, z) != ROOM or v.spawn_tokens[z] > 0 or not edition_goals.searchable(w, s, z):
            continue
        far = mean_way(w, s, v, z)
        if far > weights.base or far >= best:
            continue
        if v.early == 1:
            far += ahead(w, s, v, z)
        trouble = far + 0.8 * rooms_behind(w, s, z) + s.crowd[z] + FEAR * threat_of(w, s, v, z)
        for n in range(w.degree[z]):
            if passable(w, s, z, n, ON_FOOT) == 1:
                trouble += 0.3 * s.crowd[w.neighbour[z, n]]
        if trouble < best:
            best = trouble
            base = z
    return base


@jit
def ahead(w: Record, s: Record, v: Record, zone: int) -> float:
    """Steps from a room to the nearest key that a later step of the victory conditions needs, or to its goals if no key is needed."""
    near = FARTHEST
    for k in range(v.n_errands):
        near = min(near, in_steps(cost(w, s, v, zone, v.errands[k])))
    for k in range(v.n_goals if v.n_errands == 0 else 0):
        near = min(near, in_steps(cost(w, s, v, zone, v.goals[k])))
    return near


@jit
def detours(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Send survivors to artefacts in nearby vaults, which arm the team better than many Searches."""
    if v.leaving == 1:
        return
    for i in range(w.n_survivors):
        v.taken[i] = 1 if v.target[i] >= 0 and v.wanted[v.target[i]] == 1 else 0
    for vault in range(w.n_vaults):
        zone = w.vault_zone[vault]
        if in_vault(s, vault) == 0 or is_target(w, v, zone):
            continue
        runner = -1
        near = 1 << 30
        for n in range(v.n_team):
            i = v.team[n]
            if v.taken[i] == 0 and cost(w, s, v, s.zone[i], zone) < near:
                near = cost(w, s, v, s.zone[i], zone)
                runner = i
        if runner >= 0 and near <= weights.detour and s.crowd[zone] == 0:
            v.target[runner] = zone
            v.wanted[zone] = v.taken[runner] = 1


@jit
def is_target(w: Record, v: Record, zone: int) -> bool:
    for i in range(w.n_survivors):
        if v.target[i] == zone:
            return True
    return False


# ---- zombies that cannot be killed ---------------------------------------------------------------------------------


@jit
def look_for_beasts(w: Record, s: Record, v: Record) -> None:
    """Find zones with zombies that the team cannot kill: Abominations, and more Fatties than its strong weapons can handle."""
    strong = 0
    for n in range(v.n_team):
        found = 0
        for slot in range(PACK):
            if is_strong(w, card_at(w, s, v.team[n], slot)):
                found = 1
        strong += found
    v.n_beasts = 0
    for z in range(w.n_zones):
        if s.crowd[z] > 0:
            hard = great = 0
            for kind in range(K):
                hard += s.zombies[z, kind] if TOUGHNESS[kind] == 2 else 0
                great += s.zombies[z, kind] if TOUGHNESS[kind] > 2 else 0
            number = great + max(0.0, hard - 1.2 * strong)
            if number > 0:
                v.beast_zone[v.n_beasts] = z
                v.beasts[v.n_beasts] = min(4.0, number)
                v.n_beasts += 1


@jit
def threat_of(w: Record, s: Record, v: Record, zone: int) -> float:
    """Proximity of zombies that the team cannot kill: they are slow, but block the way (BP-6.3)."""
    near = 0.0
    for k in range(v.n_beasts):
        far = steps(w, s, v, zone, v.beast_zone[k])
        if far < len(NEAR):
            near += v.beasts[k] * NEAR[far]
    if near > 0:
        ways = 0
        for n in range(w.degree[zone]):
            ways += passable(w, s, zone, n, ON_FOOT)
        if ways < 2:
            near *= 1.5
    return near
