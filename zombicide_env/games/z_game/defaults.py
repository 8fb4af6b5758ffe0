"""The default answers of ZG-20.1: what is done for a player who does not answer, and by ``decisions="actions"`` for all."""

from __future__ import annotations

from ...core.agenda import top_task, word
from ...core.jit import jit
from ...core.records import Record
from .actions import A_CARD, A_CHAR, A_CONFIRM, A_DECK, A_LOC, A_NUM, A_OPTION, A_PASS, A_SEAT
from .board import characters_of, owned
from .cards import pile_size
from .fight import card_bonus, healthy, ride_bonus, strength
from .layout import BASE, BEES, BREW, BREW_WORK, CHARACTER, HORSE, LEADERS, N_DECKS, SPECIAL, STAYS, A, C, K, L
from .morning import lying
from .tasks import (
    D_BIZ_COUNTER,
    D_BIZ_PAY,
    D_BLD_KIND,
    D_BLD_LOC,
    D_DEGRADE,
    D_DISCARD,
    D_DRAW_FIGHTER,
    D_FACTION,
    D_FEED_EAT,
    D_FEED_RAISE,
    D_FLARE_RAISE,
    D_FT_CARD,
    D_LOOT_DECK,
    D_MED_KIND,
    D_MED_LOC,
    D_MV_CHAR,
    D_MV_CONFIRM,
    D_NA_WEAPON,
    D_PF_STANCE,
    D_PF_WEAPON,
    D_PLACE_CARD,
    D_PLACE_LOC,
    D_QS_LOC,
    D_REDISTRIBUTE,
    D_RT_ARMOUR,
    D_RT_VICTIM,
    D_SAB_FROM,
    D_SAB_TARGET,
    D_SCH_GIVE,
    D_SCH_SEAT,
    D_SUBSTITUTE,
    D_WORK_CHAR,
    D_ZF_STANCE,
    D_ZF_WEAPON,
)
from .work import SCIENCE, skill_at

#: Place of each card in the order of value, the lowest first: knife, bat, crowbar, axe, pistol, tools, literature, books,
#: bicycle, chopper, reagents, chainsaw, armour, shotgun, car, horse, grenade, then fighters by index.
VALUE = (4, 13, 16, 0, 1, 3, 2, 14, 9, 11, 10, 5, 6, 7, 12, 15, 8)
MANY = 1000


@jit
def asked(node: int) -> int:
    """1 for the nodes that ``decisions="actions"`` leaves to the players: what they do, not what follows from it."""
    if (node >= D_FACTION and node <= D_QS_LOC) or node == D_DRAW_FIGHTER or node == D_PLACE_CARD or node == D_PLACE_LOC:
        return 1
    if (node >= D_MV_CHAR and node <= D_MV_CONFIRM) or node == D_ZF_STANCE or node == D_ZF_WEAPON:
        return 1
    if node == D_PF_STANCE or node == D_PF_WEAPON or node == D_NA_WEAPON or node == D_MED_KIND or node == D_MED_LOC:
        return 1
    return 1 if node == D_BLD_KIND or node == D_BLD_LOC or (node >= D_SAB_FROM and node <= D_SAB_TARGET) else 0


@jit
def lowest(w: Record, s: Record, first: int) -> int:
    """The first legal action from an index on, -1: none."""
    for a in range(first, w.allowed.shape[0]):
        if w.allowed[a] == 1:
            return a
    return -1


