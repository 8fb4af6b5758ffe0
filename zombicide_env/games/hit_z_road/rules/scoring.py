"""The end of the game (HZ-11, HZ-13): scores, bonus cards, winners, rewards."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import (
    ADRENALINE,
    AMMO,
    BONUS_POINTS,
    BY_SCORE,
    BY_ZERO_SUM,
    GAS,
    GRADE_FROM,
    GRADES,
    N_CATEGORIES,
    N_RESOURCES,
    NONE,
    TOP_SCORE,
    WON,
)
from .belongings import points


@jit
def scoring(w: Record, s: Record) -> None:
    """End the game after round 8, when at least one player has a survivor."""
    s.outcome = WON
    for p in range(w.n_players):
        if s.alive[p] == 1:
            s.score[p] = points(w, s, p)
    if w.solo == 1:
        score_solo(s)
    else:
        if s.n_order > 1:
            deal_bonus_cards(w, s)
        find_winners(w, s)
    tell_result(w, s)
    reward_all(w, s)


@jit
def tell_result(w: Record, s: Record) -> None:
    """Record scores, bonus cards, winners."""
    for p in range(w.n_players):
        if s.alive[p] == 1:
            tell(w, E.SCORE, p, s.score[p])
    for category in range(N_CATEGORIES):
        if s.bonus_cards_dealt == 1 and s.bonus_card[category] >= 0:
            tell(w, E.BONUS_CARD, s.bonus_card[category], category)
    for p in range(w.n_players):
        if s.winner[p] == 1:
            tell(w, E.WINNER, p)


@jit
def score_solo(s: Record) -> None:
    """Score the solo game: sets of one survivor and one resource of each type (HZ-13.6), grades (HZ-13.7)."""
    sets = s.group[0]
    for r in range(N_RESOURCES):
        sets = min(sets, s.own[0, r])
    s.score[0] += sets
    s.winner[0] = 1
    for g in range(GRADES):
        if s.score[0] >= GRADE_FROM[g]:
            s.grade = g + 1


@jit
def amount(s: Record, p: int, category: int) -> int:
    """Amount that the bonus card counts, in the order of ``layout.CATEGORIES``."""
    if category == 0:
        return s.own[p, ADRENALINE]
    if category == 1:
        return s.own[p, GAS]
    if category == 2:
        return s.own[p, AMMO]
    return s.group[p]


@jit
def deal_bonus_cards(w: Record, s: Record) -> None:
    """Deal bonus cards: 3 points for the most of each category; nobody gets the card in a tie (HZ-11.4)."""
    s.bonus_cards_dealt = 1
    for category in range(N_CATEGORIES):
        owner = NONE
        most = -1
        for p in range(w.n_players):
            if s.alive[p] == 1:
                n = amount(s, p, category)
                if n > most:
                    most = n
                    owner = p
                elif n == most:
                    owner = NONE
        s.bonus_card[category] = owner
        if owner >= 0:
            s.score[owner] += BONUS_POINTS


@jit
def find_winners(w: Record, s: Record) -> None:
    """Mark the winners: the highest total, then more survivors, then shared (HZ-11.1, HZ-11.5)."""
    best = -1
    most = -1
    for p in range(w.n_players):
        if s.alive[p] == 1:
            if s.score[p] > best or (s.score[p] == best and s.group[p] > most):
                best = s.score[p]
                most = s.group[p]
    for p in range(w.n_players):
        if s.alive[p] == 1 and s.score[p] == best and s.group[p] == most:
            s.winner[p] = 1


@jit
def lead(w: Record, s: Record, p: int) -> int:
    """Lead of a player: own score minus the highest of the others."""
    best = 0
    for q in range(w.n_players):
        if q != p:
            best = max(best, s.score[q])
    return s.score[p] - best


@jit
def reward_all(w: Record, s: Record) -> None:
    """Write the rewards (HZ-11.R3, HZ-13.R5); eliminated players have already had theirs."""
    if w.solo == 1:
        s.reward[0] = min(1.0, s.score[0] / TOP_SCORE)
        return
    k = 0
    for p in range(w.n_players):
        k += s.winner[p]
    for p in range(w.n_players):
        if s.alive[p] == 1:
            share = s.winner[p] / k
            if w.reward_by == BY_SCORE:
                s.reward[p] = max(-1.0, min(1.0, lead(w, s, p) / TOP_SCORE))
            elif w.reward_by == BY_ZERO_SUM:
                s.reward[p] = 2.0 * share - 1.0
            else:
                s.reward[p] = share


ROWS: Final = (Task(T.SCORING, scoring),)
