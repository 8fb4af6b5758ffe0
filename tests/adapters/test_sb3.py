"""The stable-baselines3 VecEnv against single environments, on the toy game."""

from __future__ import annotations

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("stable_baselines3", reason=TRAIN)

from tests.envs.toy import REST, Toy
from tests.toys.hunt import Hunt
from zombicide_env.adapters.sb3 import ZombicideVecEnv
from zombicide_env.core.game import IllegalAction
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv

pytestmark = pytest.mark.train
OPTIONS = {"agents": 3, "goal": 12, "danger": 1, "max_rounds": 4, "shaped": True}
N = 6


def pick(rng: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


def test_spaces_contain_what_reset_returns():
    raw, scaled = ZombicideVecEnv(Toy(), N), ZombicideVecEnv(Toy(), N, observation_dtype="float32")
    for env, dtype in ((raw, np.uint8), (scaled, np.float32)):
        first = env.reset()
        assert env.observation_space.dtype == dtype
        assert all(row in env.observation_space for row in first)
        assert env.action_space.n == 11
    assert raw.observation_space.high.max() == 50
    assert scaled.observation_space.high.max() == 1


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_agrees_with_single_environments(dtype):
    vec = ZombicideVecEnv(Toy(**OPTIONS), N, seed=20, observation_dtype=dtype)
    singles = [TeamEnv(Toy(**OPTIONS), observation_dtype=dtype) for _ in range(N)]
    observations = vec.reset()
    for i, env in enumerate(singles):
        np.testing.assert_array_equal(observations[i], env.reset(seed=20 + i)[0]["observation"])
    rng, total, length, kinds = np.random.default_rng(0), np.zeros(N), np.zeros(N, int), {"won": 0, "lost": 0, "truncated": 0}
    for _ in range(200):
        masks = np.stack(vec.env_method("action_masks"))
        actions = pick(rng, masks)
        observations, rewards, dones, infos = vec.step(actions)
        assert rewards.dtype == np.float32
        assert len(infos) == N
        for i, env in enumerate(singles):
            np.testing.assert_array_equal(masks[i], env.action_masks())
            single, reward, terminated, truncated, info = env.step(actions[i])
            total[i], length[i] = total[i] + reward, length[i] + 1
            assert rewards[i] == np.float32(reward)
            assert dones[i] == (terminated or truncated)
            if dones[i]:
                np.testing.assert_array_equal(infos[i]["terminal_observation"], single["observation"])
                assert infos[i]["TimeLimit.truncated"] is truncated
                assert infos[i]["is_success"] is (info["outcome"] == "won")
                assert all(infos[i][name] == info[name] for name in ("outcome", "outcome_detail", "won"))
                assert infos[i]["episode"]["r"] == pytest.approx(total[i], abs=1e-5)
                assert infos[i]["episode"]["l"] == length[i]
                kinds[info["outcome"]] += 1
                total[i], length[i] = 0, 0
                single, info = env.reset()
                assert vec.reset_infos[i] == {"seat": info["seat"]}
            else:
                assert infos[i] == {}
            np.testing.assert_array_equal(observations[i], single["observation"])
    assert min(kinds.values()) > 3


def test_a_scripted_victory_reaches_the_team_once():
    """Two walkers reach the goal; the AEC environment pays each of them, the VecEnv pays the mean."""
    game = Toy(agents=2, goal=6, danger=-3)
    vec, seats = ZombicideVecEnv(game, 1, seed=0), RawEnv(game)
    vec.reset()
    seats.reset(seed=0)
    _, first, done, _ = vec.step(np.array([2]))
    assert (first[0], done[0]) == (0.0, False)
    _, second, done, infos = vec.step(np.array([2]))
    seats.step(2)
    seats.step(2)
    assert (second[0], done[0], infos[0]["is_success"]) == (1.0, True, True)
    assert seats.rewards == {"walker_0": 1.0, "walker_1": 1.0}


def test_nothing_returned_is_written_to_later():
    vec = ZombicideVecEnv(Toy(**OPTIONS), N, seed=1)
    rng, kept = np.random.default_rng(0), []
    observations = vec.reset()
    for _ in range(60):
        masks = vec.env_method("action_masks")
        kept.append((observations, observations.copy(), masks, np.stack(masks).copy()))
        observations, rewards, dones, infos = vec.step(pick(rng, np.stack(masks)))
        for array in [rewards, dones, *(info["terminal_observation"] for info in infos if info)]:
            kept.append((array, array.copy(), [], np.zeros(0)))
    for array, before, masks, masks_before in kept:
        np.testing.assert_array_equal(array, before)
        if masks:
            np.testing.assert_array_equal(np.stack(masks), masks_before)


def test_sb3_contrib_finds_the_masks():
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    vec = ZombicideVecEnv(Toy(), N)
    vec.reset()
    assert is_masking_supported(vec)
    masks = get_action_masks(vec)
    assert masks.shape == (N, 11)
    assert masks.dtype == np.bool_
    np.testing.assert_array_equal(masks, vec.action_masks())
    np.testing.assert_array_equal(masks, np.stack([mask() for mask in vec.get_attr("action_masks")]))
    vec.step(np.array([REST] * (N - 1) + [5 + 2]))
    assert [len(vec.env_method("action_masks", indices=i)) for i in (0, [1, 5])] == [1, 2]
    np.testing.assert_array_equal(vec.env_method("action_masks", indices=[5])[0], vec.action_masks()[5])
    assert vec.action_masks().any(axis=1).all()


def test_attributes_and_methods_that_do_not_exist_are_named():
    vec = ZombicideVecEnv(Toy(), 2)
    assert vec.get_attr("render_mode") == [None, None]
    assert vec.env_method("describe", indices=1)[0]["round"] == 1
    assert not vec.has_attr("wings")
    with pytest.raises(AttributeError, match="action_masks"):
        vec.get_attr("action_mask")
    with pytest.raises(AttributeError, match="fly"):
        vec.env_method("fly")
    with pytest.raises(AttributeError, match="gravity"):
        vec.set_attr("gravity", 1)
    assert vec.env_is_wrapped(object) == [False, False]


def test_an_action_before_the_first_reset_is_refused():
    vec = ZombicideVecEnv(Toy(), 2)
    with pytest.raises(RuntimeError, match="the games have not begun; call reset"):
        vec.step(np.array([0, 0]))
    vec.reset()
    vec.step(np.array([0, 0]))


def test_seeds_fix_the_games_as_in_the_constructor():
    a, b = ZombicideVecEnv(Toy(), 3), ZombicideVecEnv(Toy(), 3, seed=7)
    assert a.seed(7) == [7, 8, 9]
    assert a.reset().tobytes() == b.reset().tobytes()
    assert a.batch.states.tobytes() == b.batch.states.tobytes()
    a.reset(), b.reset()
    assert a.batch.states.tobytes() == b.batch.states.tobytes()
    first = a.seed()
    assert len(set(first)) == 3
    assert a.seed() != first
    state = np.random.get_state()[1].tobytes()  # noqa: NPY002 - the one that others use
    a.seed()
    a.reset()
    assert np.random.get_state()[1].tobytes() == state  # noqa: NPY002 - the one that others use


def test_an_illegal_action_changes_no_game():
    vec = ZombicideVecEnv(Toy(), 2, seed=0)
    vec.reset()
    before = vec.batch.states.tobytes()
    with pytest.raises(IllegalAction, match="game 1"):
        vec.step(np.array([0, 4]))
    assert vec.batch.states.tobytes() == before
    vec.step(np.array([0, 0]))


@pytest.mark.slow
def test_sides_that_play_against_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="2 sides"):
        ZombicideVecEnv(Hunt(), 2)


