"""Spawning: zombie cards, slots, shortage of miniatures.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def spawn_step(w: Record, s: Record) -> None:
    """Step 2 of the Zombies' Phase: one slot per active token, fixed as the step begins."""

def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone; if miniatures are missing the whole kind is activated once."""
