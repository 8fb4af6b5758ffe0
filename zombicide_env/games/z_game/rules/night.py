"""The Night: attacks, night retreats, infection (sections 14.1 to 14.3)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_CONFIRM, A_LOC
from ..numbers.layout import CROWD, FLEES, INFECTED, LEADERS, NIGHT_FIGHT, NONE, STAYS, STREET, WHO, C
from .board import anybody, friendly, interrupt, is_leader, neutral, own_at, owned, relocate, ruin
from .cards import dies
from .fight import begin_fight, end_fight, fights, legal_own_weapon, night_die, strength, use_weapon
from .lowest import first_legal
from .retreat import end_retreat, retreats
from .weapons import least_weapon

FAR = 255


# ---- attacked locations (ZG-14.1 to ZG-14.5) -------------------------------------------------------------------------


@jit
def gather_zombies(w: Record, s: Record) -> None:
    """Determine the attacks and their dice; a horde ruins undefended locations."""
    for loc in range(w.n_locations):
        n = anybody(s, loc)
        if n == 0:
            if s.horde[loc] == 1:
                ruin(w, s, loc)
        elif n >= CROWD or s.horde[loc] == 1:
            s.attacked[loc] = 2
        elif s.intact[loc] == 0:
            s.attacked[loc] = 1


@jit
def awaits(s: Record, p: int, loc: int) -> int:
    """1 if the player's squad still has to fight an attack."""
    return 1 if s.attacked[loc] > 0 and s.fought[loc] == 0 and s.people[loc, p] > 0 else 0


@jit
def own_attacks(w: Record, s: Record, p: int) -> None:
    for loc in range(w.n_locations):
        if awaits(s, p, loc) == 1:
            push(s, T.NIGHT, p)
            push(s, ASK.NA_PICK, p)
            return


@jit
def legal_attack(w: Record, s: Record, p: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = awaits(s, p, loc)


@jit
def answer_attack(w: Record, s: Record, p: int, a: int) -> None:
    """Roll the dice first (ZG-14.7)."""
    loc = a - A_LOC
    begin_fight(s, NIGHT_FIGHT, loc, p, NONE)
    for i in range(s.attacked[loc]):
        s.f_dice[i] = night_die(w, s)
        s.f_against += s.f_dice[i]
    push(s, ASK.NA_WEAPON, p)


@jit
def answer_na_weapon(w: Record, s: Record, p: int, a: int) -> None:
    """Apply the cards; only stronger zombies win (ZG-14.8)."""
    if a != A_CONFIRM:
        use_weapon(w, s, 0, a - A_CARD)
        return
    pop(s)
    loc = s.f_at
    held = 1 if strength(w, s, 0) >= s.f_against else 0
    end_fight(s)
    s.fought[loc] = 1
    push(s, T.FIGHT_OVER, loc)
    if held == 1:
        if s.kind[loc] == STREET:  # ZG-5.4
            s.held_street[p] = 1
    else:
        ruin(w, s, loc)  # ZG-14.10
        interrupt(w, s, loc)
        flee_by_night(w, s, p, loc)


# ---- retreat (ZG-14.12 to ZG-14.16) ----------------------------------------------------------------------------------


@jit
def flee_by_night(w: Record, s: Record, p: int, loc: int) -> None:
    left = 0
    for c in range(C):
        s.fate[c] = STAYS
        if own_at(s, c, p, loc) == 1:
            if s.exhausted[c] == 1 or (is_leader(c) == 1 and s.retreats[c] > 0):
                dies(w, s, c)
            else:
                s.fate[c] = FLEES
                left += 1
    s.rt_seat = p
    s.rt_from = loc
    if left == 0:
        end_retreat(s)
    elif nearest(w, s) == FAR:
        for c in range(C):
            if s.fate[c] != STAYS:
                dies(w, s, c)
        end_retreat(s)
    else:
        push(s, ASK.NR_LOC, p)


@jit
def safe(s: Record, loc: int) -> int:
    """1 for a place that is not attacked this night."""
    return 1 if loc != s.rt_from and s.attacked[loc] == 0 else 0


@jit
def way_to_friends(w: Record, s: Record, loc: int) -> int:
    """Distance to the nearest other location of the player, attacked ones included; without any to the lost place (ZG-14.13)."""
    best = FAR
    for other in range(w.n_locations):
        if other != s.rt_from and friendly(s, s.rt_seat, other) == 1:
            best = min(best, w.dist[loc, other])
    return w.dist[loc, s.rt_from] if best == FAR else best


@jit
def way(w: Record, s: Record, loc: int) -> int:
    """Priority of a shelter, FAR for places that are none: friendly places by distance, then neutral ones (ZG-14.13)."""
    if safe(s, loc) == 0:
        return FAR
    if friendly(s, s.rt_seat, loc) == 1:
        return w.dist[s.rt_from, loc]
    if neutral(s, loc) == 1 and s.face_down[loc] == 0:
        return FAR // 2 + way_to_friends(w, s, loc)
    return FAR


@jit
def nearest(w: Record, s: Record) -> int:
    best = FAR
    for loc in range(w.n_locations):
        best = min(best, way(w, s, loc))
    return best


@jit
def legal_shelter(w: Record, s: Record, mask: Row) -> None:
    best = nearest(w, s)
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = way(w, s, loc) == best


@jit
def answer_shelter(w: Record, s: Record, a: int) -> None:
    """Enter the shelter: fighters are exhausted, leaders are not (ZG-14.15)."""
    for c in range(C):
        if s.fate[c] != STAYS:
            relocate(w, s, c, a - A_LOC)
            s.retreats[c] += 1
            if c >= LEADERS:
                s.exhausted[c] = 1
    end_retreat(s)


# ---- infection (ZG-14.18) ----------------------------------------------------------------------------------------------


@jit
def infect(w: Record, s: Record, p: int) -> None:
    """Roll a die for each exhausted fighter."""
    for c in range(LEADERS, C):
        if owned(s, c, p) == 1 and s.exhausted[c] == 1:
            face = roll_d6(s)
            tell(w, E.DIE, face, INFECTED)
            if face >= INFECTED:
                s.exhausted[c] = 0
            else:
                dies(w, s, c)


@jit
def fights_by_night(s: Record, p: int) -> int:
    return fights(s, NIGHT_FIGHT, p)


ROWS: Final = (
    Task(T.NIGHT, own_attacks, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.NA_PICK,
        words={"p": WHO},
        below=(T.NIGHT,),
        asked=CHOICE,
        offer=legal_attack,
        answer=answer_attack,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which night attack comes first", default="the lowest"),
        notation={"loc": "resolve {}"},
    ),
    Decision(
        ASK.NA_WEAPON,
        words={"p": WHO},
        below=(T.NIGHT,),
        asked=MAIN,
        offer=legal_own_weapon,
        answer=answer_na_weapon,
        default=least_weapon,
        see=nothing_more,
        fits=fights_by_night,
        text=Text("cards, after the dice are seen", default="the least that wins"),
        notation={"confirm": "done", "card": "use {}"},
        phase="night_fight",
        stays=True,
    ),
    Decision(
        ASK.NR_LOC,
        words={"p": WHO},
        below=(T.FIGHT_OVER,),
        asked=CHOICE,
        offer=legal_shelter,
        answer=answer_shelter,
        default=first_legal,
        see=nothing_more,
        fits=retreats,
        text=Text("where the squad flees at night", default="the lowest"),
        notation={"loc": "to {}"},
    ),
)
