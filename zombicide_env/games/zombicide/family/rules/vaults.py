"""Vaults: cards that lie in a zone to be taken.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE


@jit
def first_face_down(s: Record, v: int) -> int:
    """Place of the first face-down artefact of a vault, -1: none."""
    return NONE


@jit
def takes_from_vault(w: Record, s: Record, v: int, p: int) -> int:
    """1 if ``take <item>`` with place ``p`` is a text of its own: known, and the first of its name."""
    return 0


@jit
def take_from_vault(w: Record, s: Record, i: int, v: int, p: int) -> None:
    """Survivor ``i`` takes a card of the vault."""
