"""Options of environments: errors for unknown names, step limits, and the infos at the end of a game."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import TimeLimit

from tests import needs
from tests.envs.toy import Toy
from tests.toys.hunt import Hunt
from zombicide_env import black_plague_v0, hit_z_road_v0, make_game, z_game_v0
from zombicide_env.core.game import UnknownOption
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.options import with_one_quest
from zombicide_env.envs.parallel import ParallelGame
from zombicide_env.envs.teammates import TeammatesEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv

BLACK_PLAGUE, HIT_Z_ROAD = "zombicide_env:zombicide/BlackPlague-v0", "zombicide_env:zombicide/HitZRoad-v0"


def first_legal(_: np.ndarray, mask: np.ndarray) -> int:
    return int(mask.argmax())


# ---- unknown options ---------------------------------------------------------------------------------------------------


MAKERS = {
    "make_game": lambda **options: make_game("black_plague", **options),
    "raw_env": black_plague_v0.raw_env,
    "env": black_plague_v0.env,
    "pettingzoo": lambda **options: needs.registry().make("aec", "zombicide/black_plague-v0", **options),
    "gymnasium": lambda **options: gymnasium.make(BLACK_PLAGUE, **options),
    "gymnasium vector": lambda **options: gymnasium.make_vec(BLACK_PLAGUE, num_envs=2, **options),
    "versus": lambda **options: gymnasium.make(HIT_Z_ROAD, opponents="random", **options),
    "versus vector": lambda **options: gymnasium.make_vec(HIT_Z_ROAD, num_envs=2, opponents="random", **options),
}


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("kind", [TypeError, ValueError])
def test_an_unknown_option_is_named_with_the_nearest_one(make, kind):
    wrong, near = ("quets", "quest") if "versus" not in make else ("playrs", "players")
    with pytest.raises(kind, match=rf"no option '{wrong}' \(did you mean '{near}'\?\); its options: "):
        MAKERS[make](**{wrong: 1})


@pytest.mark.parametrize(
    ("make", "wrong", "near"),
    [
        ("raw_env", "leaver", "leavers"),
        ("env", "terminate_illegal", "illegal"),
        ("gymnasium", "ilegal", "illegal"),
        ("gymnasium vector", "max_episode_step", "max_episode_steps"),
        ("versus", "oponents", "opponents"),
        ("versus vector", "autoreset", "autoreset_mode"),
    ],
)
def test_options_of_the_environment_are_suggested_too(make, wrong, near):
    with pytest.raises(UnknownOption, match=f"'{wrong}' .did you mean '{near}'"):
        MAKERS[make](**{wrong: 1})


@pytest.mark.parametrize("kind", [RawEnv, TeamEnv, lambda game, **options: TeamVectorEnv(2, game, **options)])
def test_options_together_with_a_game_object_are_refused(kind):
    with pytest.raises(TypeError, match=r"game that is made already.*'goal'"):
        kind(Toy(), goal=3)


# ---- steps of an episode ---------------------------------------------------------------------------------------------------


def cut_games(game: str, n: int, limit: int, mode: str):
    """Return a vector environment with a step limit, and as many single environments for gymnasium's own wrapper."""
    if game == "toy":
        options = {"agents": 3, "goal": 12, "danger": 1, "shaped": True}
        return TeamVectorEnv(n, Toy(**options), max_episode_steps=limit, autoreset_mode=mode), [TeamEnv(Toy(**options)) for _ in range(n)]
    options = {"players": 3, "reward": "zero_sum", "opponents": first_legal, "side": 2}
    many = VersusVectorEnv(n, game, max_episode_steps=limit, autoreset_mode=mode, **options)
    return many, [VersusEnv(game, **options) for _ in range(n)]