@jit
def default_action(w: Record, s: Record) -> int:
    """The default of the node on top; most are the lowest legal action, which is PASS or CONFIRM where they are legal."""
    node = top_task(s)
    p = word(s, 1)
    if node == D_REDISTRIBUTE:
        return A_NUM + min(s.food[p], highest_number(w, s))
    if node == D_SUBSTITUTE:
        return A_DECK + largest_deck(w, s, p)
    if node == D_LOOT_DECK:
        return A_DECK + SPECIAL if w.allowed[A_DECK + SPECIAL] == 1 else lowest(w, s, A_DECK)
    if node == D_SCH_SEAT:
        return A_SEAT + largest_hand(w, s, p)
    if node == D_SCH_GIVE or node == D_BIZ_PAY or node == D_BIZ_COUNTER or node == D_DISCARD or node == D_FT_CARD:
        return A_CARD + least_value(w, s) if lowest(w, s, A_PASS) >= A_CARD else lowest(w, s, A_PASS)
    if node >= D_PLACE_CARD and node <= D_FEED_EAT:
        return default_in_camp(w, s, node, p)
    if node == D_ZF_STANCE or node == D_PF_STANCE or node == D_RT_ARMOUR:
        return A_CONFIRM
    if node == D_ZF_WEAPON or node == D_NA_WEAPON:
        return least_weapon(w, s, p)
    if node == D_PF_WEAPON:
        return strongest_weapon(w, s, p)
    if node == D_RT_VICTIM:
        return A_CHAR + next_victim(w, s)
    if node == D_FLARE_RAISE or (node == D_WORK_CHAR and s.work == BREW_WORK):
        a = lowest(w, s, A_CHAR)  # all fighters have the same sum of skills (ZG-8.2)
        return a if a >= 0 and a < A_LOC else A_CONFIRM
    if node == D_MED_KIND or node == D_MED_LOC:
        return default_medicine(w, s, node, p)
    if node == D_DEGRADE:
        return A_LOC + spare_outpost(w, s)
    return lowest(w, s, A_PASS)


# ---- cards ---------------------------------------------------------------------------------------------------------


@jit
def highest_number(w: Record, s: Record) -> int:
    """The highest number that may be named."""
    best = 0
    for a in range(A_NUM, w.allowed.shape[0]):
        if w.allowed[a] == 1:
            best = a - A_NUM
    return best


@jit
def largest_deck(w: Record, s: Record, p: int) -> int:
    best = -1
    most = -1
    for d in range(N_DECKS):
        if w.allowed[A_DECK + d] == 1:
            n = s.n_deck[d] + s.n_discard[d]
            if d == CHARACTER and w.few == 1:
                n = pile_size(w, s, p)
            if n > most:
                best = d
                most = n
    return best


@jit
def largest_hand(w: Record, s: Record, p: int) -> int:
    best = -1
    for k in range(1, w.n_players):
        q = (p + k) % w.n_players
        if w.allowed[A_SEAT + q] == 1 and (best < 0 or s.n_hand[q] > s.n_hand[best]):
            best = q
    return best


@jit
def least_value(w: Record, s: Record) -> int:
    best = -1
    for card in range(K):
        if w.allowed[A_CARD + card] == 1 and (best < 0 or value(card) < value(best)):
            best = card
    return best


@jit
def value(card: int) -> int:
    return VALUE[card] if card < A else card


# ---- camp ------------------------------------------------------------------------------------------------------------


@jit
def default_in_camp(w: Record, s: Record, node: int, p: int) -> int:
    if node == D_PLACE_CARD:
        food = s.food[p]
        if s.faction[p] == BEES:
            food += 1
        a = lowest(w, s, A_CARD)
        return a if a >= 0 and characters_of(s, p) < food else A_PASS
    if node == D_PLACE_LOC:
        return A_LOC + s.base[p] if w.allowed[A_LOC + s.base[p]] == 1 else lowest(w, s, A_LOC)
    if node == D_FEED_RAISE:  # the leader first, then by index: all fighters have the same sum of skills
        a = lowest(w, s, A_CHAR)
        return a if a >= 0 and a < A_LOC else A_CONFIRM
    if w.allowed[A_CARD + HORSE] == 1 and lying(s, p) > 1:
        return A_CARD + HORSE
    a = lowest(w, s, A_CARD + A)
    return a if a >= 0 and a < A_DECK else A_PASS


# ---- fights ----------------------------------------------------------------------------------------------------------


@jit
def adds(w: Record, s: Record, p: int, card: int) -> int:
    """What a legal card adds in the fight in progress, 0: it is not legal."""
    if w.allowed[A_CARD + card] == 0:
        return 0
    if w.fight[card] > 0:
        return card_bonus(w, s, p, card, s.f_kind)
    return ride_bonus(w, s, p, s.f_at, card)


@jit
def is_ride(w: Record, card: int) -> int:
    return 1 if w.fight[card] == 0 else 0


