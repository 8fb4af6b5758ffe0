"""Locations: characters, control (ZG-2.7 to ZG-2.10), markers (section 9), squads in order of arrival (ZG-12.15)."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import IDLE, IN_BOX, LEADERS, NEUTRAL, NONE, ON_BOARD, REPAIR, TURNED, C, L, P

# ---- control ------------------------------------------------------------------------------------------------------------


@jit
def anybody(s: Record, loc: int) -> int:
    """Number of characters in the location."""
    n = 0
    for q in range(P):
        n += s.people[loc, q]
    return n


@jit
def hostile(s: Record, p: int, loc: int) -> int:
    """ZG-2.7."""
    return max(foreign_markers(s, p, loc), foreign_people(s, p, loc))


@jit
def foreign_markers(s: Record, p: int, loc: int) -> int:
    return 1 if s.intact[loc] > 0 and s.owner[loc] != p else 0


@jit
def foreign_people(s: Record, p: int, loc: int) -> int:
    return 1 if anybody(s, loc) > s.people[loc, p] else 0


@jit
def friendly(s: Record, p: int, loc: int) -> int:
    """ZG-2.8."""
    if s.people[loc, p] == 0 and (s.intact[loc] == 0 or s.owner[loc] != p):
        return 0
    return 1 - hostile(s, p, loc)


@jit
def neutral(s: Record, loc: int) -> int:
    """ZG-2.9."""
    return 0 if s.intact[loc] > 0 or anybody(s, loc) > 0 else 1


@jit
def controller(s: Record, loc: int) -> int:
    """Player to whom the location is friendly, -1: none (ZG-2.10)."""
    if s.n_squads[loc] > 1:
        return NONE
    owner = s.owner[loc] if s.intact[loc] > 0 else NONE
    if s.n_squads[loc] == 1:
        p = s.squad[loc, 0]
        return p if owner < 0 or owner == p else NONE
    return owner if owner != NEUTRAL else NONE


@jit
def contested(s: Record, loc: int) -> int:
    """1 if a fight is still to come in the location (ZG-2.19)."""
    if s.n_squads[loc] > 1:
        return 1
    for q in range(P):
        if s.due[loc, q] == 1:
            return 1
    return 0


@jit
def characters_of(s: Record, p: int) -> int:
    """Number of the player's characters on the board."""
    n = 0
    for loc in range(L):
        n += s.people[loc, p]
    return n


@jit
def outposts_of(s: Record, p: int) -> int:
    n = 0
    for loc in range(L):
        n += s.owner[loc] == p and s.intact[loc] == 2
    return n


# ---- markers --------------------------------------------------------------------------------------------------------------


@jit
def tell_stock(w: Record, s: Record, p: int) -> None:
    tell(w, E.STOCK, p, s.food[p], s.medicine[p])


@jit
def tell_markers(w: Record, s: Record, loc: int) -> None:
    tell(w, E.MARKERS, loc, s.owner[loc], s.intact[loc], s.ruined[loc])


@jit
def put_markers(w: Record, s: Record, loc: int, p: int, n: int) -> None:
    """Put intact markers of ``p`` (ZG-9.1)."""
    s.intact[loc] += n
    s.owner[loc] = p
    tell_markers(w, s, loc)


@jit
def ruin(w: Record, s: Record, loc: int) -> None:
    """Flip all intact markers; ruins have no owner (ZG-9.5)."""
    s.ruined[loc] += s.intact[loc]
    s.intact[loc] = 0
    s.owner[loc] = NONE
    tell_markers(w, s, loc)


@jit
def end_project(s: Record, loc: int) -> None:
    s.pending[loc] = 0
    s.pending_owner[loc] = NONE
    s.pending_kind[loc] = NONE


@jit
def interrupt(w: Record, s: Record, loc: int) -> None:
    """Interrupt a project: new markers become ruins, a repair is cancelled (ZG-13.15, ZG-14.21)."""
    if s.pending_kind[loc] != REPAIR:
        s.ruined[loc] += s.pending[loc]
        tell_markers(w, s, loc)
    end_project(s, loc)


@jit
def turn_up(w: Record, s: Record, loc: int) -> None:
    """Turn up a hidden tile; Police and Fire get their neutral marker (ZG-17.4)."""
    s.face_down[loc] = s.looked[loc] = 0
    if w.neutral[s.kind[loc]] == 1:
        put_markers(w, s, loc, NEUTRAL, 1)
    note(s, TURNED, loc)
    tell(w, E.TILE, loc, s.kind[loc])


# ---- characters ------------------------------------------------------------------------------------------------------------


@jit
def join(s: Record, p: int, loc: int) -> None:
    """Add the player's squad to the location, at the end of the order of arrival if it is new (ZG-12.14)."""
    for k in range(s.n_squads[loc]):
        if s.squad[loc, k] == p:
            return
    s.squad[loc, s.n_squads[loc]] = p
    s.n_squads[loc] += 1


@jit
def leave(s: Record, p: int, loc: int) -> None:
    """Remove the player's squad."""
    n = 0
    for k in range(s.n_squads[loc]):
        q = s.squad[loc, k]
        if q != p:
            s.squad[loc, n] = q
            n += 1
    for k in range(n, s.n_squads[loc]):
        s.squad[loc, k] = NONE
    s.n_squads[loc] = n
    s.due[loc, p] = 0


@jit
def enter(s: Record, c: int, loc: int) -> None:
    """Add a character on the board to a location."""
    p = s.seat[c]
    s.at[c] = loc
    s.people[loc, p] += 1
    join(s, p, loc)


@jit
def depart(s: Record, c: int) -> None:
    """Remove a character from its location."""
    p = s.seat[c]
    loc = s.at[c]
    s.at[c] = NONE
    s.people[loc, p] -= 1
    if s.people[loc, p] == 0:
        leave(s, p, loc)


@jit
def relocate(w: Record, s: Record, c: int, loc: int) -> None:
    """Move a character from its location to another."""
    tell(w, E.MOVE, s.seat[c], c, s.at[c], loc)
    depart(s, c)
    enter(s, c, loc)


@jit
def deploy(s: Record, c: int, p: int, loc: int) -> None:
    """Put a figure into play."""
    s.zone[c] = ON_BOARD
    s.seat[c] = p
    enter(s, c, loc)


@jit
def take_off(s: Record, c: int) -> None:
    """Remove a figure from the board; the caller handles its card."""
    depart(s, c)
    s.zone[c] = IN_BOX
    s.seat[c] = NONE
    s.exhausted[c] = s.moved[c] = 0
    s.origin[c] = NONE
    s.job[c] = IDLE
    s.retreats[c] = s.picked[c] = s.fate[c] = 0


@jit
def own_at(s: Record, c: int, p: int, loc: int) -> int:
    """1 if the character is in the location and belongs to the player."""
    return 1 if s.zone[c] == ON_BOARD and s.seat[c] == p and s.at[c] == loc else 0


@jit
def owned(s: Record, c: int, p: int) -> int:
    """1 if the character is a figure of the player."""
    return 1 if s.zone[c] == ON_BOARD and s.seat[c] == p else 0


@jit
def is_leader(c: int) -> int:
    return 1 if c < LEADERS else 0


@jit
def clear_picks(s: Record) -> None:
    for c in range(C):
        s.picked[c] = 0
    s.last = NONE
    s.quota = 0


@jit
def only_player_at(s: Record, loc: int) -> int:
    """Player who has the only characters in the location, -1: none, or several players."""
    found = NONE
    for q in range(P):
        if s.people[loc, q] > 0:
            if found >= 0:
                return NONE
            found = q
    return found
