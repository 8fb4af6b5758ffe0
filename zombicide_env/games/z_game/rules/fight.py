"""Common parts of all fights (section 15): strength, weapon cards and vehicles, zombie cards, captures."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell, tell_only
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row
from zombicide_env.core.rng import rand_below

from ..numbers import events as E
from ..numbers.actions import A_CARD, A_CONFIRM
from ..numbers.layout import BEES, BIKERS, FIREARM, MELEE, N_ZOMBIES, NIGHT_FIGHT, NO_FIGHT, NONE, PEOPLE_FIGHT, ZOMBIE, A, C
from .board import contested, only_player_at, own_at, ruin
from .cards import lose, play

# ---- strength (ZG-15.2) -----------------------------------------------------------------------------------------


@jit
def skill(w: Record, s: Record, p: int, loc: int) -> int:
    """Fight skills of all characters of the squad, exhausted ones included (ZG-8.15)."""
    n = 0
    for c in range(C):
        if own_at(s, c, p, loc) == 1:
            n += w.char_fight[c]
    return n


@jit
def healthy(s: Record, p: int, loc: int) -> int:
    """Number of characters who can use cards."""
    n = 0
    for c in range(C):
        n += own_at(s, c, p, loc) == 1 and s.exhausted[c] == 0
    return n


@jit
def card_bonus(w: Record, s: Record, p: int, card: int, fight: int) -> int:
    """Strength of a weapon card; the Bees' melee cards count 1 more against zombies (ZG-15.16)."""
    n = w.fight[card]
    if s.faction[p] == BEES and w.deck_of[card] == MELEE and fight != PEOPLE_FIGHT:
        n += 1
    return n


@jit
def ride_bonus(w: Record, s: Record, p: int, loc: int, card: int) -> int:
    """Strength of a vehicle for the Bikers (ZG-15.17)."""
    return min(w.capacity[card], healthy(s, p, loc))


@jit
def fort_bonus(s: Record, side: int) -> int:
    """Strength of the fortification: at night the player's (ZG-9.3), among people the owner's, else the defender's (ZG-12.35).

    None by day against zombies.
    """
    loc = s.f_at
    if s.f_kind == PEOPLE_FIGHT:
        if s.owner[loc] == s.f_side[side] or (side == 0 and s.owner[loc] != s.f_side[1]):
            return s.intact[loc]
        return 0
    return s.intact[loc] if s.f_kind == NIGHT_FIGHT and s.owner[loc] == s.f_side[side] else 0


@jit
def strength(w: Record, s: Record, side: int) -> int:
    """Present strength of a side of the fight in progress."""
    return skill(w, s, s.f_side[side], s.f_at) + s.f_bonus[side] + fort_bonus(s, side)


# ---- the fight in progress ------------------------------------------------------------------------------------------


@jit
def begin_fight(s: Record, kind: int, loc: int, first: int, second: int) -> None:
    """Begin a fight; ``first`` is the fighting player or the defender, ``second`` the attacker or NONE."""
    end_fight(s)
    s.f_kind = kind
    s.f_at = loc
    s.f_side[0] = first
    s.f_side[1] = second


@jit
def end_fight(s: Record) -> None:
    s.f_kind = NO_FIGHT
    s.f_at = NONE
    s.f_against = s.f_reward = 0
    for side in range(2):
        s.f_side[side] = NONE
        s.f_bonus[side] = s.f_weapons[side] = s.f_guns[side] = s.f_ride[side] = s.f_dice[side] = 0
        for card in range(A):
            s.commit[side, card] = 0


# ---- cards (ZG-15.3, ZG-16.6) -------------------------------------------------------------------------------------------


@jit
def legal_weapon(w: Record, s: Record, side: int, mask: Row) -> None:
    """Mark one weapon card for each healthy character; for the Bikers one vehicle in addition."""
    p = s.f_side[side]
    mask[A_CONFIRM] = 1
    able = healthy(s, p, s.f_at)
    for card in range(A):
        if s.hand[p, card] > 0:
            if w.fight[card] > 0:
                mask[A_CARD + card] = s.f_weapons[side] < able
            elif w.capacity[card] > 0 and s.faction[p] == BIKERS and able > 0 and s.f_ride[side] == 0:
                mask[A_CARD + card] = 1


