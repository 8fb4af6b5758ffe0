"""Zombie fights by day (ZG-12.20 to ZG-12.31), their rewards, and fights after a flight to a neutral place (ZG-12.54)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_CONFIRM, A_DECK, A_LOC, A_PASS
from ..numbers.layout import CHARACTER, COPIES, N_DECKS, NONE, ORDER, SPECIAL, SPOT, WHO, ZOMBIE_FIGHT, C
from .board import own_at
from .cards import available, dies, draw
from .fight import begin_fight, draw_zombies, end_fight, fights, legal_own_weapon, settle, strength, use_weapon
from .lowest import first_legal, lowest
from .retreat import flee_from
from .weapons import least_weapon

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
    """Fight all fights of the player, in an order that the player chooses."""
    if owes(w, s, p) == 1:
        push(s, T.ZOMBIE_FIGHTS, p)
        push(s, ASK.ZF_PICK, p)


@jit
def fight_round(w: Record, s: Record, place: int) -> None:
    """Fight one fight of the next player in the order of play who owes one, and so on alternately."""
    for k in range(w.n_players):
        p = (s.first + place + k) % w.n_players
        if owes(w, s, p) == 1:
            push(s, T.ZOMBIE_ROUND, (place + k + 1) % w.n_players)
            push(s, ASK.ZF_PICK, p)
            return


@jit
def legal_pick(w: Record, s: Record, p: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = s.due[loc, p]


@jit
def answer_pick(s: Record, p: int, a: int) -> None:
    begin_fight(s, ZOMBIE_FIGHT, a - A_LOC, p, NONE)
    push(s, ASK.ZF_STANCE, p)


# ---- the fight -------------------------------------------------------------------------------------------------------


@jit
def answer_stance(w: Record, s: Record, p: int, a: int) -> None:
    """Apply the stance; a retreat has the consequences of a lost fight (ZG-12.22)."""
    if a == A_PASS:
        lost(s)
    else:
        draw_zombies(w, s)
        push(s, ASK.ZF_WEAPON, p)


@jit
def answer_zf_weapon(w: Record, s: Record, a: int) -> None:
    if a != A_CONFIRM:
        use_weapon(w, s, 0, a - A_CARD)
        return
    pop(s)
    tell(w, E.FOUGHT, s.f_side[0], s.f_at, strength(w, s, 0), s.f_against)
    if strength(w, s, 0) >= s.f_against:  # ZG-12.25
        won(w, s)
    else:
        lost(s)


@jit
def won(w: Record, s: Record) -> None:
    """Resolve a won fight: the squad stays; rewards follow (ZG-12.27, ZG-12.28)."""
    loc = s.f_at
    p = s.f_side[0]
    n = s.f_reward
    s.due[loc, p] = 0
    end_fight(s)
    settle(w, s, loc)
    push(s, T.FIGHT_OVER, loc)
    push(s, T.REWARD, p, n)


@jit
def lost(s: Record) -> None:
    loc = s.f_at
    p = s.f_side[0]
    end_fight(s)
    push(s, T.FIGHT_OVER, loc)
    flee_from(s, p, loc, NONE, 0)


# ---- rewards (ZG-12.28) ------------------------------------------------------------------------------------------------


@jit
def reward(w: Record, s: Record, p: int, n: int) -> None:
    """Roll the dice of the reward one by one, each with its card."""
    if n <= 0:
        return
    push(s, T.REWARD, p, n - 1)
    d = roll_d6(s) - 1
    tell(w, E.DIE, d + 1, 0)
    if d == N_DECKS or (d == CHARACTER and w.survivors == 1):  # ZG-17.11
        if loot(w, s, p) > 0:
            push(s, ASK.LOOT_DECK, p)
    else:
        draw(w, s, p, d, 1, 1, 0)


@jit
def may_loot(w: Record, s: Record, p: int, d: int) -> int:
    return 0 if d == CHARACTER and w.survivors == 1 else available(w, s, p, d)


@jit
def loot(w: Record, s: Record, p: int) -> int:
    n = 0
    for d in range(N_DECKS):
        n += may_loot(w, s, p, d)
    return n


@jit
def legal_loot(w: Record, s: Record, p: int, mask: Row) -> None:
    for d in range(N_DECKS):
        mask[A_DECK + d] = may_loot(w, s, p, d)


@jit
def answer_loot(w: Record, s: Record, p: int, a: int) -> None:
    draw(w, s, p, a - A_DECK, 1, 1, 0)


# ---- after a flight (ZG-12.54) ----------------------------------------------------------------------------------------------


@jit
def make_a_stand(w: Record, s: Record, p: int, loc: int) -> None:
    """Fight zombies at once and without cards: rewards, or death for all."""
    begin_fight(s, ZOMBIE_FIGHT, loc, p, NONE)
    draw_zombies(w, s)
    tell(w, E.FOUGHT, p, loc, strength(w, s, 0), s.f_against)
    if strength(w, s, 0) >= s.f_against:
        push(s, T.REWARD, p, s.f_reward)
    else:
        for c in range(C):
            if own_at(s, c, p, loc) == 1:
                dies(w, s, c)
    end_fight(s)


@jit
def default_loot(w: Record) -> int:
    return A_DECK + SPECIAL if w.allowed[A_DECK + SPECIAL] == 1 else lowest(w, A_DECK)


@jit
def fights_zombies(s: Record, p: int) -> int:
    return fights(s, ZOMBIE_FIGHT, p)


ROWS: Final = (
    Task(T.ZOMBIE_FIGHTS, own_fights, words={"p": WHO}, below=(T.SEATS,)),
    Task(T.ZOMBIE_ROUND, fight_round, words={"place": ORDER}, below=(T.PHASE_END,)),
    Task(T.REWARD, reward, words={"p": WHO, "n": COPIES}, below=(T.FIGHT_OVER,)),
    Task(T.STAND, make_a_stand, words={"p": WHO, "loc": SPOT}),
    Decision(
        ASK.ZF_PICK,
        words={"p": WHO},
        below=(T.ZOMBIE_FIGHTS, T.ZOMBIE_ROUND),
        asked=CHOICE,
        offer=legal_pick,
        answer=answer_pick,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which zombie fight comes first", default="the lowest"),
        notation={"loc": "resolve {}"},
    ),
    Decision(
        ASK.ZF_STANCE,
        words={"p": WHO},
        below=(T.ZOMBIE_FIGHTS, T.ZOMBIE_ROUND),
        asked=MAIN,
        offer=(A_PASS, A_CONFIRM),
        answer=answer_stance,
        default=A_CONFIRM,
        see=nothing_more,
        fits=fights_zombies,
        text=Text("fight the zombies or retreat", default="`fight`"),
        notation={"pass": "retreat", "confirm": "fight"},
        phase="zombie_fight",
    ),
    Decision(
        ASK.ZF_WEAPON,
        words={"p": WHO},
        below=(T.ZOMBIE_FIGHTS, T.ZOMBIE_ROUND),
        asked=MAIN,
        offer=legal_own_weapon,
        answer=answer_zf_weapon,
        default=least_weapon,
        see=nothing_more,
        fits=fights_zombies,
        text=Text("cards, after the zombie card is seen", default="the least that wins"),
        notation={"confirm": "done", "card": "use {}"},
        phase="zombie_fight",
        stays=True,
    ),
    Decision(
        ASK.LOOT_DECK,
        words={"p": WHO},
        below=(T.REWARD,),
        asked=CHOICE,
        offer=legal_loot,
        answer=answer_loot,
        default=default_loot,
        see=nothing_more,
        fits=anywhere,
        text=Text("the deck of a reward", default="special"),
        notation={"deck": "draw {}"},
    ),
)
