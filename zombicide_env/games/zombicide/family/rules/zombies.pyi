"""Zombies: whom they attack, where they go.  Every edition has this room; this is what the family asks of it."""

from zombicide_env.core.records import Record

ALL_KINDS: int  # kinds of zombies, as bits

def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, below: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1).

    ``taunter``: the survivor whom they go for, else -1.  ``below``: only Necromancers with a smaller id, -1: all.
    """

def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every zombie of the activation; a second one is for those kinds that have it."""

def escape_all(w: Record, s: Record) -> None:
    """Necromancers on an escape zone leave the board, in zone order; not when taunted."""

def active_in(s: Record, z: int) -> int:
    """Active zombies in the zone."""

def fight(w: Record, s: Record, z: int) -> None:
    """They attack whoever is there."""

def moves(w: Record, s: Record) -> None:
    """Plan the move of every active group that did not attack, in zone order."""

def group(w: Record, s: Record, start: int, kind: int) -> None:
    """Plan zone by zone, kind by kind; stop where the players have to choose."""

def necro_move(w: Record, s: Record, start: int, z: int) -> None:
    """Plan the Necromancers of the zone one by one."""

def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """The players send one more miniature of the kind, or the Abomination, to neighbour ``n``."""

def go_necromancer(w: Record, s: Record, m: int, t: int) -> None:
    """The players send Necromancer ``m`` to zone ``t``."""

def arrive(w: Record, s: Record) -> None:
    """All groups move at the same time; Runners added by a split go on."""

def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove and Repulse: every zombie of zone ``z`` goes to ``t``."""