@jit
def most(w: Record, s: Record, p: int, n: int, spent: int) -> int:
    """The most that ``n`` more cards can add beside the card ``spent`` (-1: none); a vehicle is one of them at most."""
    weapons = healthy(s, p, s.f_at) - s.f_weapons[0]
    ride = 0
    if spent >= 0 and is_ride(w, spent) == 0:
        weapons -= 1
    for card in range(A):
        if is_ride(w, card) == 1 and (spent < 0 or is_ride(w, spent) == 0):
            ride = max(ride, adds(w, s, p, card))
    return max(best_weapons(w, s, p, min(n, weapons), spent), ride + best_weapons(w, s, p, min(n - 1, weapons), spent) if n > 0 else 0)


@jit
def best_weapons(w: Record, s: Record, p: int, n: int, spent: int) -> int:
    """The most that ``n`` weapon cards add, without one copy of ``spent``."""
    total = 0
    for bonus in range(15, 0, -1):
        for card in range(A):
            if n > 0 and is_ride(w, card) == 0 and adds(w, s, p, card) == bonus:
                used = min(n, s.hand[p, card] - (1 if card == spent else 0))
                total += bonus * used
                n -= used
    return total


@jit
def least_weapon(w: Record, s: Record, p: int) -> int:
    """The next card of a set that wins: fewest cards, then smallest surplus, then lowest index; CONFIRM if none is needed or none wins.

    The surplus is the smallest for one and two cards; of more the weakest that will do come first.
    """
    need = s.f_against - strength(w, s, 0)
    n = 0
    while n <= C and most(w, s, p, n, -1) < need:
        n += 1
    if need <= 0 or n > C:
        return A_CONFIRM
    best = -1
    least = MANY
    for card in range(A):
        bonus = adds(w, s, p, card)
        if bonus > 0 and bonus + most(w, s, p, n - 1, card) >= need:
            over = bonus if n > 2 else bonus + partner(w, s, p, card, need - bonus) - need
            if over < least:
                best = card
                least = over
    return A_CARD + best if best >= 0 else A_CONFIRM


@jit
def partner(w: Record, s: Record, p: int, card: int, need: int) -> int:
    """The least that one more card adds and that is enough, 0 if nothing is needed."""
    if need <= 0:
        return 0
    least = MANY
    for other in range(A):
        if other != card or s.hand[p, card] > 1:
            bonus = adds(w, s, p, other)
            if bonus >= need and (is_ride(w, other) == 0 or is_ride(w, card) == 0):
                least = min(least, bonus)
    return least


@jit
def strongest_weapon(w: Record, s: Record, p: int) -> int:
    best = -1
    for card in range(A):
        if adds(w, s, p, card) > 0 and (best < 0 or adds(w, s, p, card) > adds(w, s, p, best)):
            best = card
    return A_CARD + best if best >= 0 else A_CONFIRM


@jit
def loss(s: Record, c: int) -> int:
    """How much a member is missed: exhausted ones least, then fighters by index, the leader most (ZG-20.1)."""
    if s.exhausted[c] == 1:
        return c
    return C + c if c >= LEADERS else 2 * C + c


@jit
def next_victim(w: Record, s: Record) -> int:
    """The lowest of the ``quota`` members who are missed least (they are picked in ascending order)."""
    for c in range(C):
        if w.allowed[A_CHAR + c] == 1:
            less = 0
            for other in range(s.last + 1, C):
                if other != c and s.fate[other] != STAYS and loss(s, other) < loss(s, c):
                    less += 1
            if less < s.quota:
                return c
    return lowest(w, s, A_CHAR) - A_CHAR


# ---- evening -----------------------------------------------------------------------------------------------------------


@jit
def default_medicine(w: Record, s: Record, node: int, p: int) -> int:
    """Brew with all idle characters of a place, without cards, while doses are missing."""
    fighters = 0
    for c in range(LEADERS, C):
        fighters += owned(s, c, p)
    if fighters > s.medicine[p] + s.brewed[p]:
        for loc in range(L):
            if s.people[loc, p] > 0 and skill_at(w, s, p, loc, SCIENCE, 0) > 1:
                if node == D_MED_KIND and w.allowed[A_OPTION + BREW] == 1:
                    return A_OPTION + BREW
                if node == D_MED_LOC and w.allowed[A_LOC + loc] == 1:
                    return A_LOC + loc
    return lowest(w, s, A_PASS)


@jit
def spare_outpost(w: Record, s: Record) -> int:
    """The lowest that is no Base, else a Base."""
    for loc in range(L):
        if w.allowed[A_LOC + loc] == 1 and s.kind[loc] != BASE:
            return loc
    return lowest(w, s, A_LOC) - A_LOC
