"""Hooks of an edition at moments of a round; empty in the family."""

from __future__ import annotations

from zombicide_env.core.records import Mask, Record

from ...table.seams import seam


@seam
def action_ends(w: Record, s: Record, i: int) -> None:
    """Called when an action of survivor ``i`` is over; frames pushed here come before the gain of levels."""


@seam
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """Called before survivor ``i`` takes an action of the block in a turn, before it is paid for."""


@seam
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Remove legal actions that survivor ``i`` cannot take now."""


@seam
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Called when survivor ``i``'s turn begins, after its actions are set."""


@seam
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Called when survivor ``i``'s turn ends, if the survivor is in play."""


@seam
def token_passed(w: Record, s: Record) -> None:
    """Called after the first player token has passed."""


@seam
def end_phase(w: Record, s: Record) -> None:
    """Called when the End Phase begins."""


@seam
def round_begins(w: Record, s: Record) -> None:
    """Called when a round begins; frames pushed here come before the Players' Phase."""


@seam
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave the board."""


@seam
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Called before survivor ``i`` leaves by the Exit with answer ``a``."""
