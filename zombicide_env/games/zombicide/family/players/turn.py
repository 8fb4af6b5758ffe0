"""Score of every action of a survivor's turn: the value of the resulting position and the immediate gain."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act, by_block
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MELEE, RANGED
from ..numbers import actions as A
from ..numbers import skills as SK
from ..numbers.budget import F_MOVE
from ..numbers.layout import NECROMANCER, ON_FOOT, SLOTS, ZONE_USES, D, S, Z
from ..rules.doors import BREAK_IN
from ..rules.inventory import card_at
from ..rules.passability import passable
from .combat import CLOSE, HANDS, KILL_VALUE, attack_with, expect
from .distances import LOCK_COST, field, rooms_behind, steps
from .edition_turn import ROWS as OWN_ROWS
from .edition_turn import risk, score_visit
from .fire import armed, can_burn, fire_target, holds, prey
from .foes import friendly_fire
from .gear import best_layout, gather, in_hands, laid
from .goals import is_needed
from .look import spare
from .plan import OBJECTIVE_XP, level_penalty, raises
from .prospect import kills_here, price, rate
from .skills import takes
from .threat import harm
from .trade import best_gift
from .value import USELESS, concern, finish, leaving_cost, leaving_price, outlook, stay, value

#: Steps within which another survivor comes to take an objective.
HANDOVER: Final = 2
#: Expected zombies of one room when it is opened, by danger level (wounds of an activation).
PER_ROOM: Final = (1.2, 2.4, 3.4, 4.4)
#: Weight of a fight by the distance of the nearest survivor.
NEARNESS: Final = (1.0, 1.0, 0.75, 0.5)


@jit
def score(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    """Score of a legal action; 0 for ending the turn."""
    block = A.BLOCK_OF[a]
    return score_of(w, s, v, weights, block, a - block)


@jit
def score_end(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, 0.0) - v.spared


@jit
def score_reload(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) - 0.1


@jit
def score_trade(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    if best_gift(w, s, v, v.me, friend) < 0:
        return score_visit(w, s, v, weights, friend)
    return stay(w, s, v, weights, v.fights - 1) + weights.give * v.gift_gain[v.me, friend] - weights.effort


@jit
def score_consume(w: Record, s: Record, v: Record, weights: Record, slot: int) -> float:
    """Score of eating: experience is good if it is the goal, else it only raises the danger level."""
    if is_needed(w, card_at(w, s, v.me, slot)):
        return USELESS
    return stay(w, s, v, weights, v.fights) + (0.2 if v.hunting == 1 else -0.5)


@jit
def score_heal(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    wounds = s.wounds[friend]
    return stay(w, s, v, weights, v.fights - 1) + (0.5 + 0.5 * wounds if wounds > 0 else -1.0)


@jit
def score_lead(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of Born Leader, a free gift: to a survivor who has not acted yet, the strongest first."""
    return stay(w, s, v, weights, v.fights) + 0.5 + 0.1 * in_hands(w, s, v, friend) - (0.4 if s.acted[friend] == 1 else 0.0)


@jit
def score_search(w: Record, s: Record, v: Record, weights: Record) -> float:
    need = min(1.0, max(weights.least, (weights.enough - in_hands(w, s, v, v.me)) / 1.6))
    if v.searching == 1 or v.arming == 1:
        need = max(need, 0.8)
    if v.leaving == 1:
        need *= 0.5
    need /= v.haste
    return stay(w, s, v, weights, v.fights - 1) + weights.search * need - weights.effort


@jit
def score_take(w: Record, s: Record, v: Record, weights: Record) -> float:
    """Score of taking an objective, lower if a nearby survivor can take it without raising the danger level."""
    worth = stay(w, s, v, weights, v.fights - 1) + weights.objective
    if v.hunting == 1 or not raises(s, v, v.me, OBJECTIVE_XP):
        return worth
    for n in range(v.n_team):
        i = v.team[n]
        if i != v.me and steps(w, s, v, s.zone[v.me], s.zone[i]) <= HANDOVER and not raises(s, v, i, OBJECTIVE_XP):
            return worth - weights.wait
    return worth


@jit
def score_reorganise(w: Record, s: Record, v: Record, weights: Record) -> float:
    after = stay(w, s, v, weights, v.fights - 1)
    fuel = armed(w, s, v, v.me) if w.automatic == 0 else 0  # automatic mode takes weapons into the hands, but no fuel
    if fuel != 0:
        if fuel & ~holds(w, s, v.me) == 0:
            return -9.0
        burning = fire_target(w, s, v, v.me)
        return after + (0.5 * prey(s, burning) if burning >= 0 else 1.0)
    gather(w, s, v, v.me, -1, 0)
    gain = best_layout(w, s, v, v.me) - laid(w, s, v, v.me)
    return after + (1.2 * gain if gain > 0.25 else -9.0)


# ---- fighting ------------------------------------------------------------------------------------------------------


@jit
def score_shot(w: Record, s: Record, v: Record, weights: Record, slot: int, zone: int) -> float:
    return score_attack(w, s, v, weights, slot, RANGED, zone)


