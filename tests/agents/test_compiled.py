"""Compiled networks agree with the same networks in torch, in every game, and play wherever compiled players do."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from zombicide_agents import checkpoint
from zombicide_agents.checkpoint import CheckpointAgent
from zombicide_agents.compiled import CompiledAgent
from zombicide_agents.compiled_network import assemble
from zombicide_agents.network import NetworkConfig, PolicyNetwork, build
from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.network import Network
from zombicide_env.core.players import player_of_network, random_player

pytestmark = pytest.mark.train

SHAPES = {
    "any board": NetworkConfig(kind="entities", width=40, layers=2, token=24, heads=3, left_out=()),
    "one board": NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2),
    "flat": NetworkConfig(kind="flat", width=24, layers=2),
}
LEANING = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=(), lean="greedy:weights=quests")


def policy(game: Any, config: NetworkConfig) -> PolicyNetwork:
    torch.manual_seed(4)
    made = build(game, config)
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.2 if parameter.dim() < 2 else 0.7 / np.sqrt(max(1, parameter.shape[1])))
    return made.eval()


def compiled(network: PolicyNetwork) -> Network:
    made = assemble(network.layout, network.config)
    return Network(made.plan, made.matrices({name: value.numpy() for name, value in network.state_dict().items()}))


def positions(game: Any) -> Batch:
    """Games at different stages, after up to a few dozen random decisions."""
    batch = Batch(game, 24, seed=5, observation_dtype="uint8", autoreset="disabled")
    batch.seed_actions(6)
    for first in range(0, 24, 4):
        seats = np.full((24, batch.n_agents), -1)
        seats[first:] = 0
        batch.play([random_player()], seats, limit=11)
    return batch


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_network_says_what_it_says_in_torch(name: str, shape: str) -> None:
    batch = positions(make_game(name))
    network = policy(batch.games[0], SHAPES[shape])
    live = batch.deciders >= 0
    raw, masks = batch.observations[live], batch.masks[live]
    with torch.no_grad():
        log, values = network.policy(torch.from_numpy(raw), torch.from_numpy(masks))
    scores, worth = compiled(network).evaluate(raw, masks)
    used = network.layout.actions
    legal = masks[:, used] != 0
    scores = scores[:, used]
    assert np.array_equal(np.isfinite(scores), legal)
    scores -= scores.max(axis=1, keepdims=True)
    scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
    assert np.abs(scores - log.numpy())[legal].max() < 1e-4
    assert np.abs(worth - values.numpy()).max() < 1e-4
    assert log.numpy()[legal].std() > 0.1  # the log-probabilities vary, so that the comparison means something


@pytest.fixture(scope="module")
def leaning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = make_game("black_plague", quest="danse_macabre")
    network = policy(game, LEANING)
    assert network.trust is not None
    with torch.no_grad():
        network.trust.fill_(3.0)
    return checkpoint.save(tmp_path_factory.mktemp("leaning") / "policy", game, network, {})


def test_a_compiled_residual_policy_scores_as_in_torch_and_plays_its_best_action(leaning: Path) -> None:
    game = make_game("black_plague", quest="trial_by_fire", survivors=7)
    mine, theirs = agents.make(f"checkpoint:{leaning}", game), CheckpointAgent(game, leaning)
    assert isinstance(mine, CompiledAgent)
    batch = Batch(game, 12, seed=2, observation_dtype="uint8", autoreset="disabled")
    departed = 0
    for _ in range(6):
        judged, expected, answers = batch.judge(mine.compiled), batch.expect(mine.compiled), batch.think(mine.compiled)
        for i in np.flatnonzero(batch.deciders >= 0):
            thought = theirs.explain(batch.observations[i], batch.masks[i], game, batch.states[i : i + 1])
            likely = thought.probabilities > 1e-9
            assert np.abs(np.log(thought.probabilities[likely]) - judged[i, likely]).max() < 1e-4
            assert abs(thought.value - expected[i]) < 1e-4
            assert answers[i] == judged[i].argmax()
            departed += answers[i] != theirs.lean.player.act(None, batch.masks[i], game, batch.states[i : i + 1])
        assert np.array_equal(answers, mine.act_batch(batch.observations, batch.masks, game, batch.states))
        batch.play(mine.compiled, limit=5)
    assert departed > 5


def test_an_agent_asked_one_by_one_says_what_its_player_judges(leaning: Path) -> None:
    game = make_game("black_plague", quest="danse_macabre")
    agent = agents.make(f"checkpoint:{leaning}", game)
    batch = Batch(game, 1, seed=8, observation_dtype="uint8")
    actions, scores = agent.scores(batch.observations[0], batch.masks[0], game, batch.states)
    games, legal, opinions = batch.opinions(agent.player(game))
    assert np.array_equal(actions, legal)
    assert not games.any()
    assert np.allclose(scores, opinions)
    assert np.isclose(np.exp(scores).sum(), 1)
    again = pickle.loads(pickle.dumps(agent))
    assert np.array_equal(again.scores(batch.observations[0], batch.masks[0], game, batch.states)[1], scores)


def test_games_of_networks_are_the_same_on_any_number_of_threads(leaning: Path) -> None:
    game = make_game("black_plague", quest="danse_macabre")
    player = agents.make(f"checkpoint:{leaning},temperature=1", game).player(game)
    ends = []
    for threads in (1, 3):
        batch = Batch(game, 32, seed=1, threads=threads, autoreset="disabled")
        batch.seed_actions(2)
        batch.play([player, random_player()], [0, 1, 0, 1, 0, 1], limit=60)
        ends.append(batch.states.tobytes())
    assert ends[0] == ends[1]


def test_a_temperature_draws_by_the_probabilities() -> None:
    game = make_game("hit_z_road")
    network = compiled(policy(game, SHAPES["flat"]))
    batch = Batch(game, 4000, seed=3, autoreset="disabled")
    batch.put(batch.states[:1])
    batch.seed_actions(9)
    likely = np.exp(batch.judge(player_of_network(network))[0])
    drawn = np.bincount(batch.think(player_of_network(network, temperature=1.0)), minlength=len(likely)) / batch.n
    assert (likely > 0.05).sum() > 1
    assert np.abs(drawn - likely).max() < 4 * 0.5 / np.sqrt(batch.n)


def test_a_residual_network_needs_its_rule_based_player() -> None:
    game = make_game("hit_z_road")
    made = assemble(build(game, SHAPES["flat"]).layout, SHAPES["flat"])
    matrices = {name: np.zeros(shape) for name, shape in made.plan.shapes.items()}
    with pytest.raises(ValueError, match="is residual, and lean=None"):
        player_of_network(Network(made.plan, matrices, 40.0))
    with pytest.raises(ValueError, match="temperature -1"):
        player_of_network(Network(made.plan, matrices), temperature=-1)
    with pytest.raises(ValueError, match=r"missing or unknown: value\.bias"):
        Network(made.plan, {name: matrix for name, matrix in matrices.items() if name != "value.bias"})
