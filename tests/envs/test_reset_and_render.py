"""Arguments of `reset`, the seeds that a vector environment reports, animations, and ranges of quests."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RenderCollection

from tests.envs.toy import Toy
from zombicide_env import black_plague_v0, make_games
from zombicide_env.core.batch import Batch
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.teammates_vector import TeammatesVectorEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

BLACK_PLAGUE = "zombicide_env:zombicide/BlackPlague-v0"
RANGE = "generated:seed=0..3,tiles=2"


def first_legal(_: np.ndarray, mask: np.ndarray) -> int:
    return int(mask.argmax())


MADE = {
    "team": lambda: TeamEnv(Toy()),
    "versus": lambda: VersusEnv("hit_z_road", players=2, opponents=first_legal),
    "teammates": lambda: TeammatesEnv(Toy(), teammates=first_legal),
    "teammates vector": lambda: TeammatesVectorEnv(4, Toy(), teammates=first_legal),
    "team vector": lambda: TeamVectorEnv(4, Toy()),
    "versus vector": lambda: VersusVectorEnv(4, "hit_z_road", players=2, opponents=first_legal),
    "pettingzoo": lambda: black_plague_v0.raw_env(),
    "pettingzoo with its checks": lambda: black_plague_v0.env(),
    "parallel": lambda: black_plague_v0.parallel_env(),
}


# ---- reset -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MADE)
def test_an_option_of_reset_that_there_is_not_is_refused(kind):
    env = MADE[kind]()
    env.reset(seed=1, options={})
    env.reset(seed=1, options=None)
    with pytest.raises(ValueError, match=r"has no 'quest': .* given when the environment is made"):
        env.reset(seed=1, options={"quest": "famine"})
    if "vector" in kind:
        with pytest.raises(ValueError, match=r"'reset_maks' \(did you mean 'reset_mask'\?\)"):
            env.reset(options={"reset_maks": np.array([True, False, False, False])})


@pytest.mark.parametrize("kind", ["team vector", "teammates vector", "versus vector"])
def test_a_vector_environment_begins_with_a_reset_of_all_games(kind):
    """Randomly seeded games were played without a word: such a run cannot be repeated."""
    env = MADE[kind]()
    with pytest.raises(RuntimeError, match=r"no action can be played: the games have not begun.*reset"):
        env.step(np.zeros(4, int))
    with pytest.raises(RuntimeError, match=r"options\['reset_mask'\] cannot be used: the games have not begun"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False, False, False])})
    env.reset(seed=1)
    env.reset(options={"reset_mask": np.array([True, False, False, False])})
    env.step(env.action_masks().argmax(axis=1))


@pytest.mark.parametrize("kind", ["team vector", "teammates vector", "versus vector"])
def test_the_seed_of_a_vector_environment_is_the_one_that_was_given(kind):
    env = MADE[kind]()
    env.reset(seed=7)
    assert env.np_random_seed == 7
    env.reset()
    assert env.np_random_seed == 7
    env.reset(seed=[3, 1, 4, 1])
    assert env.np_random_seed == (3, 1, 4, 1)
    before = env.np_random.random()
    env.reset(seed=[3, 1, 4, 1])
    assert env.np_random.random() == before


# ---- animations ------------------------------------------------------------------------------------------------------------


def moments(env, steps: int = 6) -> list:
    seen, _ = env.reset(seed=1)
    for _ in range(steps):
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
    return env.render()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["ansi_list", "rgb_array_list"])
def test_a_film_has_a_picture_of_every_moment(mode):
    env = TeamEnv("black_plague", render_mode=mode)
    film = moments(env)
    assert len(film) == 7 and env.render() == []
    single = moments(RenderCollection(TeamEnv("black_plague", render_mode=mode.removesuffix("_list"))))
    for mine, theirs in zip(film, single, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    moments(env)
    env.reset()
    assert len(env.render()) == 1


def test_films_are_made_of_environments_by_id():
    for mode in ("ansi_list", "rgb_array_list"):
        env = gymnasium.make(BLACK_PLAGUE, render_mode=mode)
        assert env.render_mode == mode
        assert len(moments(env, 2)) == 3


@pytest.mark.parametrize("parallel", [False, True])
def test_films_of_pettingzoo_games(parallel):
    env = black_plague_v0.parallel_env(render_mode="rgb_array_list") if parallel else black_plague_v0.env(render_mode="rgb_array_list")
    env.reset(seed=1)
    for _ in range(3):
        if parallel:
            env.step({env.decider: int(env.action_space(env.decider).sample())})
        else:
            env.step(env.action_space(env.agent_selection).sample())
    film = env.render()
    assert len(film) == 4 and all(picture.shape[2] == 3 for picture in film)


def test_entry_points_say_how_they_draw():
    assert set(gymnasium.envs.registration.load_env_creator("zombicide_env.modules:gymnasium_env").metadata["render_modes"]) == {
        "human", "ansi", "rgb_array", "ansi_list", "rgb_array_list",
    }  # fmt: skip


# ---- ranges of quests ----------------------------------------------------------------------------------------------------


def test_a_range_of_quests_is_dealt_to_the_places():
    envs = gymnasium.make_vec(BLACK_PLAGUE, num_envs=8, quest=RANGE, survivors=3, allow_small_team=True, render_mode="ansi")
    games = make_games("black_plague", quest=RANGE, survivors=3, allow_small_team=True)
    batch = Batch(games, 8, seed=5)
    seen, _ = envs.reset(seed=5)
    for _ in range(30):
        actions = seen["action_mask"].argmax(axis=1)
        np.testing.assert_array_equal(seen["observation"], batch.observations)
        seen, *_ = envs.step(actions)
        batch.step(actions)
    pictures = envs.render()
    assert len({game.options["quest"] for game in games}) == 4 and pictures[0] != pictures[1]
    with pytest.raises(ValueError, match="4 games and 2 places"):
        gymnasium.make_vec(BLACK_PLAGUE, num_envs=2, quest=RANGE)
    assert len(make_games("hit_z_road", players=2)) == len(make_games("black_plague", quest="famine")) == 1


def test_games_of_a_batch_have_the_same_agents():
    with pytest.raises(ValueError, match="games of 3 and 4 agents"):
        TeamVectorEnv(2, [Toy(agents=3), Toy(agents=4)])
