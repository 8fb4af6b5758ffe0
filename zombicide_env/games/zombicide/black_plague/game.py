"""Black Plague as a game: its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from zombicide_env.core.form import Field
from zombicide_env.core.recorded import Recorded
from zombicide_env.games.base import DEFEAT

from .base import Zombicide
from .former import recorded
from .numbers.state import STATE


class BlackPlague(Zombicide):
    """Black Plague with its options chosen.

    Args:
        quest: id, alias or number of a quest, or the path of a quest file.
        survivors: number of survivors (the first of the list), or their names in roster order; ``mine.csv:zed`` is a
            survivor of your own file.
        decisions: ``full`` asks every decision of BP-25; ``actions`` only what survivors do in their turns, the rest
            takes the documented defaults.
        reward: ``sparse`` (+1 won, -1 lost, for every survivor) or ``shaped`` (see ``reward``).
        cards: a CSV file of your own equipment cards, which are shuffled into the deck; columns as in ``equipment.csv``.
        max_rounds: time runs out after so many rounds; None: never.
        at_max_rounds: what happens then: ``defeat``, the game is lost, or ``truncation``, it is cut off and nobody is paid.
        players: number of controllers, or the survivors of each (BP-3.R5).
        allow_small_team: fewer survivors than the quest asks for, a variant.
        strict_all_survivors: any death is a defeat in quests that end at the Exit (BP-3.R2).
        cabal: the Dark ritual of BP-18.4.
        supply: miniatures by kind (BP-1.R2).
        deal: who gets each starting card, in the order of BP-2.R1, everybody one at least; None: one after the other (BP-D-2).
        start_zones: survivor -> starting zone, of those that the quest has; None: see BP-D-3.
        first_spawn: zone with which the spawning order begins; None: see BP-D-5.
        extra_spawns: zones of the additional tokens of seven and more survivors (BP-21.2); None: see BP-D-4.
        first_player: number of the controller who begins.

    Raises:
        ValueError: an option has a value that it cannot have; the message names the remedy.
    """

    rules_revision = 2
    own_fields = (
        Field("strict_all_survivors", "bool", False, doc="any death is a defeat in quests that end at the Exit"),
        Field("cabal", "bool", False, doc="the dark ritual of the Necromancers"),
    )

    def __init__(
        self,
        quest: str | int = "danse_macabre",
        survivors: int | Sequence[str] = 6,
        decisions: str = "full",
        reward: str = "sparse",
        max_rounds: int | None = None,
        at_max_rounds: str = DEFEAT,
        players: int | Sequence[Sequence[str]] = 1,
        allow_small_team: bool = False,
        strict_all_survivors: bool = False,
        cabal: bool = False,
        supply: Mapping[str, int] | None = None,
        deal: Sequence[str] | None = None,
        start_zones: Mapping[str, str] | None = None,
        first_spawn: str | None = None,
        extra_spawns: Sequence[str] | None = None,
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
            allow_small_team=allow_small_team,
            strict_all_survivors=strict_all_survivors,
            cabal=cabal,
            supply=supply,
            deal=deal,
            start_zones=start_zones,
            first_spawn=first_spawn,
            extra_spawns=extra_spawns,
            first_player=first_player,
        )

    @cached_property
    def recorded(self) -> Recorded:
        """The form in which replays know its states, see ``former``."""
        return recorded(STATE, self.world)