@jit
def score_strike(w: Record, s: Record, v: Record, weights: Record, slot: int) -> float:
    return score_attack(w, s, v, weights, slot, MELEE, s.zone[v.me])


@jit
def score_attack(w: Record, s: Record, v: Record, weights: Record, slot: int, kind: int, zone: int) -> float:
    if attack_with(w, s, v, v.me, slot, kind) == 0:
        return USELESS
    expect(s, v, v.a_kind, v.a_dice, v.a_chance, v.a_damage, zone, 0)
    if v.e_kills <= 0:
        return stay(w, s, v, weights, 0.0) - 1.0
    dead = v.e_kills
    worth = v.e_value
    misses = friendly_fire(s, v, v.me, zone)
    others = v.here[zone] & ~(1 << v.me) != 0
    reward = weights.kill * worth * nearness(w, s, v, weights, zone)
    after = stay(w, s, v, weights, v.fights - 1)
    if zone == s.zone[v.me]:
        # The remaining attacks were counted with the better weapon; a worse one wastes the difference.
        reward -= weights.wound * max(0.0, rate(s, v, zone, 0 if others else 1) - dead)
        # This attack is already among those before the evaluation of harm.
        rest = max(0.0, kills_here(s, v, zone, v.fights) - dead)
        after = max(after, value(w, s, v, weights, zone, v.fights) + weights.sally * weights.kill * rest)
    elif others:
        reward += weights.wound * worth
    if NECROMANCER >= 0 and s.zombies[zone, NECROMANCER] > 0:
        expect(s, v, v.a_kind, v.a_dice, v.a_chance, v.a_damage, zone, 1)
        reward += weights.lead * ((worth - v.e_value) / KILL_VALUE[NECROMANCER] * price(w, s))
    reward -= misses + level_penalty(s, v, weights, dead)
    return after + reward - weights.effort


