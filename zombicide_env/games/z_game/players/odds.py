"""Chances of a squad against zombies by day and by night, and its strength with cards."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import BIKERS, CROWD, N_ZOMBIES, PEOPLE_FIGHT, ZOMBIE_FIGHT, A, C, P
from ..rules.board import own_at
from ..rules.fight import card_bonus

SIDES = 6  # faces of a die
PAIRS = SIDES * SIDES


@jit
def zombie_odds(w: Record, strength: int) -> float:
    """Probability that a zombie card is not stronger (ZG-12.25)."""
    n = 0
    for i in range(N_ZOMBIES):
        n += w.zombie_strength[i] <= strength
    return n / N_ZOMBIES


@jit
def night_odds(dice: int, strength: int) -> float:
    """Probability that the dice do not show more (ZG-14.8)."""
    if dice == 0:
        return 1.0
    if dice == 1:
        return min(SIDES, max(0, strength)) / SIDES
    n = 0
    for one in range(1, SIDES + 1):
        for other in range(1, SIDES + 1):
            n += one + other <= strength
    return n / PAIRS


@jit
def cards_add(w: Record, s: Record, p: int, members: int, fight: int) -> int:
    """Maximum strength that the group's weapon cards add for that many healthy members, including the best vehicle of the Bikers."""
    total = 0
    left = members
    for bonus in range(SIDES + 3, 0, -1):
        for card in range(A):
            if left > 0 and s.hand[p, card] > 0 and w.fight[card] > 0 and card_bonus(w, s, p, card, fight) == bonus:
                used = min(left, s.hand[p, card])
                total += used * bonus
                left -= used
    ride = 0
    if s.faction[p] == BIKERS:
        for card in range(A):
            if s.hand[p, card] > 0 and w.fight[card] == 0:
                ride = max(ride, min(w.capacity[card], members))
    return total + ride


@jit
def squad_skill(w: Record, s: Record, p: int, loc: int, idle_only: int) -> int:
    """Fight skills of the player's characters in the place; ``idle_only``: only of healthy ones that have not moved."""
    n = 0
    for c in range(C):
        if own_at(s, c, p, loc) == 1 and (idle_only == 0 or (s.moved[c] == 0 and s.exhausted[c] == 0)):
            n += w.char_fight[c]
    return n


@jit
def enemy_skill(w: Record, s: Record, p: int, loc: int) -> int:
    """Fight skill of the strongest squad of another player in the place, without cards; 0: none."""
    most = 0
    for q in range(P):
        if q != p and s.people[loc, q] > 0:
            most = max(most, squad_skill(w, s, q, loc, 0))
    return most


@jit
def day_odds(w: Record, s: Record, p: int, loc: int, skill: int, members: int) -> float:
    """Probability that a group that enters the location holds it until the evening."""
    own_fort = s.intact[loc] > 0 and s.owner[loc] == p
    strength = skill + cards_add(w, s, p, members, ZOMBIE_FIGHT) // 2  # cards have to last for more than one fight
    chance = 1.0
    if not own_fort and s.people[loc, p] == 0:
        chance = zombie_odds(w, strength - (1 if s.intact[loc] > 0 else 0))
    enemies = enemy_skill(w, s, p, loc)
    if enemies > 0:
        ahead = skill + cards_add(w, s, p, members, PEOPLE_FIGHT) // 2 - enemies - s.intact[loc]
        chance *= min(0.95, max(0.0, 0.4 + 0.2 * ahead))
    return chance


@jit
def hold_odds(w: Record, s: Record, p: int, loc: int, skill: int, members: int) -> float:
    """Probability of holding a place in the night; a project laid there protects nobody (ZG-13.16)."""
    own_fort = s.intact[loc] if s.owner[loc] == p else 0
    dice = 2 if members >= CROWD else 1
    if own_fort > 0 and members < CROWD:
        dice = 0
    return night_odds(dice, skill + own_fort)
