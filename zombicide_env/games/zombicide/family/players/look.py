"""Prepare working memory for a position: cached results that are still valid, positions of survivors, changed cards and skills."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR
from ..edition import ACTIONS, STEPS, TOUGHNESS
from ..numbers import skills as SK
from ..numbers.layout import MAX_WOUNDS, NECROMANCER, ON_FOOT, SLOTS, K
from ..numbers.skills import N_SKILLS
from ..rules.inventory import card_at
from ..rules.passability import open_ways, passable
from .records import LAYOUTS

WORD: Final = min(7, 63 // SLOTS)  # bits of a card in a 64-bit number that has the cards of every slot


@jit
def look(w: Record, s: Record, v: Record, world: int) -> None:
    """Begin a decision; ``world`` is the index of the world ``w`` among those seen with this memory."""
    if v.world != world + 1:
        forget_world(w, v)
        v.world = world + 1
    look_at_doors(w, s, v)
    look_at_crowds(w, s, v)
    for z in range(w.n_zones):
        v.here[z] = v.arriving_ok[z] = v.spawn_tokens[z] = 0
    for k in range(s.n_tokens):
        if s.token_zone[k] >= 0:
            v.spawn_tokens[s.token_zone[k]] += s.token_active[k]
    v.n_team = v.danger = v.planned = 0
    for i in range(w.n_survivors):
        z = s.zone[i]
        if z >= 0:
            v.team[v.n_team] = i
            v.n_team += 1
            v.here[z] |= 1 << i
            v.danger = max(v.danger, s.level[i])
        look_at_cards(w, s, v, i)


@jit
def forget_world(w: Record, v: Record) -> None:
    """Invalidate everything that was cached for another world."""
    for k in range(LAYOUTS):
        v.layout_cards[k] = -1
    v.door[0] = FAR
    for i in range(w.n_survivors):
        v.cards[i] = -1


@jit
def look_at_doors(w: Record, s: Record, v: Record) -> None:
    ways = open_ways(w, s)
    changed = v.door[0] == FAR or v.ways != ways
    for d in range(w.n_doors):
        if v.door[d] != s.door[d]:
            changed = True
    if changed:
        v.ways = ways
        v.door[0] = 0
        for d in range(w.n_doors):
            v.door[d] = s.door[d]
        for z in range(w.n_zones):
            v.march_ok[z] = v.steps_ok[z] = v.field_ok[z] = v.seen_ok[z] = 0


@jit
def look_at_crowds(w: Record, s: Record, v: Record) -> None:
    changed = False
    for z in range(w.n_zones):
        if v.crowd[z] != s.crowd[z]:
            v.crowd[z] = s.crowd[z]
            changed = True
    if changed:
        for z in range(w.n_zones):
            v.march_ok[z] = 0


@jit
def look_at_cards(w: Record, s: Record, v: Record, i: int) -> None:
    """Invalidate everything that depends on changed cards and skills."""
    cards = 0
    for slot in range(SLOTS):
        cards = cards << WORD | card_at(w, s, i, slot)
    feats = 0
    for k in range(N_SKILLS):
        feats += s.skill[i, k] * (2 * k + 3) * (k + 5)
    if cards != v.cards[i] or feats != v.feats[i]:
        v.cards[i] = cards
        v.feats[i] = feats
        v.who[i] = who(w, s, i)
        v.stamp[i] += 1
        v.held_ok[i] = v.laid_ok[i] = v.attack_ok[i] = 0


@jit
def who(w: Record, s: Record, i: int) -> int:
    """Return the skills that affect the worth of a weapon, as one number."""
    word = w.body_card[i] << 1
    if s.skill[i, SK.SWORDMASTER] > 0:
        word += 1
    for k in range(4):
        word = word << 6 | min(7, s.skill[i, SK.DIE[k]]) << 3 | min(7, s.skill[i, SK.TO_ROLL[k]])
    return word


@jit
def spare(s: Record, i: int) -> int:
    """Wounds that the survivor can still take without dying."""
    return MAX_WOUNDS - 1 - s.wounds[i]


@jit
def actions_of(s: Record, i: int) -> int:
    """Actions that the survivor has in a round."""
    return ACTIONS + (1 if s.level[i] > 0 else 0)


@jit
def arriving(w: Record, s: Record, v: Record, zone: int) -> int:
    """Update the row ``zone`` of ``v.arriving``."""
    if v.arriving_ok[zone] == 0:
        v.arriving_ok[zone] = 1
        for k in range(4):
            v.arriving[zone, k] = 0.0
        for n in range(w.degree[zone]):
            t = w.neighbour[zone, n]
            if s.crowd[t] > 0 and v.here[t] == 0 and passable(w, s, zone, n, ON_FOOT) == 1:
                for kind in range(K):
                    if kind != NECROMANCER:
                        add_arriving(v, zone, kind, s.zombies[t, kind])
    return zone


@jit
def add_arriving(v: Record, zone: int, kind: int, number: int) -> None:
    if TOUGHNESS[kind] > 2:
        v.arriving[zone, 3] += number
    elif TOUGHNESS[kind] > 1:
        v.arriving[zone, 2] += number
    else:
        v.arriving[zone, 0] += number
        if STEPS[kind] > 1:
            v.arriving[zone, 1] += number * (STEPS[kind] - 1)


@jit
def count_bits(bits: int) -> int:
    """Number of survivors in a set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n
