"""The ids of the environments, entered into Gymnasium's registry and PettingZoo's when a game becomes known.

Entry points are text, so that registering imports no environment and compiles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..games import GameEntry


def register_gymnasium(entry: GameEntry) -> None:
    """Enter a game into Gymnasium's registry; an entry that is there already stays."""
    import gymnasium

    if entry.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            id=entry.gymnasium_id,
            entry_point="zombicide_env.modules:gymnasium_env",
            vector_entry_point="zombicide_env.modules:gymnasium_vector_env",
            kwargs={"game": entry.id},
        )


def register_pettingzoo(entry: GameEntry) -> None:
    """Enter a game into PettingZoo's registries, AEC and parallel (PettingZoo 1.27 or later; earlier ones have none)."""
    import pettingzoo

    for kind, maker in (("aec", "pettingzoo_env"), ("parallel", "pettingzoo_parallel_env")):
        registry = getattr(pettingzoo, f"{kind}_registry", None)
        if registry is not None and entry.pettingzoo_id not in registry:
            pettingzoo.register(kind, entry.pettingzoo_id, entry_point=f"zombicide_env.modules:{maker}", kwargs={"game": entry.id})


def register_environments(entry: GameEntry) -> None:
    """Enter the ids of a game.  A library that is not installed is left out: the games themselves need neither."""
    for register in (register_gymnasium, register_pettingzoo):
        try:
            register(entry)
        except ModuleNotFoundError as error:
            if error.name not in ("gymnasium", "pettingzoo"):
                raise


def register_all(entries: Iterable[GameEntry]) -> None:
    """Enter the ids of several games."""
    for entry in entries:
        register_environments(entry)
