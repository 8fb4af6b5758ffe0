"""Groups of zombies that move: stacks (AP-18.R7).

Activated zombies are stored as stacks, ``pack_*``: those of one id that were in one zone when the activation began.  Stacks are
sorted by zone, id and zone of origin; the Zombie Master may divide them.
"""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE


@jit
def add_pack(s: Record, z: int, k: int, origin: int, n: int, led: int) -> int:
    """Add a stack; returns its number."""
    t = s.n_packs
    s.pack_zone[t] = z
    s.pack_kind[t] = k
    s.pack_from[t] = origin
    s.pack_n[t] = n
    s.pack_to[t] = NONE
    s.pack_led[t] = led
    s.n_packs += 1
    return t


@jit
def move_pack(s: Record, t: int, place: int) -> None:
    s.pack_zone[place] = s.pack_zone[t]
    s.pack_kind[place] = s.pack_kind[t]
    s.pack_from[place] = s.pack_from[t]
    s.pack_n[place] = s.pack_n[t]
    s.pack_to[place] = s.pack_to[t]
    s.pack_led[place] = s.pack_led[t]


@jit
def comes_before(s: Record, t: int, u: int) -> int:
    """1 if stack ``t`` comes before ``u``: by zone, id, zone of origin, puppets last (AP-18.R7)."""
    if s.pack_zone[t] != s.pack_zone[u]:
        return 1 if s.pack_zone[t] < s.pack_zone[u] else 0
    if s.pack_kind[t] != s.pack_kind[u]:
        return 1 if s.pack_kind[t] < s.pack_kind[u] else 0
    if s.pack_from[t] != s.pack_from[u]:
        return 1 if s.pack_from[t] < s.pack_from[u] else 0
    return 1 if s.pack_led[t] < s.pack_led[u] else 0


@jit
def sort_packs(s: Record) -> None:
    """Sort the stacks and join equal ones."""
    n = s.n_packs
    for t in range(1, n):
        u = t
        while u > 0 and comes_before(s, u, u - 1) == 1:
            swap_packs(s, u, u - 1)
            u -= 1
    kept = 0
    for t in range(n):
        if kept > 0 and comes_before(s, kept - 1, t) == 0:
            s.pack_n[kept - 1] += s.pack_n[t]
        else:
            move_pack(s, t, kept)
            kept += 1
    s.n_packs = kept


@jit
def swap_packs(s: Record, t: int, u: int) -> None:
    zone = s.pack_zone[t]
    kind = s.pack_kind[t]
    origin = s.pack_from[t]
    n = s.pack_n[t]
    to = s.pack_to[t]
    led = s.pack_led[t]
    move_pack(s, u, t)
    s.pack_zone[u] = zone
    s.pack_kind[u] = kind
    s.pack_from[u] = origin
    s.pack_n[u] = n
    s.pack_to[u] = to
    s.pack_led[u] = led


@jit
def send(w: Record, s: Record, t: int, zone: int, n: int) -> None:
    """Send ``n`` zombies of stack ``t`` to the zone (AP-18.R7)."""
    if n >= s.pack_n[t]:
        s.pack_to[t] = zone
        return
    s.pack_n[t] -= n
    part = add_pack(s, s.pack_zone[t], s.pack_kind[t], s.pack_from[t], n, s.pack_led[t])
    s.pack_to[part] = zone


@jit
def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """Send one more zombie of the pending stack to neighbour ``n``, as the players chose."""
    send(w, s, s.pack_now, w.neighbour[z, n], 1)
