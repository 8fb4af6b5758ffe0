"""Victory points, elimination, the end of the game, rewards (section 5)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import (
    ALL_ELIMINATED,
    AT_CAP,
    AT_TARGET,
    BY_POINTS,
    BY_SCORE,
    BY_WIN,
    CAPTURE_VP,
    ERECTED_VP,
    LEADER_VP,
    ONGOING,
    STREET,
    STREET_VP,
    WON,
    K,
)
from .board import characters_of
from .cards import play

N_KEYS = 4


# ---- elimination (ZG-5.14) --------------------------------------------------------------------------------------


@jit
def markers_of(w: Record, s: Record, p: int) -> int:
    """Number of own intact markers."""
    n = 0
    for loc in range(w.n_locations):
        if s.owner[loc] == p:
            n += s.intact[loc]
    return n


@jit
def eliminations(w: Record, s: Record) -> None:
    """Eliminate players with neither a character nor an intact marker; without players the game ends."""
    left = 0
    for p in range(w.n_players):
        if s.eliminated[p] == 0 and characters_of(s, p) == 0 and markers_of(w, s, p) == 0:
            s.eliminated[p] = 1
            tell(w, E.ELIMINATED, p)
            for card in range(K):
                for _ in range(s.hand[p, card]):
                    play(w, s, p, card)
        left += 1 - s.eliminated[p]
    if left == 0 and s.outcome == ONGOING:
        finish(w, s, WON, ALL_ELIMINATED)


# ---- victory points ---------------------------------------------------------------------------------------------------


@jit
def score(w: Record, s: Record, p: int, n: int) -> None:
    if n == 0:
        return
    s.vp[p] += n
    tell(w, E.VP, p, n, s.vp[p])
    if w.reward_by == BY_POINTS:  # a player's gain is the others' loss, in equal parts
        share = n / w.target
        for q in range(w.n_players):
            s.reward[q] += share if q == p else -share / (w.n_players - 1)


@jit
def score_day(w: Record, s: Record) -> None:
    """ZG-5.1, ZG-5.2."""
    for p in range(w.n_players):
        score(w, s, p, LEADER_VP * s.leaders_killed[p] + CAPTURE_VP * s.captures[p])
    check_target(w, s)


@jit
def score_night(w: Record, s: Record) -> None:
    """ZG-5.3, ZG-5.4."""
    for p in range(w.n_players):
        score(w, s, p, ERECTED_VP * s.erected[p])
        if s.held_street[p] == 1 and on_street(w, s, p) == 1:
            score(w, s, p, STREET_VP)
    check_target(w, s)
    if s.outcome == ONGOING and s.round >= w.max_turns:  # ZG-5.13
        finish(w, s, WON, AT_CAP)


@jit
def on_street(w: Record, s: Record, p: int) -> int:
    for loc in range(w.n_locations):
        if s.kind[loc] == STREET and s.people[loc, p] > 0:
            return 1
    return 0


@jit
def check_target(w: Record, s: Record) -> None:
    """ZG-5.10."""
    for p in range(w.n_players):
        if s.vp[p] >= w.target and s.outcome == ONGOING:
            finish(w, s, WON, AT_TARGET)


# ---- the end ------------------------------------------------------------------------------------------------------------


@jit
def tie_break(s: Record, p: int, key: int) -> int:
    """Criteria of a tie break, in order: points, characters, food and medicine, cards (ZG-5.11, ZG-5.12)."""
    if key == 0:
        return s.vp[p]
    if key == 1:
        return characters_of(s, p)
    if key == 2:
        return s.food[p] + s.medicine[p]
    return s.n_hand[p]


@jit
def find_winners(w: Record, s: Record) -> int:
    """Mark the winners and count them; players who are still tied share."""
    for p in range(w.n_players):
        s.winner[p] = 1
    for key in range(N_KEYS):
        best = -1
        for p in range(w.n_players):
            if s.winner[p] == 1:
                best = max(best, tie_break(s, p, key))
        for p in range(w.n_players):
            if tie_break(s, p, key) < best:
                s.winner[p] = 0
    n = 0
    for p in range(w.n_players):
        n += s.winner[p]
    return n


@jit
def lead(w: Record, s: Record, p: int) -> int:
    """Lead of a player: own points minus the highest of the others."""
    best = -1
    for q in range(w.n_players):
        if q != p:
            best = max(best, s.vp[q])
    return s.vp[p] - best


@jit
def finish(w: Record, s: Record, outcome: int, end: int) -> None:
    """Set winners and rewards (ZG-5.17)."""
    s.outcome = outcome
    s.end = end
    winners = find_winners(w, s)
    tell(w, E.END, outcome, end)
    for p in range(w.n_players):
        if s.winner[p] == 1:
            tell(w, E.WINNER, p)
    losers = w.n_players - winners
    for p in range(w.n_players):
        if w.reward_by == BY_SCORE:
            s.reward[p] += max(-1.0, min(1.0, lead(w, s, p) / w.target))
        elif w.reward_by == BY_WIN:
            s.reward[p] += s.winner[p] / winners
        elif losers > 0:
            s.reward[p] += 1.0 / winners if s.winner[p] == 1 else -1.0 / losers
