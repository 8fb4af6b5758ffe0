"""Inputs of agents: the declared dtype, and a state that reveals only what the agent's seat may know."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import TRAIN
from zombicide_agents import Agent, AgentError
from zombicide_env import make_game
from zombicide_env.core.agent_inputs import agent_seed, inputs
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv
from zombicide_env.games import GAMES
from zombicide_env.play import Session
from zombicide_training import evaluate

N = 6


class Notes(Agent):
    """Agent that takes the first legal action, records its inputs, and then overwrites them."""

    name = "notes"

    def __init__(self) -> None:
        self.seen: list[tuple[Any, Any, Any]] = []

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        action = int(np.argmax(mask))
        self.seen.append(tuple(None if given is None else given.copy() for given in (observation, mask, state)))
        for given in (observation, mask, state):
            if given is not None:
                given[...] = np.zeros((), given.dtype)
        return action


class Stateful(Notes):
    """The same agent, with the state as input."""

    reads_state = True


class Raw(Notes):
    """The same agent, with raw observations as input."""

    observation_dtype = "uint8"


# ---- the observation -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def road() -> Any:
    return make_game("hit_z_road", players=2)


def told_by(run: str, road: Any, agent: Any, dtype: str) -> list[tuple[Any, Any, Any]]:
    """Inputs that an agent receives from one of the callers of agents."""
    if run == "evaluate":
        evaluate(road, [agent, "greedy"], 2)
    elif run == "session":
        Session(road, [agent, agents.make("greedy", road)], seed=0, observation_dtype=dtype).play()
    elif run == "versus":
        env = VersusEnv(road, opponents=agent, observation_dtype=dtype)
        _, info = env.reset(seed=0)
        while "outcome" not in info:
            *_, info = env.step(int(np.argmax(info["action_mask"])))
    else:
        many = VersusVectorEnv(3, road, opponents=agent, observation_dtype=dtype)
        seen, _ = many.reset(seed=0)
        for _ in range(10):
            seen, *_ = many.step(seen["action_mask"].argmax(axis=1))
    return list(agent.seen)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("run", ["evaluate", "session", "versus", "vector"])
def test_observations_are_what_an_agent_declares(road: Any, run: str, dtype: str) -> None:
    scaled, raw = told_by(run, road, Notes(), dtype), told_by(run, road, Raw(), dtype)
    assert len(scaled) == len(raw) > 3
    for (one, mask, state), (other, _, _) in zip(scaled, raw, strict=True):
        assert one.dtype == np.float32 and one.min() >= 0 and one.max() <= 1
        assert other.dtype == np.uint8
        np.testing.assert_array_equal(one, other * road.observation_codec.scale)
        assert mask.dtype == np.int8 and set(np.unique(mask)) <= {0, 1} and mask.any()
        assert state is None


def test_they_are_those_of_the_environments(road: Any) -> None:
    env = gymnasium.make("zombicide_env:zombicide/HitZRoad-v0", players=2, opponents="greedy")
    observation, _ = env.reset(seed=3)
    batch = Batch(road, 1, seed=3, observation_dtype="uint8")
    while batch.deciders[0] != 0:
        batch.play([None, player_of_heuristic(road.heuristic())])
    given = inputs(Notes(), batch, [0])
    np.testing.assert_array_equal(given.observations[0], observation["observation"])
    np.testing.assert_array_equal(given.masks[0], observation["action_mask"])


def test_a_dtype_that_cannot_be_meant_is_an_error(road: Any) -> None:
    class Half(Notes):
        observation_dtype = "float16"

    agents.register("half", Half)
    try:
        with pytest.raises(AgentError, match="'float16'"):
            agents.make("half", road)
    finally:
        del agents.registry._ENTRIES["half"]
    with pytest.raises(ValueError, match="float16"):
        inputs(Half(), Batch(road, 1, seed=0), [0])


@pytest.mark.slow
@pytest.mark.parametrize("torch", [False, True])
def test_a_policy_refuses_what_it_cannot_read(torch: bool) -> None:
    city = make_game("z_game")
    policy: Agent = agents.make("checkpoint:city", city)
    if torch:
        policy = pytest.importorskip("zombicide_agents.checkpoint", reason=TRAIN).CheckpointAgent(city, "city")
    batch = Batch(city, 3, seed=1, observation_dtype="uint8")
    raw, masks = batch.observations, batch.masks
    expected = policy.act_batch(raw, masks).tolist()
    for read in (raw * city.observation_codec.scale, (raw / city.observation_codec.high).astype(np.float64)):
        assert policy.act_batch(read, masks).tolist() == expected
    for wrong in (raw.astype(np.float32), raw.astype(np.int64), raw * -1.0, np.full(raw.shape, np.nan), raw[:, 1:], raw[:, :, None]):
        with pytest.raises(AgentError, match=rf"{raw.shape[1]} numbers for each decision are expected, raw \(uint8\) or scaled"):
            policy.act_batch(wrong, masks)
    with pytest.raises(AgentError, match="masks of shape"):
        policy.act_batch(raw, masks[:, 1:])


# ---- the state -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_the_same_in_a_redrawn_state(name: str) -> None:
    game: Any = make_game(name)
    batch = Batch(game, N, seed=11, observation_dtype="uint8")
    batch.seed_actions(1)
    twin = Batch(game, N, seed=0, autoreset="disabled", observation_dtype="uint8")
    hidden = False
    for _ in range(80):
        batch.step_random(3)
        before = {kind: getattr(batch, kind).tobytes() for kind in ("states", "masks", "seats", "deciders", "active", "observations")}
        drawn = batch.redrawn()
        assert all(getattr(batch, kind).tobytes() == there for kind, there in before.items())
        twin.put(drawn)
        for kind in ("masks", "deciders", "observations", "active"):
            np.testing.assert_array_equal(getattr(twin, kind), getattr(batch, kind), err_msg=kind)
        assert not (drawn["rng"] == batch.states["rng"]).any()
        hidden |= any((drawn[field] != batch.states[field]).any() for field in drawn.dtype.names if field not in ("rng", "steps"))
    assert hidden, "nothing but the generator was drawn again"


def test_what_is_drawn_depends_on_game_decision_and_seat_alone(road: Any) -> None:
    together = Batch(road, N, seed=20, observation_dtype="uint8", threads=2)
    alone = [Batch(road, 1, seed=20 + i) for i in range(N)]
    drawn = []
    for _ in range(5):
        drawn.append(together.redrawn())
        np.testing.assert_array_equal(together.redrawn([4, 2]), drawn[-1][[4, 2]])
        for i, one in enumerate(alone):
            np.testing.assert_array_equal(one.redrawn(), drawn[-1][i : i + 1])
        actions = together.masks.argmax(axis=1)
        together.step(actions)
        for i, one in enumerate(alone):
            one.step(actions[i : i + 1])
    generators = [int(state["rng"]) for states in drawn for state in states]
    assert len(set(generators)) == len(generators)
    assert alone[0].redrawn(origin=1).tobytes() != alone[0].redrawn(origin=2).tobytes() != alone[0].redrawn().tobytes()


@pytest.mark.parametrize("run", ["evaluate", "session", "versus", "vector"])
def test_an_agent_that_writes_to_its_inputs_changes_no_game(road: Any, run: str) -> None:
    """An agent that overwrites all its inputs plays the same game as one that does not receive the state."""
    watched, plain = told_by(run, road, Stateful(), "float32"), told_by(run, road, Notes(), "float32")
    assert len(watched) == len(plain)
    for (seen, mask, state), (other, same, _) in zip(watched, plain, strict=True):
        np.testing.assert_array_equal(seen, other)
        np.testing.assert_array_equal(mask, same)
        assert state.shape == (1,)


def test_records_of_environments_are_copies(road: Any) -> None:
    env = VersusEnv(road, opponents=Notes())
    env.reset(seed=1)
    session = Session(road, [Notes(), Notes()], seed=1)
    for shown, kept in ((lambda: env.record, env._one.state), (lambda: session.state, session._table.state)):
        before = kept.tobytes()
        shown()["rng"] = 7
        assert kept.tobytes() == shown().tobytes() == before


# ---- hidden information --------------------------------------------------------------------------------------------


class Prophet(Agent):
    """Agent that plays every move out from the given state, treating its deck and dice as the real ones."""

    name = "prophet"
    reads_state = True
    reads_observation = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        moves = np.flatnonzero(mask)
        future = Batch(self.game, len(moves), seed=0, autoreset="disabled", observation_dtype="uint8")
        future.put(np.repeat(state, len(moves)))
        seat = int(future.deciders[0])
        future.step(moves)
        future.play(player_of_heuristic(self.game.heuristic()), observe=False)
        return int(moves[future.rewards[:, seat].argmax()])


@pytest.mark.slow
def test_rollouts_from_the_state_reveal_nothing_hidden(road: Any) -> None:
    """A ten-line agent that copies the state wins nearly all games with the true state, and few with a resampled one."""
    open_eyed = Prophet(road)
    open_eyed.true_state = True
    knowing, fair = (evaluate(road, [bot, "greedy"], 10, seed=5).standing.share[:, 0].mean() for bot in (open_eyed, Prophet(road)))
    assert knowing > 0.75
    assert fair < 0.4


def test_agents_with_the_true_state_are_named_and_marked(road: Any) -> None:
    agents.register("prophet", Prophet)
    try:
        agent = agents.make("prophet:true_state=yes", road)
        assert agent.true_state and agent.name == "prophet:true_state=yes"
        assert not agents.make("prophet", road).true_state
        found = evaluate(road, [agent, "random"], 1)
        assert list(found.marks) == ["prophet:true_state=yes"]
        with pytest.raises(AgentError, match="leave true_state out"):
            agents.make("random:true_state=yes", road)
        with pytest.raises(AgentError, match="expected true or false"):
            agents.make("prophet:true_state=perhaps", road)
    finally:
        del agents.registry._ENTRIES["prophet"]


def test_seeds_of_agents_are_not_those_of_games() -> None:
    seeds = [agent_seed(seed, number) for seed in range(50) for number in range(4)]
    assert len(set(seeds)) == len(seeds) and all(0 <= seed < 2**31 for seed in seeds)
    assert not set(seeds) & set(range(1000))


def test_greedy_and_search_play_the_same_from_any_resampled_state() -> None:
    """Greedy reads only what its seat may know, and search resamples the rest itself, so hidden information changes neither's moves."""
    game: Any = make_game("hit_z_road", players=3)
    batch = Batch(game, 8, seed=2, autoreset="disabled", observation_dtype="uint8")
    batch.step_random(12)
    rows = np.flatnonzero(batch.deciders >= 0)
    greedy, search = agents.make("greedy", game), agents.make("search:simulations=32,threads=1", game)
    for agent in (greedy, search):
        answers = []
        for states in (batch.states[rows], batch.redrawn(rows), batch.redrawn(rows, origin=9)):
            agent.reset(4)
            answers.append(agent.act_batch(None, batch.masks[rows], game, states).tolist())
        assert answers[0] == answers[1] == answers[2]
