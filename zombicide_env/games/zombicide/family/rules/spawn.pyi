"""Spawning: zombie cards, slots, running out of miniatures.  Every edition has this room; this is what the family asks of it."""

from zombicide_env.core.records import Record

def spawn_step(w: Record, s: Record) -> None:
    """Step 2 of the Zombies' Phase: one slot per active token, fixed as the step begins."""

def sequence(w: Record, s: Record, start: int, n: int, first: int, mode: int) -> None:
    """Go on with the next slot; double spawns pending multiply its cards, also past the end."""

def cards(w: Record, s: Record, start: int, n: int, first: int, doubles: int, zone: int) -> None:
    """Resolve the next card of the slot; a Necromancer's immediate spawn may add double spawns."""

def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone; if miniatures are missing the whole kind is activated once."""

def necromancer_card(w: Record, s: Record, zone: int) -> None:
    """A Necromancer's card has been drawn for the zone."""
