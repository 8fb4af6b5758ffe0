"""Policy networks: the actions they score, the features they see, and pointers, which point at the entities that actions name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

from zombicide_agents.network import Layout, NetworkConfig, build
from zombicide_env.core.batch import Batch
from zombicide_env.core.codec import ActionBlock, ActionCodec, Column, ObservationBlock, ObservationCodec

pytestmark = pytest.mark.train

ENTITIES = NetworkConfig(kind="entities", width=16, layers=1, heads=2)
KINDS = [NetworkConfig(width=16, layers=2, token=8), ENTITIES, NetworkConfig(kind="flat", width=16, layers=2)]


class Small:
    """Codecs of a tiny game with four places, two of them in use."""

    id = "small"
    action_codec = ActionCodec("small", [ActionBlock("go", (("zone", 4),)), ActionBlock("stay"), ActionBlock("aim", (("zone", 4),))])
    observation_codec = ObservationCodec(
        "small",
        [
            ObservationBlock("places", (4, 2), columns=(Column("full"), Column("kind", 2, "", 3)), rows="zone"),
            ObservationBlock("turn", (2,), columns=(Column("where", 4, "", 5, "zone"), Column("late", 10))),
        ],
    )

    def __init__(self, zones: int = 2) -> None:
        self.rows = {"zone": zones}


def small(zones: int = 2) -> Small:
    return Small(zones)


def test_the_actions_in_use_are_those_of_the_rows_in_use() -> None:
    layout = Layout(Small.action_codec, Small.observation_codec, {"zone": 2})
    assert layout.actions.tolist() == [0, 1, 4, 5, 6]
    assert layout.rows == {"zone": 2}


def test_the_columns_in_use_are_those_that_a_network_may_read() -> None:
    layout = Layout(Small.action_codec, Small.observation_codec, {"zone": 2})
    assert layout.spans() == [slice(0, 4), slice(8, 10)]
    assert layout.spans(left_out=("places",)) == [slice(8, 10)]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("config", KINDS, ids=lambda c: c.kind)
def test_a_board_may_have_no_row_of_a_kind(config: NetworkConfig) -> None:
    """There is nothing to initialize then, and no warning."""
    network = build(small(0), config)
    logits, value = network(torch.zeros((3, Small.observation_codec.size), dtype=torch.uint8))
    assert (logits.shape, value.shape) == ((3, 1), (3,))


def test_what_a_column_names_is_looked_up() -> None:
    """With equal names, standing in a full place differs from standing in an empty one only by the contents of the place."""
    torch.manual_seed(2)
    network = build(small(), NetworkConfig(kind="tables", width=16, layers=1, token=8))
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    with torch.no_grad():
        network.names["zone"][1] = network.names["zone"][0]
        network.among["zone"].weight.zero_()
        network.among["zone"].bias.zero_()
        network.enter.weight[:, : 2 * 8] = 0  # the perceptron sees no place but the named one
    raw = torch.zeros((4, Small.observation_codec.size), dtype=torch.uint8)
    raw[:, 0] = torch.tensor([1, 1, 0, 0])  # the first place is full in two positions
    raw[:, 8] = torch.tensor([1, 2, 1, 2])  # the observer's place
    stay = network(raw)[0][:, 2].tolist()
    assert stay[1:] == pytest.approx([stay[3]] * 3)
    assert abs(stay[0] - stay[1]) > 1e-3


@pytest.mark.parametrize("config", KINDS, ids=lambda c: c.kind)
def test_illegal_actions_have_no_probability(config: NetworkConfig) -> None:
    network = build(small(), config)
    raw = torch.zeros((3, Small.observation_codec.size), dtype=torch.uint8)
    masks = torch.zeros((3, Small.action_codec.size), dtype=torch.int8)
    masks[:, 4] = 1
    masks[1, 0] = 1
    with torch.inference_mode():
        log, values = network.policy(raw, masks)
    assert log.shape == (3, 5)
    assert values.shape == (3,)
    assert torch.allclose(log.exp()[0], torch.tensor([0.0, 0, 1, 0, 0]))
    assert log.exp()[1, [0, 2]].sum().item() == pytest.approx(1)


@pytest.mark.parametrize("config", KINDS, ids=lambda c: c.kind)
def test_every_value_that_is_seen_matters(config: NetworkConfig) -> None:
    torch.manual_seed(0)
    network = build(small(), config)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    blank = torch.zeros((1, Small.observation_codec.size), dtype=torch.uint8)
    before = network(blank)[0]
    for index in (0, 1, 2, 3, 8, 9):  # two places in use, then the turn
        changed = blank.clone()
        changed[0, index] = 1
        assert not torch.allclose(network(changed)[0], before), index
    unused = blank.clone()
    unused[0, 4:8] = 1
    assert torch.allclose(network(unused)[0], before)


def test_scores_stand_at_the_places_that_actions_name() -> None:
    """Swapping two places swaps their scores, once their learned names are equal."""
    torch.manual_seed(1)
    network = build(small(), ENTITIES)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    with torch.no_grad():
        network.names["zone"][1] = network.names["zone"][0]
    one = torch.zeros((1, Small.observation_codec.size), dtype=torch.uint8)
    one[0, 0:4] = torch.tensor([1, 2, 0, 1])
    other = one.clone()
    other[0, 0:4] = torch.tensor([0, 1, 1, 2])
    a, b = network(one)[0][0], network(other)[0][0]
    assert torch.allclose(a[[0, 1, 2, 3, 4]], b[[1, 0, 2, 4, 3]], atol=1e-5)
    assert not torch.allclose(a[0], a[1])


@pytest.mark.parametrize("config", KINDS, ids=lambda c: c.kind)
def test_real_observations_of_a_batch_are_scored_as_one_by_one(tutorial: Any, config: NetworkConfig) -> None:
    network = build(tutorial, config).eval()
    batch = Batch(tutorial, 6, seed=2, observation_dtype="uint8")
    batch.step_random(40)
    raw, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
    with torch.inference_mode():
        together, values = network.policy(raw, masks)
        for i in range(6):
            alone, value = network.policy(raw[i : i + 1], masks[i : i + 1])
            assert torch.allclose(alone[0], together[i], atol=1e-4)
            assert value.item() == pytest.approx(values[i].item(), abs=1e-4)
    legal = batch.masks[:, network.layout.actions].sum(axis=1)
    assert np.array_equal(legal, batch.masks.sum(axis=1)), "an action that is legal is not in use"


def test_the_configuration_survives_json() -> None:
    config = NetworkConfig(kind="flat", width=32, left_out=())
    assert NetworkConfig.load({**config.dump(), "left_out": [], "of_a_later_version": 1}) == config


def test_entities_are_matched_by_name_not_by_size() -> None:
    """With as many routes as players: an action that names a route is scored by the route's row."""
    observations = ObservationCodec(
        "twins",
        [
            ObservationBlock("players", (3, 1), columns=(Column("points", 9),), rows="player"),
            ObservationBlock("routes", (3, 1), columns=(Column("cost", 9),), rows="route"),
            ObservationBlock("owner", (1,), columns=(Column("of", 3, "", 4, "player"),)),
        ],
    )
    actions = ActionCodec("twins", [ActionBlock("take", (("route - 1", 3),), entities=("route",)), ActionBlock("stay")])
    layout = Layout(actions, observations, {"player": 2, "route": 3})
    assert layout.sizes == {"player": 3, "route": 3} and layout.rows == {"player": 2, "route": 3}
    assert [layout.entity_of(block) for block in observations.blocks] == ["player", "route", None]
    assert layout.actions.tolist() == [0, 1, 2, 3]
    assert layout.spans() == [slice(0, 2), slice(3, 7)]


@pytest.mark.parametrize("config", KINDS, ids=lambda c: c.kind)
def test_a_game_with_players_and_routes_has_tokens_for_them(config: NetworkConfig) -> None:
    from zombicide_env import make_game

    game = make_game("hit_z_road", players=3)
    network = build(game, config)
    assert network.layout.rows == {"player": 4, "route": 4}  # one policy for every number of players
    batch = Batch(game, 4, seed=0, observation_dtype="uint8")
    with torch.inference_mode():
        log, _ = network.policy(torch.from_numpy(batch.raw_observations), torch.from_numpy(batch.masks))
    assert torch.allclose(log.exp().sum(dim=1), torch.ones(4))
