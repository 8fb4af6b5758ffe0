"""Writing an observation: the layout is declared in ``observation``, the order of columns here is the same."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import FAR, MELEE, NECRO, NONE, OPEN
from ..numbers.layout import PACK, SLOTS, K
from ..numbers.observation import (
    N_BOARD,
    N_GOAL,
    N_SURVIVOR,
    N_WEAPON,
    N_ZONE,
    O_BOARD,
    O_DECISION,
    O_FREE,
    O_GLOBAL,
    O_GOALS,
    O_PENDING,
    O_SELF,
    O_SKILLS,
    O_SURVIVORS,
    O_USED,
    O_WEAPONS,
    O_ZONES,
)
from ..numbers.skills import N_SKILLS, SK_PLUS_1_MAX_RANGE
from ..numbers.tasks import (
    D_ARMOUR,
    D_ARRANGE,
    D_CANCEL,
    D_HIT,
    D_MISS,
    D_PATH,
    D_REPLACE,
    D_REROLL,
    D_RESCUE,
    D_STORE,
    D_WOUND,
    FIRST_DECISION,
    N_FREE,
    N_USED,
)
from .combat import attack_damage, extra_dice, roll_bonus
from .inventory import card_at, in_hand
from .movement import fill_distances, neighbour_index
from .outcome import goal_value, reached
from .sight import ray_open
from .team import ignored, in_play, level_of, team_level

LINKS = K + 12  # zone columns: the borders to the neighbours
ABOUT = 20  # decision columns: kinds of decisions, kinds of zombies, then numbers


@jit
def byte(n: int) -> int:
    """A number as an observation holds it."""
    return min(255, max(0, n))


@jit
def frame(w: Record, o: Features) -> None:
    """What never changes in a game: the board, borders without doors, who belongs to the team, goals and limits."""
    for z in range(w.n_zones):
        p = O_BOARD + z * N_BOARD
        o[p] = w.zone_kind[z] + 1
        o[p + 1] = w.row[z]
        o[p + 2] = w.col[z]
        o[p + 3] = w.exit_zone[z]
        o[p + 4] = w.mark_zone[z]
        o[p + 5] = byte(w.building[z] + 1)
        for n in range(w.degree[z]):
            o[p + 6 + n] = w.neighbour[z, n] + 1
            o[O_ZONES + z * N_ZONE + LINKS + n] = 1
    for i in range(w.n_survivors):
        o[O_SURVIVORS + i * N_SURVIVOR] = 1
    for g in range(w.n_goals):
        o[O_GOALS + g * N_GOAL] = w.goal[g, 1]
        o[O_GOALS + g * N_GOAL + 1] = byte(max(1, w.goal[g, 3]))
    o[O_GLOBAL + 15] = byte(w.token_limit)
    o[O_GLOBAL + 27] = byte(w.quest + 1)


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write what the seat ``agent`` knows into ``o`` (uint8[N_OBS]), which holds the frame."""
    observe_zones(w, s, o)
    observe_doors(w, s, o)
    observe_tokens(w, s, o)
    if in_play(s, agent) == 1:
        observe_sight(w, s, s.zone[agent], o)
    for i in range(w.n_survivors):
        observe_survivor(w, s, agent, i, o, O_SURVIVORS + i * N_SURVIVOR)
    for k in range(N_SURVIVOR):
        o[O_SELF + k] = o[O_SURVIVORS + agent * N_SURVIVOR + k]
    observe_self(w, s, agent, o)
    observe_decision(w, s, o)
    observe_goals(w, s, o)
    observe_global(w, s, o)


@jit
def observe_zones(w: Record, s: Record, o: Features) -> None:
    for z in range(w.n_zones):
        p = O_ZONES + z * N_ZONE
        if s.crowd[z] > 0:
            for k in range(K):
                o[p + k] = byte(s.zombies[z, k])
        o[p + K] = byte(s.noise[z])
        if s.objective[z] > 0:
            o[p + K + 3] = 4 if s.hidden[z] == 1 else s.objective[z]
            o[O_GLOBAL + 17] += 1
        b = w.building[z]
        if b >= 0 and w.spawns_on_open[b] == 1 and s.revealed[b] == 0:
            o[p + K + 9] = 1