@jit
def legal_own_weapon(w: Record, s: Record, mask: Row) -> None:
    """Mark the weapon cards of the only player in a fight against zombies."""
    legal_weapon(w, s, 0, mask)


@jit
def use_weapon(w: Record, s: Record, side: int, card: int) -> None:
    """Play a weapon card openly, or in a people fight face down (ZG-12.38)."""
    p = s.f_side[side]
    if w.fight[card] > 0:
        s.f_bonus[side] += card_bonus(w, s, p, card, s.f_kind)
        s.f_weapons[side] += 1
        if w.deck_of[card] == FIREARM:
            s.f_guns[side] += 1
    else:
        s.f_bonus[side] += ride_bonus(w, s, p, s.f_at, card)
        s.f_ride[side] = 1
    if s.f_kind == PEOPLE_FIGHT:
        lose(s, p, card)
        s.commit[side, card] += 1
        tell_only(w, 1 << p, E.COMMITTED, p, card)
    else:
        play(w, s, p, card)


# ---- zombies --------------------------------------------------------------------------------------------------------------


@jit
def zombie_card(w: Record, s: Record, without: int) -> int:
    """Random card of the zombie deck as strength * 16 + reward; ``without``: one already on the table, -1: none."""
    if s.zombie_pos < s.zombie_n:
        card = s.zombie_tape[s.zombie_pos]
        s.zombie_pos += 1
    else:
        if s.scripted == 1:
            s.tape_short = 1
        card = random_zombie(w, s, without)
    note(s, ZOMBIE, card)
    return card


@jit
def random_zombie(w: Record, s: Record, without: int) -> int:
    """Random zombie card; the deck is shuffled after every fight (ZG-12.29), so that all remaining cards are equally likely."""
    skip = NONE
    for i in range(N_ZOMBIES):
        if w.zombie_strength[i] * 16 + w.zombie_reward[i] == without:
            skip = i
            break
    i = rand_below(s, N_ZOMBIES if skip < 0 else N_ZOMBIES - 1)
    if skip >= 0 and i >= skip:
        i += 1
    return w.zombie_strength[i] * 16 + w.zombie_reward[i]


@jit
def draw_zombies(w: Record, s: Record) -> None:
    """Draw strength and reward of the zombies (ZG-12.23); the herd adds a second card (ZG-17.8)."""
    card = zombie_card(w, s, NONE)
    s.f_against = card // 16
    s.f_reward = card % 16
    if w.herd == 1 and card // 16 == 1:
        other = zombie_card(w, s, card)
        s.f_against += other // 16
        s.f_reward += other % 16
    if s.intact[s.f_at] > 0 and s.owner[s.f_at] != s.f_side[0]:  # ZG-9.4
        s.f_against += 1
    tell(w, E.ZOMBIES, s.f_at, s.f_against, s.f_reward)


@jit
def night_die(w: Record, s: Record) -> int:
    """Roll a night die; with the herd a 1 is rerolled (ZG-17.9)."""
    value = roll_d6(s)
    while value == 1 and w.herd == 1:
        tell(w, E.DIE, value, 0)
        value = roll_d6(s)
    tell(w, E.DIE, value, 0)
    return value


# ---- captures ---------------------------------------------------------------------------------------------------------------


@jit
def settle(w: Record, s: Record, loc: int) -> None:
    """After the last fight of a location, let its holder ruin the markers of others (ZG-12.58)."""
    if s.intact[loc] == 0 or contested(s, loc) == 1:
        return
    p = only_player_at(s, loc)
    if p >= 0 and s.owner[loc] != p:
        tell(w, E.CAPTURE, p, loc)
        ruin(w, s, loc)
        s.captures[p] += 1


@jit
def fights(s: Record, kind: int, p: int) -> int:
    """1 if the player's squad is in a fight of the kind."""
    if s.f_kind != kind or s.f_at < 0 or s.f_side[0] != p:
        return 0
    return 1 if s.people[s.f_at, p] > 0 else 0
