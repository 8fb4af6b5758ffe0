"""Gymnasium vector environment for competitive games: the learner controls one side of each game, opponents the others."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..core.game import LOST, ONGOING, OUTCOMES, Outcome
from .players import Maker
from .shared_vector import Rows, SharedVectorEnv
from .vector import Observations
from .versus import ELIMINATED, check_opposition, check_side, opponents_of, sides_of


class VersusVectorEnv(SharedVectorEnv):
    """``num_envs`` games, each played from one side against opponents that move within the step (see ``VersusEnv``).

    See ``SharedVectorEnv``. ``infos`` also hold ``side``, and ``seat`` is at the end the one that decided last; rewards are means over the
    seats of the learners' sides. When the learner is eliminated, its game ends with the outcome "lost" and the detail "eliminated". ``won``
    is whether the learner has won. With ``events=True`` infos list the events as far as the learner's side may know them, including the
    moves of the opponents.

    ``reset`` with a seed seeds the sampled sides too.
    """

    _another: ClassVar[str] = "an opponent"

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "hit_z_road",
        *,
        opponents: Any = "random",
        side: int | str = 0,
        maker: Maker | None = None,
        **options: Any,
    ) -> None:
        super().__init__(num_envs, game, **options)
        kind = self.game.type
        self._chosen_side = check_side(self.game, side)
        self.opponents = opponents_of(self.game, opponents, sides_of(self.game, self._chosen_side), maker)
        own = np.array(kind.sides) == np.arange(kind.n_sides)[:, None]
        self._share(self.opponents, own, own, self._chosen_side or 0)
        self._agents: list[frozenset[str]] = [frozenset(self.game.agents[seat] for seat in seats) for seats in kind.seats]
        self._random = np.random.default_rng(0)  # samples the sides; reset seeds it

    @property
    def sides(self) -> npt.NDArray[np.int16]:
        """The learner's side in each game, int16 [num_envs]."""
        return self._choices

    # ---- private -----------------------------------------------------------------------------------------

    def _check_sides(self, game: Any) -> None:
        check_opposition(game)

    def _seed(self, numbers: list[int]) -> None:
        self._random = np.random.default_rng(numbers)

    def _choose_seats(self, rows: Rows) -> None:
        if self._chosen_side is None:
            self.sides[rows] = self._random.integers(self.game.type.n_sides, size=len(rows))

    def _still_in(self, rows: Rows) -> npt.NDArray[np.bool_]:
        still: npt.NDArray[np.bool_] = ((self.batch.active[rows] == 1) & self._own[self.sides[rows]]).any(axis=1)
        return still

    def _knowing(self, i: int) -> frozenset[str]:
        return self._agents[int(self.sides[i])]

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        observations, infos = super()._seen()
        return observations, {"side": self.sides.copy(), **infos}

    def _add_ends(self, infos: dict[str, Any], new: npt.NDArray[np.bool_], late: npt.NDArray[np.bool_]) -> None:
        super()._add_ends(infos, new, late)
        if not self.constant_infos:
            infos["final_info"] |= {"side": np.where(new, self.sides, 0), "_side": new.copy()}

    def _won(self, states: npt.NDArray[Any], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        won: npt.NDArray[np.bool_] = self.game.winners(states[rows])[np.arange(len(rows)), self.seats[rows]]
        return won

    def _last_seats(self, ended: npt.NDArray[np.intp]) -> npt.NDArray[np.int16]:
        return np.where(np.isin(np.arange(self.num_envs), ended), self.seats, 0).astype(np.int16)

    def _outcome(self, i: int, state: npt.NDArray[Any], late: bool) -> Outcome:
        outcome = super()._outcome(i, state, late)
        return outcome if outcome.name != OUTCOMES[ONGOING] else Outcome(OUTCOMES[LOST], ELIMINATED)