@pytest.mark.parametrize("game", ["toy", "hit_z_road"])
@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("limit", [1, 5, 9])
def test_a_limit_of_steps_is_gymnasiums_own(game, mode, limit):
    n = 5
    many, singles = cut_games(game, n, limit, mode)
    singles = [TimeLimit(env, limit) for env in singles]
    observations, _ = many.reset(seed=3)
    for k, env in enumerate(singles):
        env.reset(seed=3 + k)
    rng, over, cuts, ends = np.random.default_rng(0), np.zeros(n, bool), 0, 0
    for _ in range(60):
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in observations["action_mask"]])
        observations, rewards, terminations, truncations, infos = many.step(actions)
        for k, env in enumerate(singles):
            if mode == "next_step" and over[k]:
                seen = env.reset()[0]
                assert (rewards[k], terminations[k], truncations[k]) == (0.0, False, False)
            else:
                seen, reward, terminated, truncated, _ = env.step(actions[k])
                assert (rewards[k], terminations[k], truncations[k]) == (pytest.approx(reward), terminated, truncated)
                cuts += truncated and not terminated
                ends += terminated
                assert ("_final_info" in infos and infos["_final_info"][k]) == (terminated or truncated)
                if truncated and not terminated:
                    assert infos["final_info"]["outcome"][k] == "truncated"
                    assert infos["final_info"]["outcome_detail"][k] == "max_episode_steps"
                if mode == "same_step" and (terminated or truncated):
                    np.testing.assert_array_equal(infos["final_obs"][k]["observation"], seen["observation"])
                    np.testing.assert_array_equal(infos["final_obs"][k]["action_mask"], seen["action_mask"])
                    seen = env.reset()[0]
            np.testing.assert_array_equal(observations["observation"][k], seen["observation"])
            np.testing.assert_array_equal(observations["action_mask"][k], seen["action_mask"])
            assert observations["action_mask"][k].any()
        over = terminations | truncations
    assert cuts > 3
    assert ends or game != "toy" or limit == 1


def test_truncated_games_wait_for_the_caller_with_autoreset_disabled():
    for many in (cut_games(game, 4, 3, "disabled")[0] for game in ("toy", "hit_z_road")):
        observations, _ = many.reset(seed=0)
        total = np.zeros(4, int)
        for _ in range(6):
            observations, _, terminations, truncations, _ = many.step(observations["action_mask"].argmax(axis=1))
            total += terminations | truncations
        assert (observations["action_mask"].argmax(axis=1) == 0).all() and (observations["action_mask"].sum(axis=1) == 1).all()
        which = np.array([True, False, False, True])
        observations, _ = many.reset(options={"reset_mask": which})
        assert (observations["action_mask"][~which].sum(axis=1) == 1).all()
        observations, _, terminations, truncations, _ = many.step(observations["action_mask"].argmax(axis=1))
        assert not truncations[which].any() or terminations[which].any()


def test_a_limit_of_steps_by_id():
    for name, options in ((BLACK_PLAGUE, {}), (HIT_Z_ROAD, {"opponents": "random"})):
        env = gymnasium.make_vec(name, num_envs=3, max_episode_steps=4, **options)
        env.reset(seed=0)
        cuts = [env.step(env.action_space.sample())[3].tolist() for _ in range(8)]
        assert cuts == [[t in (3, 7)] * 3 for t in range(8)]
    never = gymnasium.make_vec(BLACK_PLAGUE, num_envs=2, max_episode_steps=-1)
    never.reset(seed=0)
    assert not any(never.step(never.action_space.sample())[3].any() for _ in range(10))
    for wrong in (0, -2, 2.5):
        with pytest.raises((ValueError, TypeError), match="max_episode_steps"):
            gymnasium.make_vec(BLACK_PLAGUE, num_envs=2, max_episode_steps=wrong)
    for wrong in (0, -1, 2.5, "2"):
        with pytest.raises((ValueError, TypeError), match=f"num_envs={wrong!r}: (at least 1|an integer) is needed"):
            gymnasium.make_vec(BLACK_PLAGUE, num_envs=wrong)


