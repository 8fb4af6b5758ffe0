"""Medicine and Flare-up (sections 13.4 and 13.5), with the searches of two optional modes (ZG-17.10, ZG-17.12)."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.dice import roll_d6
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_LOC, A_OPTION, A_PASS
from .board import clear_picks, is_leader, owned, tell_stock
from .cards import draw
from .layout import (
    BREW,
    BREW_WORK,
    CHARACTER,
    INCOME,
    MEDICINE_WORK,
    NEEDED,
    SEARCH_MEDICINE,
    SEARCH_SURVIVORS,
    SURVIVOR,
    SURVIVOR_WORK,
    C,
)
from .morning import lay_down, raise_all
from .tasks import D_FLARE_RAISE, D_MED_KIND, D_MED_LOC, T_MEDICINE
from .work import SCIENCE, begin_work, end_work, icons, searcher, skill_at

# ---- brewing (ZG-13.31) -------------------------------------------------------------------------------------------


@jit
def medicine_more(w: Record, s: Record, p: int) -> None:
    push(s, T_MEDICINE, p)
    push(s, D_MED_KIND if has_menu(w) == 1 else D_MED_LOC, p)


@jit
def has_menu(w: Record) -> int:
    """1 if the mode pharmacy_business or survivor_search asks for the kind of remedy first."""
    return max(w.pharmacy, w.survivors)


@jit
def can_brew(w: Record, s: Record, p: int, loc: int) -> int:
    if s.people[loc, p] == 0:
        return 0
    flasks = skill_at(w, s, p, loc, SCIENCE, 0)
    return 1 if flasks > 0 and flasks + icons(w, s, p, SCIENCE) >= NEEDED else 0


@jit
def legal_med_loc(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    if has_menu(w) == 0:
        mask[A_PASS] = 1
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = can_brew(w, s, p, loc)


@jit
def answer_med_loc(s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        pop(s)  # nothing more: T_MEDICINE lies below
    else:
        begin_work(s, BREW_WORK, p, a - A_LOC)


@jit
def can_search(w: Record, s: Record, p: int, work: int) -> int:
    for c in range(C):
        if searcher(w, s, c, p, work) == 1:
            return 1
    return 0


@jit
def legal_remedy(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if can_brew(w, s, p, loc) == 1:
            mask[A_OPTION + BREW] = 1
    if w.pharmacy == 1:
        mask[A_OPTION + SEARCH_MEDICINE] = can_search(w, s, p, MEDICINE_WORK)
    if w.survivors == 1:
        mask[A_OPTION + SEARCH_SURVIVORS] = can_search(w, s, p, SURVIVOR_WORK)


@jit
def answer_remedy(s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        pop(s)
    elif a == A_OPTION + BREW:
        push(s, D_MED_LOC, p)
    else:
        begin_work(s, MEDICINE_WORK if a == A_OPTION + SEARCH_MEDICINE else SURVIVOR_WORK, p, -1)


@jit
def heal(w: Record, s: Record, p: int) -> None:
    """The work is done: doses (ZG-13.33), medicine for a captured Pharmacy (ZG-17.10), or a search for survivors (ZG-17.12)."""
    work = s.work
    worker = s.last
    flasks = s.flasks
    end_work(s)
    if work == BREW_WORK:
        s.brewed[p] += flasks // NEEDED
        tell(w, told.BREWED, p, flasks // NEEDED, s.brewed[p])
    elif work == MEDICINE_WORK:
        s.searched[s.at[worker]] = 1
        s.medicine[p] += INCOME
        tell_stock(w, s, p)
    else:
        face = roll_d6(s)
        tell(w, told.DIE, face, SURVIVOR)
        if face == SURVIVOR:
            draw(w, s, p, CHARACTER, 1, 0, 0)


# ---- Flare-up (ZG-13.35 to ZG-13.38) ----------------------------------------------------------------------------------


@jit
def flare_up(s: Record, p: int) -> None:
    """All lie down; the leader stands up for free, others as far as medicine and brewed doses reach."""
    lay_down(s, p)
    fighters = 0
    for c in range(C):
        if owned(s, c, p) == 1:
            if is_leader(c) == 1:
                s.exhausted[c] = 0
            else:
                fighters += 1
    doses = s.medicine[p] + s.brewed[p]
    if doses >= fighters:
        raise_all(s, p)
    elif doses > 0:
        clear_picks(s)
        s.quota = doses
        push(s, D_FLARE_RAISE, p)
