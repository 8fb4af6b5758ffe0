"""Zombie fights by day (ZG-12.20 to ZG-12.31), their rewards, and the fight of those who fled to a neutral place (ZG-12.54)."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.dice import roll_d6
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_CARD, A_CONFIRM, A_DECK, A_LOC, A_PASS
from .board import own_at
from .cards import available, dies, draw
from .fight import begin_fight, draw_zombies, end_fight, legal_weapon, settle, strength, use_weapon
from .layout import CHARACTER, N_DECKS, NONE, ZOMBIE_FIGHT, C
from .retreat import flee_from
from .tasks import (
    D_LOOT_DECK,
    D_ZF_PICK,
    D_ZF_STANCE,
    D_ZF_WEAPON,
    T_FIGHT_OVER,
    T_REWARD,
    T_ZOMBIE_FIGHTS,
    T_ZOMBIE_ROUND,
)

# ---- order (ZG-12.21) --------------------------------------------------------------------------------------------


@jit
def owes(w: Record, s: Record, p: int) -> int:
    """1 if a squad of the player still owes a zombie fight."""
    for loc in range(w.n_locations):
        if s.due[loc, p] == 1:
            return 1
    return 0


@jit
def own_fights(w: Record, s: Record, p: int) -> None:
    """All fights of the player, in the order that he chooses."""
    if owes(w, s, p) == 1:
        push(s, T_ZOMBIE_FIGHTS, p)
        push(s, D_ZF_PICK, p)


@jit
def fight_round(w: Record, s: Record, place: int) -> None:
    """One fight of the next player in the order of play who owes one, and so on in turn."""
    for k in range(w.n_players):
        p = (s.first + place + k) % w.n_players
        if owes(w, s, p) == 1:
            push(s, T_ZOMBIE_ROUND, (place + k + 1) % w.n_players)
            push(s, D_ZF_PICK, p)
            return


@jit
def legal_pick(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = s.due[loc, p]


@jit
def answer_pick(s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    begin_fight(s, ZOMBIE_FIGHT, a - A_LOC, p, NONE)
    push(s, D_ZF_STANCE, p)


# ---- the fight -------------------------------------------------------------------------------------------------------


@jit
def answer_stance(w: Record, s: Record, a: int) -> None:
    """A retreat has the consequences of a lost fight (ZG-12.22)."""
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        lost(s)
    else:
        draw_zombies(w, s)
        push(s, D_ZF_WEAPON, p)


@jit
def legal_zf_weapon(w: Record, s: Record, mask: Row) -> None:
    legal_weapon(w, s, 0, mask)


@jit
def answer_zf_weapon(w: Record, s: Record, a: int) -> None:
    if a != A_CONFIRM:
        use_weapon(w, s, 0, a - A_CARD)
        return
    pop(s)
    tell(w, told.FOUGHT, s.f_side[0], s.f_at, strength(w, s, 0), s.f_against)
    if strength(w, s, 0) >= s.f_against:  # ZG-12.25
        won(w, s)
    else:
        lost(s)


@jit
def won(w: Record, s: Record) -> None:
    """The squad stays; rewards follow (ZG-12.27, ZG-12.28)."""
    loc = s.f_at
    p = s.f_side[0]
    n = s.f_reward
    s.due[loc, p] = 0
    end_fight(s)
    settle(w, s, loc)
    push(s, T_FIGHT_OVER, loc)
    push(s, T_REWARD, p, n)


@jit
def lost(s: Record) -> None:
    loc = s.f_at
    p = s.f_side[0]
    end_fight(s)
    push(s, T_FIGHT_OVER, loc)
    flee_from(s, p, loc, NONE, 0)


# ---- rewards (ZG-12.28) ------------------------------------------------------------------------------------------------


@jit
def reward(w: Record, s: Record, p: int, n: int) -> None:
    """One die and its card after the other."""
    if n <= 0:
        return
    push(s, T_REWARD, p, n - 1)
    d = roll_d6(s) - 1
    tell(w, told.DIE, d + 1, 0)
    if d == N_DECKS or (d == CHARACTER and w.survivors == 1):  # ZG-17.11
        if loot(w, s, p) > 0:
            push(s, D_LOOT_DECK, p)
    else:
        draw(w, s, p, d, 1, 1, 0)


@jit
def may_loot(w: Record, s: Record, p: int, d: int) -> int:
    if d == CHARACTER and w.survivors == 1:
        return 0
    return available(w, s, p, d)


@jit
def loot(w: Record, s: Record, p: int) -> int:
    n = 0
    for d in range(N_DECKS):
        n += may_loot(w, s, p, d)
    return n


@jit
def legal_loot(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    for d in range(N_DECKS):
        mask[A_DECK + d] = may_loot(w, s, p, d)


@jit
def answer_loot(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    draw(w, s, p, a - A_DECK, 1, 1, 0)


# ---- those who fled (ZG-12.54) -------------------------------------------------------------------------------------------


@jit
def make_a_stand(w: Record, s: Record, p: int, loc: int) -> None:
    """A zombie fight at once and without cards: rewards, or death for all."""
    begin_fight(s, ZOMBIE_FIGHT, loc, p, NONE)
    draw_zombies(w, s)
    tell(w, told.FOUGHT, p, loc, strength(w, s, 0), s.f_against)
    if strength(w, s, 0) >= s.f_against:
        push(s, T_REWARD, p, s.f_reward)
    else:
        for c in range(C):
            if own_at(s, c, p, loc) == 1:
                dies(w, s, c)
    end_fight(s)
