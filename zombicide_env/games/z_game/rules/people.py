"""People fights (ZG-12.32 to ZG-12.43): chains of fights in a location, hidden cards, ties."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push, top_task
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_CONFIRM, A_LOC, A_PASS
from ..numbers.layout import FLEES, NONE, PEOPLE_FIGHT, SPOT, STAYS, WHO, A, C
from .board import contested, friendly, neutral, own_at, relocate
from .cards import discard
from .fight import begin_fight, end_fight, legal_weapon, strength, use_weapon
from .knowledge import left_openly
from .lowest import first_legal
from .retreat import begin_retreat, flee_from
from .weapons import strongest_weapon

# ---- order (ZG-12.32, ZG-12.33) ----------------------------------------------------------------------------------


@jit
def meets(s: Record, p: int, loc: int) -> int:
    """1 if the location has squads of two or more players, one of them the player's."""
    return 1 if s.n_squads[loc] > 1 and s.people[loc, p] > 0 else 0


@jit
def own_meetings(w: Record, s: Record, p: int) -> None:
    for loc in range(w.n_locations):
        if meets(s, p, loc) == 1:
            push(s, T.PEOPLE_FIGHTS, p)
            push(s, ASK.PF_PICK, p)
            return


@jit
def legal_meeting(w: Record, s: Record, p: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = meets(s, p, loc)


@jit
def answer_meeting(s: Record, a: int) -> None:
    push(s, T.CHAIN, a - A_LOC)


@jit
def chain(s: Record, loc: int) -> None:
    """Let the earliest squad defend against the next one, until one is left."""
    if s.n_squads[loc] < 2:
        return
    push(s, T.CHAIN, loc)
    push(s, T.FIGHT_OVER, loc)
    begin_fight(s, PEOPLE_FIGHT, loc, s.squad[loc, 0], s.squad[loc, 1])
    push(s, ASK.PF_STANCE, s.f_side[0])


# ---- the fight -------------------------------------------------------------------------------------------------------


@jit
def answer_pf_stance(s: Record, a: int) -> None:
    """Apply the stance; the defender may give up the location (ZG-12.36)."""
    if a == A_PASS:
        loser = s.f_side[0]
        winner = s.f_side[1]
        loc = s.f_at
        end_fight(s)
        flee_from(s, loser, loc, winner, 0)
    else:
        push(s, T.REVEAL)
        push(s, ASK.PF_WEAPON, s.f_side[1], 1)
        push(s, ASK.PF_WEAPON, s.f_side[0], 0)


@jit
def answer_pf_weapon(w: Record, s: Record, side: int, a: int) -> None:
    if a == A_CONFIRM:
        pop(s)
    else:
        use_weapon(w, s, side, a - A_CARD)


@jit
def reveal(w: Record, s: Record) -> None:
    """Turn up and discard all cards; the stronger side wins (ZG-12.38 to ZG-12.42)."""
    defender = s.f_side[0]
    attacker = s.f_side[1]
    loc = s.f_at
    ahead = strength(w, s, 0) - strength(w, s, 1)
    guns = s.f_guns[0] if ahead > 0 else s.f_guns[1]
    show_cards(w, s)
    tell(w, E.CLASH, loc, defender, attacker, ahead)
    end_fight(s)
    if ahead > 0:
        flee_from(s, attacker, loc, defender, guns)
    elif ahead < 0:
        flee_from(s, defender, loc, attacker, guns)
    else:
        go_back(w, s, attacker, loc)


@jit
def show_cards(w: Record, s: Record) -> None:
    for side in range(2):
        for card in range(A):
            for _ in range(s.commit[side, card]):
                s.commit[side, card] -= 1
                left_openly(w, s, s.f_side[side], card)
                discard(w, s, card)


# ---- ties (ZG-12.40, ZG-12.41) -----------------------------------------------------------------------------------------


@jit
def open_to(s: Record, p: int, loc: int) -> int:
    """1 if the player's characters can return to the location."""
    return 1 if loc >= 0 and contested(s, loc) == 0 and (friendly(s, p, loc) == 1 or neutral(s, loc) == 1) else 0


@jit
def go_back(w: Record, s: Record, p: int, loc: int) -> None:
    """Return everybody to their origin; those who cannot retreat together, and nobody has won."""
    left = 0
    for c in range(C):
        s.fate[c] = STAYS
        if own_at(s, c, p, loc) == 1:
            if open_to(s, p, s.origin[c]) == 1:
                relocate(w, s, c, s.origin[c])
            else:
                s.fate[c] = FLEES
                left += 1
    if left > 0:
        begin_retreat(s, p, loc, NONE)


@jit
def fights_people(s: Record, p: int, side: int) -> int:
    """1 if the first two squads of the location fight, and the decider is on one of the sides."""
    if s.f_kind != PEOPLE_FIGHT or s.f_at < 0 or s.n_squads[s.f_at] < 2 or s.f_side[side] != p:
        return 0
    return 1 if s.f_side[0] == s.squad[s.f_at, 0] and s.f_side[1] == s.squad[s.f_at, 1] else 0


@jit
def defends(s: Record, p: int) -> int:
    return fights_people(s, p, 0)


@jit
def lay_cards(s: Record) -> int:
    """Number of sides that have been asked for cards, 0: none is being asked."""
    return s.stack[s.depth - 1, 2] + 1 if top_task(s) == ASK.PF_WEAPON else 0


ROWS: Final = (
    Task(T.PEOPLE_FIGHTS, own_meetings, words={"p": WHO}, below=(T.SEATS,)),
    Task(T.CHAIN, chain, words={"loc": SPOT}, below=(T.PEOPLE_FIGHTS,)),
    Task(T.REVEAL, reveal, below=(T.FIGHT_OVER,)),
    Decision(
        ASK.PF_PICK,
        words={"p": WHO},
        below=(T.PEOPLE_FIGHTS,),
        asked=CHOICE,
        offer=legal_meeting,
        answer=answer_meeting,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which location with enemies comes first", default="the lowest"),
        notation={"loc": "resolve {}"},
    ),
    Decision(
        ASK.PF_STANCE,
        words={"p": WHO},
        below=(T.FIGHT_OVER,),
        asked=MAIN,
        offer=(A_PASS, A_CONFIRM),
        answer=answer_pf_stance,
        default=A_CONFIRM,
        see=nothing_more,
        fits=defends,
        text=Text("defend the location or give it up", default="`fight`"),
        notation={"pass": "retreat", "confirm": "fight"},
        phase="people_fight",
    ),
    Decision(
        ASK.PF_WEAPON,
        words={"p": WHO, "side": FLAG},
        below=(T.REVEAL, ASK.PF_WEAPON),
        asked=MAIN,
        offer=legal_weapon,
        answer=answer_pf_weapon,
        default=strongest_weapon,
        see=nothing_more,
        fits=fights_people,
        text=Text("cards, face down", default="the strongest"),
        notation={"confirm": "done", "card": "use {}"},
        phase="people_fight",
        secret=True,
        stays=True,
    ),
)
