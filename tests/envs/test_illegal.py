"""``illegal="random"`` and ``"lose"``: how illegal actions are handled, the same in every environment."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.envs.returns import documented
from tests.envs.toy import LEAVE, PUSH, REST, Toy
from tests.needs import library
from zombicide_env import black_plague_v0, hit_z_road_v0, make_game, z_game_v0
from zombicide_env.envs.aec import IllegalAction, RawEnv, SaveError, wrap
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.saves import header_of
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

WAYS = ["random", "lose"]
TOY = {"agents": 4, "goal": 20, "shaped": True}
N_ACTIONS = Toy.action_codec.size


def make(illegal: str, seed: int | None = 0, leavers: str = "stay", **options: Any) -> RawEnv:
    env = RawEnv(Toy(**(TOY | options)), illegal=illegal, leavers=leavers)
    if seed is not None:
        env.reset(seed=seed)
    return env


def wild(seed: int, n: int = 400) -> list[int]:
    """Random indices inside and outside of the action space."""
    return np.random.default_rng(seed).integers(-2, N_ACTIONS + 2, n).tolist()


def played(env: RawEnv, actions: list[int]) -> list[Any]:
    """Step a game with these actions, whatever they are, and return what happens."""
    seen = []
    for action in actions:
        if not env.agents:
            break
        agent = env.agent_selection
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else action)
        seen.append((agent, env.record.tobytes(), dict(env.rewards)))
    return seen


# ---- replacement by a random legal action ------------------------------------------------------------------------------


def test_the_game_is_that_of_the_actions_that_were_played():
    """Replacements are not drawn from the game's generator, and legal actions are left alone."""
    replaced = 0
    for seed in range(10):
        env, plain = make("random", seed), make("raise", seed)
        for action in wild(seed):
            if any(env.terminations.values()) or any(env.truncations.values()):
                break
            mask = env.last()[0]["action_mask"]
            env.step(action)
            done = int(env._one._input[0])
            assert mask[done]
            legal = 0 <= action < N_ACTIONS and bool(mask[action])
            assert done == action or not legal
            replaced += not legal
            plain.step(done)
            assert env.record.tobytes() == plain.record.tobytes()
        assert env.terminations == plain.terminations
    assert replaced > 20


@pytest.mark.parametrize("how", ["reset", "deepcopy", "pickle", "load"])
def test_replacements_are_fixed_by_the_seed_and_go_on_in_copies(how):
    env, actions = make("random", 3), wild(3)
    played(env, actions[:7])
    if how == "reset":
        twin = make("random", 99)
        twin.reset(seed=3)
        played(twin, actions[:7])
    elif how == "load":
        twin = make("random", 8)
        twin.load(env.save())
    else:
        twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    assert twin.save() == env.save()
    assert played(twin, actions[7:]) == played(env, actions[7:])
    first = played(make("random", 3), actions)
    assert first == played(make("random", 3), actions)
    assert first != played(make("random", 4), actions)


def test_a_save_with_a_forged_generator_is_refused():
    env = make("random")
    save = env.save()
    assert type(header_of(save)["env"]["random_actions"]) is int
    for forged in (b'"random_actions": -1', b'"random_actions": "a"', b'"random_actions": ' + b"9" * 30):
        start = save.index(b'"random_actions"')
        end = save.index(b",", start)
        head = save[10:start] + forged + save[end : 10 + int.from_bytes(save[6:10], "little")]
        with pytest.raises(SaveError, match="generator"):
            env.load(save[:6] + len(head).to_bytes(4, "little") + head + env.record.tobytes())
    assert env.save() == save
    assert "random_actions" not in header_of(make("raise").save())["env"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("nothing", [None, "rest", 1.5, np.array([1, 2])])
def test_what_is_no_action_at_all_is_an_error_in_any_case(way, nothing):
    for env in (make(way), TeamEnv(Toy(**TOY), illegal=way)):
        env.reset(seed=0)
        before = env.save()
        with pytest.raises(IllegalAction, match="an action is an integer"):
            env.step(nothing)
        assert env.save() == before


@pytest.mark.parametrize("way", WAYS)
def test_after_the_end_an_action_is_an_error_in_any_case(way):
    env = TeamEnv(Toy(agents=1, goal=3, danger=-3), illegal=way)
    with pytest.raises(IllegalAction, match="has not begun"):
        env.step(0)
    env.reset(seed=0)
    env.step(2)
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)


