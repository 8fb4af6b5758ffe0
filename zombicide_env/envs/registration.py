"""The ids of the environments, entered into Gymnasium's registry and PettingZoo's when a game becomes known.

Entry points are text, so that registering imports no environment and compiles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from ..games import GameEntry

_MODULE = "zombicide_env.modules"


class Named(Protocol):
    """What has ids in both registries: a game, a rung of the ladder."""

    @property
    def gymnasium_id(self) -> str:
        """Its id in Gymnasium's registry."""

    @property
    def pettingzoo_id(self) -> str:
        """Its id in PettingZoo's registries."""


def register_gymnasium(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Enter an id into Gymnasium's registry; one that is there already stays."""
    import gymnasium

    if entry.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            id=entry.gymnasium_id,
            entry_point=f"{_MODULE}:{makers}gymnasium_env",
            vector_entry_point=f"{_MODULE}:{makers}gymnasium_vector_env",
            kwargs=dict(given),
        )


def register_pettingzoo(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Enter an id into PettingZoo's registries, AEC and parallel (PettingZoo 1.27 or later; earlier ones have none)."""
    import pettingzoo

    for kind, maker in (("aec", "pettingzoo_env"), ("parallel", "pettingzoo_parallel_env")):
        registry = getattr(pettingzoo, f"{kind}_registry", None)
        if registry is not None and entry.pettingzoo_id not in registry:
            pettingzoo.register(kind, entry.pettingzoo_id, entry_point=f"{_MODULE}:{makers}{maker}", kwargs=dict(given))


def _register(entry: Named, makers: str, given: Mapping[str, Any]) -> None:
    """Enter an id everywhere.  A library that is not installed is left out: the games themselves need neither."""
    for register in (register_gymnasium, register_pettingzoo):
        try:
            register(entry, makers, given)
        except ModuleNotFoundError as error:
            if error.name not in ("gymnasium", "pettingzoo"):
                raise


def register_environments(entry: GameEntry) -> None:
    """Enter the ids of a game."""
    _register(entry, "", {"game": entry.id})


def register_all(entries: Iterable[GameEntry]) -> None:
    """Enter the ids of several games."""
    for entry in entries:
        register_environments(entry)


def register_ladder(rungs: Mapping[str, Named]) -> None:
    """Enter the ids of the rungs of the ladder, by their names."""
    for name, entry in rungs.items():
        _register(entry, "ladder_", {"rung": name})
