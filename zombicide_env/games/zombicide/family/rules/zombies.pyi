"""Zombies: targets and movement.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

ALL_KINDS: int  # kinds of zombies, as bits

def activate(w: Record, s: Record, kinds: int, zone: int, taunter: int, limit: int) -> None:
    """Activate the zombies of some kinds (bits), of one zone or all (-1).

    ``taunter``: the survivor whom they attack, else -1.  ``limit``: edition-specific limit of the activation, -1: none.
    """

def start_pass(w: Record, s: Record, action: int) -> None:
    """One action of every activated zombie; further actions follow for kinds that have several."""

def active_in(s: Record, z: int) -> int:
    """Number of active zombies in the zone."""

def fight(w: Record, s: Record, z: int) -> None:
    """Attack the figures in the zone."""

def moves(w: Record, s: Record) -> None:
    """Plan the move of every active group that did not attack, in zone order."""

def arrive(w: Record, s: Record) -> None:
    """Move all groups at the same time; Runners added by a split continue."""
