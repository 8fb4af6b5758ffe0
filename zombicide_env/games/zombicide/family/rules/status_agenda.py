"""Invariants of the agenda: somebody decides, what lies below a decision is what its answer needs, the pool belongs to its frames."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING, TRAP_CARD
from ..edition import TRAP_ENDS_SEARCH
from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.budget import N_FREE, N_USED
from ..numbers.layout import ABOMINATION
from .counts import kept_words
from .decide import fill_options
from .elsewhere import lends, pool_words, pool_words_fit, waits
from .team import seated
from .tokens import BY_ZONE


@jit
def pending(s: Record, task: int) -> int:
    """1 if the task waits on the agenda."""
    for t in range(s.depth):
        if s.stack[t, 0] == task:
            return 1
    return 0


@jit
def below(s: Record, t: int, task: int) -> int:
    """1 if the frame below frame ``t`` is of the task."""
    if t > 0 and s.stack[t - 1, 0] == task:
        return 1
    return 0


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if somebody in play has to decide, and the game goes on after it, or nobody has to because the game is over."""
    if s.outcome != ONGOING:
        return 1
    if s.depth == 0:
        return s.resting
    first = s.stack[0, 0]
    if s.resting == 0 and first != T.PLAYERS and first != T.END:
        return 0
    top = s.depth - 1
    if s.stack[top, 0] < ASK.FIRST or seated(w, s, s.stack[top, 1]) == 0:
        return 0
    for t in range(s.depth):
        if carried(w, s, t) == 0:
            return 0
    return 1


@jit
def carried(w: Record, s: Record, t: int) -> int:
    """1 if frame ``t`` has below it, and in other fields, what its answers take for granted."""
    task = s.stack[t, 0]
    if task == ASK.TURN:
        return 1 if below(s, t, T.TURN_END) == 1 or (t > 0 and lends(s.stack[t - 1, 0]) == 1) else 0
    if task >= ASK.FIRST and t < s.depth - 1 and task != ASK.REPLACE and waits(task) == 0:  # all others are gone once answered
        return 0
    if task == ASK.STORE:
        if s.gain_copy == 0 or below(s, t, T.STORED) == 0 or t < 2:
            return 0
        if not TRAP_ENDS_SEARCH and w.card_place[w.copy_card[s.gain_copy]] == TRAP_CARD:  # nothing is rearranged for it (WD-12.7)
            return 1
        return 1 if below(s, t - 1, T.ARRANGE) == 1 or lends(s.stack[t - 2, 0]) == 1 else 0
    if task == ASK.REROLL:
        rolled = T.ROLLED
        if s.stack[t, ASK.REROLL_WHAT] == ASK.DOOR_ROLL:
            rolled = T.DOOR_ROLLED
        elif s.stack[t, ASK.REROLL_WHAT] == ASK.ARMOUR_ROLL:
            rolled = T.SUFFER
        return below(s, t, rolled)
    if task == ASK.CANCEL or task == ASK.ARMOUR:
        return below(s, t, T.SUFFER)
    if task == ASK.REMOVE:
        zone = s.stack[t, ASK.REMOVE_ABOUT]
        return 1 if s.stack[t, ASK.REMOVE_WHAT] == ASK.SPAWN_TOKEN or (zone >= 0 and zone < w.n_zones) else 0
    if task == ASK.GIFT:
        copy = s.stack[t, ASK.GIFT_COPY]
        return 1 if copy > 0 and copy == s.gain_copy else 0
    return 1


@jit
def options_fit(w: Record, s: Record, work: Record) -> int:
    """1 if the answers on record are those that the decision on top has, and there is one; ``work`` is a copy of the state."""
    if s.outcome != ONGOING or s.depth == 0:
        return 1
    t = s.depth - 1
    task = s.stack[t, 0]
    if task == ASK.TURN or task == ASK.ARRANGE or task == ASK.STORE:
        return 1
    fill_options(w, work)
    if s.n_options == 0 or s.n_options != work.n_options:
        return 0
    for k in range(s.n_options):
        if s.options[k] != work.options[k]:
            return 0
    if (
        task == ASK.PATH
        and s.stack[t, ASK.PATH_KIND] >= 0
        and s.stack[t, ASK.PATH_KIND] != ABOMINATION
        and s.stack[t, ASK.PATH_PICKS] > s.n_options
    ):
        return 0  # more miniatures to send than routes
    return 1


# ---- the pool ------------------------------------------------------------------------------------------------------------


@jit
def pool_fits(w: Record, s: Record) -> int:
    """1 if the words of the pool belong to the frames of the agenda in their order, and are what these need."""
    end = 0
    for t in range(s.depth):
        task = s.stack[t, 0]
        start = s.stack[t, 1]
        n = s.stack[t, 2]
        if task == ASK.ORDER:
            start = s.stack[t, ASK.ORDER_START]
            n = s.stack[t, ASK.ORDER_ROOMS]
        elif task == T.RESUME:
            n = turn_words(s, start)
        elif pool_words(task) > 0:
            n = pool_words(task)
        elif task != T.SEQUENCE and task != T.CARDS and task != T.ROOMS:
            continue
        if start != end or n < 0 or start + n > s.pool_n:
            return 0
        end = start + n
        if words_fit(w, s, t, start, n) == 0:
            return 0
    if s.outcome != ONGOING or end == s.pool_n:
        return 1
    return 0


@jit
def turn_words(s: Record, start: int) -> int:
    """Words of an interrupted turn that begins at ``start``, -1: it does not end in the pool (see turn.save_turn)."""
    spent = start + 9 + N_FREE + N_USED
    if spent >= s.pool_n or s.pool[spent] < 0:
        return -1
    return spent + 1 + s.pool[spent] + kept_words() - start


@jit
def words_fit(w: Record, s: Record, t: int, start: int, n: int) -> int:
    """1 if the words of frame ``t`` are zones, zombie cards, an interrupted turn or what the edition keeps there."""
    task = s.stack[t, 0]
    if pool_words(task) > 0:
        return pool_words_fit(w, s, start)
    if task == T.RESUME:
        return turn_fits(w, s, start, n)
    if task == T.SEQUENCE and s.stack[t, T.SEQUENCE_TOKENS] != BY_ZONE:  # ids of tokens, which may be gone
        return 1 if n > 0 else 0
    low = 0
    high = w.n_zones - 1
    if task == T.CARDS:
        low = 1
        high = w.n_zcards
    elif n == 0:
        return 0
    for k in range(start, start + n):
        if s.pool[k] < low or s.pool[k] > high:
            return 0
    return 1


@jit
def turn_fits(w: Record, s: Record, start: int, n: int) -> int:
    if s.pool[start] < 0 or s.pool[start] >= w.n_survivors:
        return 0
    kept = start + n - kept_words()
    for k in range(start + 10 + N_FREE + N_USED, kept):
        if s.pool[k] < 0 or s.pool[k] > w.n_copies:
            return 0
    for k in range(kept, start + n):
        if s.pool[k] < 0:
            return 0
    return 1
