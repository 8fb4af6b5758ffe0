"""Agenda table: the rows of the shared chapters and of the edition, and the dispatchers made from them."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import lower
from zombicide_env.core.chains import parameters
from zombicide_env.core.decisions import Decision, Table
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import NONE, ONGOING
from ..numbers import decisions as ASK
from ..numbers.actions import N_ACTIONS
from . import (
    activation,
    aiming,
    blows,
    edition_rows,
    harm,
    interrupts,
    leaving,
    lifesaver,
    options,
    outcome,
    plain_actions,
    rearrange,
    replacing,
    rerolling,
    storing,
    survivor,
    turn,
)

TABLE: Final = Table(
    ASK.FIRST,
    *turn.ROWS,
    *interrupts.ROWS,
    *leaving.ROWS,
    *aiming.ROWS,
    *plain_actions.ROWS,
    *lifesaver.ROWS,
    *rearrange.ROWS,
    *storing.ROWS,
    *replacing.ROWS,
    *blows.ROWS,
    *rerolling.ROWS,
    *harm.ROWS,
    *survivor.ROWS,
    *activation.ROWS,
    *outcome.ROWS,
    *edition_rows.ROWS,
    take_off=lower,
    mark=options.offer,
    seen="w s o",
)
PARTS: Final = TABLE.parts(__name__)
work, apply, offer, default, see, fits, asked = PARTS

LISTED: Final = TABLE.flags(lambda row: isinstance(row, Decision) and "mask" not in parameters(row.offer))
"""By code: whether the few answers are listed in the state (``options``).  For other decisions the mask is computed on demand."""


@jit
def list_answers(w: Record, s: Record) -> None:
    """List the answers of the decision on top, if it is a listed one."""
    if LISTED[s.stack[s.depth - 1, 0]] == 1:
        s.n_options = 0
        offer(w, s, w.mask)


@jit
def legal(w: Record, s: Record, m: Mask) -> None:
    """Write the mask of the decision on top of the agenda; all zero if no agent decides."""
    for a in range(N_ACTIONS):
        m[a] = 0
    if s.outcome != ONGOING or s.depth == 0:
        return
    if LISTED[s.stack[s.depth - 1, 0]] == 1:
        for k in range(s.n_options):
            m[s.options[k]] = 1
    else:
        offer(w, s, m)


@jit
def only(w: Record, s: Record) -> int:
    """The only answer of the decision on top, NONE: it has several, or they are not listed."""
    list_answers(w, s)
    return s.options[0] if LISTED[s.stack[s.depth - 1, 0]] == 1 and s.n_options == 1 else NONE


advance = TABLE.advance(__name__, PARTS, only)