@jit
def observe_doors(w: Record, s: Record, o: Features) -> None:
    """Both sides of every door that is not open."""
    for d in range(w.n_doors):
        if s.door[d] != OPEN:
            for side in range(2):
                z = w.door_zone[d, side]
                o[O_ZONES + z * N_ZONE + LINKS + neighbour_index(w, z, w.door_zone[d, 1 - side])] = s.door[d] + 1


@jit
def observe_tokens(w: Record, s: Record, o: Features) -> None:
    """What lies or stands in zones and is kept in lists."""
    if s.loud_zone >= 0:
        o[O_ZONES + s.loud_zone * N_ZONE + K + 1] = 1
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            o[O_ZONES + s.zone[i] * N_ZONE + K + 2] += 1
    for k in range(s.n_bile):
        o[O_ZONES + s.bile_zone[k] * N_ZONE + K + 4] += 1
    for t in range(s.n_tokens):
        p = O_ZONES + s.token_zone[t] * N_ZONE + K
        if s.token_active[t] == 1:
            o[p + 5] += 1
        else:
            o[p + 6] += 1
        if s.token_colour[t] == NECRO:
            o[p + 7] += 1
    for v in range(w.n_vaults):
        p = O_ZONES + w.vault_zone[v] * N_ZONE + K + 8
        for c in range(s.vault_cards.shape[1]):
            if s.vault_cards[v, c] > 0:
                o[p] += 1


@jit
def observe_sight(w: Record, s: Record, here: int, o: Features) -> None:
    """Sight and distance from the own zone."""
    fill_distances(w, s, here)
    for z in range(w.n_zones):
        d = s.dist[here, z]
        if d != FAR:
            o[O_ZONES + z * N_ZONE + K + 11] = d + 1
    o[O_ZONES + here * N_ZONE + K + 10] = 1
    for r in range(w.ray_from[here], w.ray_from[here + 1]):
        p = O_ZONES + w.ray_zone[r] * N_ZONE + K + 10
        if o[p] == 0 and ray_open(w, s, r) == 1:
            o[p] = w.ray_range[r] + 1


@jit
def observe_survivor(w: Record, s: Record, agent: int, i: int, o: Features, p: int) -> None:
    o[p + 1] = s.alive[i]
    z = s.zone[i]
    if s.alive[i] == 1 and z < 0:
        o[p + 2] = 1
    if i == agent:
        o[p + 3] = 1
    if i == s.current:
        o[p + 4] = 1
    if z >= 0:
        o[p + 5] = z + 1
        o[p + 6] = w.row[z]
        o[p + 7] = w.col[z]
        if in_play(s, agent) == 1 and s.dist[s.zone[agent], z] != FAR:
            o[p + 8] = s.dist[s.zone[agent], z] + 1
    o[p + 9] = s.wounds[i]
    o[p + 10] = min(43, s.xp[i])
    o[p + 11] = level_of(s.xp[i])
    o[p + 12] = byte(s.actions[i])
    o[p + 13] = s.acted[i]
    o[p + 14] = ignored(s, i)
    for slot in range(SLOTS):
        o[p + 15 + slot] = card_at(w, s, i, slot)


@jit
def observe_self(w: Record, s: Record, i: int, o: Features) -> None:
    for slot in range(PACK):
        if in_hand(w, s, i, slot) == 1:
            observe_weapon(w, s, i, slot, o, O_WEAPONS + slot * N_WEAPON)
    for k in range(N_SKILLS):
        o[O_SKILLS + k] = s.skill[i, k]
    if s.current == i:
        for k in range(N_FREE):
            o[O_FREE + k] = s.free[k]
        for k in range(N_USED):
            o[O_USED + k] = s.used[k]
        o[O_PENDING] = s.searched[i]
        o[O_PENDING + 1] = s.pending_attack
        o[O_PENDING + 2] = s.pending_run
        o[O_PENDING + 3] = s.pending_blitz


