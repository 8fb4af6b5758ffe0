"""Necromancers and their spawn tokens (BP-17, BP-18, BP-16.R1)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Task
from zombicide_env.core.decks import find
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import BY_NECROMANCER, FAR, NECRO, NONE, ONGOING, RED
from ..edition import MOVER_OF
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import NECROMANCER, ON_FOOT
from .movement import distance, ways_from, ways_to
from .outcome import check_end, lose
from .team import in_play
from .tokens import active_token_in, find_token, remove_token

# ---- the Necromancer's token ---------------------------------------------------------------------------------------


@jit
def token_in(s: Record, z: int) -> int:
    return 1 if find(s.token_zone, s.n_tokens, z) >= 0 else 0


@jit
def turn_from_first(w: Record, s: Record, z: int) -> int:
    """Clockwise angle from the first zone of the order (BP-16.R1)."""
    a = w.angle[z] - w.angle[s.spawn_first]
    if a < 0:
        a += 32768
    return a


@jit
def place_of_token(w: Record, s: Record, z: int) -> int:
    """Position in the spawning order of a token that is added in zone ``z``."""
    last = NONE
    for t in range(s.n_tokens):
        if s.token_zone[t] == z:
            last = t
    if last >= 0:
        return last + 1
    for t in range(s.n_tokens):
        if turn_from_first(w, s, s.token_zone[t]) > turn_from_first(w, s, z):
            return t
    return s.n_tokens


@jit
def add_token(w: Record, s: Record, z: int, colour: int) -> int:
    """Put an active token in zone ``z`` and return its id."""
    if s.spawn_first < 0:
        s.spawn_first = z
    p = place_of_token(w, s, z)
    for t in range(s.n_tokens, p, -1):
        s.token_zone[t] = s.token_zone[t - 1]
        s.token_colour[t] = s.token_colour[t - 1]
        s.token_active[t] = s.token_active[t - 1]
        s.token_id[t] = s.token_id[t - 1]
    s.token_zone[p] = z
    s.token_colour[p] = colour
    s.token_active[p] = 1
    s.token_id[p] = s.next_token
    tell(w, E.TOKEN, z, colour)
    s.n_tokens += 1
    s.next_token += 1
    return s.next_token - 1


@jit
def make_plain(w: Record, s: Record, token: int) -> None:
    """Turn a necromancer token into an ordinary one, which keeps its place (BP-16.R15)."""
    t = find_token(s, token)
    if t >= 0:
        s.token_colour[t] = RED
        tell(w, E.TOKEN_PLAIN, s.token_zone[t])


# ---- appearance and escape ----------------------------------------------------------------------------------------


@jit
def appear(w: Record, s: Record, z: int) -> int:
    """Place a Necromancer and its token; returns its id (BP-17.1)."""
    m = s.n_necros
    s.n_necros += 1
    s.necro_zone[m] = z
    s.necro_entry[m] = z
    s.necro_id[m] = s.next_necro
    s.act_necro[m] = 0
    s.act_to[m] = NONE
    s.next_necro += 1
    s.zombies[z, NECROMANCER] += 1
    s.crowd[z] += 1
    s.supply[NECROMANCER] -= 1
    tell(w, E.APPEAR, z)
    s.necro_token[m] = add_token(w, s, z, NECRO)
    return s.necro_id[m]


@jit
def escape_zone(s: Record, m: int, z: int) -> int:
    """1 if Necromancer ``m`` can escape from zone ``z`` (BP-17.R3)."""
    if z != s.necro_entry[m]:
        return active_token_in(s, z)
    for t in range(s.n_tokens):
        if s.token_active[t] == 1 and s.token_zone[t] != z:
            return 0
    return token_in(s, z)


@jit
def nearest_escapes(w: Record, s: Record, m: int, z: int) -> int:
    """Distance to the nearest escape zones; ``w.reach`` has it for each of them (BP-17.R5)."""
    row = ways_from(w, s, z, MOVER_OF[NECROMANCER])
    best = FAR
    for t in range(w.n_zones):
        w.reach[t] = w.dist[row, t]
        if escape_zone(s, m, t) == 1 and w.reach[t] < best:
            best = w.reach[t]
    if best < FAR:
        return best
    for t in range(w.n_zones):
        w.reach[t] = w.far[z, t]
        if escape_zone(s, m, t) == 1 and w.reach[t] < best:
            best = w.reach[t]
    return best


@jit
def forget_necromancer(s: Record, k: int) -> None:
    """Remove Necromancer ``k`` from the list."""
    s.n_necros -= 1
    for m in range(k, s.n_necros):
        s.necro_zone[m] = s.necro_zone[m + 1]
        s.necro_entry[m] = s.necro_entry[m + 1]
        s.necro_token[m] = s.necro_token[m + 1]
        s.necro_id[m] = s.necro_id[m + 1]
        s.act_necro[m] = s.act_necro[m + 1]
        s.act_to[m] = s.act_to[m + 1]


@jit
def escapes(w: Record, s: Record, m: int) -> None:
    """Let a Necromancer escape: its token becomes an ordinary one; the count of tokens may end the game (BP-17.6)."""
    z = s.necro_zone[m]
    tell(w, E.ESCAPE, z)
    make_plain(w, s, s.necro_token[m])
    s.zombies[z, NECROMANCER] -= 1
    s.crowd[z] -= 1
    s.supply[NECROMANCER] += 1
    forget_necromancer(s, m)
    escape_defeat(w, s)


@jit
def escape_defeat(w: Record, s: Record) -> None:
    """Test defeat after an escape: every spawn token on the board counts (BP-3.8, BP-17.R6)."""
    if s.n_tokens >= w.token_limit:
        lose(s, BY_NECROMANCER)


@jit
def dark_ritual(w: Record, s: Record) -> None:
    """Let Necromancers at distance 0-1 of each other escape (BP-18.4, BP-18.R1)."""
    for m in range(s.n_necros):
        s.act_necro[m] = 0
        for k in range(s.n_necros):
            if k != m and distance(w, s, s.necro_zone[m], s.necro_zone[k], MOVER_OF[NECROMANCER]) <= 1:
                s.act_necro[m] = 1
    for z in range(w.n_zones):
        m = 0
        while m < s.n_necros and s.outcome == ONGOING:
            if s.act_necro[m] == 1 and s.necro_zone[m] == z:
                escapes(w, s, m)
            else:
                m += 1


@jit
def go_necromancer(w: Record, s: Record, m: int, t: int) -> None:
    """Move Necromancer ``m`` to zone ``t``, as the players chose."""
    s.act_to[m] = t
    tell(w, E.GO, NECROMANCER, 1, s.necro_zone[m], t)


# ---- removal of a token after a Necromancer's death ----------------------------------------------------------------


@jit
def shift_necromancer(s: Record, m: int, t: int) -> None:
    z = s.necro_zone[m]
    s.zombies[z, NECROMANCER] -= 1
    s.crowd[z] -= 1
    s.zombies[t, NECROMANCER] += 1
    s.crowd[t] += 1
    s.necro_zone[m] = t


@jit
def bury_necromancer(w: Record, s: Record, zone: int) -> None:
    """Remove one Necromancer of the zone from the list; its token is handled after the action (BP-17.7)."""
    for k in range(s.n_necros):
        if s.necro_zone[k] == zone:
            s.dead_token[s.n_dead] = s.necro_token[k]
            s.n_dead += 1
            forget_necromancer(s, k)
            return


@jit
def token_rank(s: Record, t: int, own: int) -> int:
    """Priority for removal among tokens of a zone: the dead Necromancer's own, plain, another Necromancer's, inactive (BP-17.R11)."""
    if s.token_id[t] == own:
        return 0
    if s.token_active[t] == 0:
        return 3
    if s.token_colour[t] == NECRO:
        return 2
    return 1


@jit
def remove_from(w: Record, s: Record, z: int, own: int) -> None:
    """Remove one token of zone ``z``; the dead Necromancer's own token, if still there, becomes an ordinary one."""
    best = NONE
    for t in range(s.n_tokens):
        if s.token_zone[t] == z and (best < 0 or token_rank(s, t, own) < token_rank(s, best, own)):
            best = t
    remove_token(w, s, best)
    make_plain(w, s, own)
    check_end(w, s)


