"""Dragon Fire: throwing Dragon Bile and Torches (BP-14)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import FX_BILE, FX_TORCH, NONE
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import BILES, PACK, WHERE, WHO, D, K
from .bile import add_bile, bile_in
from .hits import kill_zombies
from .inventory import drop, hand_slot_of_effect
from .outcome import check_end
from .removals import ask_removal
from .sight import sight
from .survivor import remove_survivor
from .team import in_play


@jit
def legal_throws(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark throws of Dragon Bile, and of Torches at it, in the survivor's zone or at range 1 (BP-14.1, BP-14.3)."""
    if hand_slot_of_effect(w, s, i, FX_BILE, PACK - 1) >= 0:
        legal_throw(w, s, i, A.BILE, 0, m)
    if s.n_bile > 0 and hand_slot_of_effect(w, s, i, FX_TORCH, PACK - 1) >= 0:
        legal_throw(w, s, i, A.TORCH, 1, m)


@jit
def legal_throw(w: Record, s: Record, i: int, base: int, needs_bile: int, m: Mask) -> None:
    """1 for the survivor's zone, or a zone with Line of Sight range 1 (BP-14.R1)."""
    here = s.zone[i]
    m[base + D] = needs_bile == 0 or bile_in(s, here) == 1
    for n in range(w.degree[here]):
        z = w.neighbour[here, n]
        m[base + n] = sight(w, s, here, z) == 1 and (needs_bile == 0 or bile_in(s, z) == 1)


@jit
def aimed_at(w: Record, s: Record, i: int, n: int) -> int:
    """Zone that neighbour number ``n`` names; ``D`` is the survivor's."""
    return s.zone[i] if n == D else w.neighbour[s.zone[i], n]


@jit
def throw_bile(w: Record, s: Record, i: int, n: int) -> None:
    """Put a Dragon Bile token; for a fifth one, a token is taken from the board (BP-14.1, BP-14.6)."""
    zone = aimed_at(w, s, i, n)
    drop(w, s, i, hand_slot_of_effect(w, s, i, FX_BILE, PACK - 1))  # BP-14.R7
    if s.n_bile < BILES:
        add_bile(w, s, zone)
    else:
        ask_removal(s, i, 1, zone)


@jit
def throw_torch(w: Record, s: Record, i: int, n: int) -> None:
    """Throw a Torch: the zone will burn (BP-14.3)."""
    drop(w, s, i, hand_slot_of_effect(w, s, i, FX_TORCH, PACK - 1))  # BP-14.R7
    push(s, T.BURN, i, aimed_at(w, s, i, n))


@jit
def burn(w: Record, s: Record, i: int, zone: int) -> None:
    """Kill everybody in the zone, remove its tokens, give the experience to the thrower (BP-14.R8)."""
    tell(w, E.FIRE, i, zone)
    s.atk_kills = 0  # not a combat action: no Hit & Run (BP-14.R3)
    s.atk_emptied = min(1, s.crowd[zone])
    for k in range(K):
        if s.zombies[zone, k] > 0:
            kill_zombies(w, s, i, zone, k, s.zombies[zone, k])
    kept = 0
    for k in range(s.n_bile):
        if s.bile_zone[k] != zone:
            s.bile_zone[kept] = s.bile_zone[k]
            kept += 1
    if s.n_bile > kept:
        tell(w, E.BILE_GONE, zone, s.n_bile - kept)
    s.n_bile = kept
    for k in range(kept, BILES):
        s.bile_zone[k] = NONE
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone:
            remove_survivor(w, s, j)
    s.fire_zone = zone
    check_end(w, s)
    s.fire_zone = NONE
    push(s, T.ATTACK_END, i)
    push(s, T.ACTION_END, i)


ACTIONS: Final = (
    Action(A.BILE, throw_bile, {"n": D + 1}, legal=legal_throws, cost=1, purpose="fight"),
    Action(A.TORCH, throw_torch, {"n": D + 1}, legal=legal_throws, cost=1, purpose="fight"),
)
ROWS: Final = (Task(T.BURN, burn, words={"i": WHO, "zone": WHERE}),)
