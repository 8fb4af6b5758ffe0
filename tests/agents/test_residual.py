"""Residual policies: initially they play as their base, and they receive its scores wherever they play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from zombicide_agents import checkpoint, checkpoint_folder
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import NetworkConfig, PolicyNetwork, build
from zombicide_agents.residual import CHOICE, Residual, judged, worse
from zombicide_env import make_game
from zombicide_env.core.batch import Batch

pytestmark = pytest.mark.train

WHOM = "greedy:weights=quests"
CONFIG = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=(), lean=WHOM)


def moved(network: PolicyNetwork) -> PolicyNetwork:
    """Give the network nonzero outputs, as after some training."""
    torch.manual_seed(1)
    for head in network.last():
        torch.nn.init.normal_(head.weight, std=0.3)
    return network.eval()


def games() -> list[Any]:
    quests = (("danse_macabre", 6), ("generated:seed=3,tiles=2", 2), ("trial_by_fire", 6))
    return [make_game("black_plague", quest=quest, survivors=n, allow_small_team=True) for quest, n in quests]


def test_masks_say_what_the_player_thinks() -> None:
    """The first of the best actions is the base's choice; 0.5 worse gives sqrt(0.5); 1 worse or unscored comes last."""
    masks = np.array([[1, 1, 0, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0]], np.int8)
    scores = np.array([[2.0, 2.0, -np.inf, 1.5, 1.0, -30.0, -np.inf], [-np.inf] * 7])
    marks = judged(masks, scores)
    assert marks.dtype == np.int8
    assert marks[0].tolist() == [CHOICE, 126, 0, 126 - round(125 * 0.5**0.5), 1, 1, 1]
    assert not marks[1].any()
    behind = worse(torch.from_numpy(marks[0]))
    assert behind[0] == 0
    assert behind.tolist()[1:] == pytest.approx([0.0, 1.0, 0.5, 1.0, 1.0, 1.0], abs=0.02)
    assert behind[1] > 0, "his choice is better than what he thinks as good"


def test_what_the_base_thinks_a_unit_worse_is_out_of_the_question(tutorial: Any) -> None:
    network = build(tutorial, CONFIG)
    assert network.trust is not None
    with torch.no_grad():
        network.trust.fill_(0.01)
    places = torch.tensor([[CHOICE, 126, 2, 1]])
    logits = torch.tensor([[0.0, 1.0, 5.0, 1000.0]])
    chances = torch.softmax(network.leaning(logits, places), dim=1)[0].tolist()
    assert chances[3] == 0
    assert min(chances[:3]) > 0.2


@pytest.mark.parametrize("kind", ["entities", "tables", "flat"])
def test_an_untrained_policy_plays_as_whom_it_leans_on(kind: Any) -> None:
    """One board at a time for board-specific kinds of network, several for the others."""
    boards = games() if kind == "entities" else [make_game("black_plague", survivors=6)]
    config = NetworkConfig(kind=kind, width=16, layers=1, token=8, heads=2, left_out=() if kind == "entities" else ("board",), lean=WHOM)
    policy = PolicyAgent(boards[0], build(boards[0], config))
    player = agents.make(WHOM, boards[0]).player(boards[0])
    batch = Batch(boards, 6, seed=5, observation_dtype="uint8")
    for _ in range(24):
        of = [boards[world] for world in batch.world_of]
        actions = policy.act_batch(batch.observations, batch.masks, of, batch.states)
        assert np.array_equal(actions, batch.think(player))
        batch.step(actions)


def test_a_residual_policy_is_loaded_and_plays_alone_as_in_a_batch(tmp_path: Path) -> None:
    boards = games()
    network = moved(build(boards[0], CONFIG))
    made = checkpoint.save(tmp_path / "leaning", boards[0], network, {})
    assert checkpoint_folder.read_header(made).network["lean"] == WHOM
    agent = agents.make(f"checkpoint:{made}", boards[0])
    player = agents.make(WHOM, boards[0]).player(boards[0])
    lean = Residual(WHOM, boards[0])
    assert agent.reads_state
    batch = Batch(boards, 6, seed=5, observation_dtype="uint8")
    departed = 0
    for _ in range(20):
        of = [boards[world] for world in batch.world_of]
        marks = lean.masks(batch)
        assert np.array_equal(marks, lean.masks_of(batch.masks, of, batch.states))
        actions = agent.act_batch(batch.observations, batch.masks, of, batch.states)
        i = int(actions[0]) % 6
        scaled = (batch.observations[i] * of[i].observation_codec.scale).astype(np.float32)
        assert actions[i] == agent.act(scaled, batch.masks[i], of[i], batch.states[i : i + 1])
        thought = agent.explain(batch.observations[i], batch.masks[i], of[i], batch.states[i : i + 1])
        assert thought.probabilities.argmax() == actions[i]
        assert thought.probabilities.sum() == pytest.approx(1)
        departed += int((actions != batch.think(player)).sum())
        batch.step(actions)
    assert departed > 0, "what it has learned would make no difference"


def test_the_state_is_asked_for(tutorial: Any) -> None:
    agent = PolicyAgent(tutorial, build(tutorial, CONFIG))
    batch = Batch(tutorial, 1, seed=5, observation_dtype="uint8")
    for ask in (agent.act, agent.explain, agent.scores):
        with pytest.raises(agents.AgentError, match=r"residual policy over greedy:weights=quests.*act\(observation, mask, game, state\)"):
            ask(batch.observations[0], batch.masks[0])


@pytest.mark.parametrize("whom", ["search", "random", "os:system", "checkpoint:survivors", "os:" + ",".join(f"w{i}=1" for i in range(500))])
def test_a_checkpoint_can_name_no_base_but_greedy(tmp_path: Path, tutorial: Any, whom: str) -> None:
    made = checkpoint.save(tmp_path / "leaning", tutorial, build(tutorial, CONFIG), {})
    path = made / checkpoint_folder.HEADER
    header = json.loads(path.read_text())
    path.write_text(json.dumps(header | {"network": header["network"] | {"lean": whom}}))
    with pytest.raises(agents.AgentError, match="cannot be the base of a residual policy") as refused:
        agents.make(f"checkpoint:{made}", tutorial)
    assert len(str(refused.value)) < 200  # a spec may hold thousands of weights: only the player is named