def test_maskable_ppo_learns_on_it():
    """Random play pushes teammates off and wins few games; a few thousand steps of training must win more."""
    from sb3_contrib import MaskablePPO

    env = ZombicideVecEnv(Toy(agents=4, goal=14, danger=1, max_rounds=8), 16, seed=0, observation_dtype="float32")
    env.reset()
    rng, wins = np.random.default_rng(0), []
    for _ in range(300):
        _, _, _, infos = env.step(pick(rng, env.action_masks()))
        wins += [info["is_success"] for info in infos if info]
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=4, learning_rate=1e-3, seed=0, device="cpu")
    model.learn(6000)
    assert len(model.ep_info_buffer) == 100
    assert np.mean(list(model.ep_success_buffer)) > np.mean(wins) + 0.15


def test_several_games_are_dealt_evenly():
    games = [Toy(**OPTIONS), Toy(**{**OPTIONS, "goal": 20})]
    vec = ZombicideVecEnv(games, 5, seed=1)
    assert vec.get_attr("game") == [games[0], games[1], games[0], games[1], games[0]]
    vec.reset()
    singles = [TeamEnv(games[i % 2], observation_dtype="uint8") for i in range(5)]
    for i, env in enumerate(singles):
        env.reset(seed=1 + i)
    rng = np.random.default_rng(3)
    actions = pick(rng, vec.action_masks())
    observations, _, dones, _ = vec.step(actions)
    assert not dones.any()
    for i, env in enumerate(singles):
        np.testing.assert_array_equal(observations[i], env.step(actions[i])[0]["observation"])
        assert vec.env_method("describe", indices=[i]) == [env.describe()]


def test_teams_of_any_size_are_paid_alike() -> None:
    """A team of two in a batch with teams of four got half of its rewards: the mean included seats that it does not have."""
    games = [Toy(**{**OPTIONS, "agents": agents}) for agents in (2, 4)]
    vec = ZombicideVecEnv(games, 2, seed=1)
    vec.reset()
    singles = [TeamEnv(game) for game in games]
    for i, env in enumerate(singles):
        env.reset(seed=1 + i)
    rng, paid, going = np.random.default_rng(3), np.zeros(2), np.ones(2, bool)
    while going.any():
        actions = pick(rng, vec.action_masks())
        _, rewards, dones, _ = vec.step(actions)
        for i in np.flatnonzero(going).tolist():
            assert rewards[i] == np.float32(singles[i].step(actions[i])[1])
            paid[i] += abs(rewards[i])
        going &= ~dones
    assert paid.all()


def test_a_range_of_quests_is_dealt_to_the_places() -> None:
    env = ZombicideVecEnv("black_plague", 4, quest="generated:seed=0..3,tiles=2", seed=1)
    assert len({game.options["quest"] for game in env.get_attr("game")}) == 4
    with pytest.raises(ValueError, match="4 games and 3 places"):
        ZombicideVecEnv("black_plague", 3, quest="generated:seed=0..3,tiles=2")