# ---- infos at the end of a game ---------------------------------------------------------------------------------------------


FIGURES = {
    "black_plague": ("rounds", "decisions", "progress", "survivors", "objectives", "experience", "wounds"),
    "hit_z_road": ("rounds", "decisions", "progress", "players"),
    "z_game": ("rounds", "decisions", "progress", "players", "points"),
}


def told(game: str, about: dict) -> dict[str, int]:
    """Compute the figures from a description of the final state."""
    if game == "hit_z_road":
        return {"rounds": about["round"], "players": sum(one["alive"] for one in about["players"].values())}
    if game == "z_game":
        return {"rounds": about["turn"], "points": max(one["vp"] for one in about["players"].values())}
    survivors = about["survivors"].values()
    return {
        "rounds": about["round"],
        "survivors": sum(one["alive"] for one in survivors),
        "experience": max(one["xp"] for one in survivors),
        "wounds": sum(one["wounds"] for one in survivors if one["alive"]),
    }


@pytest.mark.parametrize(
    ("game", "module", "options"),
    [("black_plague", black_plague_v0, {}), ("hit_z_road", hit_z_road_v0, {"players": 4}), ("z_game", z_game_v0, {"max_turns": 2})],
)
def test_the_last_infos_of_a_table_hold_the_figures_of_the_game(game, module, options):
    env = module.raw_env(**options)
    scored = 0
    for seed in range(4):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            over = terminated or truncated
            assert over == ("rounds" in info)
            if over:
                assert set(info) >= set(FIGURES[game])
                assert {name: info[name] for name in told(game, env.describe())} == told(game, env.describe())
                assert info["decisions"] == int(env.record["steps"][0])
                assert all(type(info[name]) is (float if name == "progress" else int) for name in FIGURES[game])
                scored += "scores" in info
                env.step(None)
            else:
                env.step(env.action_space(agent).sample())
    assert bool(scored) == (game != "black_plague")


