"""Players in the environments of one game: each plays as in evaluations, and asking it changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import black_plague_v0, hit_z_road_v0, make_game
from zombicide_env.core.game import IllegalAction
from zombicide_env.envs.gym import TeamEnv
from zombicide_training import evaluate

OPTIONS: dict[str, Any] = {"quest": "danse_macabre", "survivors": 6, "max_rounds": 4}
GAMES = 6


@pytest.mark.parametrize("spec", ["greedy", "checkpoint:survivors"])
def test_a_player_plays_as_in_evaluations(spec: str) -> None:
    expected = evaluate(make_game("black_plague", **OPTIONS), [spec], games=GAMES, seed=11).summary()
    env = black_plague_v0.env(**OPTIONS)
    player = agents.make(spec, env.unwrapped.game)
    moves, experience = 0, 0
    for seed in range(11, 11 + GAMES):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            *_, terminated, truncated, info = env.last()
            over = terminated or truncated
            env.step(None if over else env.unwrapped.ask(player))
            moves += not over
        experience += info["experience"]
    assert moves == pytest.approx(expected["decisions"]["value"] * GAMES)
    assert experience == pytest.approx(expected["experience"]["value"] * GAMES)


def test_all_environments_of_one_game_ask_alike_and_nothing_changes() -> None:
    aec, parallel, team = black_plague_v0.raw_env(**OPTIONS), black_plague_v0.parallel_env(**OPTIONS), TeamEnv("black_plague", **OPTIONS)
    player = agents.make("checkpoint:survivors", aec.game)
    for env in (aec, parallel, team):
        env.reset(seed=4)
    for _ in range(40):
        before = aec.record.tobytes()
        action = aec.ask(player)
        assert aec.record.tobytes() == before and aec.ask(player) == action
        assert parallel.ask(player) == team.ask(player) == action
        aec.step(action)
        parallel.step({parallel.decider: action})
        team.step(action)
        assert aec.record.tobytes() == parallel.record.tobytes() == team.record.tobytes()


class Curious:
    """Keeps what it is shown, and answers with no action."""

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        self.state, self.mask = state, mask
        mask[:] = 0
        return -1


def test_a_player_sees_no_secrets_of_others_and_cannot_change_the_game() -> None:
    env = hit_z_road_v0.raw_env(players=3)
    env.reset(seed=2)
    player, mask = Curious(), env.infos["player_0"]["action_mask"].copy()
    before = env.record.tobytes()
    env.ask(player)
    assert player.state.tobytes() != before == env.record.tobytes()
    assert np.array_equal(env.infos["player_0"]["action_mask"], mask)


def test_nobody_can_be_asked_for_in_a_finished_game_nor_a_class() -> None:
    env = black_plague_v0.raw_env(**OPTIONS)
    player = agents.make("greedy", env.game)
    with pytest.raises(RuntimeError, match="has not begun; call reset"):
        env.ask(player)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="player RandomAgent is a class"):
        env.ask(agents.RandomAgent)  # type: ignore[arg-type]  # what the check is for
    with pytest.raises(IllegalAction, match="Silent has answered with None"):
        env.ask(type("Silent", (), {"act": lambda *_: None})())
    while not env.terminations[env.agent_selection]:
        env.step(env.ask(player))
    with pytest.raises(RuntimeError, match="the game is over"):
        env.ask(player)
