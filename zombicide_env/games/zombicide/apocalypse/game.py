"""Apocalypse as a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from zombicide_env.core.game_type import GameType, Rewards
from zombicide_env.core.options import by_keyword
from zombicide_env.core.scene import Scene

from ..table.cards import EquipmentCard
from ..table.survivors import SurvivorSheet
from .base import Zombicide
from .numbers.layout import S
from .options import Options
from .picture.hand import card_of, master_panel
from .words.names import Names
from .world.table import build_table, names_of, team_of

Array = np.ndarray[Any, Any]
MASTER: Final = "zombie_master"


class Apocalypse(Zombicide):
    """Survivors against a Zombie Master.

    Agents are the survivors, ``survivor_0`` ..., and ``zombie_master``, who moves the zombies and plays cards.
    """

    rules_revision = 2

    @by_keyword(Options)
    def __init__(self, options: Options) -> None:
        super().__init__(options)

    def known_to(self, state: Array, agent: str) -> dict[str, Any]:
        """Return ``describe``; survivors do not see the Zombie Master's hand (AP-21.R9)."""
        told = self.describe(state)
        if agent != MASTER:
            told["zm"] = {key: value for key, value in told["zm"].items() if key != "hand"}
        return told

    def scene(self, state: Array) -> Scene:
        """Return the drawing list of the board, the team and the Zombie Master, with nothing hidden."""
        return self.scene_for(state, None)

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """Return the drawing list for these agents: only the Zombie Master sees the Zombie Master's hand (AP-21.R9)."""
        found = super().scene(state)
        if MASTER not in self.agents:
            return found
        active = self.decider(state) == MASTER
        panel = master_panel(state[0], self._names, agents is None or MASTER in agents, active)
        return replace(found, panels=(*found.panels, panel))

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Return tags as in the family; plays of the Zombie Master also have the tag of the card (``master:zb1``)."""
        block, args = self.action_codec.decode(action)
        return (*super().targets(state, action), *card_of(block.name, args))

    def _lay(self, options: Any, own: Sequence[EquipmentCard]) -> tuple[Array, Sequence[SurvivorSheet]]:
        number = options.players if isinstance(options.players, int) else len(options.players)
        return build_table(self._quest, team_of(self._quest, options.survivors, number), options, own)

    def _label(self, world: Array, sheets: Sequence[SurvivorSheet]) -> Names:
        doors = tuple("-".join(self._board.zones[z] for z in sorted(door.zones)) for door in self._board.doors)
        return names_of(world, self._board.zones, sheets, tuple(self._cards), bool(world[0]["master"]), doors)

    def _kind(self, survivors: int, others: int, rewards: Rewards) -> GameType:
        if not others:
            return GameType.team(survivors, "survivors", rewards=rewards, players=(1, S))
        sides = (0,) * survivors + (1,)
        return GameType(sides, ("survivors", "zombie_master"), "seats", rewards, "zero_sum", (2, S))