def test_a_truncated_game_has_played_its_rounds_and_no_more():
    env = black_plague_v0.raw_env(max_rounds=2, at_max_rounds="truncation")
    env.reset(seed=0)
    while not any(env.truncations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    assert env.infos["survivor_0"]["rounds"] == 2


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize(("game", "kind"), [("black_plague", TeamVectorEnv), ("hit_z_road", VersusVectorEnv)])
def test_the_final_infos_of_many_games_are_those_of_single_ones(game, kind, mode):
    n, options = 16, {"max_rounds": 3} if game == "black_plague" else {"players": 2, "opponents": first_legal}
    many = kind(n, game, autoreset_mode=mode, **options)
    singles = [(TeamEnv if game == "black_plague" else VersusEnv)(game, **options) for _ in range(n)]
    observations, _ = many.reset(seed=8)
    for k, env in enumerate(singles):
        env.reset(seed=8 + k)
    waiting, found, scored = np.ones(n, bool), 0, 0
    for _ in range(600):
        actions = observations["action_mask"].argmax(axis=1)
        observations, *_, infos = many.step(actions)
        for k in np.flatnonzero(waiting).tolist():
            *_, terminated, truncated, info = singles[k].step(int(actions[k]))
            if not (terminated or truncated):
                continue
            waiting[k] = False
            final = infos["final_info"]
            for name in FIGURES[game]:
                assert final[f"_{name}"][k]
                assert final[name][k] == info[name]
                found += 1
            assert ("scores" in info) == bool(final.get("_scores", np.zeros(n, bool))[k])
            if "scores" in info:
                scored += 1
                assert {agent: final["scores"][agent][k] for agent in info["scores"]} == info["scores"]
        if not waiting.any():
            break
    assert found == n * len(FIGURES[game])
    assert bool(scored) == (game == "hit_z_road")


# ---- events --------------------------------------------------------------------------------------------------------------


def test_infos_tell_what_has_happened_as_far_as_an_agent_may_know_it() -> None:
    env = RawEnv(Hunt(runners=2), events=True)
    env.reset(seed=3)
    heard: dict[str, list[str]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        *_, over, cut, info = env.last()
        heard[agent] += [event["kind"] for event in info["events"]]
        assert all(set(event) == {"kind", "values", "text"} for event in info["events"])
        env.step(None if over or cut else int(info["action_mask"].argmax()))
    assert "laid" in heard["hunter"] and "hidden" not in heard["hunter"]
    assert "hidden" in heard["runner_1"] and "laid" not in heard["runner_1"]
    assert "events" not in RawEnv(Hunt()).infos


def test_an_agent_hears_what_others_did_since_its_own_last_step() -> None:
    env = hit_z_road_v0.raw_env(players=2, events=True)
    env.reset(seed=4)
    first = env.agent_selection
    assert env.last()[4]["events"] == []
    env.step(env.parse("bid 1"))
    second = env.agent_selection
    assert [event["text"] for event in env.last()[4]["events"]] == [f"{first.replace('_', ' ')} bids 1"]
    env.step(env.parse("bid 2"))
    assert env.agent_selection == first
    assert [event["kind"] for event in env.last()[4]["events"]] == ["bid", "bid"]
    assert [event["values"] for event in env.infos[second]["events"]] == [{"who": second, "n": "2"}]


def test_agents_of_the_parallel_environment_hear_of_every_step() -> None:
    """Together the agents hear the same in both environments of PettingZoo: what each of them may know."""
    one, all_at_once = RawEnv(Hunt(runners=2), events=True), ParallelGame(Hunt(runners=2), events=True)
    one.reset(seed=3)
    _, infos = all_at_once.reset(seed=3)
    assert all(info["events"] == [] for info in infos.values())
    heard: dict[str, list[dict[str, Any]]] = {agent: [] for agent in one.possible_agents}
    told: dict[str, list[dict[str, Any]]] = {agent: [] for agent in one.possible_agents}
    while all_at_once.agents:
        action = int(one.last()[4]["action_mask"].argmax())
        heard[one.agent_selection] += one.infos[one.agent_selection]["events"]
        one.step(action)
        *_, infos = all_at_once.step({all_at_once.decider: action})
        for agent, info in infos.items():
            told[agent] += info["events"]
    for agent in one.possible_agents:
        heard[agent] += one.infos[agent]["events"]
    assert told == heard and all(told.values())
    assert "events" not in ParallelGame(Hunt()).reset(seed=3)[1]["hunter"]


def test_gymnasium_infos_hold_the_events_since_the_last_info() -> None:
    env = TeamEnv("black_plague", quest="danse_macabre", events=True)
    _, info = env.reset(seed=1)
    assert info["events"] == []
    *_, info = env.step(env.parse("activate ann"))
    assert info["events"] == [{"kind": "turn", "values": {"who": "ann"}, "text": "it is ann's turn"}]
    versus = VersusEnv("hit_z_road", players=3, opponents=first_legal, events=True)
    _, info = versus.reset(seed=2)
    *_, info = versus.step(int(info["action_mask"].argmax()))
    movers = {event["values"].get("who") for event in info["events"]}
    assert len(movers - {None}) > 1  # the opponents' moves are reported as well
    assert "events" not in TeamEnv("black_plague").reset(seed=1)[1]


def test_vector_environments_tell_what_single_ones_do() -> None:
    team = {"quest": "danse_macabre", "events": True}
    duel = {"opponents": first_legal, "events": True, "players": 3}
    for one, many, game, options in (
        (TeamEnv, TeamVectorEnv, "black_plague", team),
        (VersusEnv, VersusVectorEnv, "hit_z_road", duel),
    ):
        vector = many(3, game, autoreset_mode="disabled", **options)
        singles = [one(game, **options) for _ in range(3)]
        observations, infos = vector.reset(seed=5)
        assert infos["events"].tolist() == [env.reset(seed=5 + i)[1]["events"] for i, env in enumerate(singles)]
        assert infos["_events"].all()
        heard, over = 0, np.zeros(3, bool)
        for _ in range(60):
            actions = observations["action_mask"].argmax(axis=1)
            observations, _, terminated, truncated, infos = vector.step(actions)
            for i, env in enumerate(singles):
                expected = [] if over[i] else env.step(int(actions[i]))[4]["events"]
                assert infos["events"][i] == expected
                heard += len(expected)
            over |= terminated | truncated
        assert heard > 60
        ended = np.array([True, False, False])
        _, infos = vector.reset(options={"reset_mask": ended})
        assert infos["events"][1] == []


def test_vector_environments_record_events_only_on_request() -> None:
    vector = TeamVectorEnv(2, "black_plague", quest="danse_macabre")
    assert "events" not in vector.reset(seed=1)[1]
    assert not vector.batch.record_events


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("game", ["toy", "hit_z_road"])
def test_a_policy_that_masks_has_a_choice_at_every_end(game, mode):
    """The last mask of a truncated game holds its legal actions; where actions are ignored, one is allowed."""
    many, _ = cut_games(game, 6, 7, mode)
    observations, _ = many.reset(seed=1)
    cuts = 0
    for _ in range(40):
        logits = np.where(observations["action_mask"] == 1, 0.0, -np.inf)
        assert np.isfinite(logits.max(axis=1)).all()
        np.testing.assert_array_equal(many.action_masks(), observations["action_mask"] == 1)
        before, ended = observations["action_mask"], many._ended.copy()
        observations, _, terminations, truncations, infos = many.step(logits.argmax(axis=1))
        for k in np.flatnonzero((terminations | truncations) & ~ended):
            last = infos["final_obs"][k] if mode == "same_step" else {name: values[k] for name, values in observations.items()}
            assert last["action_mask"].any()
            if terminations[k]:
                assert np.flatnonzero(last["action_mask"]).tolist() == [0]
            cuts += int(truncations[k] and not np.array_equal(last["action_mask"], before[k]))
    assert cuts or mode == "disabled"


def test_views_of_the_buffers_allow_one_action_too():
    env = TeamVectorEnv(4, Toy(goal=3, agents=2), autoreset_mode="next_step", copy=False)
    env.reset(seed=0)
    for _ in range(20):
        observations, *_ = env.step(env.sample_actions())
        assert observations["action_mask"].any(axis=1).all()


def test_a_range_of_quests_is_dealt_round_environments_of_one_game() -> None:
    given = {"quest": "generated:seed=3..5,tiles=2", "survivors": 4}
    dealt = [with_one_quest(given, number)["quest"] for number in range(4)]
    assert dealt == [f"generated:seed={seed},tiles=2" for seed in (3, 4, 5, 3)]
    assert with_one_quest({"players": 3}, 2) == {"players": 3}


# ---- options that are on or off ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["events", "copy", "constant_infos", "wishes"])
@pytest.mark.parametrize("wrong", ["False", 0, None])
def test_a_text_does_not_switch_an_option_on(name, wrong):
    """The text "False" of a configuration file counted as true."""
    makers = {
        "events": [RawEnv, TeamEnv, lambda game, **options: TeamVectorEnv(2, game, **options)],
        "copy": [RawEnv, lambda game, **options: TeamVectorEnv(2, game, **options)],
        "constant_infos": [TeamEnv, lambda game, **options: TeamVectorEnv(2, game, **options)],
        "wishes": [lambda game, **options: TeammatesEnv(game, teammates=first_legal, **options)],
    }
    for make in makers[name]:
        with pytest.raises(TypeError, match=f"{name}={wrong!r}: True or False is needed"):
            make(Toy(), **{name: wrong})
