"""Two sides: their observations and rewards, and the invariants in whole games."""

from __future__ import annotations

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.envs.aec import RawEnv

pytestmark = pytest.mark.slow

MISSIONS = ("tutorial", "y_zone", "the_escape", "grindhouse", "might_makes_right", "small_town")


def played(quest: str, seed: int, steps: int) -> RawEnv:
    """Return an environment after so many random actions."""
    env = RawEnv(make_game("apocalypse", quest=quest), observation_dtype="uint8")
    env.reset(seed=seed)
    choose = np.random.default_rng(seed)
    for _ in range(steps):
        if env._one.outcome:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(choose.choice(np.flatnonzero(mask))))
    return env


@pytest.mark.parametrize("quest", MISSIONS)
def test_random_games_keep_the_invariants_and_pay_the_sides_with_opposite_signs(quest: str) -> None:
    """AP-3.R3, AP-INV-1, AP-INV-3, AP-INV-4: the game ends, every state on the way is sound."""
    game = make_game("apocalypse", quest=quest)
    batch = Batch(game, 2, seed=3, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    choose = np.random.default_rng(5)
    for _ in range(400):
        if batch.states["outcome"].all():
            break
        actions = [int(choose.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in batch.masks]
        batch.step(np.array(actions))
        for k in range(2):
            assert game.fault(batch.states[k : k + 1]) == ""
        n = len(game.agents) - 1
        assert (batch.rewards[:, :n] == -batch.rewards[:, n : n + 1]).all()


@pytest.mark.parametrize("quest", ["small_town", "race_of_zombicity"])
def test_no_observation_tells_a_secret_of_the_other_side(quest: str) -> None:
    """AP-21.R9, AP-23: resampling never changes what a seat observes, and does change hidden information."""
    hands = 0
    for seed in range(3):
        env = played(quest, seed, 60)
        game = make_game("apocalypse", quest=quest)
        for seat, agent in enumerate(game.agents):
            seen = env.observe(agent)["observation"].tobytes()
            for _ in range(4):
                batch = env._one._batch.copy()
                before = batch.states["zm_hand"].copy()
                batch.resample(seat)
                assert batch.observe(seat)[0].tobytes() == seen
                if agent == "zombie_master":
                    assert (batch.states["zm_hand"] == before).all()
                else:
                    hands += int((batch.states["zm_hand"] != before).any())
    assert hands > 0, "the survivors imagine other hands than the real one"


def test_the_master_sees_his_hand_and_the_survivors_its_size() -> None:
    """AP-21.R1, AP-21.R9."""
    env = played("small_town", 1, 0)
    codec = make_game("apocalypse").observation_codec
    master = codec.unflatten(env.observe("zombie_master")["observation"])
    survivor = codec.unflatten(env.observe("survivor_0")["observation"])
    assert master["hand"].sum() == 1 and survivor["hand"].sum() == 0
    column = codec["global"].column("master_hand")
    assert master["global"][column] == survivor["global"][column] == 1


def test_without_a_master_nobody_plays_against_the_survivors() -> None:
    """AP-2.R4: no agent, no cards, and zombies split as in Black Plague."""
    game = make_game("apocalypse", zombie_master=False)
    assert "zombie_master" not in game.agents and game.type.kind == "cooperative"
    batch = Batch(game, 1, seed=1, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    choose = np.random.default_rng(1)
    for _ in range(200):
        if batch.states["outcome"][0]:
            break
        batch.step(np.array([int(choose.choice(np.flatnonzero(batch.masks[0])))]))
        assert game.fault(batch.states) == ""
        assert batch.states["zm_hand"].sum() == 0