@jit
def observe_weapon(w: Record, s: Record, i: int, slot: int, o: Features, p: int) -> None:
    """Effective numbers of one copy: dice and damage with bonuses, accuracy lowered by bonuses to the roll."""
    card = card_at(w, s, i, slot)
    if w.melee_dice[card] > 0:
        o[p] = byte(w.melee_dice[card] + extra_dice(s, i, MELEE))
        o[p + 1] = byte(w.melee_accuracy[card] - roll_bonus(s, i, MELEE))
        o[p + 2] = byte(attack_damage(w, s, i, card, MELEE))
    combat = w.shot[card]
    if combat > 0:
        o[p + 3] = w.shot_min[card]
        o[p + 4] = byte(w.shot_max[card] + s.skill[i, SK_PLUS_1_MAX_RANGE])
        o[p + 5] = byte(w.shot_dice[card] + extra_dice(s, i, combat))
        o[p + 6] = byte(w.shot_accuracy[card] - roll_bonus(s, i, combat))
        o[p + 7] = byte(attack_damage(w, s, i, card, combat))
    o[p + 8] = w.card_opens[card]
    o[p + 9] = s.unloaded[s.inv[i, slot]]


@jit
def observe_decision(w: Record, s: Record, o: Features) -> None:
    """The decision on top of the agenda and the numbers that matter for it."""
    if s.outcome != 0 or s.depth == 0:
        return
    t = s.depth - 1
    task = s.stack[t, 0]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    p = O_DECISION
    o[p + task - FIRST_DECISION] = 1
    kind = NONE
    zone = NONE
    if task == D_WOUND:
        kind = b
        zone = s.wnd_zone
    elif task == D_PATH:
        kind = c
        zone = b
    elif task == D_HIT or task == D_MISS or task == D_REPLACE:
        zone = s.atk_zone[b]
        o[p + ABOUT + K + 3] = byte(s.atk_hits[b])
        o[p + ABOUT + K + 4] = byte(s.atk_misses[b])
    elif task == D_RESCUE:
        zone = b
    elif task == D_STORE:
        o[p + ABOUT + K + 1] = w.copy_card[s.gain_copy]
    elif task == D_ARRANGE:
        o[p + ABOUT + K + 2] = b + 1
        o[p + ABOUT + K + 8] = s.arranged
    elif task == D_REROLL and b == 0:
        o[p + ABOUT + K + 3] = byte(s.atk_hits[0] + s.atk_hits[1])
        o[p + ABOUT + K + 4] = byte(s.atk_misses[0] + s.atk_misses[1])
    elif task == D_ARMOUR or task == D_CANCEL or (task == D_REROLL and b == 2):
        o[p + ABOUT + K + 5] = byte(s.roll_wounds)
        o[p + ABOUT + K + 6] = byte(s.roll_saved)
        o[p + ABOUT + K + 7] = byte(s.roll_sure + (s.roll_wounds - s.roll_saved) * s.roll_damage)
    if kind >= 0:
        o[p + ABOUT + kind] = 1
    o[p + ABOUT + K] = zone + 1


@jit
def observe_goals(w: Record, s: Record, o: Features) -> None:
    for g in range(w.n_goals):
        value = goal_value(w, s, g)
        o[O_GOALS + g * N_GOAL + 2] = byte(value)
        o[O_GOALS + g * N_GOAL + 3] = reached(w, g, value)


@jit
def observe_global(w: Record, s: Record, o: Features) -> None:
    p = O_GLOBAL
    o[p] = byte(s.round)
    o[p + 1] = s.phase
    o[p + 2 + team_level(w, s)] = 1
    o[p + 6] = byte(s.deck_n)
    o[p + 7] = byte(s.discard_n)
    o[p + 8] = byte(s.zdeck_n)
    for k in range(K):
        o[p + 9 + k] = byte(s.supply[k])
    o[p + 14] = byte(s.n_tokens)
    for i in range(w.n_survivors):
        o[p + 16] += in_play(s, i)
    o[p + 18] = s.taken[1]
    o[p + 19] = s.taken[2]
    o[p + 20] = s.taken[3]
    for k in range(K):
        o[p + 21 + k] = byte(s.killed[k])
    o[p + 26] = byte(s.artefacts)
