"""Spawn tokens on the board."""

from __future__ import annotations

from zombicide_env.core.decks import find
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import events as E

#: Content of spawn slots (``T.SEQUENCE``): zones, or ids of tokens, which may have been removed before their turn.
BY_ZONE = 0
BY_TOKEN = 1


@jit
def find_token(s: Record, token: int) -> int:
    """Index of the token with that id, -1: it is not on the board."""
    return find(s.token_id, s.n_tokens, token)


@jit
def slot_zone(s: Record, start: int, index: int, mode: int) -> int:
    """Zone of a slot, -1: its token has been removed."""
    value = s.pool[start + index]
    if mode == BY_ZONE:
        return value
    t = find_token(s, value)
    return NONE if t < 0 else s.token_zone[t]


@jit
def remove_token(w: Record, s: Record, t: int) -> None:
    tell(w, E.TOKEN_GONE, s.token_zone[t], s.token_colour[t])
    s.n_tokens -= 1
    for m in range(t, s.n_tokens):
        s.token_zone[m] = s.token_zone[m + 1]
        s.token_colour[m] = s.token_colour[m + 1]
        s.token_active[m] = s.token_active[m + 1]
        s.token_id[m] = s.token_id[m + 1]


@jit
def active_token_in(s: Record, z: int) -> int:
    for t in range(s.n_tokens):
        if s.token_zone[t] == z and s.token_active[t] == 1:
            return 1
    return 0
