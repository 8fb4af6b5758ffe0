"""Checkpoint folders: complete or absent, read back exactly, rejected with a reason where they do not fit."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from zombicide_agents import NoLegalAction, checkpoint, checkpoint_folder, checkpoint_reader
from zombicide_agents.checkpoint_folder import CheckpointError
from zombicide_agents.network import NetworkConfig, PolicyNetwork, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch

pytestmark = pytest.mark.train


@pytest.fixture(scope="module")
def network(tutorial: Any) -> PolicyNetwork:
    torch.manual_seed(0)
    return build(tutorial, NetworkConfig(width=16, layers=1, heads=2)).eval()


@pytest.fixture
def folder(tmp_path: Path, tutorial: Any, network: PolicyNetwork) -> Path:
    return checkpoint.save(tmp_path / "policy", tutorial, network, {"seconds": 1})


def edit(folder: Path, **changes: Any) -> None:
    path = folder / checkpoint_folder.HEADER
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_policy_is_read_back_exactly(folder: Path, tutorial: Any, network: PolicyNetwork) -> None:
    again, header = checkpoint.load(folder, tutorial)
    assert all(torch.equal(a, b) for a, b in zip(network.state_dict().values(), again.state_dict().values(), strict=True))
    assert header.game == "black_plague"
    assert header.action_layout == tutorial.action_codec.layout_hash
    assert header.observation_layout == tutorial.observation_codec.layout_hash
    assert header.training == {"seconds": 1}
    assert header.rows == {"zone": int(tutorial.world["n_zones"][0]), "survivor": 6}


@pytest.mark.parametrize("kind", ["tables", "entities", "flat"])
@pytest.mark.parametrize("game", ["black_plague", "white_death", "apocalypse", "hit_z_road", "z_game"])
@pytest.mark.filterwarnings("ignore:Initializing zero-element tensors")  # on a mission without cars their weights are empty
def test_a_policy_of_every_game_and_network_is_read_back(tmp_path: Path, game: str, kind: Any) -> None:
    """Includes Apocalypse without cars: the header counts zero rows of an entity that the board lacks."""
    of = make_game(game, **({"quest": "y_zone"} if game == "apocalypse" else {}))
    made = build(of, NetworkConfig(kind=kind))
    checkpoint.save(tmp_path / "policy", of, made, {})
    read, header = checkpoint.load(tmp_path / "policy", of)
    assert all(torch.equal(tensor, made.state_dict()[name]) for name, tensor in read.state_dict().items())
    assert (header.rows["car"] == 0) if game == "apocalypse" else "car" not in header.rows


def test_a_checkpoint_plays_any_seat_raw_or_scaled_alone_or_in_a_batch(folder: Path, tutorial: Any) -> None:
    agent = agents.make(f"checkpoint:{folder}", tutorial)
    batch = Batch(tutorial, 5, seed=3, observation_dtype="uint8")
    for _ in range(30):
        actions = agent.act_batch(batch.observations, batch.masks)
        scaled = batch.observations * tutorial.observation_codec.scale
        assert np.array_equal(actions, agent.act_batch(scaled.astype(np.float32), batch.masks))
        assert actions[2] == agent.act(batch.observations[2], batch.masks[2])
        batch.step(actions)


def test_a_temperature_samples_and_a_seed_repeats(folder: Path, tutorial: Any) -> None:
    batch = Batch(tutorial, 200, seed=3, observation_dtype="uint8")
    agent = agents.make(f"checkpoint:{folder},temperature=1,seed=1", tutorial)
    first = agent.act_batch(batch.observations, batch.masks)
    agent.reset(1)
    assert np.array_equal(first, agent.act_batch(batch.observations, batch.masks))
    assert len(set(first.tolist())) > 1
    assert batch.masks[np.arange(200), first].all()
    with pytest.raises(agents.AgentError, match="negative"):
        agents.make(f"checkpoint:{folder},temperature=-1", tutorial)


def test_an_empty_mask_is_refused(folder: Path, tutorial: Any) -> None:
    agent = agents.make(f"checkpoint:{folder}", tutorial)
    n_obs, n_actions = tutorial.observation_codec.size, tutorial.action_codec.size
    with pytest.raises(NoLegalAction):
        agent.act(np.zeros(n_obs, np.uint8), np.zeros(n_actions, np.int8))
    with pytest.raises(agents.AgentError, match="from the observations"):
        agent.act(None, np.ones(n_actions, np.int8))


@pytest.mark.parametrize("name", ["action_layout", "observation_layout"])
def test_another_layout_is_refused(folder: Path, tutorial: Any, name: str) -> None:
    edit(folder, **{name: "0123456789abcdef"})
    with pytest.raises(CheckpointError, match=f"{name.partition('_')[0]} layout 0123456789abcdef"):
        agents.make(f"checkpoint:{folder}", tutorial)


def test_a_larger_board_is_refused_and_a_smaller_one_played(tmp_path: Path, folder: Path, network: PolicyNetwork, tutorial: Any) -> None:
    large = make_game("black_plague", quest="the_black_book")
    with pytest.raises(CheckpointError, match="zones; this game has") as refused:
        agents.make(f"checkpoint:{folder}", large)
    assert "trained with quest='danse_macabre' (here 'the_black_book') and knows" in str(refused.value)
    assert "survivors" not in str(refused.value).partition(" and knows")[0]  # it is the same in both
    made = checkpoint.save(tmp_path / "large", large, build(large, network.config), {})
    batch = Batch(tutorial, 2, seed=1, observation_dtype="uint8")
    batch.step(agents.make(f"checkpoint:{made}", tutorial).act_batch(batch.observations, batch.masks))


def test_a_policy_of_many_boards_plays_larger_ones(tmp_path: Path, tutorial: Any) -> None:
    config = NetworkConfig(kind="entities", width=16, layers=1, heads=2, left_out=())
    made = checkpoint.save(tmp_path / "small", tutorial, build(tutorial, config), {})
    large = make_game("black_plague", quest="the_black_book")
    assert large.rows["zone"] > tutorial.rows["zone"]
    network, _ = checkpoint.load(made, large)
    assert network.layout.rows == large.observation_codec.entities
    batch = Batch(large, 4, seed=1, observation_dtype="uint8")
    agent = agents.make(f"checkpoint:{made}", large)
    assert len(agent.act_batch(batch.observations[:0], batch.masks[:0])) == 0
    for _ in range(50):
        batch.step(agent.act_batch(batch.observations, batch.masks))


def test_damage_is_reported(folder: Path, tutorial: Any) -> None:
    edit(folder, format=99)
    with pytest.raises(CheckpointError, match="format 99"):
        checkpoint.load(folder, tutorial)
    edit(folder, format=checkpoint_folder.FORMAT, network={"kind": "flat", "width": 8})
    with pytest.raises(CheckpointError, match="does not hold the network"):
        checkpoint.load(folder, tutorial)
    edit(folder, network={"kind": "round"})
    with pytest.raises(CheckpointError, match=r"network\.kind='round'; use one of tables, entities, flat"):
        checkpoint.load(folder, tutorial)
    edit(folder, network={"kind": "flat", "width": "wide"})
    with pytest.raises(CheckpointError, match=r"network\.width='wide': a whole number"):
        checkpoint.load(folder, tutorial)
    edit(folder, network=[])
    with pytest.raises(CheckpointError, match="network is \\[\\], not a JSON object"):
        checkpoint.load(folder, tutorial)
    for text, reason in (("{", "cannot be read"), ("[" * 9999, "cannot be read"), ("[]", "not the header of a checkpoint")):
        (folder / checkpoint_folder.HEADER).write_text(text)
        with pytest.raises(CheckpointError, match=reason):
            checkpoint.load(folder, tutorial)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        *(({"game_version": value}, f"game_version is {value!r}, not a whole number from 0") for value in (-3, None, True, "0", 1.5)),
        ({"rules_revision": -1}, "rules_revision is -1, not a whole number from 0"),
        ({"game": None}, "game is None, not a text"),
        ({"action_layout": 7}, "action_layout is 7, not a text"),
    ],
)
def test_a_header_has_values_of_their_kind(folder: Path, changes: dict[str, Any], reason: str) -> None:
    edit(folder, **changes)
    with pytest.raises(CheckpointError, match=re.escape(reason)):
        checkpoint_folder.read_header(folder)


def weights_of(folder: Path) -> Path:
    (path,) = folder.glob("weights-*.safetensors")
    return path


@pytest.mark.parametrize("content", [b"", b"no tensors", b"\xff" * 100], ids=["empty", "text", "bytes"])
def test_damaged_weights_are_reported(folder: Path, tutorial: Any, content: bytes) -> None:
    weights_of(folder).write_bytes(content)
    with pytest.raises(CheckpointError, match=r"weights-.* is damaged: it does not hold what checkpoint\.json says"):
        checkpoint.load(folder, tutorial)
    hashed = hashlib.sha256(content).hexdigest()
    weights_of(folder).rename(folder / f"weights-{hashed[:16]}.safetensors")
    edit(folder, files={"weights.safetensors": hashed})
    with pytest.raises(CheckpointError, match="does not hold the network"):
        checkpoint.load(folder, tutorial)


def test_a_single_bit_of_the_weights_is_noticed(folder: Path, tutorial: Any) -> None:
    data = bytearray(weights_of(folder).read_bytes())
    data[-1] ^= 1
    weights_of(folder).write_bytes(data)
    with pytest.raises(CheckpointError, match="is damaged"):
        checkpoint.load(folder, tutorial)
    weights_of(folder).unlink()
    with pytest.raises(CheckpointError, match=r"cannot be read: .*No such file"):
        checkpoint.load(folder, tutorial)


def test_a_checkpoint_of_the_first_format_has_no_hashes_and_is_read(folder: Path, tutorial: Any, network: PolicyNetwork) -> None:
    weights_of(folder).rename(folder / checkpoint_folder.WEIGHTS)
    path = folder / checkpoint_folder.HEADER
    path.write_text(json.dumps({name: value for name, value in json.loads(path.read_text()).items() if name != "files"} | {"format": 1}))
    again, header = checkpoint.load(folder, tutorial)
    assert header.files == {}
    assert all(torch.equal(a, b) for a, b in zip(network.state_dict().values(), again.state_dict().values(), strict=True))


def test_a_policy_is_read_while_another_takes_its_place(
    folder: Path, tutorial: Any, network: PolicyNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the header is read and before its weights are, the writing run publishes the next policy."""
    torch.manual_seed(1)
    other, real = build(tutorial, network.config), checkpoint_reader.read_file

    def late(*arguments: Any) -> bytes:
        monkeypatch.setattr(checkpoint_reader, "read_file", real)
        checkpoint.save(folder, tutorial, other, {"seconds": 2}, replace=True)
        return real(*arguments)

    monkeypatch.setattr(checkpoint_reader, "read_file", late)
    found, header = checkpoint.load(folder, tutorial)
    assert header.training == {"seconds": 2}
    assert all(torch.equal(a, b) for a, b in zip(other.state_dict().values(), found.state_dict().values(), strict=True))