@jit
def nearness(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Weight of a zone by distance: zombies far from all survivors may never matter."""
    nearest = len(NEARNESS)
    for n in range(v.n_team):
        nearest = min(nearest, steps(w, s, v, zone, s.zone[v.team[n]]))
    return NEARNESS[nearest] + (weights.close if nearest <= 1 else 0.0) if nearest < len(NEARNESS) else weights.distant


# ---- moving --------------------------------------------------------------------------------------------------------


@jit
def score_move(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    here = s.zone[v.me]
    fights = v.fights - leaving_cost(s, v, here)
    if weights.thrift > 0:
        v.moves = max(0, v.moves - leaving_price(s, v, here))
    worth = arrive(w, s, v, weights, zone, fights)
    v.moves = s.free[F_MOVE]
    return worth


@jit
def arrive(w: Record, s: Record, v: Record, weights: Record, zone: int, fights: float) -> float:
    """Score of arriving in a zone with that many attacks left."""
    worth = outlook(w, s, v, weights, zone, max(0.0, fights)) - weights.effort
    worth += risk(w, s, v, weights, s.zone[v.me]) - risk(w, s, v, weights, zone)
    if fights > 0 and v.wanted[zone] == 1 and v.target[v.me] == zone:
        worth += 0.3
    return worth


@jit
def score_zone_skill(w: Record, s: Record, v: Record, weights: Record, number: int, zone: int) -> float:
    """Score of the survivor's zone skill of that number."""
    for k in range(len(SK.ZONE)):
        skill = SK.ZONE[k]
        if s.skill[v.me, skill] == 0:
            continue
        if number > 0:
            number -= 1
            continue
        if skill in (SK.CHARGE, SK.JUMP, SK.SPRINT):
            return arrive(w, s, v, weights, zone, v.fights - (0 if skill == SK.CHARGE else 1))
        if skill in SK.BLOODLUST:
            left = v.fights - max(1, leaving_cost(s, v, s.zone[v.me]))
            return arrive(w, s, v, weights, zone, left + (1 if v.attack_kind[v.me, CLOSE] == MELEE else 0))
        return USELESS
    return USELESS


# ---- doors ---------------------------------------------------------------------------------------------------------


@jit
def score_open(w: Record, s: Record, v: Record, weights: Record, means: int, n: int) -> float:
    beyond = w.neighbour[s.zone[v.me], n]
    chance = 1.0 if means == BREAK_IN else door_chance(w, s, v, means)
    gain = interest(w, s, v, weights, beyond)
    fire = can_burn(w, s, v, beyond, int(v.fights) - 1) == 1 and prey(s, beyond) >= weights.horde
    if fire:
        worth = chance * 0.5 * prey(s, beyond)
    elif gain <= 0:
        return -2.0
    else:
        worth = chance * (weights.door * gain - room_risk(w, s, v, weights, beyond))
    return stay(w, s, v, weights, v.fights - 1) + worth - 0.2 * (1 - chance) - weights.effort


@jit
def door_chance(w: Record, s: Record, v: Record, slot: int) -> float:
    card = card_at(w, s, v.me, slot)
    need = w.card_opens[card]
    return 1.0 if need <= 1 else 1 - ((need - 1) / 6) ** max(1, w.card_door_dice[card])


@jit
def interest(w: Record, s: Record, v: Record, weights: Record, beyond: int) -> float:
    """Survivors that the way through the door brings closer to their targets; the acting survivor counts most."""
    here = s.zone[v.me]
    gain = 0.0
    for n in range(v.n_team):
        i = v.team[n]
        if v.target[i] < 0:
            continue
        to = field(w, s, v, v.target[i])
        own = v.field[to, s.zone[i]]
        if v.field[to, beyond] < v.field[to, here] and own // LOCK_COST >= v.field[to, beyond] // LOCK_COST:
            if i == v.me:
                gain += 1.0
            elif own - v.field[to, here] == steps(w, s, v, here, s.zone[i]):  # the door is on the survivor's way
                gain += weights.ally
    return gain


@jit
def room_risk(w: Record, s: Record, v: Record, weights: Record, beyond: int) -> float:
    """Zombies behind the door compared with what the team can still kill in this round."""
    rooms = rooms_behind(w, s, beyond)
    if rooms == 0:
        if s.crowd[beyond] > 0:
            return weights.trapped * max(0.0, s.crowd[beyond] - strength(w, s, v, 1))
        return 0.0
    wounds = weights.room * (1 + weights.spread * (rooms - 1)) * PER_ROOM[v.danger] + s.crowd[beyond]
    room = 0
    for n in range(v.n_team):
        if s.zone[v.team[n]] == s.zone[v.me]:
            room += max(0, spare(s, v.team[n]))
    return weights.wound * max(0.0, wounds - strength(w, s, v, 2) - weights.shelter * room)


@jit
def strength(w: Record, s: Record, v: Record, reach: int) -> float:
    """Kills that nearby survivors can still make in this round."""
    power = 0.5 * max(0.0, v.fights - 1)
    for n in range(v.n_team):
        i = v.team[n]
        far = steps(w, s, v, s.zone[v.me], s.zone[i])
        if i != v.me and s.acted[i] == 0 and far <= reach:
            power += 0.5 * (3 - min(2, far))
    return power


# ---- skills -------------------------------------------------------------------------------------------------------


@jit
def score_repulse(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    group = v.here[zone]
    if group == 0:
        return -1.0
    return stay(w, s, v, weights, v.fights - 1) + 0.7 * harm(w, s, v, weights, zone, group, 0.0) - 0.5


@jit
def score_shove(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    """Score of pushing the zombies out at the end of the turn, or before if the survivor then walks away."""
    zone = w.neighbour[s.zone[v.me], n]
    if v.spared <= 0 or not takes(w, s, v, zone):
        return USELESS
    best = stay(w, s, v, weights, 0.0)
    for k in range(w.degree[s.zone[v.me]] if v.fights >= 1 else 0):
        if k != n and passable(w, s, s.zone[v.me], k, ON_FOOT) == 1:
            best = max(best, finish(w, s, v, weights, w.neighbour[s.zone[v.me], k], v.fights - 1) - weights.effort)
    return best


@jit
def score_lifesaver(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    """Score of bringing everybody from the next zone: the harm that they are spared, and what they add to the danger here."""
    here = s.zone[v.me]
    zone = w.neighbour[here, n]
    group = v.here[zone]
    if weights.lifesaver <= 0 or group == 0:
        return USELESS
    worth = concern(w, s, v, weights, zone, group)
    worth -= harm(w, s, v, weights, here, v.here[here] | group, v.fights) - harm(w, s, v, weights, here, v.here[here], v.fights)
    return stay(w, s, v, weights, v.fights) + weights.lifesaver * worth - 0.1 if worth > 0.2 else USELESS


# ---- all actions ---------------------------------------------------------------------------------------------------

ROWS: Final = (
    Act(A.MOVE, score_move, {"zone": Z}),
    Act(A.ATTACK, score_shot, {"slot": HANDS, "zone": Z}),
    Act(A.MELEE, score_strike, {"slot": HANDS}),
    Act(A.USE_ZONE, score_zone_skill, {"number": ZONE_USES, "zone": Z}),
    Act(A.REPULSE, score_repulse, {"zone": Z}),
    Act(A.OPEN, score_open, {"means": BREAK_IN + 1, "n": D}),
    Act(A.END, score_end),
    Act(A.SEARCH, score_search),
    Act(A.RELOAD, score_reload),
    Act(A.TAKE, score_take),
    Act(A.REORGANISE, score_reorganise),
    Act(A.TRADE, score_trade, {"friend": S}),
    Act(A.CONSUME, score_consume, {"slot": SLOTS}),
    Act(A.HEAL, score_heal, {"friend": S}),
    Act(A.BORN_LEADER, score_lead, {"friend": S}),
    Act(A.SHOVE, score_shove, {"n": D}),
    Act(A.LIFESAVER, score_lifesaver, {"n": D}),
    *OWN_ROWS,
)
score_of = by_block(__name__, "score_of", ("w", "s", "v", "weights"), ROWS, result="float", otherwise=USELESS)
