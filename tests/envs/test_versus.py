"""A learner against chosen opponents: rewards, elimination, seeds, saves, and vector environments."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zombicide_agents as agents
from zombicide_env import hit_z_road_v0, make_game
from zombicide_env.envs.aec import IllegalAction, SaveError
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.teammates_vector import TeammatesVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

ID = "zombicide_env:zombicide/HitZRoad-v0"


def last_legal(observation, mask):
    return int(np.flatnonzero(mask)[-1])


def middle(observation, mask):
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 2])


def make(seed=0, players=3, opponents=middle, **options):
    env = VersusEnv("hit_z_road", opponents=opponents, players=players, maker=agents.make, **options)
    if seed is not None:
        env.reset(seed=seed)
    return env


def play(env, rng, observation, steps=10_000):
    """Play random legal actions and return what was observed."""
    seen = []
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation["observation"].tobytes(), reward, terminated, truncated, info["seat"]))
        if terminated or truncated:
            break
    return seen


@pytest.mark.parametrize("options", [{}, {"side": "random", "reward": "zero_sum"}, {"players": 2, "side": 1, "observation_dtype": "uint8"}])
def test_gymnasium_check_env(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, opponents="random", **options).unwrapped)


@pytest.mark.parametrize("seat", [0, 2])
def test_a_step_is_everything_until_the_next_decision(seat):
    """Replays each game in the PettingZoo environment: the same views, masks, sums of rewards and ends."""
    ends = set()
    for seed in range(8):
        env = make(seed, side=seat, opponents=[middle, last_legal], reward="zero_sum")
        table = hit_z_road_v0.raw_env(players=3, reward="zero_sum", leavers="leave")  # eliminated agents leave, as for the learner
        table.reset(seed=seed)
        sitting = {(seat + 1) % 3: middle, (seat + 2) % 3: last_legal}
        observation, info = env.reset(seed=seed)
        rng, over, reward = np.random.default_rng(seed), False, 0.0
        for agent in table.agent_iter():
            there, paid, terminated, _, _ = table.last()
            number = table.possible_agents.index(agent)
            if number == seat:
                assert (over, reward) == (terminated, paid)
                np.testing.assert_array_equal(observation["observation"], there["observation"])
                if terminated:
                    ends.add(info["outcome_detail"] == "eliminated")
                    assert np.flatnonzero(observation["action_mask"]).tolist() == [0]
                    break
                np.testing.assert_array_equal(observation["action_mask"], there["action_mask"])
                action = int(rng.choice(np.flatnonzero(there["action_mask"])))
                observation, reward, over, truncated, info = env.step(action)
                assert not truncated
            else:
                action = None if terminated else sitting[number](there["observation"], there["action_mask"])
            table.step(action)
    assert True in ends


def test_elimination_ends_the_learners_game():
    env = make(0, players=4, opponents="greedy", reward="zero_sum")
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        *_, (_, reward, terminated, _, _) = play(env, np.random.default_rng(seed), observation)
        if env.record["outcome"][0] == 0:
            break
    else:
        raise AssertionError("nobody was eliminated early")
    assert (reward, terminated) == (-1.0, True)
    assert env._seen()[1]["outcome"] == "lost"
    before = env.save()
    with pytest.raises(IllegalAction, match="over"):
        env.step(int(env.record["steps"][0]))
    assert env.save() == before


@pytest.mark.parametrize("opponents", ["random", [agents.RandomAgent(), agents.RandomAgent()], last_legal])
def test_seeds_fix_games_seats_and_opponents(opponents):
    env = make(None, opponents=opponents, side="random")
    runs = []
    for _ in range(2):
        observation, _ = env.reset(seed=12)
        games = [play(env, np.random.default_rng(0), observation)]
        games.append(play(env, np.random.default_rng(0), env.reset()[0]))
        runs.append(games)
    assert runs[0] == runs[1]
    assert runs[0][0] != runs[0][1]
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(30)]
    assert set(seats) == {0, 1, 2}


def test_an_illegal_action_changes_nothing():
    env = VersusEnv("hit_z_road", players=2, opponents=middle)
    with pytest.raises(IllegalAction, match="not begun"):
        env.step(0)
    env.reset(seed=0)
    before = env.save()
    for action in (-1, env.action_space.n, None, int(np.flatnonzero(~env.action_masks())[0])):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert env.save() == before
    assert env.action_masks()[env.action_space.sample()]


@pytest.mark.parametrize("how", ["deepcopy", "pickle"])
def test_copies_continue_with_their_opponents(how):
    env = make(5, opponents="random")
    play(env, np.random.default_rng(0), {"action_mask": env.action_masks()}, steps=3)
    twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    start = {"action_mask": env.action_masks()}
    assert play(env, np.random.default_rng(1), start) == play(twin, np.random.default_rng(1), start)


def test_a_save_leads_to_the_same_game_each_time():
    env = make(5, opponents="random", side="random")
    play(env, np.random.default_rng(0), {"action_mask": env.action_masks()}, steps=2)
    data, seat = env.save(), env.seat
    runs = []
    for twin in (env, make(1, opponents="random", side="random")):
        observation, info = twin.load(data)
        assert info["seat"] == seat
        assert twin.save() == data
        runs.append(play(twin, np.random.default_rng(1), observation))
    assert runs[0] == runs[1]
    with pytest.raises(SaveError, match="players=3"):
        make(0, players=4).load(data)


def test_saves_cross_between_environments():
    table = hit_z_road_v0.raw_env(players=3)
    table.reset(seed=3)
    first = table.agent_selection
    table.step(table.parse("bid 1"))
    env = make(0, side=2)
    observation, info = env.load(table.save())
    assert info["seat"] == 2
    assert observation["action_mask"].any()
    assert env.game.agents.index(first) != 2 or int(env.record["bid"][0, 2]) == 1
    table.load(env.save())
    assert table.agent_selection == "player_2"


def test_opponents_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="1 opponent for 2"):
        make(None, opponents=[middle])
    with pytest.raises(ValueError, match="maker"):
        VersusEnv("hit_z_road", players=2, opponents="greedy")
    with pytest.raises(TypeError, match="cannot play"):
        make(None, opponents=3)
    for kind in (VersusEnv, VersusVectorEnv, TeammatesEnv, TeammatesVectorEnv):  # their defaults are specs too
        with pytest.raises(ValueError, match=r"pass maker=agents\.make"):
            kind()
    with pytest.raises(agents.AgentError, match="greedy"):
        make(None, opponents="gredy")
    for side in (3, -1, "first", True):
        with pytest.raises(ValueError, match="there is no side"):
            make(None, side=side)
    with pytest.raises(ValueError, match="no opponents"):
        make(None, players=1)


def test_an_opponent_that_cheats_is_named():
    table = hit_z_road_v0.raw_env(players=2)
    table.reset(seed=0)
    waits = 1 - table.game.agents.index(table.agent_selection)
    options = {"players": 2, "opponents": cheat, "side": waits}
    for env in (VersusEnv("hit_z_road", **options), VersusVectorEnv(2, "hit_z_road", **options)):
        with pytest.raises(RuntimeError, match="cheat"):
            env.reset(seed=0)


def cheat(observation, mask):
    return len(mask)


# ---- vector environments -------------------------------------------------------------------------------------------


N = 5


def many(mode="same_step", **options):
    return VersusVectorEnv(N, "hit_z_road", players=3, opponents=[middle, last_legal], autoreset_mode=mode, reward="zero_sum", **options)


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
def test_agrees_with_single_environments(mode):
    vector = many(mode, side=1)
    singles = [make(None, opponents=[middle, last_legal], side=1, reward="zero_sum") for _ in range(N)]
    observations, infos = vector.reset(seed=7)
    for i, env in enumerate(singles):
        env.reset(seed=7 + i)
    rng, over, ends = np.random.default_rng(0), np.zeros(N, bool), 0
    for _ in range(120):
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in observations["action_mask"]])
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        assert observations in vector.observation_space
        assert infos["seat"].tolist() == [1] * N
        for i, env in enumerate(singles):
            if mode == "next_step" and over[i]:
                single, expected = env.reset()[0], (0.0, False)
            else:
                single, *expected, _, info = env.step(actions[i])
                if expected[1]:
                    ends += 1
                    assert infos["final_info"]["outcome"][i] == info["outcome"]
                    assert infos["final_info"]["outcome_detail"][i] == info["outcome_detail"]
                    if mode == "same_step":
                        np.testing.assert_array_equal(infos["final_obs"][i]["observation"], single["observation"])
                        single = env.reset()[0]
            assert (rewards[i], terminations[i]) == tuple(expected)
            for key in single:
                np.testing.assert_array_equal(observations[key][i], single[key])
        assert not truncations.any()
        over = terminations
    assert ends > 5


def test_made_by_id_with_agents_that_play_in_batches():
    runs = []
    for _ in range(2):
        env = gymnasium.make_vec(ID, num_envs=6, players=4, opponents=["random", "greedy", "random"], side="random")
        observations, infos = env.reset(seed=3)
        seen = [infos["seat"].tolist()]
        for _ in range(15):
            assert observations["action_mask"].any(axis=1).all()
            observations, *_, infos = env.step(observations["action_mask"].argmax(axis=1))
            seen.append((infos["seat"].tolist(), observations["observation"].tobytes()))
        runs.append(seen)
    assert runs[0] == runs[1]
    assert len(set(runs[0][0])) > 1


def test_no_game_changes_when_one_action_is_illegal():
    env = many()
    observations, _ = env.reset(seed=0)
    actions = observations["action_mask"].argmax(axis=1)
    before = env.batch.states.tobytes()
    for wrong in (-1, env.batch.action_codec.size, int(observations["action_mask"][3].argmin())):
        actions[3] = wrong
        with pytest.raises(IllegalAction, match="game 3"):
            env.step(actions)
        assert env.batch.states.tobytes() == before


def test_disabled_autoreset_waits_for_the_caller():
    env = many("disabled")
    observations, _ = env.reset(seed=0)
    over, ended = np.zeros(N, bool), np.zeros(N, int)
    for _ in range(400):
        observations, rewards, terminations, _, _ = env.step(observations["action_mask"].argmax(axis=1))
        assert not rewards[over].any()
        over |= terminations
        ended += terminations
    assert ended.tolist() == [1] * N
    assert (observations["action_mask"].sum(axis=1) == 1).all()
    which = np.arange(N) == 2
    observations, _ = env.reset(options={"reset_mask": which})
    assert (env._decides() == which).all()


def test_the_game_may_be_given():
    game = make_game("hit_z_road", players=2)
    assert VersusEnv(game, opponents=middle).game is game


# ---- opponents that fail -------------------------------------------------------------------------------------------


class FailsOnce:
    """Takes the first legal action; its third call fails."""

    name = "clumsy"

    def __init__(self):
        self.calls = 0

    def act(self, observation, mask, game=None, state=None):
        self.calls += 1
        if self.calls == 3:
            raise KeyError("lost")
        return int(mask.argmax())


def first_actions(env):
    for seed in range(5):
        observation, _ = env.reset(seed=seed)
        for _ in range(5):
            observation, *_ = env.step(observation["action_mask"].argmax(axis=-1))


def until_failure(env):
    with pytest.raises(RuntimeError, match=r"opponent clumsy.* has failed with KeyError: 'lost'"):
        first_actions(env)


@pytest.mark.parametrize("kind", [VersusEnv, VersusVectorEnv, TeammatesEnv, TeammatesVectorEnv])
def test_a_player_that_leaves_the_program_is_named(kind):
    def leaver(observation, mask):
        sys.exit(3)

    alone = kind in (VersusEnv, TeammatesEnv)
    what = (
        {"game": "hit_z_road", "opponents": leaver}
        if kind in (VersusEnv, VersusVectorEnv)
        else {"game": "black_plague", "teammates": leaver}
    )
    with pytest.raises(RuntimeError, match=r"leaver.* has failed with SystemExit: 3"):
        first_actions(kind(**what) if alone else kind(2, **what))


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
def test_the_learner_never_decides_in_place_of_an_opponent_that_has_failed(illegal):
    env = VersusEnv("hit_z_road", players=2, opponents=FailsOnce(), illegal=illegal)
    until_failure(env)
    before = env._one.state.tobytes()
    for action in range(env.action_space.n):
        with pytest.raises(IllegalAction, match=r"an opponent has failed; call reset\(\)"):
            env.step(action)
    assert env._one.state.tobytes() == before
    env.reset(seed=0)
    env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
def test_no_learner_decides_in_place_of_an_opponent_that_has_failed(illegal):
    envs = VersusVectorEnv(3, "hit_z_road", players=2, opponents=FailsOnce(), illegal=illegal)
    until_failure(envs)
    before = envs.batch.states.tobytes()
    with pytest.raises(RuntimeError, match=r"no action can be played: .* an opponent has failed; call reset\(\) for all"):
        envs.step(envs.batch.masks.argmax(axis=1))
    with pytest.raises(RuntimeError, match=r"reset_mask.*call reset\(\) for all"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert envs.batch.states.tobytes() == before
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="seed=-1"):
        envs.reset(seed=-1)
    envs.step(envs.action_masks().argmax(axis=1))  # a reset that is refused changes nothing


def test_a_vector_environment_begins_with_a_reset():
    """Before it the opponents have not moved: the learner's first action would be theirs."""
    envs = VersusVectorEnv(2, "hit_z_road", players=2, opponents=last_legal, side=1)
    with pytest.raises(RuntimeError, match="have not begun"):
        envs.step(envs.batch.masks.argmax(axis=1))


def both(opponent):
    return VersusEnv("hit_z_road", players=2, opponents=opponent), VersusVectorEnv(2, "hit_z_road", players=2, opponents=opponent)


@pytest.mark.parametrize("answer", [1.0, "0", None, np.array([0]), float("nan"), True])
def test_functions_answer_like_agents(answer):
    """``int(answer)`` would play 1.9 as 1."""
    for env in both(lambda *_: answer):
        with pytest.raises(RuntimeError, match=r"opponent .* does not play by the rules: .* has answered with"):
            first_actions(env)


def test_a_person_who_leaves_is_no_failure():
    def leaves(*_):
        raise agents.AgentQuit("gone")

    for env in both(leaves):
        with pytest.raises(agents.AgentQuit):
            first_actions(env)


def test_sides_are_numbered_by_numpy_too():
    assert VersusEnv("hit_z_road", players=3, opponents=last_legal, side=np.int64(2)).side == 2
