"""The course of a game (HZ-15): the agenda's work and the answers; the kernels ``reset``, ``step`` and ``decider``."""

from __future__ import annotations

from ...core.agenda import pop, push, top, top_task
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record
from . import told
from .auction import answer_bid, answer_pay, auction, pay, payment, reorder, start_auction
from .battle import (
    after_roll,
    answer_flee,
    answer_molotov,
    answer_shoot,
    answer_strike,
    answer_wounded,
    ask_flee,
    ask_shoot,
    begin_battle,
    melee,
    melee_roll,
    strikes,
    window,
    wounds,
)
from .defaults import default_action
from .events import answer_fanatic, answer_toll, toll
from .layout import ONGOING
from .routes import answer_route, answer_take, end_card, end_round, end_route, planning, play_card, start_round, take, turn_up, turns
from .scoring import scoring
from .setup import setup
from .tasks import (
    D_BID,
    D_FLEE,
    D_LOSE_RESOURCE,
    D_MOLOTOV,
    D_PAY_BID,
    D_PAY_ROUTE,
    D_ROUTE,
    D_SHOOT,
    D_STRIKE,
    D_TAKE,
    D_TOLL,
    D_WOUNDED,
    FIRST_DECISION,
    T_AUCTION,
    T_AUCTION_TURN,
    T_BATTLE,
    T_CARD,
    T_CARD_END,
    T_FLEE,
    T_MELEE,
    T_PAY,
    T_PAYMENT,
    T_PLANNING,
    T_REORDER,
    T_ROLL,
    T_ROLLED,
    T_ROUND_END,
    T_ROUTE_END,
    T_SCORING,
    T_SHOOT,
    T_STRIKES,
    T_TAKE,
    T_TOLL,
    T_TURNS,
    T_WINDOW,
    T_WOUNDS,
)

# ---- the agenda --------------------------------------------------------------------------------------------------------


@jit
def work_on_round(w: Record, s: Record, task: int, a: int, b: int, c: int) -> None:
    """Planning, auction, payment, the Route phase around the cards, the end."""
    if task == T_PLANNING:
        planning(w, s)
    elif task == T_AUCTION:
        start_auction(s)
    elif task == T_AUCTION_TURN:
        auction(w, s)
    elif task == T_PAYMENT:
        payment(s, a)
    elif task == T_REORDER:
        reorder(w, s)
    elif task == T_TURNS:
        turns(w, s)
    elif task == T_ROUND_END:
        end_round(w, s)
    elif task == T_SCORING:
        scoring(w, s)
    elif task == T_PAY:
        pay(w, s, a, b, c)
    elif task == T_TAKE:
        take(s, a, b)
    elif task == T_ROUTE_END:
        end_route(s)


@jit
def work_on_card(w: Record, s: Record, task: int, a: int) -> None:
    """A card: its event and its battle."""
    if task == T_CARD:
        play_card(w, s, a)
    elif task == T_CARD_END:
        end_card(w, s)
    elif task == T_TOLL:
        toll(w, s, a)
    elif task == T_BATTLE:
        begin_battle(w, s)
    elif task == T_WINDOW:
        window(s)
    elif task == T_SHOOT:
        ask_shoot(s)
    elif task == T_FLEE:
        ask_flee(w, s)
    elif task == T_MELEE:
        melee(s)
    elif task == T_ROLL:
        melee_roll(w, s)
    elif task == T_WOUNDS:
        wounds(w, s)
    elif task == T_STRIKES:
        strikes(w, s)
    elif task == T_ROLLED:
        after_roll(w, s)


@jit
def work(w: Record, s: Record) -> None:
    """Take the task on top off the agenda and do it."""
    t = top(s)
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    pop(s)
    if task < T_CARD:
        work_on_round(w, s, task, a, b, c)
    else:
        work_on_card(w, s, task, a)


