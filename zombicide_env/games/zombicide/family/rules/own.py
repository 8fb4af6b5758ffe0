"""The moments of a round at which an edition joins in.  Here it does nothing."""

from __future__ import annotations

from zombicide_env.core.records import Mask, Record

from ...table.seams import seam


@seam
def action_ends(w: Record, s: Record, i: int) -> None:
    """An action of survivor ``i`` is over; what is pushed here comes before the gain of levels."""


@seam
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """Survivor ``i`` is about to do an action of the block in a turn; it has not been paid yet."""


@seam
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Strike out of the legal actions what survivor ``i`` cannot do now."""


@seam
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins; its actions are there."""


@seam
def before_drop(w: Record, s: Record) -> None:
    """A survivor is about to discard a card by choice."""


@seam
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn ends; the survivor is in play."""


@seam
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed."""


@seam
def end_phase(w: Record, s: Record) -> None:
    """The End Phase begins."""


@seam
def round_begins(w: Record, s: Record) -> None:
    """A round begins; what is pushed here comes before the Players' Phase."""


@seam
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave, with others."""


@seam
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Survivor ``i`` is about to leave by the Exit with answer ``a``."""
