"""Zombies: whom they attack, where they go.  Every edition has this room; this is what the family asks of it."""

from zombicide_env.core.records import Record

ALL_KINDS: int  # kinds of zombies, as bits

def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1).

    ``taunter``: the survivor whom they go for, else -1.  ``limit``: how far it goes, in the edition's words, -1: without one.
    """

def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every zombie of the activation; further ones are for kinds that have several."""

def active_in(s: Record, z: int) -> int:
    """Active zombies in the zone."""

def fight(w: Record, s: Record, z: int) -> None:
    """They attack those who are there."""

def moves(w: Record, s: Record) -> None:
    """Plan the move of every active group that did not attack, in zone order."""

def choose_path(w: Record, s: Record, z: int, k: int, n: int) -> None:
    """The players send one more miniature of the kind, or the Abomination, to neighbour ``n``."""

def arrive(w: Record, s: Record) -> None:
    """All groups move at the same time; Runners added by a split continue."""

def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove and Repulse: every zombie of zone ``z`` goes to ``t``."""
