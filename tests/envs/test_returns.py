"""Every seat gets the return that the game documents, however a trainer accumulates it: each game, reward, end, and way of reading."""

from __future__ import annotations

import numpy as np
import pytest

import zombicide_agents as agents
from tests.envs.returns import COLLECTORS, Player, documented
from tests.needs import library
from zombicide_env import apocalypse_v0, black_plague_v0, hit_z_road_v0, white_death_v0, z_game_v0
from zombicide_env.envs.aec import RawEnv
from zombicide_env.games import GAMES

MODULES = {
    "black_plague": black_plague_v0,
    "white_death": white_death_v0,
    "apocalypse": apocalypse_v0,
    "hit_z_road": hit_z_road_v0,
    "z_game": z_game_v0,
}
CUT = {"at_max_rounds": "truncation"}
#: Ways of reading rewards; the quick tests try only one of each kind.
WAYS = [
    pytest.param(way, id=name, marks=() if name in ("by_last", "by_parallel") else pytest.mark.slow) for name, way in COLLECTORS.items()
]
#: Actions that make a group die soon.
RECKLESS = ("sacrifice", "fight", "hold", "shoot 0", "keep", "pass", "refuse")


def random(seed: int) -> Player:
    rng = np.random.default_rng(seed)
    return lambda env, mask: int(rng.choice(np.flatnonzero(mask)))


def greedy(seed: int) -> Player:
    made: list[agents.Agent] = []

    def play(env: RawEnv, mask: np.ndarray) -> int:
        if not made:
            made.append(agents.make("greedy", env.game))
            made[0].reset(seed)
        return int(made[0].act(None, mask, env.game, env.record))

    return play


def reckless(seed: int) -> Player:
    def rank(text: str) -> int:
        return RECKLESS.index(text) if text in RECKLESS else len(RECKLESS)

    return lambda env, mask: min(np.flatnonzero(mask).tolist(), key=lambda action: rank(env.notation(action)))


def cases() -> list[pytest.param]:
    """Game, options, player and the end that this player reaches."""
    found = []
    for reward in ("sparse", "shaped"):
        for player, end, options in ((greedy, "won", {}), (random, "lost", {}), (random, "truncated", {"max_rounds": 4, **CUT})):
            found.append(("black_plague", {"reward": reward, **options}, player, end))
        for edition in ("white_death", "apocalypse"):
            for end, options in (("lost", {}), ("truncated", {"max_rounds": 2, **CUT})):
                found.append((edition, {"reward": reward, **options}, random, end))
    for reward in ("win", "zero_sum", "score"):
        for players in (1, 2, 3, 4):
            for player, end, options in ((greedy, "won", {}), (reckless, "lost", {}), (random, "truncated", {"max_rounds": 5, **CUT})):
                found.append(("hit_z_road", {"reward": reward, "players": players, **options}, player, end))
        for players in (2, 3, 4):
            found.append(("z_game", {"reward": reward, "players": players, "target": "blitz", "max_turns": 3}, random, "won"))
    return [pytest.param(*case, id=f"{case[0]}-{'-'.join(map(str, case[1].values()))}-{case[3]}") for case in found]


def test_every_game_is_here():
    assert set(MODULES) == set(GAMES)


@pytest.mark.parametrize("collect", WAYS)
@pytest.mark.parametrize(("game", "options", "player", "end"), cases())
def test_every_seat_receives_what_is_documented(game, options, player, end, collect):
    env = MODULES[game].env(**options)
    ends, left = set(), False
    for seed in range(3):
        env.reset(seed=seed)
        start = env.unwrapped.record.copy()
        sums = collect(env, player(seed))
        raw = env.unwrapped
        ends.add(raw.game.outcome(raw.record).name)
        assert sums == pytest.approx(documented(raw, start), abs=1e-5)
        left |= not raw.game.active(raw.record).all()
    assert end in ends
    assert left or end == "truncated" or game in ("hit_z_road", "z_game")  # somebody was out before the end, or the test shows little