@jit
def apply(w: Record, s: Record, a: int) -> None:
    """Carry out the answer ``a`` to the decision on top."""
    task = top_task(s)
    if task == D_BID:
        answer_bid(w, s, a)
    elif task == D_PAY_BID or task == D_PAY_ROUTE or task == D_LOSE_RESOURCE:
        answer_pay(w, s, a)
    elif task == D_ROUTE:
        answer_route(w, s, a)
    elif task == D_TAKE:
        answer_take(w, s, a)
    elif task == D_MOLOTOV:
        answer_molotov(w, s, a)
    elif task == D_SHOOT:
        answer_shoot(w, s, a)
    elif task == D_FLEE:
        answer_flee(w, s, a)
    elif task == D_WOUNDED:
        answer_wounded(w, s, a)
    elif task == D_STRIKE:
        answer_strike(w, s, a)
    elif task == D_TOLL:
        answer_toll(w, s, a)
    else:
        answer_fanatic(w, s, a)


@jit
def asked(w: Record, task: int) -> int:
    """1 if the decision is asked; automatic mode leaves four to the players."""
    if w.automatic == 0 or task == D_BID or task == D_ROUTE or task == D_SHOOT or task == D_FLEE:
        return 1
    return 0


@jit
def advance(w: Record, s: Record) -> None:
    """Work the agenda off until somebody has to decide or the game is over."""
    while s.outcome == ONGOING and s.depth > 0:
        task = top_task(s)
        if task < FIRST_DECISION:
            work(w, s)
        elif asked(w, task) == 1:
            return
        else:
            apply(w, s, default_action(w, s))


# ---- kernels -------------------------------------------------------------------------------------------------------------


@jit
def begin_step(s: Record) -> None:
    s.chance_n = 0
    for p in range(s.reward.shape[0]):
        s.reward[p] = 0.0


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup(w, s, seed)
    start_round(s)
    advance(w, s)


@jit
def step(w: Record, s: Record, a: int) -> None:
    """Apply a legal action and go on to the next decision."""
    s.steps += 1
    begin_step(s)
    apply(w, s, a)
    advance(w, s)
    if s.outcome != ONGOING:
        tell(w, told.END, s.outcome)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat of the player who decides, -1: the game is over."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[top(s), 1]


@jit
def active(w: Record, s: Record, p: int) -> int:
    """1 while player ``p`` is not eliminated."""
    return s.alive[p]


# ---- positions of conformance vectors ---------------------------------------------------------------------------------


@jit
def begin_planning(w: Record, s: Record) -> None:
    start_round(s)
    advance(w, s)


@jit
def begin_auction(w: Record, s: Record) -> None:
    push(s, T_ROUND_END)
    push(s, T_TURNS)
    push(s, T_AUCTION)
    advance(w, s)


@jit
def begin_routes(w: Record, s: Record) -> None:
    push(s, T_ROUND_END)
    push(s, T_TURNS)
    advance(w, s)


@jit
def begin_card(w: Record, s: Record, p: int, r: int, k: int) -> None:
    """Player ``p`` on route ``r`` is about to play its card ``k``."""
    enter_route(s, p, r, k)
    push(s, T_CARD, k)
    advance(w, s)


@jit
def begin_battle_at(w: Record, s: Record, p: int, r: int, k: int, stage: int, zombies: int, melee_round: int) -> None:
    """Player ``p`` fights ``zombies`` of card ``k`` of route ``r``; ``stage`` is one of ``layout.STEPS``."""
    enter_route(s, p, r, k)
    s.place = k
    if s.face_up[r, k] == 0:
        turn_up(w, s, r, k)
    push(s, T_CARD_END)
    begin_battle(w, s)
    s.zombies = zombies
    if stage > 0:
        pop(s)
        pop(s)
        s.step = stage
        s.melee_round = melee_round
        push(s, T_FLEE if stage == 1 else T_MELEE)
    advance(w, s)


@jit
def enter_route(s: Record, p: int, r: int, k: int) -> None:
    s.turn = p
    s.row = r
    push(s, T_ROUND_END)
    push(s, T_TURNS)
    push(s, T_ROUTE_END)
    if k == 0:
        push(s, T_CARD, 1)


@jit
def begin_end(w: Record, s: Record) -> None:
    push(s, T_ROUND_END)
    advance(w, s)


@jit
def take_default(w: Record, s: Record) -> None:
    """Answer the decision on top by its default and go on."""
    step(w, s, default_action(w, s))
