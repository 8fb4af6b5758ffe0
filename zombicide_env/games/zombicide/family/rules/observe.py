"""Write observations: the layout is declared in ``observation``, the columns are in the same order here."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.memory import BITS, lowest, marked
from zombicide_env.core.records import Features, Record

from ...table.codes import FACE_DOWN, FAR, MELEE, NECRO, ONGOING, OPEN, RED
from ..edition import DOORS_OPEN
from ..numbers import decisions as ASK
from ..numbers import observation as O
from ..numbers import skills as SK
from ..numbers.budget import N_FREE, N_USED
from ..numbers.layout import MOST_XP, ON_FOOT, PACK, SLOTS, K
from .about import put
from .combat import attack_damage
from .dice import extra_dice
from .edition_observation import see, see_print
from .inventory import card_at, in_hand
from .levels import danger
from .movement import neighbour_index, ways_from
from .outcome import goal_value, reached
from .sight import observe_sight
from .survivor import roll_bonus
from .table import see as see_decision
from .team import ignored, in_play, team_level


@jit
def zone_row(z: int) -> int:
    """Current offset of a zone's row."""
    return O.ZONES + z * O.N_ZONE


@jit
def frame(w: Record, o: Features) -> None:
    """Write the constant features: the board, borders without doors, the team, goals and limits."""
    for z in range(w.n_zones):
        p = O.BOARD + z * O.N_BOARD
        o[p + O.B_KIND] = w.zone_kind[z] + 1
        o[p + O.B_ROW] = w.row[z]
        o[p + O.B_COL] = w.col[z]
        o[p + O.B_EXIT] = w.exit_zone[z]
        o[p + O.B_MARK] = w.mark_zone[z]
        put(o, p + O.B_BUILDING, w.building[z] + 1)
        for n in range(w.degree[z]):
            o[p + O.B_NEIGHBOURS + n] = w.neighbour[z, n] + 1
            o[zone_row(z) + O.Z_LINKS + n] = 1
    for i in range(w.n_survivors):
        o[O.SURVIVORS + i * O.N_SURVIVOR + O.S_PRESENT] = 1
    for g in range(w.n_goals):
        p = O.GOAL_ROWS + g * O.N_GOAL
        o[p + O.G_KIND] = w.goal[g, 1]
        put(o, p + O.G_NEED, max(1, w.goal[g, 3]))
    put(o, O.GLOBAL + O.T_TOKEN_LIMIT, w.token_limit)
    put(o, O.GLOBAL + O.T_QUEST, w.quest + 1)
    see_print(w, o)


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write what the seat ``agent`` knows into ``o`` (uint8[N_OBS]), which already has the constant features."""
    observe_zones(w, s, o)
    observe_doors(w, s, o)
    observe_tokens(w, s, o)
    if in_play(s, agent) == 1:
        observe_place(w, s, agent, s.zone[agent], o)
    for i in range(w.n_survivors):
        observe_survivor(w, s, agent, i, o)
    for k in range(O.N_SURVIVOR):
        o[O.SELF + k] = o[O.SURVIVORS + agent * O.N_SURVIVOR + k]
    observe_self(w, s, agent, o)
    observe_decision(w, s, o)
    observe_goals(w, s, o)
    observe_global(w, s, o)
    see(w, s, agent, o)


@jit
def observe_zones(w: Record, s: Record, o: Features) -> None:
    for z in range(w.n_zones):
        put(o, zone_row(z) + O.Z_NOISE, s.noise[z])
    for start in range(0, w.n_zones, BITS):
        bits = marked(s.crowd, start, w.n_zones)
        while bits != 0:
            z = start + lowest(bits)
            for k in range(K):
                put(o, zone_row(z) + O.Z_KINDS + k, s.zombies[z, k])
            bits &= bits - 1
        bits = marked(s.objective, start, w.n_zones)
        while bits != 0:
            z = start + lowest(bits)
            o[zone_row(z) + O.Z_OBJECTIVE] = FACE_DOWN if s.hidden[z] == 1 else s.objective[z]
            put(o, O.GLOBAL + O.T_OBJECTIVES, o[O.GLOBAL + O.T_OBJECTIVES] + 1)
            bits &= bits - 1
    if DOORS_OPEN:
        observe_dark(w, s, o)


@jit
def observe_dark(w: Record, s: Record, o: Features) -> None:
    for z in range(w.n_zones):
        b = w.building[z]
        if b >= 0 and w.spawns_on_open[b] == 1 and s.revealed[b] == 0:
            o[zone_row(z) + O.Z_DARK] = 1


@jit
def observe_doors(w: Record, s: Record, o: Features) -> None:
    """Write both sides of every door that is not open."""
    for d in range(w.n_doors):
        if s.door[d] != OPEN:
            for side in range(2):
                z = w.door_zone[d, side]
                o[zone_row(z) + O.Z_LINKS + neighbour_index(w, z, w.door_zone[d, 1 - side])] = s.door[d] + 1


@jit
def observe_tokens(w: Record, s: Record, o: Features) -> None:
    """Write everything in zones that is stored in lists."""
    if s.loud_zone >= 0:
        o[zone_row(s.loud_zone) + O.Z_LOUD] = 1
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            o[zone_row(s.zone[i]) + O.Z_SURVIVORS] += 1
    for k in range(s.n_bile):
        o[zone_row(s.bile_zone[k]) + O.Z_BILE] += 1
    for t in range(s.n_tokens):
        p = zone_row(s.token_zone[t])
        if s.token_active[t] == 1:
            put(o, p + O.Z_SPAWNS, o[p + O.Z_SPAWNS] + 1)
        else:
            put(o, p + O.Z_SLEEPING, o[p + O.Z_SLEEPING] + 1)
        if s.token_colour[t] == NECRO:
            put(o, p + O.Z_NECRO_TOKENS, o[p + O.Z_NECRO_TOKENS] + 1)
    for v in range(w.n_vaults):
        p = zone_row(w.vault_zone[v])
        for c in range(s.vault_cards.shape[1]):
            if s.vault_cards[v, c] > 0:
                put(o, p + O.Z_CARDS, o[p + O.Z_CARDS] + 1)


@jit
def observe_place(w: Record, s: Record, i: int, here: int, o: Features) -> None:
    """Write sight and distance from the observer's zone."""
    row = ways_from(w, s, here, ON_FOOT)
    for z in range(w.n_zones):
        o[zone_row(z) + O.Z_DISTANCE] = (w.dist[row, z] + 1) & FAR  # 0: no way
    observe_sight(w, s, i, here, o)


