"""The moments of a round at which an edition joins in.  Here it does nothing."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """An action of survivor ``i`` is over; what is pushed here comes before he gains levels."""


@jit
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """Survivor ``i`` is about to do an action of the block in his turn; it has not been paid yet."""


@jit
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Strike out of the legal actions what survivor ``i`` cannot do now."""


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Survivor ``i`` has the actions of his turn."""


@jit
def before_drop(w: Record, s: Record) -> None:
    """A survivor is about to discard a card of his own free will."""


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn ends; he is in play."""


@jit
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed."""


@jit
def end_phase(w: Record, s: Record) -> None:
    """The End Phase begins."""


@jit
def round_begins(w: Record, s: Record) -> None:
    """A round begins; what is pushed here comes before the Players' Phase."""


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave, with others."""


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Survivor ``i`` is about to leave by the Exit with answer ``a``."""
