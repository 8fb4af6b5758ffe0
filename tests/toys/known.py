"""A game that is known for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gymnasium
import pettingzoo

from zombicide_env import GAMES, register_game


@contextmanager
def known(game: str, source: str) -> Iterator[None]:
    """Register a game; afterwards it is as unknown as before."""
    registries = (gymnasium.registry, getattr(pettingzoo, "aec_registry", {}))  # it has one from 1.27 on
    before = [set(ids) for ids in registries]
    register_game(game, source)
    try:
        yield
    finally:
        del GAMES[game]
        for ids, kept in zip(registries, before, strict=True):
            for name in set(ids) - kept:
                del ids[name]
