"""Common parts of evening work (section 13.1): who can work, picks of workers and cards, when a requirement is met."""

from __future__ import annotations

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers.actions import A_CARD, A_CHAR, A_CONFIRM, A_OPTION
from ..numbers.layout import (
    BREW_WORK,
    BUILD_WORK,
    BUILDS,
    HEALS,
    IDLE,
    MEDICINE_WORK,
    NEEDED,
    NO_WORK,
    NONE,
    PHARMACY,
    SABOTAGE_WORK,
    SABOTAGES,
    SURVIVOR_WORK,
    A,
    C,
)
from .board import clear_picks, controller, own_at, owned
from .cards import play
from .lowest import default_raise, first_legal

ENGINEERING = 0
SCIENCE = 1


# ---- who and what can work (ZG-13.1 to ZG-13.4) ------------------------------------------------------------------


@jit
def idle(s: Record, c: int, p: int, loc: int) -> int:
    """1 if the character can work there: healthy and without a task."""
    return 1 if own_at(s, c, p, loc) == 1 and s.exhausted[c] == 0 and s.job[c] == IDLE else 0


@jit
def skill_at(w: Record, s: Record, p: int, loc: int, which: int, first: int) -> int:
    """Sum of a skill of all idle characters of the place from index ``first``."""
    n = 0
    for c in range(first, C):
        if idle(s, c, p, loc) == 1:
            n += w.char_engineering[c] if which == ENGINEERING else w.char_science[c]
    return n


@jit
def icons(w: Record, s: Record, p: int, which: int) -> int:
    """Number of cards in hand with the icon, including those with both."""
    n = 0
    for card in range(A):
        if (w.engineering[card] if which == ENGINEERING else w.science[card]) > 0:
            n += s.hand[p, card]
    return n


@jit
def both_possible(w: Record, s: Record, p: int, gears: int, flasks: int, spent: int) -> int:
    """1 if the cards in hand, except one ``spent``, complete 2 gears and 2 flasks; each counts once (ZG-7.12)."""
    more_gears = max(0, NEEDED - gears)
    more_flasks = max(0, NEEDED - flasks)
    both = 0
    for card in range(A):
        n = s.hand[p, card] - (1 if card == spent else 0)
        if w.engineering[card] > 0 and w.science[card] > 0:
            both += n
        elif w.engineering[card] > 0:
            more_gears -= n
        elif w.science[card] > 0:
            more_flasks -= n
    return 1 if max(0, more_gears) + max(0, more_flasks) <= both else 0


# ---- the current work ------------------------------------------------------------------------------------------------


@jit
def begin_work(s: Record, kind: int, p: int, loc: int) -> None:
    s.work = kind
    s.work_at = loc
    s.gears = s.flasks = 0
    clear_picks(s)
    push(s, ASK.WORK_CHAR, p)


@jit
def end_work(s: Record) -> None:
    s.work = NO_WORK
    s.work_at = NONE
    s.project = NONE
    s.effect = NONE
    s.target[0] = NONE
    s.target[1] = NONE
    s.gears = s.flasks = 0
    clear_picks(s)


@jit
def in_reach(w: Record, s: Record, p: int, gears: int, flasks: int) -> int:
    """1 if the requirement can be met with these sums and the cards in hand."""
    if s.work == BUILD_WORK:
        return 1 if gears + icons(w, s, p, ENGINEERING) >= s.quota else 0
    if s.work == BREW_WORK:
        return 1 if flasks + icons(w, s, p, SCIENCE) >= NEEDED else 0
    return both_possible(w, s, p, gears, flasks, NONE)


@jit
def met(s: Record) -> int:
    """1 if the requirement is met."""
    if s.work == BUILD_WORK:
        return 1 if s.gears >= s.quota else 0
    if s.work == BREW_WORK:
        return 1 if s.flasks >= NEEDED else 0
    return 1 if s.gears >= NEEDED and s.flasks >= NEEDED else 0


# ---- WORK_CHAR -----------------------------------------------------------------------------------------------------------


@jit
def may_search(w: Record, s: Record, c: int, p: int) -> int:
    """1 if the character may search for medicine: in a Pharmacy captured today (ZG-17.10)."""
    loc = s.at[c]
    if s.kind[loc] == PHARMACY and s.searched[loc] == 0 and s.dawn[loc] != p and controller(s, loc) == p:
        return idle(s, c, p, loc)
    return 0


@jit
def searcher(w: Record, s: Record, c: int, p: int, work: int) -> int:
    """1 if the character may do a search that needs 1 flask (ZG-17.10, ZG-17.12)."""
    if owned(s, c, p) == 0 or w.char_science[c] == 0:
        return 0
    if work == MEDICINE_WORK:
        return may_search(w, s, c, p)
    return idle(s, c, p, s.at[c])


