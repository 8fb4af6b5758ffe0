"""Safe Search: an Aaahh!! of a Search has no effect (WD-24.11)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FX_AAAHH, NONE
from ..numbers import edition_actions as OA
from ..numbers import edition_skills as OSK
from ..numbers.edition_budget import U_SAFE_SEARCH
from .inventory import discard_copy


@jit
def can_search_safely(s: Record, i: int) -> int:
    """1 if Safe Search applies: once per turn, an Aaahh!! of a Search has no effect (WD-24.11)."""
    return 1 if s.gain_search == 1 and s.skill[i, OSK.SAFE_SEARCH] > 0 and s.used[U_SAFE_SEARCH] == 0 and s.current == i else 0


@jit
def search_safely(s: Record) -> None:
    """Discard the Aaahh!! without effect and draw the next card."""
    s.used[U_SAFE_SEARCH] = 1
    discard_copy(s, s.gain_copy)
    s.gain_copy = 0
    s.gain_left += 1


@jit
def default_found(w: Record, s: Record, i: int) -> int:
    """Automatic mode uses Safe Search (WD-D13), NONE: it does not apply."""
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH and can_search_safely(s, i) == 1:
        return OA.SAFE_SEARCH
    return NONE


@jit
def legal_safe_search(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark it for the card just drawn, if it is legal."""
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH:
        m[OA.SAFE_SEARCH] = can_search_safely(s, i)


@jit
def safe_search_step(s: Record, a: int) -> int:
    """Take the action; returns 0 if ``a`` is another one."""
    if a != OA.SAFE_SEARCH:
        return 0
    search_safely(s)
    return 1
