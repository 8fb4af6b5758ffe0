"""The step loop (HZ-15): the kernels ``reset``, ``step``, ``legal`` and ``decider``."""

from __future__ import annotations

from zombicide_env.core.agenda import pop, push, top
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import ONGOING
from .battle import begin_battle
from .routes import start_round, turn_up
from .setup import setup
from .table import advance, apply, default, offer

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
    """Apply a legal action and advance to the next decision."""
    s.steps += 1
    begin_step(s)
    apply(w, s, a)
    advance(w, s)
    if s.outcome != ONGOING:
        tell(w, E.END, s.outcome)


@jit
def legal(w: Record, s: Record, mask: Mask) -> None:
    """Write 0 or 1 for every action; all 0 when the game is over."""
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome == ONGOING and s.depth > 0:
        offer(w, s, mask)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat of the player to move, -1: the game is over."""
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
    push(s, T.ROUND_END)
    push(s, T.TURNS)
    push(s, T.AUCTION)
    advance(w, s)


@jit
def begin_routes(w: Record, s: Record) -> None:
    push(s, T.ROUND_END)
    push(s, T.TURNS)
    advance(w, s)


@jit
def begin_card(w: Record, s: Record, p: int, r: int, k: int) -> None:
    """Set up player ``p`` on route ``r``, about to play its card ``k``."""
    enter_route(s, p, r, k)
    push(s, T.CARD, k)
    advance(w, s)


@jit
def begin_battle_at(w: Record, s: Record, p: int, r: int, k: int, stage: int, zombies: int, melee_round: int) -> None:
    """Set up player ``p`` fighting ``zombies`` of card ``k`` of route ``r``; ``stage`` is one of ``layout.STEPS``."""
    enter_route(s, p, r, k)
    s.place = k
    if s.face_up[r, k] == 0:
        turn_up(w, s, r, k)
    push(s, T.CARD_END)
    begin_battle(w, s)
    s.zombies = zombies
    if stage > 0:
        pop(s)
        pop(s)
        s.step = stage
        s.melee_round = melee_round
        push(s, T.FLEE if stage == 1 else T.MELEE)
    advance(w, s)


@jit
def enter_route(s: Record, p: int, r: int, k: int) -> None:
    s.turn = p
    s.row = r
    push(s, T.ROUND_END)
    push(s, T.TURNS)
    push(s, T.ROUTE_END)
    if k == 0:
        push(s, T.CARD, 1)


@jit
def begin_end(w: Record, s: Record) -> None:
    push(s, T.ROUND_END)
    advance(w, s)


@jit
def take_default(w: Record, s: Record) -> None:
    """Answer the decision on top by its default and continue."""
    step(w, s, default(w, s))
