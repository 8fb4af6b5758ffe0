"""Gymnasium vector environment in which the agent controls some seats of the team in each game, and teammates the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..core.players import ACTION_WEIGHTS, RANDOM
from ..core.players import Player as Compiled
from .players import Maker, Player, Policy
from .shared_vector import Rows, SharedVectorEnv
from .teammates import mates_of, numbered
from .vector import Observations


class TeammatesVectorEnv(SharedVectorEnv):
    """``num_envs`` cooperative games, in each of which the agent decides for its own seats, and teammates for theirs.

    See ``SharedVectorEnv``. Rewards are means over all seats of the team, as in ``TeammatesEnv``, whose games it plays; it takes no wishes.
    A game in which the agent's seats are out continues to its end within the step. Compiled teammates that do not sample, such as
    ``greedy`` and the shipped policies, move in one compiled call.
    """

    _another: ClassVar[str] = "a teammate"

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "black_plague",
        *,
        seats: Sequence[int] = (0,),
        teammates: str | Player | Policy | Sequence[str | Player | Policy] = "greedy",
        maker: Maker | None = None,
        **options: Any,
    ) -> None:
        super().__init__(num_envs, game, **options)
        count = len(self.game.agents)
        mine = numbered(seats, count)
        mates = mates_of(self.game, teammates, mine, maker)
        self._share(mates, np.isin(np.arange(count), mine)[None], np.ones((1, count), np.bool_), 0)
        made = [] if self.batch.record_events else [_compiled(mate, self.game) for mate in mates.different]
        #: Compiled teammates, and the one of each seat, -1: the agent or a teammate that is called.
        self._players = [player for player in made if player is not None]
        index = {mate: self._players.index(player) for mate, player in enumerate(made) if player is not None}
        self._cast = np.array([index.get(int(mate), -1) for mate in mates.at[0]])

    # ---- private -----------------------------------------------------------------------------------------

    def _let_play(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        if self._players:
            self.batch.play(self._players, self._cast)
            rewards[rows] += self.batch.rewards[rows].mean(axis=1)

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        observations, infos = super()._seen()
        infos["seat"] = np.where(self._decides(), self.seats, -1)
        return observations, infos


def _compiled(mate: Any, game: Any) -> Compiled | None:
    """Return a teammate as a compiled player that always takes the same action in the same position; None: it has to be called."""
    player: Compiled | None = mate.player(game) if hasattr(mate, "player") else None
    sure = player is not None and player.kind not in (RANDOM, ACTION_WEIGHTS) and player.temperature == 0
    return player if sure else None
