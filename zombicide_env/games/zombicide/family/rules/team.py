"""The team: survivors in play, danger levels, who answers for the players together (BP-8, BP-3.R1)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..edition import MASTERS
from ..numbers import skills as SK
from .levels import danger
from .owners import listed, owner


@jit
def in_play(s: Record, i: int) -> int:
    """1 if survivor ``i`` lives and is on the board."""
    return 1 if s.alive[i] == 1 and s.zone[i] >= 0 else 0


@jit
def seated(w: Record, s: Record, i: int) -> int:
    """1 if the seat still takes part in the game: a survivor in play, or an opponent of the survivors."""
    if MASTERS:
        if i == w.n_survivors:
            return 1
    return in_play(s, i)


@jit
def team_level(w: Record, s: Record) -> int:
    """Highest level of the survivors in play, Blue if there is none (BP-8.R4)."""
    best = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and danger(s, i) > best:
            best = danger(s, i)
    return best


@jit
def common_decider(w: Record, s: Record) -> int:
    """Survivor who answers for all players: roster order, the holder of the first player token first."""
    for step in range(w.n_players):
        p = s.first_player + step
        if p >= w.n_players:
            p -= w.n_players
        i = first_of_player(w, s, p)
        if i >= 0:
            return i
    return NONE


@jit
def first_of_player(w: Record, s: Record, p: int) -> int:
    """First survivor of controller ``p`` in play, -1: none."""
    for k in range(w.n_survivors):
        i = listed(w, s, k)
        if owner(w, s, i) == p and in_play(s, i) == 1:
            return i
    return NONE


@jit
def speaker(w: Record, s: Record, i: int) -> int:
    """Survivor who answers for the controller of survivor ``i``: the controller's first one in play, else ``common_decider``."""
    j = first_of_player(w, s, owner(w, s, i))
    return j if j >= 0 else common_decider(w, s)


@jit
def ignored(s: Record, i: int) -> int:
    """1 if zombies ignore the survivor (BP-15.R2)."""
    return 1 if s.rotten[i] == 1 or s.invisible[i] == 1 else 0


@jit
def killed_in(s: Record, i: int, z: int) -> int:
    """1 if the survivor has killed a zombie that stood in the zone in this round (BP-22.45)."""
    return (s.nose[z] >> i) & 1


@jit
def zombie_links(w: Record, s: Record) -> int:
    """Survivors who play an additional turn when an extra activation card is drawn, as bits (BP-22.64)."""
    bits = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.skill[i, SK.ZOMBIE_LINK] > 0:
            bits |= 1 << i
    return bits


@jit
def survivors_at(w: Record, s: Record, z: int) -> int:
    """Number of survivors in the zone."""
    n = 0
    for j in range(w.n_survivors):
        n += in_play(s, j) == 1 and s.zone[j] == z
    return n