@pytest.mark.parametrize("collect", ["by_last", "by_rewards", "by_parallel"])
@pytest.mark.parametrize("reward", ["win", "zero_sum", "score"])
def test_rivals_that_leave_at_once_are_paid(reward, collect):
    """``leavers="leave"`` is for this: an eliminated player has already received its whole return."""
    env = hit_z_road_v0.env(players=4, reward=reward, leavers="leave")
    early = 0
    for seed in range(8):
        env.reset(seed=seed)
        start, player = env.unwrapped.record.copy(), (reckless, random, greedy)[seed % 3]
        sums = COLLECTORS[collect](env, player(seed))
        raw = env.unwrapped
        early += not raw.game.active(raw.record).all()
        assert sums == pytest.approx(documented(raw, start), abs=1e-5)
    assert early > 2


def test_a_team_whose_seats_leave_at_once_misses_the_result():
    """This is why ``leavers="leave"`` is not the default."""
    env = black_plague_v0.env(leavers="leave")
    env.reset(seed=1)
    sums = COLLECTORS["by_last"](env, greedy(1))
    assert sorted(set(sums.values())) == [0.0, 1.0]


# ---- the libraries themselves, if installed ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "due"),
    [
        ("black_plague", {}, {-1.0}),
        ("black_plague", {"max_rounds": 2, **CUT}, {0.0}),
        ("hit_z_road", {"players": 4, "reward": "zero_sum"}, {-1.0, -0.5, 0.0, 1.0}),
    ],
)
def test_tianshou_collects_them(game, options, due):
    pytest.importorskip("tianshou", reason=library("tianshou"))
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv

    def make():
        return PettingZooEnv(MODULES[game].env(**options))

    env = make()
    everybody = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    collector = Collector(
        MultiAgentOffPolicyAlgorithm(algorithms=everybody, env=env), DummyVectorEnv([make, make]), VectorReplayBuffer(20_000, 2)
    )
    collected = collector.collect(n_episode=6, reset_before_collect=True)
    assert collected.returns.shape == (6, len(env.agents))
    assert set(np.unique(collected.returns).tolist()) <= due
    if game == "black_plague":
        assert all(len(set(row)) == 1 for row in collected.returns.tolist())
    else:
        assert all(-1.0 in row for row in collected.returns.tolist())
    assert min(collected.lens) > 60


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize(
    ("game", "options", "due"),
    [
        ("black_plague", {}, {-1.0}),
        ("black_plague", {"max_rounds": 2, **CUT}, {0.0}),
        ("hit_z_road", {"players": 4, "reward": "zero_sum"}, {-1.0, -0.5, 0.0, 1.0}),
    ],
)
@pytest.mark.filterwarnings("ignore")  # TorchRL emits many warnings about itself
def test_torchrl_collects_them(game, options, due, together):
    pytest.importorskip("torchrl", reason=library("torchrl"))
    from torchrl.envs import PettingZooWrapper, check_env_specs

    made = MODULES[game].env(**options)
    env = PettingZooWrapper(made, use_mask=True, group_map={"all": made.possible_agents} if together else None)
    for _ in range(3):
        played = env.rollout(5000)
        returns = [value for group in env.group_map for value in played["next", group, "reward"].sum(0).flatten().tolist()]
        assert len(returns) == len(made.possible_agents)
        assert set(returns) <= due
        assert int(played["next", "done"].sum()) == 1
        assert bool(played["next", "truncated"][-1]) == ("max_rounds" in options)
    check_env_specs(env)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # RLlib emits many warnings about itself
@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
@pytest.mark.parametrize(("game", "options"), [("black_plague", {}), ("black_plague", {"max_rounds": 2}), ("hit_z_road", {"players": 3})])
def test_rllib_collects_them(game, options, illegal):
    pytest.importorskip("ray.rllib", reason=library("ray[rllib]"))
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    made = MODULES[game].env(illegal=illegal, **options)
    env = PettingZooEnv(made)
    check_multiagent_environments(env)
    sums, raw = dict.fromkeys(made.possible_agents, 0.0), made.unwrapped
    observations, _ = env.reset(seed=1)
    start, over = raw.record.copy(), False
    while not over:
        observations, rewards, terminations, truncations, _ = env.step(
            {agent: env.get_action_space(agent).sample() for agent in observations}
        )
        for agent, reward in rewards.items():
            sums[agent] += reward
        over = terminations["__all__"] or truncations["__all__"]
    assert sums == pytest.approx(documented(raw, start), abs=1e-5)
