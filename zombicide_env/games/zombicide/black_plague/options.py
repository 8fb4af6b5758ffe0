"""Options of Black Plague."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from zombicide_env.core.options import Option

from .team_options import DealtOptions, Quest, Strict

__all__ = ["Options"]


@dataclass(frozen=True)
class Options(DealtOptions):
    """Common options, deaths in quests that end at the Exit, the Dark ritual, and the order of spawn zones."""

    quest: Quest = "danse_macabre"
    strict_all_survivors: Strict = False
    cabal: Annotated[bool, Option("the Dark ritual of BP-18.4.", "the dark ritual of the Necromancers")] = False
    first_spawn: Annotated[str | None, Option("zone with which the spawning order begins; None: see BP-D-5.", asked="no")] = None
    extra_spawns: Annotated[
        Sequence[str] | None,
        Option("zones of the additional tokens of seven and more survivors (BP-21.2); None: see BP-D-4.", asked="no"),
    ] = None
