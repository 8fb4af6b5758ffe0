"""``Game.measures`` has ``progress``, from 0 to 1, and 1 only in games that are won."""

from __future__ import annotations

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, ONGOING, WON
from zombicide_env.core.measures import measures
from zombicide_env.games import OWN


@pytest.mark.parametrize("game_id", OWN)
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_progress_is_a_share_and_1_only_if_the_game_is_won(game_id: str, player: str) -> None:
    options = {"max_rounds": 30} if "max_rounds" in make_game(game_id).options else {}
    game = make_game(game_id, **options)
    batch = Batch(game, 16, seed=5, autoreset="disabled", observation_dtype="uint8")
    agent = agents.make(player, game)
    agent.reset(5)
    assert (game.measures(batch.states)["progress"] < 0.5).all()
    seen = [np.zeros(16)]
    for _ in range(3000):
        going = np.flatnonzero(batch.dones == ONGOING)
        if not len(going):
            break
        actions = np.zeros(16, np.int64)
        actions[going] = agent.act_batch(batch.observations[going], batch.masks[going], game, batch.states[going])
        batch.step(actions)
        progress = game.measures(batch.states)["progress"]
        assert ((progress >= 0) & (progress <= 1)).all()
        assert ((progress == 1) == (batch.states["outcome"] == WON)).all()
        seen.append(progress)
    assert player == "random" or np.max(seen) > 0


def test_a_position_that_is_won_by_force_is_not_more_than_its_goals() -> None:
    """The outcome takes precedence: a lost game with all goals reached has less than 1, a won game with none has 1."""
    game = make_game("black_plague")
    states = Batch(game, 2, seed=1, autoreset="disabled", observation_dtype="uint8").states.copy()
    states["outcome"] = [WON, LOST]
    progress = game.measures(states)["progress"]
    assert progress[0] == 1
    assert progress[1] < 1


def test_games_of_several_quests_have_the_progress_of_their_own() -> None:
    games = [make_game("black_plague", quest=quest) for quest in ("danse_macabre", "big_game_hunting")]
    batch = Batch(games, 4, seed=3, autoreset="disabled", observation_dtype="uint8")
    batch.states["killed"] = 1
    found = measures(games, batch.world_of, batch.states)["progress"]
    alone = [games[world].measures(batch.states[i : i + 1])["progress"][0] for i, world in enumerate(batch.world_of.tolist())]
    assert found.tolist() == alone
    assert len(set(alone)) > 1