def test_a_device_that_is_not_there_is_refused(folder: Path, tutorial: Any) -> None:
    with pytest.raises(agents.AgentError, match="device 'abacus' cannot be used here"):
        checkpoint.load(folder, tutorial, "abacus")


def test_what_is_not_there_is_named(tmp_path: Path, tutorial: Any) -> None:
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        agents.make(f"checkpoint:{tmp_path / 'nothing'}", tutorial)
    with pytest.raises(CheckpointError, match="pass the game"):
        checkpoint.load(checkpoint.save(tmp_path / "x", tutorial, build(tutorial, NetworkConfig(kind="flat", width=8)), {}), None)


def test_a_folder_is_replaced_only_when_asked(folder: Path, tutorial: Any, network: PolicyNetwork) -> None:
    with pytest.raises(CheckpointError, match="exists already"):
        checkpoint.save(folder, tutorial, network, {})
    (folder / "notes.txt").write_text("mine")
    (folder / "weights-0123456789abcdef.safetensors").write_text("left over")
    checkpoint.save(folder, tutorial, network, {"seconds": 2}, replace=True, files={"more.json": b"{}"})
    header = checkpoint_folder.verify(folder)
    assert header.training == {"seconds": 2}
    assert checkpoint_folder.read_file(folder, header, "more.json") == b"{}"
    assert (folder / "notes.txt").read_text() == "mine"
    assert len(list(folder.iterdir())) == 4  # header, weights, more, and the notes
    with pytest.raises(CheckpointError, match=r"names no other\.json"):
        checkpoint_folder.read_file(folder, header, "other.json")


