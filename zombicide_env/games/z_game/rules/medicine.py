"""Medicine and Flare-up (sections 13.4 and 13.5), with searches of two optional modes (ZG-17.10, ZG-17.12)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_LOC, A_OPTION, A_PASS
from ..numbers.layout import (
    BREW,
    BREW_WORK,
    CHARACTER,
    INCOME,
    LEADERS,
    MEDICINE_WORK,
    NEEDED,
    REMEDIES,
    SEARCH_MEDICINE,
    SEARCH_SURVIVORS,
    SURVIVOR,
    SURVIVOR_WORK,
    WHO,
    C,
    L,
)
from .board import clear_picks, is_leader, owned, tell_stock
from .cards import draw
from .feeding import answer_raise, lay_down, raise_all, raise_from
from .lowest import default_raise, first_legal
from .work import SCIENCE, begin_work, end_work, icons, searcher, skill_at

# ---- brewing (ZG-13.31) -------------------------------------------------------------------------------------------


@jit
def medicine_more(w: Record, s: Record, p: int) -> None:
    push(s, T.MEDICINE, p)
    push(s, ASK.MED_KIND if has_menu(w) == 1 else ASK.MED_LOC, p)


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
def legal_med_loc(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = has_menu(w) == 0
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = can_brew(w, s, p, loc)


@jit
def answer_med_loc(s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        pop(s)  # nothing more to do: T.MEDICINE is below
    else:
        begin_work(s, BREW_WORK, p, a - A_LOC)


@jit
def can_search(w: Record, s: Record, p: int, work: int) -> int:
    for c in range(C):
        if searcher(w, s, c, p, work) == 1:
            return 1
    return 0


@jit
def legal_remedy(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if can_brew(w, s, p, loc) == 1:
            mask[A_OPTION + BREW] = 1
    if w.pharmacy == 1:
        mask[A_OPTION + SEARCH_MEDICINE] = can_search(w, s, p, MEDICINE_WORK)
    if w.survivors == 1:
        mask[A_OPTION + SEARCH_SURVIVORS] = can_search(w, s, p, SURVIVOR_WORK)


@jit
def answer_remedy(s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        pop(s)
    elif a == A_OPTION + BREW:
        push(s, ASK.MED_LOC, p)
    else:
        begin_work(s, MEDICINE_WORK if a == A_OPTION + SEARCH_MEDICINE else SURVIVOR_WORK, p, -1)


@jit
def heal(w: Record, s: Record, p: int) -> None:
    """Apply finished work: doses (ZG-13.33), medicine of a captured Pharmacy (ZG-17.10), or a search for survivors (ZG-17.12)."""
    work = s.work
    worker = s.last
    flasks = s.flasks
    end_work(s)
    if work == BREW_WORK:
        s.brewed[p] += flasks // NEEDED
        tell(w, E.BREWED, p, flasks // NEEDED, s.brewed[p])
    elif work == MEDICINE_WORK:
        s.searched[s.at[worker]] = 1
        s.medicine[p] += INCOME
        tell_stock(w, s, p)
    else:
        face = roll_d6(s)
        tell(w, E.DIE, face, SURVIVOR)
        if face == SURVIVOR:
            draw(w, s, p, CHARACTER, 1, 0, 0)


# ---- Flare-up (ZG-13.35 to ZG-13.38) ----------------------------------------------------------------------------------


@jit
def flare_up(s: Record, p: int) -> None:
    """Exhaust all; the leader recovers for free, others as far as medicine and brewed doses suffice."""
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
        push(s, ASK.FLARE_RAISE, p)


@jit
def legal_treated(s: Record, p: int, mask: Mask) -> None:
    raise_from(s, p, LEADERS, mask)


# ---- defaults: brew with all idle characters of a place, without cards, while doses are needed


@jit
def lacks_doses(s: Record, p: int) -> int:
    fighters = 0
    for c in range(LEADERS, C):
        fighters += owned(s, c, p)
    return 1 if fighters > s.medicine[p] + s.brewed[p] else 0


@jit
def brews_alone(w: Record, s: Record, p: int, loc: int) -> int:
    """1 if the characters of the place can make a dose without cards."""
    return 1 if s.people[loc, p] > 0 and skill_at(w, s, p, loc, SCIENCE, 0) > 1 else 0


@jit
def default_remedy(w: Record, s: Record, p: int) -> int:
    if lacks_doses(s, p) == 1 and w.allowed[A_OPTION + BREW] == 1:
        for loc in range(L):
            if brews_alone(w, s, p, loc) == 1:
                return A_OPTION + BREW
    return first_legal(w)


@jit
def default_brewery(w: Record, s: Record, p: int) -> int:
    if lacks_doses(s, p) == 1:
        for loc in range(L):
            if w.allowed[A_LOC + loc] == 1 and brews_alone(w, s, p, loc) == 1:
                return A_LOC + loc
    return first_legal(w)


ROWS: Final = (
    Task(T.MEDICINE, medicine_more, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.MED_KIND,
        words={"p": WHO},
        below=(T.MEDICINE,),
        asked=MAIN,
        offer=legal_remedy,
        answer=answer_remedy,
        default=default_remedy,
        see=nothing_more,
        fits=anywhere,
        text=Text("brew or search (pharmacy_business, survivor_search)", default="brew while doses are missing"),
        notation={"pass": "pass", "option": "do {}"},
        menu=REMEDIES,
    ),
    Decision(
        ASK.MED_LOC,
        words={"p": WHO},
        below=(T.MEDICINE,),
        asked=MAIN,
        offer=legal_med_loc,
        answer=answer_med_loc,
        default=default_brewery,
        see=nothing_more,
        fits=anywhere,
        text=Text("where is brewed", default="where everybody makes a dose, while doses are missing"),
        notation={"pass": "pass", "loc": "brew {}"},
    ),
    Decision(
        ASK.FLARE_RAISE,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_treated,
        answer=answer_raise,
        default=default_raise,
        see=nothing_more,
        fits=anywhere,
        text=Text("which figures are treated", default="by index"),
        notation={"char": "raise {}", "confirm": "done"},
        stays=True,
    ),
)