def test_an_eliminated_agent_may_step_any_action():
    env = make("random", leavers="leave", danger=-3)
    env.step(PUSH + 1)
    assert env.agent_selection == "walker_1"
    env.step(REST)
    assert env.agents == ["walker_0", "walker_2", "walker_3"]
    assert env.agent_selection == "walker_2"


def test_unknown_ways_are_refused():
    for kind in (RawEnv, TeamEnv):
        with pytest.raises(ValueError, match="illegal 'randm'; did you mean random"):
            kind(Toy(), illegal="randm")


# ---- the game is lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("env", [make("lose"), wrap(make("lose", None))], ids=["raw", "wrapped"])
def test_an_illegal_action_loses_the_game(env):
    env.reset(seed=0)
    env.step(REST)
    steps, moment = int(env.unwrapped.record["steps"][0]), env.unwrapped.record["rng"][0]
    env.step(LEAVE)
    assert all(env.terminations.values())
    assert env.rewards == dict.fromkeys(env.possible_agents, -1.0)
    assert env.infos["walker_0"]["outcome"] == "lost"
    assert (env.unwrapped.record["steps"][0], env.unwrapped.record["rng"][0]) == (steps, moment)
    twin = RawEnv(Toy(**TOY))
    twin.load(env.save())
    assert twin.terminations == env.terminations
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("reward", ["sparse", "shaped"])
def test_a_team_that_loses_so_has_been_paid_as_for_any_defeat(reward):
    env = black_plague_v0.raw_env(reward=reward, illegal="lose")
    for seed in range(4):
        env.reset(seed=seed)
        start, rng = env.record.copy(), np.random.default_rng(seed)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, paid, over, _, info = env.last()
            sums[agent] += paid
            if over:
                assert (info["outcome"], info["outcome_detail"]) == ("lost", "forfeit")
                env.step(None)
                continue
            legal = np.flatnonzero(info["action_mask"])
            env.step(int(rng.choice(legal)) if env.record["steps"][0] < 40 else int(info["action_mask"].argmin()))
        assert sums == pytest.approx(documented(env, start), abs=1e-5)
        assert not env.status()


@pytest.mark.parametrize(("module", "players"), [*((hit_z_road_v0, n) for n in (1, 2, 4)), *((z_game_v0, n) for n in (2, 4))])
@pytest.mark.parametrize("reward", ["win", "zero_sum", "score"])
def test_a_rival_that_loses_by_an_illegal_action_pays_alone(module, players, reward):
    env = module.raw_env(players=players, reward=reward, illegal="lose")
    env.reset(seed=2)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    guilty = env.agent_selection
    env.step(-1)
    assert env.rewards == {agent: -1.0 if agent == guilty else 0.0 for agent in env.possible_agents}
    assert (env.infos[guilty]["outcome"], env.infos[guilty]["outcome_detail"]) == ("lost", "forfeit")
    assert "scores" not in env.infos[guilty]
    assert not env.status()
    assert not env.game.winners(env.record).any()


# ---- single, vector, versus ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("game", ["toy", "hit_z_road", "z_game"])
def test_one_game_and_many_agree(game, mode, way):
    n, size = 6, N_ACTIONS if game == "toy" else make_game(game).action_codec.size

    def first_legal(_: Any, mask: np.ndarray) -> int:
        return int(mask.argmax())

    if game == "toy":
        many, singles = TeamVectorEnv(n, Toy(**TOY), autoreset_mode=mode, illegal=way), [TeamEnv(Toy(**TOY), illegal=way) for _ in range(n)]
    else:
        options = {"players": 3, "opponents": first_legal, "reward": "zero_sum", "illegal": way, "side": 1}
        options |= {"max_turns": 1, "decisions": "actions"} if game == "z_game" else {}  # short ones
        many, singles = VersusVectorEnv(n, game, autoreset_mode=mode, **options), [VersusEnv(game, **options) for _ in range(n)]
    observations, _ = many.reset(seed=50)
    for k, env in enumerate(singles):
        env.reset(seed=50 + k)
    rng, over, ends = np.random.default_rng(0), np.zeros(n, bool), 0
    for _ in range(60):
        actions = np.where(rng.random(n) < 0.3, rng.integers(-2, size + 2, n), observations["action_mask"].argmax(axis=1))
        observations, rewards, terminations, truncations, infos = many.step(actions)
        for k, env in enumerate(singles):
            if mode == "next_step" and over[k]:
                seen = env.reset()[0]
            else:
                seen, reward, terminated, truncated, info = env.step(int(actions[k]))
                assert (rewards[k], terminations[k], truncations[k]) == (pytest.approx(reward), terminated, truncated)
                if terminated or truncated:
                    ends += 1
                    assert infos["final_info"]["outcome_detail"][k] == info["outcome_detail"]
                    seen = env.reset()[0] if mode == "same_step" else seen
            np.testing.assert_array_equal(observations["observation"][k], seen["observation"])
            np.testing.assert_array_equal(observations["action_mask"][k], seen["action_mask"])
        over = terminations | truncations
    assert ends > (8 if way == "lose" else 1)