def test_a_header_with_strange_hashes_is_refused(folder: Path, tutorial: Any) -> None:
    for hashes, reason in ((["x"], "not a JSON object"), ({"weights.safetensors": "../../etc"}, "the hash of weights")):
        edit(folder, files=hashes)
        with pytest.raises(CheckpointError, match=reason):
            checkpoint.load(folder, tutorial)


def test_a_run_means_its_best_or_newest_policy(tmp_path: Path, tutorial: Any, network: PolicyNetwork) -> None:
    for step in (5, 40, 300):
        checkpoint.save(tmp_path / "checkpoints" / f"step_{step:06d}", tutorial, network, {})
    (tmp_path / "checkpoints" / "step_000900").mkdir()  # no header: incomplete
    assert checkpoint_folder.find(tmp_path).name == "step_000300"
    checkpoint.save(tmp_path / "best", tutorial, network, {})
    assert checkpoint_folder.find(tmp_path).name == "best"


def test_a_finished_run_means_its_result(tmp_path: Path, tutorial: Any, network: PolicyNetwork) -> None:
    """Not the best policy of its evaluations, which may have lost the runoff; but a resumed run may have found a better one since."""
    checkpoint.save(tmp_path / "best", tutorial, network, {"reinforced_decisions": 300})
    checkpoint.save(tmp_path / "final", tutorial, network, {"reinforced_decisions": 400})
    assert checkpoint_folder.find(tmp_path).name == "final"
    checkpoint.save(tmp_path / "best", tutorial, network, {"reinforced_decisions": 500}, replace=True)
    assert checkpoint_folder.find(tmp_path).name == "best"


