"""What an edition adds to the family's lists, and nobody else has: actions, work, decisions, columns.  Here nothing.

An edition with additions has a room of this name; ``numbers.own`` declares them.  It is asked last, after the family's own.
"""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import NONE


@jit
def setup(w: Record, s: Record) -> None:
    """What the setup lays out beside the family's pieces, before the decks are shuffled."""


@jit
def dealt(w: Record, s: Record) -> None:
    """The starting cards are dealt, the decks are shuffled: what comes off them is laid out."""


@jit
def resample(w: Record, s: Record) -> None:
    """Draw anew what is hidden beside the family's decks and tokens."""


@jit
def legal_turn(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``."""


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out one of these actions."""


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the edition's own decision in frame ``t``."""


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""


@jit
def default_shield(w: Record, s: Record) -> int:
    """The answer of automatic mode that spares the survivors a wound, -1: none of them."""
    return NONE


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode to the decision in frame ``t``, -1: the family's."""
    return NONE


@jit
def asked_anyway(w: Record, s: Record, task: int) -> int:
    """1 for a decision that automatic mode asks as well."""
    return 0


@jit
def attacks(block: int) -> int:
    """1 for a block of combat actions of the edition's own: a Bloodlust's free action may pay for them."""
    return 0


@jit
def idle(w: Record, block: int) -> int:
    """1 for a block of actions that keep no turn open."""
    return 0


@jit
def legal_trade(w: Record, s: Record, i: int, partner: int, m: Mask) -> None:
    """Mark what survivor ``i`` may exchange in a trade beside cards."""


@jit
def trade_step(w: Record, s: Record, i: int, partner: int, a: int) -> int:
    """Carry out such a step; 0 if the action is another one."""
    return 0


@jit
def something_to_give(w: Record, s: Record, i: int, partner: int) -> int:
    """1 if one of the two has something beside cards to hand over."""
    return 0


@jit
def always_asks(task: int) -> int:
    """1 for a decision that is asked also with one answer, because its answers together make one text."""
    return 0


@jit
def store_default(w: Record, s: Record, i: int) -> int:
    """Automatic mode: do what comes before storing the card; 0: nothing."""
    return 0


@jit
def legal_store(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark what survivor ``i`` may do about the card just drawn beside storing it."""


@jit
def store_step(w: Record, s: Record, i: int, a: int) -> int:
    """Carry out such a step; 0 if the action is another one."""
    return 0


@jit
def before(w: Record, s: Record, i: int, block: int) -> None:
    """Survivor ``i`` begins an action of the block in his turn."""


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """An action of survivor ``i`` is over; what is pushed here comes before he gains levels."""


@jit
def lend(w: Record, s: Record, j: int) -> None:
    """Survivor ``j`` takes the action of a Born leader at once."""


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Survivor ``i`` has the actions of his turn."""


@jit
def turn_spent(w: Record, s: Record, i: int) -> int:
    """1 if the turn in progress ends although something could still be done in it."""
    return 0


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
def deal(w: Record, s: Record) -> int:
    """Deal the starting cards in the edition's own way; 0: it is the family's."""
    return 0


@jit
def prepare_decks(w: Record, s: Record) -> None:
    """The decks lie ready, the zombie deck not yet shuffled."""


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave, with others."""


@jit
def sets_out(s: Record, i: int) -> None:
    """Survivor ``i`` goes to another zone."""


@jit
def leaves_on_foot(s: Record, i: int) -> int:
    """1 if survivor ``i`` can walk out by the Exit."""
    return 1


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Survivor ``i`` is about to leave by the Exit with answer ``a``."""


@jit
def frame(w: Record, o: Features) -> None:
    """The edition's own columns that never change: none."""


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's own columns and blocks."""


@jit
def observe_decision(w: Record, s: Record, t: int, o: Features) -> None:
    """Write the numbers that matter for the edition's own decision in frame ``t``."""
