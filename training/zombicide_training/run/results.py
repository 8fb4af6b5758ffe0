"""Results of the games finished in a rollout, for the curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zombicide_env.core.game import ONGOING, WON
from zombicide_env.core.measures import measures
from zombicide_training.collect.game_results import Ended, final_results
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.collect.selfplay_rollout import Results
from zombicide_training.evaluation.statistics import evenly
from zombicide_training.learn.curriculum import Curriculum

__all__ = ["LadderResults", "RivalResults", "TeamResults", "team_curves"]


def team_curves(games: Sequence[Any], ended: Sequence[Ended]) -> dict[str, float]:
    """Return win rate and measures of finished games of a team (at least one), averaged evenly over ``games``."""
    outcomes, states, worlds = (np.concatenate(column) for column in zip(*ended, strict=True))
    figures = {f"rollout/{name}": evenly(values, worlds) for name, values in measures(games, worlds, states).items()}
    return {"rollout/win_rate": evenly(outcomes == WON, worlds)} | figures


class TeamResults:
    """Win rate and measures of a team's games, averaged evenly over its quests."""

    def __init__(self) -> None:
        self._ended: list[Ended] = []
        self._games: list[Any] = []

    def see(self, games: SharedGames) -> None:
        """Record games that have ended in the last step."""
        batch = games.batch
        self._games = list(batch.games)
        over = np.flatnonzero(batch.dones != ONGOING)
        if len(over):
            self._ended.append((batch.dones[over].copy(), batch.final_states[over].copy(), batch.world_of[over].copy()))

    def take(self) -> dict[str, float]:
        """Return the curves of the games that have ended since the last call."""
        if not self._ended:
            return {}
        ended, self._ended = self._ended, []
        return team_curves(self._games, ended)


class LadderResults(TeamResults):
    """Results for the rungs of the ladder, including the win rate of each; updates the curriculum.

    Args:
        curriculum: curriculum of the run.
        names: names of its rungs.
    """

    def __init__(self, curriculum: Curriculum, names: Sequence[str]) -> None:
        super().__init__()
        self._curriculum, self._names = curriculum, names

    def see(self, games: SharedGames) -> None:
        """Record games that have ended in the last step."""
        super().see(games)
        over = np.flatnonzero(games.batch.dones != ONGOING)
        if len(over):
            self._curriculum.note(games.batch.dones[over] == WON, games.batch.world_of[over])

    def take(self) -> dict[str, float]:
        """Return the curves of the games that have ended since the last call."""
        rates = zip(self._names, self._curriculum.rates.tolist(), strict=True)
        return super().take() | {f"ladder/{name}": rate for name, rate in rates}


class RivalResults:
    """Wins of a policy against each kind of opponent; ``kinds``: kind of each rival, in the order of ``SharedGames.others``."""

    def __init__(self, kinds: list[str]) -> None:
        self._kinds = kinds
        self._found = Results(kinds)

    def see(self, games: SharedGames) -> None:
        """Record games that have ended in the last step."""
        batch = games.batch
        for i in np.flatnonzero(batch.dones != ONGOING).tolist():
            game, state = batch.games[batch.world_of[i]], batch.final_states[i : i + 1]
            share, _, _ = final_results(game, state)
            self._found.add(1 + games.sat[i, : share.shape[1]].astype(np.int8), share[0], int(state["steps"][0]))

    def take(self) -> dict[str, float]:
        """Return the curves of the games that have ended since the last call."""
        found, self._found = self._found.values(), Results(self._kinds)
        return {f"rollout/{name}": value for name, value in found.items()}
