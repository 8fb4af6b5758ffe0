"""The entity network: one set of weights for every board, every team size and both settings of decisions."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from tests.agents.dense_entities import dense
from zombicide_agents import checkpoint, entities, graph_distances, ragged_tokens
from zombicide_agents.action_arguments import source
from zombicide_agents.entities import EntityNetwork
from zombicide_agents.graph_distances import FAR, Look, Ways
from zombicide_agents.network import NetworkConfig, PolicyNetwork, build
from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import random_player

pytestmark = pytest.mark.train

CONFIG = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=())
#: Quests and boards of several sizes, and team sizes for them.
QUESTS = ("danse_macabre", "famine", "trial_by_fire", "generated:seed=3,tiles=2", "generated:seed=5,tiles=4,split=test")
TEAMS = (1, 2, 6, 12)


def network(seed: int = 0) -> PolicyNetwork:
    torch.manual_seed(seed)
    made = build(make_game("black_plague"), CONFIG)
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return made.eval()


def table(quest: str, survivors: int, decisions: str) -> Any:
    return make_game("black_plague", quest=quest, survivors=survivors, decisions=decisions, allow_small_team=True)


def tables() -> list[Any]:
    """Every quest with every team size it allows, the settings of decisions alternating."""
    settings = itertools.cycle(("full", "actions"))
    pairs = [(quest, n) for quest in QUESTS for n in TEAMS if (quest, n) != ("famine", 12)]
    return [table(quest, n, next(settings)) for quest, n in pairs]


def test_a_checkpoint_sits_in_any_seat_of_any_game(tmp_path: Path) -> None:
    path = checkpoint.save(tmp_path / "any", make_game("black_plague"), network(), {})
    games = tables()
    assert {(len(g.agents), g.options["decisions"]) for g in games} == set(itertools.product(TEAMS, ("full", "actions")))
    for number, game in enumerate(games):
        agent = agents.make(f"checkpoint:{path}", game)
        seats = np.zeros(len(game.agents), int)
        seats[number % len(seats)] = -1
        batch = Batch(game, 2, seed=number, observation_dtype="uint8")
        for _ in range(8):
            batch.play([random_player()], seats)
            batch.step(agent.act_batch(batch.observations, batch.masks))  # an illegal action would raise


def test_games_of_all_sizes_share_a_batch_and_are_scored_as_if_alone() -> None:
    made, games = network(), tables()
    batch = Batch(games, len(games), seed=1, observation_dtype="uint8")
    batch.step_random(50)
    raw, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
    with torch.inference_mode():
        together, values = made.policy(raw, masks)
        for i in range(len(games)):
            alone, value = made.policy(raw[i : i + 1], masks[i : i + 1])
            assert torch.allclose(alone[0], together[i], atol=1e-4), games[i].options
            assert value.item() == pytest.approx(values[i].item(), abs=1e-4)


@pytest.mark.parametrize("left_out", [(), ("board",)], ids=["any board", "one board"])
@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in GAMES), ("apocalypse", {"quest": "tutorial"})])
def test_every_game_has_a_score_for_every_action(name: str, options: dict[str, Any], left_out: tuple[str, ...]) -> None:
    """Includes actions that name pairs, and boards without a row of a kind (the tutorial of Apocalypse has no cars)."""
    made = build(make_game(name, **options), replace(CONFIG, left_out=left_out)).eval()
    logits, value = made(torch.zeros((2, made.layout.observation_codec.size), dtype=torch.uint8))
    assert (logits.shape, value.shape) == ((2, len(made.layout.actions)), (2,))


@pytest.mark.parametrize("fast", [True, False])
def test_a_game_without_tables_has_its_scores_from_what_it_shows_as_a_whole(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toys.hunt import Hunt

    if not fast:
        monkeypatch.setattr(entities, "compiled", lambda _: False)
    game = Hunt()
    made = build(game, CONFIG).eval()
    assert isinstance(made, EntityNetwork) and not made.entities
    logits, value = made(torch.zeros((2, game.observation_codec.size), dtype=torch.uint8))
    assert (logits.shape, value.shape) == ((2, len(made.layout.actions)), (2,))


def renumbered(raw: np.ndarray[Any, Any], codec: Any, order: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the same positions with zone z renumbered to ``order[z]``."""
    made = raw.copy()
    called = np.concatenate([[0], order + 1])
    for block in codec.blocks:
        part = raw[:, codec.start[block.name] :][:, : block.size].reshape(len(raw), -1, block.shape[-1]).copy()
        for i, column in enumerate(block.columns or ()):
            if column.entity == "zone":
                part[:, :, i] = called[part[:, :, i]]
        if block.rows == "zone":
            moved = np.zeros_like(part)
            moved[:, order] = part
            part = moved
        made[:, codec.start[block.name] :][:, : block.size] = part.reshape(len(raw), -1)
    return made