@jit
def default_removal(w: Record, s: Record) -> int:
    """Default: active token nearest to a survivor in play, ties to the lowest zone id (BP-D-27)."""
    best = FAR + 1
    choice = NONE
    for z in range(w.n_zones):
        if active_token_in(s, z) == 1:
            row = ways_from(w, s, z, ON_FOOT)
            for i in range(w.n_survivors):
                if in_play(s, i) == 1 and w.dist[row, s.zone[i]] < best:
                    best = w.dist[row, s.zone[i]]
                    choice = z
    if choice < 0:
        for z in range(w.n_zones - 1, -1, -1):
            if token_in(s, z) == 1:
                choice = z
    return choice


@jit
def default_necro_step(w: Record, s: Record, z: int, m: int) -> int:
    """Default: lowest destination, then lowest next zone (BP-17.R5), by open ways or, if there are none, past closed doors."""
    best = nearest_escapes(w, s, m, z)
    for t in range(w.n_zones):
        if escape_zone(s, m, t) == 1 and w.reach[t] == best:
            row = ways_to(w, s, t, MOVER_OF[NECROMANCER])
            for k in range(s.n_options):
                n = s.options[k] - A.CHOOSE
                steps = w.far[t, n]
                if w.dist[row, z] != FAR:
                    steps = w.dist[row, n]
                if steps == best - 1:
                    return n
    return s.options[0] - A.CHOOSE


ROWS: Final = (Task(T.RITUAL, dark_ritual),)
