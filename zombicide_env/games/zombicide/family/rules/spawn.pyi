"""Spawning: zombie cards, slots, running out of miniatures.  Every edition has this room; this is what the family asks of it."""

from zombicide_env.core.records import Record

def spawn_step(w: Record, s: Record) -> None:
    """Step 2 of the Zombies' Phase: one slot per active token, fixed as the step begins."""

def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone; if miniatures are missing the whole kind is activated once."""
