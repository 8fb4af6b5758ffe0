"""Temporary registration of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gymnasium
import pettingzoo

from zombicide_env import GAMES, register_game


@contextmanager
def known(game: str, source: str) -> Iterator[None]:
    """Register a game within the block."""
    registries = (gymnasium.registry, getattr(pettingzoo, "aec_registry", {}))  # it has registries since 1.27
    before = [set(ids) for ids in registries]
    register_game(game, source)
    try:
        yield
    finally:
        del GAMES[game]
        for ids, kept in zip(registries, before, strict=True):
            for name in set(ids) - kept:
                del ids[name]