def test_what_a_zone_is_called_does_not_matter() -> None:
    """A policy does not depend on zone numbers: scores move with the zones."""
    made, game = network(), table("big_game_hunting", 6, "full")
    batch = Batch(game, 8, seed=4, observation_dtype="uint8")
    batch.step_random(80)
    codec, zones = game.observation_codec, game.rows["zone"]
    order = np.arange(codec.entities["zone"])
    order[:zones] = np.random.default_rng(0).permutation(zones)
    with torch.inference_mode():
        scores, values = made(torch.from_numpy(batch.observations))
        others, same = made(torch.from_numpy(renumbered(batch.observations, codec, order)))
    assert torch.allclose(values, same, atol=1e-4)
    actions = game.action_codec
    for block in actions.blocks:
        here = torch.arange(actions.start[block.name], actions.start[block.name] + block.size)
        there = actions.start[block.name] + torch.from_numpy(order) if block.entities == ("zone",) else here
        n = zones if block.entities == ("zone",) else block.size
        assert torch.allclose(scores[:, here[:n]], others[:, there[:n]], atol=1e-4), block.name


def test_arguments_name_columns_of_the_observer_and_its_partner() -> None:
    codec = make_game("black_plague").observation_codec
    cards, partner, beside = (source(codec, path, ("zone", "survivor")) for path in ("card", "partner.card", "zone.neighbour"))
    assert cards is not None and partner is not None and beside is not None
    assert cards.names == partner.names == ("left", "right", "body", "pack1", "pack2", "pack3", "pack4", "pack5")
    assert cards.columns[0] == codec.start["self"] + codec["self"].column("card_left")
    assert partner.row == codec.start["decision"] + codec["decision"].column("partner")
    assert (beside.kind, beside.size, beside.row) == ("zone", 9, codec.start["self"] + codec["self"].column("zone"))
    assert source(codec, "colour", ("zone", "survivor")) is None


def test_steps_are_counted_on_the_map() -> None:
    """Five places: 0 - 1 - 2 - 3 in a row, and one that is not connected."""
    neighbours = np.array([[[2, 0], [1, 3], [2, 4], [3, 0], [0, 0]]], np.uint8)
    ways = Ways()
    marks, of = ways.maps(np.concatenate([neighbours, neighbours]))
    assert of.tolist() == [0, 0]
    [steps] = ways.table(marks, neighbours)
    assert steps[0].tolist() == [0, 1, 2, 3, FAR]
    assert steps[4].tolist() == [FAR, FAR, FAR, FAR, 0]


def test_a_goal_is_felt_from_far_and_more_from_nearer() -> None:
    rows = 12
    neighbours = np.array([[z, z + 2 if z + 1 < rows else 0] for z in range(rows)])
    look = Look(4, 1)
    for parameter in look.parameters():
        torch.nn.init.zeros_(parameter)
    with torch.no_grad():
        look.norm.weight.fill_(1.0)
        look.goal.weight[0, 0] = 6.0
        look.mix.weight[0, -1] = 1.0
        look.mix.bias[0] = 10.0
        look.out.weight[0, 0] = 1.0
    tokens = torch.zeros(4, rows)
    tokens[1], tokens[:2, rows - 1] = 1.0, torch.tensor([1.0, 0.0])
    kernels = look.kernels(Ways().table(np.zeros(1), neighbours[None])[0])
    felt = (look(tokens, [(kernels, 0, rows)]) - tokens)[0]
    assert (felt.diff() > 0.01).all()


@pytest.mark.parametrize(("kernels", "tile"), [(True, 60), (False, graph_distances.ROWS)])
def test_what_is_shared_and_left_out_changes_no_number(kernels: bool, tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sharing distances per map and message passing per tile, compiled sums, and scoring only legal actions do not change results."""
    if not kernels:  # as on another device
        monkeypatch.setattr(entities, "compiled", lambda _: False)
        monkeypatch.setattr(ragged_tokens, "compiled", lambda _: False)
    monkeypatch.setattr(entities, "TOGETHER", 7)
    monkeypatch.setattr(graph_distances, "ROWS", tile)
    made, games = network(), tables()
    assert isinstance(made, EntityNetwork)
    batch = Batch(games, 2 * len(games), seed=1, observation_dtype="uint8")
    batch.step_random(60)
    raw, masks = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())
    legal = masks[:, made.used] > 0
    logits, values = dense(made, raw)
    expected = torch.log_softmax(logits.masked_fill(~legal, -1e8), dim=1)
    log, value = made.policy(raw, masks)
    assert torch.allclose(log[legal], expected[legal], rtol=1e-5, atol=1e-5 * float(logits.detach()[legal].abs().max()))
    assert (log[~legal] < -1e7).all()
    assert torch.allclose(value, values, rtol=1e-5, atol=1e-5 * float(values.detach().abs().max()))
    weights = torch.linspace(-1, 1, int(legal.sum()))
    wanted, given = (
        torch.autograd.grad((said[legal] * weights).mean() + worth.mean(), list(made.parameters()), allow_unused=True)
        for said, worth in ((expected, values), (log, value))
    )
    for (name, _), a, b in zip(made.named_parameters(), wanted, given, strict=True):
        assert (a is None) == (b is None), name
        assert a is None or b is None or torch.allclose(a, b, rtol=1e-4, atol=1e-5 + 1e-4 * float(a.abs().max())), name