def test_a_run_of_several_roles_names_their_policies(tmp_path: Path, tutorial: Any, network: PolicyNetwork) -> None:
    for role in ("master", "team"):
        checkpoint.save(tmp_path / role / "final", tutorial, network, {})
    with pytest.raises(CheckpointError, match=f"name one of them, {tmp_path}/master or {tmp_path}/team"):
        checkpoint_folder.find(tmp_path)


def test_a_policy_says_what_it_thinks(folder: Path, tutorial: Any) -> None:
    agent = agents.make(f"checkpoint:{folder}", tutorial)
    batch = Batch(tutorial, 1, seed=3, observation_dtype="uint8")
    for _ in range(20):
        raw, mask = batch.observations[0], batch.masks[0]
        thought = agent.explain(raw, mask)
        assert thought.probabilities.shape == mask.shape
        assert thought.probabilities.sum() == pytest.approx(1, abs=1e-4)
        assert not thought.probabilities[mask == 0].any()
        assert int(thought.probabilities.argmax()) == agent.act(raw, mask)
        scaled = agent.explain((raw * tutorial.observation_codec.scale).astype(np.float32), mask)
        assert thought.value == scaled.value
        actions, scores = agent.scores(raw, mask)
        assert actions.tolist() == np.flatnonzero(mask).tolist()
        np.testing.assert_allclose(np.exp(scores), thought.probabilities[actions], rtol=1e-5)
        assert actions[scores.argmax()] == agent.act(raw, mask)
        batch.step(batch.random_actions())
    with pytest.raises(NoLegalAction):
        agent.explain(raw, np.zeros_like(mask))
