"""Objectives, neutralised spawn zones, recruits (AP-26)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ...table.codes import NONE, RED, RULE_ACTIVATE_SPAWN
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import WHO
from ..numbers.mini_missions import OBJECTIVE_TALLY
from .doors import unlock
from .options import first_offered, offer
from .outcome import any_objective, check_end
from .survivor import gain_xp, heal_wound
from .team import speaker
from .tokens import active_token_in, remove_token


@jit
def may_take(w: Record, s: Record, z: int) -> int:
    """1 if `take` takes the objective of the zone, or neutralises it (AP-11.2)."""
    return 1 if s.objective[z] > 0 or may_neutralise(w, s, z) == 1 else 0


@jit
def may_neutralise(w: Record, s: Record, z: int) -> int:
    """1 if `take` neutralises the spawn zone: it has no objective and no zombie (AP-26.M7)."""
    return active_token_in(s, z) if w.neutralise == 1 and s.objective[z] == 0 and s.crowd[z] == 0 else 0


@jit
def take_objective(w: Record, s: Record, i: int) -> None:
    """Take the token of the zone: experience, medicine, keys, then the mission's effects (AP-26.R1)."""
    z = s.zone[i]
    push(s, T.ACTION_END, i)
    if s.objective[z] == 0:
        neutralise(w, s, z)
        return
    colour = s.objective[z]
    tell(w, E.OBJECTIVE, i, z, colour, s.hidden[z])
    s.objective[z] = s.hidden[z] = 0
    s.taken[colour] += 1
    s.taken_at[z] = 1
    s.tally[OBJECTIVE_TALLY] += 1
    if w.medicine[z] == 1:
        if s.wounds[i] > 0:
            heal_wound(w, s, i)
    else:
        gain_xp(w, s, i, w.objective_xp)
    unlock(w, s, colour)
    if any_objective(w, s) == 0:
        unlock(w, s, RED)
    push(s, T.OBJECTIVE, i, colour, z, 0)


@jit
def neutralise(w: Record, s: Record, z: int) -> None:
    """Neutralise the spawn zone: it is no longer a spawn zone."""
    for t in range(s.n_tokens - 1, -1, -1):
        if s.token_zone[t] == z:
            remove_token(w, s, t)
    s.neutralised += 1
    check_end(w, s)


@jit
def objective_effects(w: Record, s: Record, i: int, colour: int, z: int, first: int) -> None:
    """Activate spawn zones of the colour, add a recruit; then test victory and defeat."""
    for r in range(first, w.n_rules):
        if w.rule[r, 0] == RULE_ACTIVATE_SPAWN and w.rule[r, 1] == colour:
            wake(w, s, colour)
    if w.quest < 0:  # without a mission coloured spawn zones only wait for their objectives
        wake(w, s, colour)
    if w.recruits == 1 and colour == RED:
        recruit(w, s, i, z)
    check_end(w, s)


@jit
def wake(w: Record, s: Record, colour: int) -> None:
    for t in range(s.n_tokens):
        if s.token_colour[t] == colour:
            s.token_active[t] = 1
            tell(w, E.TOKEN_WAKES, s.token_zone[t], colour)


# ---- new survivors (AP-26.M9) -------------------------------------------------------------------------------------------


@jit
def recruit(w: Record, s: Record, i: int, z: int) -> None:
    """Add a random recruit in the zone, for the player with the fewest living survivors; ties ask the taker's player."""
    j = next_recruit(w, s)
    if j < 0:
        return
    enlist(w, s, j)
    s.alive[j] = 1
    s.zone[j] = z
    s.wounds[j] = s.xp[j] = s.level[j] = s.acted[j] = 0
    s.owner[j] = NONE
    s.recruited += 1
    fewest = fewest_survivors(w, s)
    n = 0
    only = NONE
    for p in range(w.n_players):
        if survivors_of(w, s, p) == fewest:
            n += 1
            only = p
    if n > 1:
        push(s, OASK.RECRUIT, speaker(w, s, i), j)
    else:
        join(w, s, j, only)


@jit
def enlist(w: Record, s: Record, j: int) -> None:
    """Move the recruit in the roster behind those who play, before those who wait (AP-26.R16)."""
    place = w.n_survivors
    for k in range(w.n_survivors):
        place -= s.waiting[k]
    s.waiting[j] = 0
    k = place
    while s.roster[k] != j:
        k += 1
    for later in range(k, place, -1):
        s.roster[later] = s.roster[later - 1]
    s.roster[place] = j


@jit
def join(w: Record, s: Record, j: int, p: int) -> None:
    """Assign the recruit to player ``p``; it has a turn in this round unless that player's part of it is over (AP-26.R16)."""
    s.owner[j] = p
    if s.go >= 0 and (p - s.first_player) % w.n_players < (s.go - s.first_player) % w.n_players:
        s.acted[j] = 1


@jit
def next_recruit(w: Record, s: Record) -> int:
    """Scripted recruit, or a random one of those who wait; -1: none left."""
    if w.recruit_order[s.recruited] >= 0:
        return w.recruit_order[s.recruited]
    n = 0
    for j in range(w.n_survivors):
        n += s.waiting[j]
    if n == 0:
        return NONE
    k = rand_below(s, n)
    for j in range(w.n_survivors):
        k -= s.waiting[j]
        if k < 0:
            return j
    return NONE


@jit
def survivors_of(w: Record, s: Record, p: int) -> int:
    n = 0
    for j in range(w.n_survivors):
        n += s.alive[j] == 1 and s.owner[j] == p
    return n


@jit
def fewest_survivors(w: Record, s: Record) -> int:
    best = 99
    for p in range(w.n_players):
        best = min(best, survivors_of(w, s, p))
    return best


@jit
def offers_recruit(w: Record, s: Record, p: int) -> int:
    """1 if player ``p`` may get the recruit."""
    return 1 if survivors_of(w, s, p) == fewest_survivors(w, s) else 0


@jit
def offer_players(w: Record, s: Record) -> None:
    for p in range(w.n_players):
        if offers_recruit(w, s, p) == 1:
            offer(s, OA.RECRUIT + p)


@jit
def answer_recruit(w: Record, s: Record, j: int, a: int) -> None:
    join(w, s, j, a - OA.RECRUIT)


ROWS: Final = (
    Decision(
        OASK.RECRUIT,
        words={"i": WHO, "j": WHO},
        asked=CHOICE,
        offer=offer_players,
        answer=answer_recruit,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("a neutral objective, several players with equally few survivors", "whose the new survivor is", "first in seat order"),
    ),
)