@pytest.mark.parametrize("way", WAYS)
def test_an_opponent_that_cheats_is_named_whatever_becomes_of_the_learners_actions(way):
    for kind in (VersusEnv, lambda *args, **options: VersusVectorEnv(2, *args, **options)):
        env = kind("hit_z_road", players=2, side=1, opponents=lambda *_: -1, illegal=way)
        with pytest.raises(RuntimeError, match="does not play by the rules"):
            [env.reset(seed=seed) for seed in range(20)]


def test_errors_of_many_games_name_legal_actions_in_notation_and_index():
    env = gymnasium.make_vec("zombicide_env:zombicide/BlackPlague-v0", num_envs=3)
    observations, _ = env.reset(seed=0)
    actions = observations["action_mask"].argmax(axis=1)
    actions[2] = observations["action_mask"][2].argmin()
    game, state = env.unwrapped.game, env.unwrapped.batch.states[2:3]
    first = int(observations["action_mask"][2].argmax())
    text = f"{game.notation(state, first)} ({first})"
    with pytest.raises(IllegalAction) as caught:
        env.step(actions)
    assert str(caught.value).startswith(f"game 2: action {actions[2]} (")
    assert f"Legal now: {text}" in str(caught.value)


# ---- the checkers of other libraries -----------------------------------------------------------------------------------


ENVS = {
    "toy": lambda way: TeamEnv(Toy(**TOY), illegal=way),
    "versus": lambda way: VersusEnv("hit_z_road", players=3, opponents=lambda _, mask: int(mask.argmax()), illegal=way),
    "hidden": lambda way: VersusEnv("z_game", players=2, opponents=lambda _, mask: int(mask.argmax()), illegal=way),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ENVS)
def test_gymnasium_check_env(kind, way):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*does not have a spec.*|.*not having a spec.*")  # constructed directly, not by an id
        check_env(ENVS[kind](way))


@pytest.mark.train
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ENVS)
def test_sb3_check_env_and_an_unmasked_baseline(kind, way):
    from stable_baselines3 import DQN
    from stable_baselines3.common.env_checker import check_env

    check_env(ENVS[kind](way))
    model = DQN("MultiInputPolicy", ENVS[kind](way), learning_starts=20, buffer_size=100, seed=0)
    model.learn(60)
    assert model.num_timesteps >= 60


@pytest.mark.parametrize("way", WAYS)
def test_a_rollout_that_knows_no_masks(way):
    """As libraries probe an environment: sample a plain space, step, reset at the end."""
    env = ENVS["toy"](way)
    space = gymnasium.spaces.Discrete(int(env.action_space.n), seed=0)
    env.reset(seed=0)
    ends = 0
    for _ in range(300):
        *_, terminated, truncated, _ = env.step(space.sample())
        if terminated or truncated:
            ends += 1
            env.reset()
    assert ends > 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # TorchRL emits many warnings about itself
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ENVS)
def test_torchrl_accepts_environments_with_illegal_actions(kind, way):
    pytest.importorskip("torchrl", reason=library("torchrl"))
    from torchrl.envs import GymWrapper, check_env_specs

    env = GymWrapper(ENVS[kind](way))
    check_env_specs(env)
    assert env.rollout(50, break_when_any_done=False).shape == (50,)
