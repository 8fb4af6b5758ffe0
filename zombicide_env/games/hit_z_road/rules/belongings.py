"""Belongings of a player: resources, survivors, tokens, points; and elimination (HZ-10)."""

from __future__ import annotations

from zombicide_env.core.agenda import pop, top_task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import (
    BUS,
    BY_WIN,
    IN_BOX,
    LOST,
    MAX_GROUP,
    N_RESOURCES,
    N_TOKENS,
    NONE,
    WITH_PLAYER,
)

# ---- contexts of decisions: the player's turn of the Route phase, the route, a card of it, a battle


@jit
def on_turn(s: Record, p: int) -> int:
    return 1 if p == s.turn else 0


@jit
def on_route(s: Record, p: int) -> int:
    return on_turn(s, p) if s.row >= 0 else 0


@jit
def on_card(s: Record, p: int) -> int:
    return on_route(s, p) if s.place >= 0 else 0


@jit
def in_battle(s: Record, p: int) -> int:
    return on_card(s, p) if s.fighting == 1 else 0


# ---- resources, survivors, tokens, points


@jit
def total(s: Record, p: int) -> int:
    """Number of resources of all types."""
    n = 0
    for r in range(N_RESOURCES):
        n += s.own[p, r]
    return n


@jit
def types_owned(s: Record, p: int) -> int:
    n = 0
    for r in range(N_RESOURCES):
        n += s.own[p, r] > 0
    return n


@jit
def only_type(s: Record, p: int) -> int:
    """First type of resource that the player owns, -1: none."""
    for r in range(N_RESOURCES):
        if s.own[p, r] > 0:
            return r
    return NONE


@jit
def points(w: Record, s: Record, p: int) -> int:
    """Victory points on collected cards, plus those from maps (HZ-11.R1)."""
    n = s.bonus[p]
    for c in range(1, w.n_cards + 1):
        if s.where[c] == WITH_PLAYER + p:
            n += w.points[c]
    return n


@jit
def horde_for(w: Record, s: Record, p: int, c: int) -> int:
    """Strength of the card's horde for this player: 0 with School Bus and Liquidator (HZ-9.2)."""
    return 0 if s.liquidator[p] == 1 and s.tokens[p, BUS] > 0 else w.horde[c]


@jit
def gain(w: Record, s: Record, p: int, resource: int, n: int) -> None:
    """Add ``n`` (may be negative) to a resource of the player."""
    s.own[p, resource] += n
    if n != 0:
        tell(w, E.RESOURCE, p, resource, n, s.own[p, resource])


@jit
def gain_token(w: Record, s: Record, p: int, token: int, n: int) -> None:
    """Add ``n`` (may be negative) to a token of the player."""
    s.tokens[p, token] += n
    if n != 0:
        tell(w, E.TOKEN, p, token, n, s.tokens[p, token])


@jit
def gain_survivor(w: Record, s: Record, p: int) -> None:
    if s.group[p] < MAX_GROUP:  # HZ-1.R1
        s.group[p] += 1
        tell(w, E.SURVIVORS, p, 1, s.group[p])


@jit
def pop_to(s: Record, task: int) -> None:
    """Pop all frames above the task."""
    while top_task(s) != task:
        pop(s)


@jit
def leave_order(s: Record, p: int) -> None:
    n = 0
    for k in range(s.n_order):
        q = s.order[k]
        if q != p:
            s.order[n] = q
            n += 1
    for k in range(n, s.n_order):
        s.order[k] = NONE
    s.n_order = n


@jit
def eliminate(w: Record, s: Record, p: int) -> None:
    """Eliminate a player whose last survivor is dead: all belongings go to the box, the turn is over (HZ-10.1, HZ-10.R4)."""
    tell(w, E.ELIMINATED, p)
    s.alive[p] = s.group[p] = s.bonus[p] = s.liquidator[p] = s.bid[p] = 0
    for r in range(N_RESOURCES):
        s.own[p, r] = 0
    for k in range(N_TOKENS):
        s.tokens[p, k] = 0
    for c in range(1, w.n_cards + 1):
        if s.where[c] == WITH_PLAYER + p:
            s.where[c] = IN_BOX
    leave_order(s, p)
    if s.place >= 0:  # the card that killed the player (HZ-6.R6)
        s.where[s.route[s.row, s.place]] = IN_BOX
        tell(w, E.BOX, s.route[s.row, s.place])
        s.n_cards_done += 1
    s.n_routes_done += 1
    end_battle(s)
    s.turn = NONE
    s.row = NONE
    s.place = NONE
    s.fled = 0
    pop_to(s, T.TURNS)
    if w.solo == 0 and w.reward_by != BY_WIN:
        s.reward[p] = -1.0
    if s.n_order == 0:  # HZ-3.R1, HZ-11.2
        s.outcome = LOST


@jit
def end_battle(s: Record) -> None:
    s.fighting = s.zombies = s.step = s.melee_round = s.wounds = s.strikes = 0


@jit
def lose(w: Record, s: Record, p: int, n: int) -> int:
    """Remove ``n`` survivors of the player; returns 1 if the player is still in the game, 0 if the last one died (HZ-17.R3)."""
    if n < s.group[p]:
        s.group[p] -= n
        if n > 0:
            tell(w, E.SURVIVORS, p, -n, s.group[p])
        return 1
    eliminate(w, s, p)
    return 0
