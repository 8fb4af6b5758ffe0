"""Apocalypse as a game: its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from zombicide_env.core.form import Field
from zombicide_env.core.game_type import GameType, Rewards
from zombicide_env.core.scene import Scene
from zombicide_env.games.base import DEFEAT, TRUNCATION

from ..table.cards import EquipmentCard
from ..table.survivors import SurvivorSheet
from .base import Zombicide
from .numbers.figures import PACK_NAMES
from .numbers.layout import S
from .picture.hand import card_of, master_panel
from .words.names import Names
from .world.table import DRAW, build_table, names_of, team_of

Array = np.ndarray[Any, Any]
MASTER: Final = "zombie_master"


class Apocalypse(Zombicide):
    """Survivors against a Zombie Master.

    Agents are the survivors, ``survivor_0`` ..., and ``zombie_master``, who moves the zombies and plays cards.

    Args:
        quest: id or number of a mission, or the path of a quest file.
        survivors: their number or names in roster order; None: as many as the players and the mission ask for (AP-2.7, AP-2.R8).
        decisions: ``full`` asks every decision of AP-24; ``actions`` only what survivors do in their turns and which card the Zombie
            Master plays in its phase, if any; everything else, including the paths of its zombies, takes the documented defaults.
        reward: ``sparse`` (+1 for a side that has won, -1 for the other, 0 for a draw) or ``shaped`` (see ``reward``).
        players: number of survivors' players, or the survivors of each.
        zombie_master: False: nobody plays against the survivors, zombies divide as in Black Plague (AP-2.R4).
        packs: of cards, in addition to ``base`` (AP-2.R7).
        cards: a CSV file of your own equipment cards.
        max_rounds: time runs out after so many rounds; None, or more than 30: after 30 (AP-3.R2).
        at_max_rounds: what happens then: ``defeat``, the Zombie Master has won; ``draw``, as AP-3.R2 has it; ``truncation``, the game is
            cut off and nobody is paid.
        allow_small_team: fewer survivors than the mission asks for.
        strict_all_survivors: any death is a defeat in missions that end at the Exit (BP-3.R2).
        zm_free_when_quiet: without Noise the Zombie Master moves freely (AP-18.R6).
        supply: miniatures by id (AP-1.R2).
        deal: survivor -> starting card, for survivors that do not draw theirs at random.
        first_player: holder of the first player token.

    Raises:
        ValueError: an option has a value that it cannot have; the message names the remedy.
    """

    rules_revision = 2
    own_fields = (
        Field("zombie_master", "bool", True, doc="somebody plays the Zombie Master"),
        Field("zm_free_when_quiet", "bool", False, doc="without Noise the Zombie Master moves zombies freely"),
        Field("strict_all_survivors", "bool", False, doc="any death is a defeat in missions that end at the Exit"),
    )

    limits = (DEFEAT, DRAW, TRUNCATION)

    def __init__(
        self,
        quest: str | int = "small_town",
        survivors: int | Sequence[str] | None = None,
        decisions: str = "full",
        reward: str = "sparse",
        max_rounds: int | None = None,
        at_max_rounds: str = DEFEAT,
        players: int | Sequence[Sequence[str]] = 1,
        zombie_master: bool = True,
        packs: Sequence[str] = PACK_NAMES,
        allow_small_team: bool = False,
        strict_all_survivors: bool = False,
        zm_free_when_quiet: bool = False,
        supply: Mapping[str, int] | None = None,
        deal: Mapping[str, str] | None = None,
        first_player: int = 0,
        cards: str | None = None,
    ) -> None:
        super().__init__(
            quest,
            survivors,
            decisions,
            reward,
            players,
            cards,
            max_rounds=max_rounds,
            at_max_rounds=at_max_rounds,
            zombie_master=zombie_master,
            packs=packs,
            allow_small_team=allow_small_team,
            strict_all_survivors=strict_all_survivors,
            zm_free_when_quiet=zm_free_when_quiet,
            supply=supply,
            deal=deal,
            first_player=first_player,
        )

    def known_to(self, state: Array, agent: str) -> dict[str, Any]:
        """What ``describe`` says; the survivors do not know the Zombie Master's hand (AP-21.R9)."""
        told = self.describe(state)
        if agent != MASTER:
            told["zm"] = {key: value for key, value in told["zm"].items() if key != "hand"}
        return told

    def scene(self, state: Array) -> Scene:
        """The drawing list of the board, the team and the Zombie Master, for eyes that may see everything."""
        return self.scene_for(state, None)

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """The drawing list as these agents see it: only the Zombie Master sees the Zombie Master's hand (AP-21.R9)."""
        found = super().scene(state)
        if MASTER not in self.agents:
            return found
        active = self.decider(state) == MASTER
        panel = master_panel(state[0], self._names, agents is None or MASTER in agents, active)
        return replace(found, panels=(*found.panels, panel))

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags as in the family; what the Zombie Master plays is about its card as well (``master:zb1``)."""
        block, args = self.action_codec.decode(action)
        return (*super().targets(state, action), *card_of(block.name, args))

    def _lay(self, survivors: Any, players: Any, own: Sequence[EquipmentCard], **choices: Any) -> tuple[Array, Sequence[SurvivorSheet]]:
        number = players if isinstance(players, int) else len(players)
        return build_table(self._quest, team_of(self._quest, survivors, number), players, cards=own, **choices)

    def _label(self, world: Array, sheets: Sequence[SurvivorSheet]) -> Names:
        doors = tuple("-".join(self._board.zones[z] for z in sorted(door.zones)) for door in self._board.doors)
        return names_of(world, self._board.zones, sheets, tuple(self._cards), bool(world[0]["master"]), doors)

    def _kind(self, survivors: int, others: int, rewards: Rewards) -> GameType:
        if not others:
            return GameType.team(survivors, "survivors", rewards=rewards, players=(1, S))
        sides = (0,) * survivors + (1,)
        return GameType(sides, ("survivors", "zombie_master"), "seats", rewards, "zero_sum", (2, S))
