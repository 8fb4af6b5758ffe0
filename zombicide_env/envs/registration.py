"""Registration of environment ids with Gymnasium and PettingZoo, done when a game is registered.

Entry points are strings, so that registering imports no environment and compiles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from ..games import GameEntry

_MODULE = "zombicide_env.modules"


class Named(Protocol):
    """An object with ids in both registries: a game, or a rung of the ladder."""

    @property
    def gymnasium_id(self) -> str:
        """Id in Gymnasium's registry."""

    @property
    def pettingzoo_id(self) -> str:
        """Id in PettingZoo's registries."""


def register_gymnasium(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Register an id with Gymnasium; an existing entry is kept."""
    import gymnasium

    if entry.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            id=entry.gymnasium_id,
            entry_point=f"{_MODULE}:{makers}gymnasium_env",
            vector_entry_point=f"{_MODULE}:{makers}gymnasium_vector_env",
            kwargs=dict(given),
        )


def register_pettingzoo(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Register an id with PettingZoo, AEC and parallel (PettingZoo 1.27 or later; earlier versions have no registries)."""
    import pettingzoo

    for kind, maker in (("aec", "pettingzoo_env"), ("parallel", "pettingzoo_parallel_env")):
        registry = getattr(pettingzoo, f"{kind}_registry", None)
        if registry is not None and entry.pettingzoo_id not in registry:
            pettingzoo.register(kind, entry.pettingzoo_id, entry_point=f"{_MODULE}:{makers}{maker}", kwargs=dict(given))


def _register(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Register an id everywhere. Libraries that are not installed are skipped: the games themselves need neither."""
    for register in (register_gymnasium, register_pettingzoo):
        try:
            register(entry, makers, given)
        except ModuleNotFoundError as error:
            if error.name not in ("gymnasium", "pettingzoo"):
                raise


def register_environments(entry: GameEntry) -> None:
    """Register the ids of a game."""
    _register(entry, "", {"game": entry.id})


def register_all(entries: Iterable[GameEntry]) -> None:
    """Register the ids of several games."""
    for entry in entries:
        register_environments(entry)


def register_ladder(rungs: Mapping[str, Named]) -> None:
    """Register the ids of the rungs of the ladder, by their names."""
    for name, entry in rungs.items():
        _register(entry, "ladder_", {"rung": name})
