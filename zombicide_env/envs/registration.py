"""The one table of environment ids, entered into Gymnasium's registry and PettingZoo's when ``zombicide_env`` is imported.

Entry points are text, so that registering imports no environment and compiles nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Entry:
    """One game's ids.  In a ``team`` game one Gymnasium agent commands all seats; in the others he has one, against opponents."""

    game: str  # key of zombicide_env.games.GAMES, e.g. "black_plague"
    title: str  # CamelCase name of the Gymnasium id
    version: int
    team: bool

    @property
    def module(self) -> str:
        """The PettingZoo module that exposes ``env`` and ``raw_env``."""
        return f"zombicide_env.{self.game}_v{self.version}"

    @property
    def pettingzoo_id(self) -> str:
        return f"zombicide/{self.game}-v{self.version}"

    @property
    def gymnasium_id(self) -> str:
        return f"zombicide/{self.title}-v{self.version}"


ENTRIES: Final = (
    Entry(game="black_plague", title="BlackPlague", version=0, team=True),
    Entry(game="hit_z_road", title="HitZRoad", version=0, team=False),
)


def register_gymnasium() -> None:
    """Enter every game into Gymnasium's registry; entries that are there already stay."""
    import gymnasium

    for entry in ENTRIES:
        if entry.gymnasium_id in gymnasium.registry:
            continue
        if entry.team:
            gymnasium.register(
                id=entry.gymnasium_id,
                entry_point="zombicide_env.envs.gym:TeamEnv",
                vector_entry_point="zombicide_env.envs.vector:TeamVectorEnv",
                kwargs={"game": entry.game},
            )
        else:
            gymnasium.register(
                id=entry.gymnasium_id,
                entry_point=f"{entry.module}:versus_env",
                vector_entry_point=f"{entry.module}:versus_vector_env",
            )


def register_pettingzoo() -> None:
    """Enter every game into PettingZoo's AEC registry (PettingZoo 1.27 or later; earlier ones have none)."""
    import pettingzoo

    registry = getattr(pettingzoo, "aec_registry", None)
    if registry is None:
        return
    for entry in ENTRIES:
        if entry.pettingzoo_id not in registry:
            pettingzoo.register("aec", entry.pettingzoo_id, entry_point=f"{entry.module}:env")


def register_all() -> None:
    """Enter all ids.  A library that is not installed is left out: the games themselves need neither."""
    for register in (register_gymnasium, register_pettingzoo):
        try:
            register()
        except ModuleNotFoundError as error:
            if error.name not in ("gymnasium", "pettingzoo"):
                raise