@jit
def legal_worker(w: Record, s: Record, p: int, mask: Row) -> None:
    if s.work == MEDICINE_WORK or s.work == SURVIVOR_WORK:
        for c in range(C):
            mask[A_CHAR + c] = searcher(w, s, c, p, s.work)
        return
    loc = s.work_at
    for c in range(s.last + 1, C):
        if idle(s, c, p, loc) == 1:
            gears = s.gears + skill_at(w, s, p, loc, ENGINEERING, c)
            flasks = s.flasks + skill_at(w, s, p, loc, SCIENCE, c)
            mask[A_CHAR + c] = in_reach(w, s, p, gears, flasks)
    if s.last >= 0:
        mask[A_CONFIRM] = in_reach(w, s, p, s.gears, s.flasks)


@jit
def take_worker(w: Record, s: Record, c: int) -> None:
    """Add a worker; a pick is final (ZG-10.9, ZG-13.2)."""
    s.picked[c] = 1
    s.last = c
    s.gears += w.char_engineering[c]
    s.flasks += w.char_science[c]
    if s.work == BUILD_WORK:
        s.job[c] = BUILDS
    elif s.work == SABOTAGE_WORK:
        s.job[c] = SABOTAGES
    else:
        s.job[c] = HEALS


@jit
def worker_done(w: Record, s: Record, p: int, a: int) -> int:
    """After an answer to WORK_CHAR: 1 if the work is complete, 0 if more picks are needed."""
    if a != A_CONFIRM:
        take_worker(w, s, a - A_CHAR)
        if s.work == BREW_WORK or (met(s) == 0 and s.work < BREW_WORK):
            return 0
        pop(s)
        return 1
    pop(s)
    push(s, ASK.WORK_CARD, p)
    return 0


# ---- WORK_CARD, WORK_SKILL ----------------------------------------------------------------------------------------------------


@jit
def of_use(w: Record, s: Record, p: int, card: int, which: int, spent: int) -> int:
    """1 if the card's icon is useful: in Sabotage while its sum is below 2 and the rest stays possible without ``spent``."""
    if (w.engineering[card] if which == ENGINEERING else w.science[card]) == 0:
        return 0
    if s.work == BUILD_WORK:
        return 1 - which
    if s.work == BREW_WORK:
        return which
    if (s.gears if which == ENGINEERING else s.flasks) >= NEEDED:
        return 0
    return both_possible(w, s, p, s.gears + 1 - which, s.flasks + which, spent)


@jit
def legal_work_card(w: Record, s: Record, p: int, mask: Row) -> None:
    for card in range(A):
        if s.hand[p, card] > 0:
            mask[A_CARD + card] = max(of_use(w, s, p, card, ENGINEERING, card), of_use(w, s, p, card, SCIENCE, card))
    if s.work == BREW_WORK:
        mask[A_CONFIRM] = met(s)


@jit
def card_done(w: Record, s: Record, p: int, a: int) -> int:
    """After an answer to WORK_CARD: 1 if the work is complete."""
    if a == A_CONFIRM:
        pop(s)
        return 1
    card = a - A_CARD
    play(w, s, p, card)
    if s.work == SABOTAGE_WORK and w.engineering[card] > 0 and w.science[card] > 0:
        push(s, ASK.WORK_SKILL, p, card)
        return 0
    return skill_up(s, SCIENCE if s.work == BREW_WORK or (s.work == SABOTAGE_WORK and w.science[card] > 0) else ENGINEERING)


@jit
def skill_up(s: Record, which: int) -> int:
    """1 if the work is complete, so that WORK_CARD is over."""
    if which == ENGINEERING:
        s.gears += 1
    else:
        s.flasks += 1
    if s.work != BREW_WORK and met(s) == 1:
        pop(s)
        return 1
    return 0


@jit
def legal_skill(w: Record, s: Record, p: int, card: int, mask: Row) -> None:
    """Mark which of the two skills of the card counts (ZG-7.12)."""
    for which in range(2):
        mask[A_OPTION + which] = of_use(w, s, p, card, which, NONE)


@jit
def skill_done(s: Record, a: int) -> int:
    return skill_up(s, a - A_OPTION)


@jit
def default_worker(w: Record, s: Record) -> int:
    return default_raise(w) if s.work == BREW_WORK else first_legal(w)


@jit
def works(s: Record) -> int:
    """1 if the current work has everything that it needs."""
    if s.work == NO_WORK or (s.work <= BREW_WORK and s.work_at < 0):
        return 0
    if s.work == BUILD_WORK and s.project < 0:
        return 0
    return 1 if s.work != SABOTAGE_WORK or (s.effect >= 0 and s.target[0] >= 0) else 0