@jit
def observe_survivor(w: Record, s: Record, agent: int, i: int, o: Features) -> None:
    p = O.SURVIVORS + i * O.N_SURVIVOR
    o[p + O.S_ALIVE] = s.alive[i]
    z = s.zone[i]
    o[p + O.S_LEFT] = s.alive[i] == 1 and z < 0
    o[p + O.S_IS_SELF] = i == agent
    o[p + O.S_IS_CURRENT] = i == s.current
    if z >= 0:
        o[p + O.S_ZONE] = z + 1
        o[p + O.S_ROW] = w.row[z]
        o[p + O.S_COL] = w.col[z]
        o[p + O.S_DISTANCE] = o[zone_row(z) + O.Z_DISTANCE]
    o[p + O.S_WOUNDS] = s.wounds[i]
    o[p + O.S_XP] = min(MOST_XP, s.xp[i])
    o[p + O.S_LEVEL] = danger(s, i)
    put(o, p + O.S_ACTIONS, s.actions[i])
    o[p + O.S_ACTED] = s.acted[i]
    o[p + O.S_IGNORED] = ignored(s, i)
    for slot in range(SLOTS):
        o[p + O.S_CARDS + slot] = card_at(w, s, i, slot)


@jit
def observe_self(w: Record, s: Record, i: int, o: Features) -> None:
    for slot in range(PACK):
        if in_hand(w, s, i, slot) == 1:
            observe_weapon(w, s, i, slot, o)
    for k in range(SK.N_SKILLS):
        o[O.SKILLS_HELD + k] = s.skill[i, k]
    if s.current == i:
        for k in range(N_FREE):
            o[O.FREE + k] = s.free[k]
        for k in range(N_USED):
            o[O.USED + k] = s.used[k]
        o[O.PENDING] = s.searched[i]
        o[O.PENDING + 1] = s.pending_attack
        o[O.PENDING + 2] = s.pending_run
        o[O.PENDING + 3] = s.pending_blitz


