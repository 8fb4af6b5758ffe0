"""Write observations: the layout is declared in ``observation``, the columns are in the same order here."""

from __future__ import annotations

from zombicide_env.core.agenda import top, top_task
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ..numbers import decisions as ASK
from ..numbers.layout import (
    BLACK,
    EV_TAKE_TOKEN,
    MOST_MELEE,
    N_RESOURCES,
    N_RESULTS,
    N_TOKENS,
    ON_ROUTE,
    ONGOING,
    PLACES,
    RED,
    WITH_PLAYER,
)
from ..numbers.observation import (
    MOST,
    N_PLACE,
    N_PLAYER,
    N_ROUTE,
    O_BATTLE,
    O_CARDS,
    O_DECISION,
    O_GLOBAL,
    O_PLAYERS,
    O_ROLL,
    O_ROUTES,
    O_SEEN,
)
from .belongings import horde_for
from .routes import can_choose, cost
from .table import see

MOST_DICE = 120
CARDS_OF = 7 + N_RESOURCES + N_TOKENS + 2  # player column: cards collected; preceded by victory points


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write what the seat ``agent`` knows into ``o`` (uint8[N_OBS], initially zero)."""
    for k in range(w.n_players):
        observe_player(w, s, (agent + k) % w.n_players, o, O_PLAYERS + k * N_PLAYER)
    for r in range(w.n_routes):
        if s.route[r, 0] > 0:
            observe_route(w, s, agent, r, o)
            for k in range(PLACES):
                observe_place(w, s, r, k, o, O_CARDS + (r * PLACES + k) * N_PLACE)
    observe_collected(w, s, agent, o)
    observe_decision(w, s, agent, o)
    if s.fighting == 1:
        observe_battle(w, s, o)
    observe_roll(s, o)
    observe_global(w, s, o)


@jit
def observe_player(w: Record, s: Record, p: int, o: Features, at: int) -> None:
    o[at] = 1
    o[at + 1] = s.alive[p]
    o[at + 2] = s.outcome == ONGOING and s.depth > 0 and s.stack[top(s), 1] == p
    o[at + 3] = s.turn == p
    o[at + 4] = s.went[p]
    for k in range(s.n_order):
        if s.order[k] == p:
            o[at + 5] = k + 1
    o[at + 6] = s.group[p]
    at += 7
    for r in range(N_RESOURCES):
        o[at + r] = min(MOST, s.own[p, r])
    at += N_RESOURCES
    for k in range(N_TOKENS):
        o[at + k] = min(9, s.tokens[p, k])
    at += N_TOKENS
    o[at] = s.liquidator[p]
    o[at + 1] = min(MOST, s.bonus[p])
    o[at + 3] = s.bid[p]
    o[at + 4] = s.leader == p


@jit
def observe_collected(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write victory points and number of collected cards of every player, in one pass over the cards (see ``points``)."""
    for c in range(1, w.n_cards + 1):
        o[O_SEEN + c - 1] = s.seen[c]
        if s.where[c] >= WITH_PLAYER:
            k = (s.where[c] - WITH_PLAYER - agent + w.n_players) % w.n_players
            at = O_PLAYERS + k * N_PLAYER + CARDS_OF
            o[at - 1] = min(MOST, o[at - 1] + w.points[c])
            o[at] = min(16, o[at] + 1)


@jit
def observe_route(w: Record, s: Record, agent: int, r: int, o: Features) -> None:
    at = O_ROUTES + r * N_ROUTE
    o[at] = 1
    if s.taken[r] < 0:
        o[at + 1] = 1
        o[at + 4] = can_choose(w, s, agent, r)
    else:
        o[at + 2] = (s.taken[r] - agent + w.n_players) % w.n_players + 1
    o[at + 3] = cost(w, s, r)


@jit
def observe_place(w: Record, s: Record, r: int, k: int, o: Features, at: int) -> None:
    """Write a card of the round; of a face-down card only its level is known (HZ-3.R2)."""
    c = s.route[r, k]
    o[at] = 1
    o[at + 5] = w.level[c]
    if s.face_up[r, k] == 0:
        return
    o[at + 1] = 1
    if s.row == r and s.place == k:
        o[at + 2] = 1
    elif s.where[c] != ON_ROUTE:
        o[at + 3] = 1
    o[at + 4] = c
    for i in range(N_RESOURCES):
        o[at + 6 + i] = w.gives[c, i]
    at += 6 + N_RESOURCES
    o[at] = w.event[c]
    if w.event[c] == EV_TAKE_TOKEN:
        o[at + 1] = w.token[c] + 1
    o[at + 2] = w.rule[c]
    o[at + 3] = w.zombies[c]
    o[at + 4] = w.horde[c]
    o[at + 5] = w.points[c]


@jit
def observe_decision(w: Record, s: Record, agent: int, o: Features) -> None:
    if s.outcome != ONGOING or s.depth == 0:
        return
    o[O_DECISION + top_task(s) - ASK.FIRST] = 1
    o[O_DECISION + len(ASK.NAMES)] = s.stack[top(s), 1] == agent
    see(w, s, agent, o)


@jit
def observe_battle(w: Record, s: Record, o: Features) -> None:
    c = s.route[s.row, s.place]
    o[O_BATTLE] = 1
    o[O_BATTLE + 1] = min(MOST_DICE, s.zombies)
    o[O_BATTLE + 2] = horde_for(w, s, s.turn, c)
    o[O_BATTLE + 3] = w.rule[c]
    o[O_BATTLE + 4 + s.step] = 1
    o[O_BATTLE + 7] = min(MOST_MELEE, s.melee_round)
    o[O_BATTLE + 8] = s.wounds
    o[O_BATTLE + 9] = s.strikes


@jit
def observe_roll(s: Record, o: Features) -> None:
    o[O_ROLL] = s.roll_kind
    for k in range(N_RESULTS):
        o[O_ROLL + 1 + k] = min(MOST_DICE, s.roll[BLACK, k])
        o[O_ROLL + 1 + N_RESULTS + k] = s.roll[RED, k]


@jit
def observe_global(w: Record, s: Record, o: Features) -> None:
    o[O_GLOBAL] = s.round
    o[O_GLOBAL + 1] = w.n_players
    o[O_GLOBAL + 2] = s.n_order
    o[O_GLOBAL + 3] = w.n_routes
    o[O_GLOBAL + 4] = s.high
    o[O_GLOBAL + 5] = s.passes
    o[O_GLOBAL + 6] = s.deck_n
    for k in range(s.deck_n):
        o[O_GLOBAL + 6 + w.level[s.deck[k]]] += 1
