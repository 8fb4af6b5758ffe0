"""The Defiler: its token, the tokens that it moves, spreading Defile (WD-11, WD-4.20 to 4.27)."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import EV_OBJECTIVE, FAR, NECRO, NONE
from ..edition import KINDS
from ..numbers import edition_events as OE
from ..numbers import events as E
from ..numbers.layout import NECROMANCER
from ..numbers.movement import CROW
from ..numbers.tokens import DEFILER_TOKEN
from .movement import distance
from .outcome import check_end
from .passability import renew_ways
from .tokens import find_token

DEFILER = KINDS.index("defiler")


# ---- Defile tokens -----------------------------------------------------------------------------------------------------


@jit
def beacon_at(s: Record) -> int:
    """Zone of the Beacon or of its carrier, -1: none."""
    if s.beacon_by >= 0:
        return s.zone[s.beacon_by]
    return s.beacon_zone


@jit
def defile(w: Record, s: Record, z: int) -> None:
    """Put a Defile token: the zone becomes street, loses its objective, and the Beacon there is lost (WD-4.20 to 4.25)."""
    if s.defiled[z] == 1:
        return
    s.defiled[z] = 1
    tell(w, OE.DEFILES, z)
    renew_ways(w, s)
    colour = s.objective[z]
    if colour > 0:
        tell(w, OE.LOST, z, colour)
        if s.hidden[z] == 1:
            note(s, EV_OBJECTIVE, colour)
        s.objective[z] = s.hidden[z] = 0
        s.removed[colour] += 1
    check_end(w, s)


@jit
def defile_tokens(w: Record, s: Record) -> int:
    n = 0
    for z in range(w.n_zones):
        n += s.defiled[z]
    return n


@jit
def cleanse_chain(w: Record, s: Record, start: int) -> None:
    """Remove the Defile tokens connected with the zone (WD-25.44); the printed kinds of the zones are restored (WD-4.27)."""
    if s.defiled[start] == 0:
        return
    s.defiled[start] = 0
    tell(w, OE.CLEANSES, start)
    w.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        z = w.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if s.defiled[t] == 1:
                s.defiled[t] = 0
                tell(w, OE.CLEANSES, t)
                w.queue[tail] = t
                tail += 1
    renew_ways(w, s)


# ---- the Defiler ---------------------------------------------------------------------------------------------------------


@jit
def defiler_appears(w: Record, s: Record, z: int, token: int) -> None:
    """Place the Defiler and its spawn token in the zone; it moves the token whose card brought it (WD-11.1)."""
    s.supply[DEFILER] -= 1
    s.zombies[z, DEFILER] += 1
    s.crowd[z] += 1
    s.defiler_zone = z
    tell(w, E.APPEAR, z)
    tell(w, E.TOKEN, z, NECRO)
    s.linked = token if token < DEFILER_TOKEN else NONE
    s.token_zone[s.n_tokens] = z
    s.token_colour[s.n_tokens] = NECRO
    s.token_active[s.n_tokens] = 1
    s.token_id[s.n_tokens] = DEFILER_TOKEN
    s.n_tokens += 1
    defile(w, s, z)


@jit
def defiler_leaves(w: Record, s: Record) -> None:
    """Handle the Defiler's death: its token is removed, the numbered one stays where it is (WD-11.9)."""
    t = find_token(s, DEFILER_TOKEN)
    if t >= 0:
        tell(w, E.TOKEN_GONE, s.token_zone[t], NECRO)
        s.n_tokens -= 1
        for m in range(t, s.n_tokens):
            s.token_zone[m] = s.token_zone[m + 1]
            s.token_colour[m] = s.token_colour[m + 1]
            s.token_active[m] = s.token_active[m + 1]
            s.token_id[m] = s.token_id[m + 1]
    s.defiler_zone = NONE
    s.linked = NONE


@jit
def defiler_pushed(s: Record, z: int) -> None:
    """Push the Defiler and its token to another zone (WD-29.6)."""
    s.defiler_zone = z
    t = find_token(s, DEFILER_TOKEN)
    if t >= 0:
        s.token_zone[t] = z


@jit
def advances(w: Record, s: Record, z: int, n: int, goal: int) -> int:
    """1 if neighbour number ``n`` is on a shortest way to the Beacon."""
    d = distance(w, s, z, goal, CROW)
    return 1 if d != FAR and distance(w, s, w.neighbour[z, n], goal, CROW) == d - 1 else 0


@jit
def advance_to(w: Record, s: Record, z: int) -> None:
    t = find_token(s, s.linked)
    tell(w, OE.ADVANCES, s.token_zone[t], z)
    s.token_zone[t] = z
    defile(w, s, z)  # WD-11.6
    check_end(w, s)


@jit
def necromancer_enters(w: Record, s: Record, z: int) -> None:
    """Defile a zone entered by an extra Necromancer (WD-20.7)."""
    if s.zombies[z, NECROMANCER] > 0:
        defile(w, s, z)