@jit
def observe_weapon(w: Record, s: Record, i: int, slot: int, o: Features) -> None:
    """Write the effective values of one copy: dice and damage with bonuses, accuracy reduced by bonuses to the roll."""
    p = O.WEAPONS + slot * O.N_WEAPON
    card = card_at(w, s, i, slot)
    if w.melee_dice[card] > 0:
        put(o, p + O.W_MELEE_DICE, w.melee_dice[card] + extra_dice(s, i, MELEE))
        put(o, p + O.W_MELEE_ACCURACY, w.melee_accuracy[card] - roll_bonus(s, i, MELEE))
        put(o, p + O.W_MELEE_DAMAGE, attack_damage(w, s, i, card, MELEE))
    combat = w.shot[card]
    if combat > 0:
        o[p + O.W_SHOT_MIN] = w.shot_min[card]
        put(o, p + O.W_SHOT_MAX, w.shot_max[card] + s.skill[i, SK.PLUS_1_MAX_RANGE])
        put(o, p + O.W_SHOT_DICE, w.shot_dice[card] + extra_dice(s, i, combat))
        put(o, p + O.W_SHOT_ACCURACY, w.shot_accuracy[card] - roll_bonus(s, i, combat))
        put(o, p + O.W_SHOT_DAMAGE, attack_damage(w, s, i, card, combat))
    o[p + O.W_OPENS] = w.card_opens[card]
    o[p + O.W_UNLOADED] = s.unloaded[s.inv[i, slot]]


@jit
def observe_decision(w: Record, s: Record, o: Features) -> None:
    """Write the decision on top of the agenda and the numbers relevant to it."""
    if s.outcome != ONGOING or s.depth == 0:
        return
    o[O.DECISION + s.stack[s.depth - 1, 0] - ASK.FIRST] = 1
    see_decision(w, s, o)


@jit
def observe_goals(w: Record, s: Record, o: Features) -> None:
    for g in range(w.n_goals):
        value = goal_value(w, s, g)
        p = O.GOAL_ROWS + g * O.N_GOAL
        put(o, p + O.G_VALUE, value)
        o[p + O.G_MET] = reached(w, g, value)


@jit
def observe_global(w: Record, s: Record, o: Features) -> None:
    p = O.GLOBAL
    put(o, p + O.T_ROUND, s.round)
    o[p + O.T_PHASE] = s.phase
    o[p + O.T_DANGER + team_level(w, s)] = 1
    put(o, p + O.T_DECK, s.deck_n)
    put(o, p + O.T_DISCARD, s.discard_n)
    put(o, p + O.T_ZOMBIE_DECK, s.zdeck_n)
    put(o, p + O.T_TOKENS, s.n_tokens)
    for i in range(w.n_survivors):
        o[p + O.T_IN_PLAY] += in_play(s, i)
    for colour in range(3):
        put(o, p + O.T_TAKEN + colour, s.taken[RED + colour])
    for k in range(K):
        put(o, p + O.T_SUPPLY + k, s.supply[k])
        put(o, p + O.T_KILLED + k, s.killed[k])
    put(o, p + O.T_ARTEFACTS, s.artefacts)
