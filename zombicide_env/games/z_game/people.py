"""People fights (ZG-12.32 to ZG-12.43): chains of fights in a location, hidden cards, ties."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_CARD, A_CONFIRM, A_LOC, A_PASS
from .board import contested, friendly, neutral, own_at, relocate
from .cards import discard
from .fight import begin_fight, end_fight, legal_weapon, strength, use_weapon
from .knowledge import left_openly
from .layout import FLEES, NONE, PEOPLE_FIGHT, STAYS, A, C
from .retreat import begin_retreat, flee_from
from .tasks import D_PF_PICK, D_PF_STANCE, D_PF_WEAPON, T_CHAIN, T_FIGHT_OVER, T_PEOPLE_FIGHTS, T_REVEAL

# ---- order (ZG-12.32, ZG-12.33) ----------------------------------------------------------------------------------


@jit
def meets(s: Record, p: int, loc: int) -> int:
    """1 if squads of two or more players stand there and one is the player's."""
    if s.n_squads[loc] > 1 and s.people[loc, p] > 0:
        return 1
    return 0


@jit
def own_meetings(w: Record, s: Record, p: int) -> None:
    for loc in range(w.n_locations):
        if meets(s, p, loc) == 1:
            push(s, T_PEOPLE_FIGHTS, p)
            push(s, D_PF_PICK, p)
            return


@jit
def legal_meeting(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = meets(s, p, loc)


@jit
def answer_meeting(s: Record, a: int) -> None:
    pop(s)
    push(s, T_CHAIN, a - A_LOC)


@jit
def chain(s: Record, loc: int) -> None:
    """The earliest squad defends against the next one, until one is left."""
    if s.n_squads[loc] < 2:
        return
    push(s, T_CHAIN, loc)
    push(s, T_FIGHT_OVER, loc)
    begin_fight(s, PEOPLE_FIGHT, loc, s.squad[loc, 0], s.squad[loc, 1])
    push(s, D_PF_STANCE, s.f_side[0])


# ---- the fight -------------------------------------------------------------------------------------------------------


@jit
def answer_pf_stance(s: Record, a: int) -> None:
    """The defender may give up the location (ZG-12.36)."""
    pop(s)
    if a == A_PASS:
        loser = s.f_side[0]
        winner = s.f_side[1]
        loc = s.f_at
        end_fight(s)
        flee_from(s, loser, loc, winner, 0)
    else:
        push(s, T_REVEAL)
        push(s, D_PF_WEAPON, s.f_side[1], 1)
        push(s, D_PF_WEAPON, s.f_side[0], 0)


@jit
def legal_pf_weapon(w: Record, s: Record, mask: Row) -> None:
    legal_weapon(w, s, word(s, 2), mask)


@jit
def answer_pf_weapon(w: Record, s: Record, a: int) -> None:
    if a == A_CONFIRM:
        pop(s)
    else:
        use_weapon(w, s, word(s, 2), a - A_CARD)


@jit
def reveal(w: Record, s: Record) -> None:
    """All cards are turned up and discarded; the stronger side wins (ZG-12.38 to ZG-12.42)."""
    defender = s.f_side[0]
    attacker = s.f_side[1]
    loc = s.f_at
    ahead = strength(w, s, 0) - strength(w, s, 1)
    guns = s.f_guns[0] if ahead > 0 else s.f_guns[1]
    show_cards(w, s)
    tell(w, told.CLASH, loc, defender, attacker, ahead)
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
    if loc >= 0 and contested(s, loc) == 0 and (friendly(s, p, loc) == 1 or neutral(s, loc) == 1):
        return 1
    return 0


@jit
def go_back(w: Record, s: Record, p: int, loc: int) -> None:
    """Everybody returns to his origin; those who cannot retreat together, and nobody has won."""
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
