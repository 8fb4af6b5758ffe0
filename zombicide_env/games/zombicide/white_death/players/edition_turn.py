"""Scores of White Death's own actions: thrusts, Guards, cauldrons, Dragon Fire in one action, actions of quests (WD-12, WD-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MELEE, RANGED, RED, RULE_BURN, RULE_CACHE
from ..numbers import edition_actions as OA
from ..numbers.edition_budget import F_GUARD
from ..numbers.layout import PACK, D, Z
from ..rules.quest_rules import has_rule
from .combat import attack_with, expect
from .edition_goals import lacking
from .errands import hands_over
from .guards import score_order, slaughter
from .value import USELESS, stay

IMPROVISED: Final = 2  # dice of an improvised weapon, each with a chance of one half (WD-24.30)
SENT_AWAY: Final = 8.0  # a spawn token banished or brought to the flag
BURNING_HOUSE: Final = 15.0  # Quest 4
LOST: Final = 500.0  # the game


@jit
def score_visit(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of a trade in which no card changes hands, but fragments may."""
    return stay(w, s, v, weights, v.fights - 1) + weights.fragments if hands_over(w, s, v.me, friend) else USELESS


@jit
def call(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Score of a Guard Action with the Guards of the zone."""
    left = v.fights if s.free[F_GUARD] > 0 else v.fights - 1
    return stay(w, s, v, weights, left) + score_order(w, s, v, weights, zone) - weights.effort


@jit
def tip(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + slaughter(s, v, weights, w.neighbour[s.zone[v.me], n]) - 1.0


@jit
def pick_up(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) + weights.objective


@jit
def quest_take(w: Record, s: Record, v: Record, weights: Record) -> float:
    worth = weights.hand
    if has_rule(w, RULE_CACHE) == 1 and (room_in_pack(w, s, v) == 0 or lacking(w, s) == 0):
        worth = USELESS
    return stay(w, s, v, weights, v.fights - 1) + worth


@jit
def ladder_pick(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) + weights.rope if v.gap >= 0 and s.ladders[v.me] == 0 else USELESS


@jit
def ladder_place(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + weights.rope if v.gap == s.zone[v.me] * D + n else USELESS


@jit
def send_away(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) + SENT_AWAY


@jit
def improvise_melee(w: Record, s: Record, v: Record, weights: Record) -> float:
    return improvised(w, s, v, weights, MELEE, s.zone[v.me])


@jit
def improvise_reach(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    return improvised(w, s, v, weights, MELEE, w.neighbour[s.zone[v.me], n])


@jit
def improvise_throw(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    return improvised(w, s, v, weights, RANGED, zone)


@jit
def room_in_pack(w: Record, s: Record, v: Record) -> int:
    """1 if the survivor has a slot left."""
    for slot in range(s.inv.shape[1]):
        if s.inv[v.me, slot] == 0:
            return 1
    return 0


@jit
def thrust(w: Record, s: Record, v: Record, weights: Record, slot: int, n: int) -> float:
    """Score of a melee attack on a neighbouring zone, where nobody strikes back."""
    zone = w.neighbour[s.zone[v.me], n]
    if attack_with(w, s, v, v.me, slot, MELEE) == 0:
        return USELESS
    expect(s, v, MELEE, v.a_dice, v.a_chance, v.a_damage, zone, 0)
    worth = weights.kill * v.e_value
    if v.e_kills <= 0:
        return stay(w, s, v, weights, 0.0) - 1.0
    if v.here[zone] != 0:
        worth += weights.wound * v.e_value
    return stay(w, s, v, weights, v.fights - 1) + worth - weights.effort


@jit
def improvised(w: Record, s: Record, v: Record, weights: Record, combat: int, zone: int) -> float:
    """Score of a free attack."""
    expect(s, v, combat, IMPROVISED, 0.5, 1, zone, 0)
    worth = weights.kill * v.e_value
    if combat == RANGED and v.here[zone] & ~(1 << v.me) != 0:
        worth -= 2.0 * v.e_misses
    return stay(w, s, v, weights, v.fights) + worth - 0.01


@jit
def burn(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    here = s.zone[v.me]
    return stay(w, s, v, weights, v.fights - 1) + blaze(w, s, v, weights, here if n == D else w.neighbour[here, n])


@jit
def blaze(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Score of Torch and Dragon Bile at once; in Quest 4 a building with a red objective burns down (WD-25.64)."""
    worth = slaughter(s, v, weights, zone) - 2.0
    if has_rule(w, RULE_BURN) == 1:
        if s.objective[zone] != RED:
            return worth - 5.0
        building = w.building[zone]
        worth += BURNING_HOUSE
        for z in range(w.n_zones):
            if z != zone and building >= 0 and w.building[z] == building:
                worth += slaughter(s, v, weights, z)
        worth -= 40.0 if v.here[zone] != 0 else 0.0
    return worth


@jit
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Risk of the Beacon's carrier, who loses the game in a Defiled zone (WD-4.25)."""
    return LOST if s.beacon_by == v.me and s.defiled[zone] == 1 else 0.0


ROWS: Final = (
    Act(OA.ORDER, call, {"zone": Z}),
    Act(OA.STRIKE, thrust, {"slot": PACK, "n": D}),
    Act(OA.TIP, tip, {"n": D}),
    Act(OA.DRAGON_FIRE, burn, {"n": D + 1}),
    Act(OA.PICK_UP, pick_up),
    Act(OA.COLLECT, pick_up),
    Act(OA.QUEST_TAKE, quest_take),
    Act(OA.LADDER_PICK, ladder_pick),
    Act(OA.LADDER_PLACE, ladder_place, {"n": D}),
    Act(OA.QUEST_TOKEN, send_away),
    Act(OA.IMPROVISED_MELEE, improvise_melee),
    Act(OA.IMPROVISED_REACH, improvise_reach, {"n": D}),
    Act(OA.IMPROVISED_RANGED, improvise_throw, {"zone": Z}),
)
