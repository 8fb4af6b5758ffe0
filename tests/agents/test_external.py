"""Policies of Stable-Baselines3, PyTorch and ONNX as agents, and the errors where they do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests import needs
from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.envs.gym import TeamEnv

pytest.importorskip("stable_baselines3", reason=needs.TRAIN)

import torch
from sb3_contrib import QRDQN, MaskablePPO
from stable_baselines3 import A2C, DQN, PPO
from torch import nn

from zombicide_agents.external.origin import SUFFIX
from zombicide_env.adapters.sb3 import ZombicideVecEnv

pytestmark = pytest.mark.train
OPTIONS: dict[str, Any] = {"quest": "danse_macabre", "decisions": "actions", "max_rounds": 3}


@pytest.fixture(scope="module")
def game() -> Any:
    return make_game("black_plague", **OPTIONS)


@pytest.fixture(scope="module")
def positions(game: Any) -> Batch:
    """Positions from the middle of some games."""
    batch = Batch(game, 6, seed=3, autoreset="disabled", observation_dtype="float32")
    rng = np.random.default_rng(0)
    for _ in range(9):
        batch.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks]))
    return batch


def _saved(algorithm: Any, env: Any, path: Path, policy: str, **options: Any) -> Any:
    buffer = {"buffer_size": 50, "learning_starts": 0} if algorithm in (DQN, QRDQN) else {"n_steps": 16}
    batch = {} if algorithm is A2C else {"batch_size": 16}
    model = algorithm(policy, env, seed=1, device="cpu", policy_kwargs={"net_arch": [16]}, **buffer, **batch, **options)
    model.learn(32)
    model.save(path)
    return model


@pytest.mark.parametrize("algorithm", [MaskablePPO, PPO, A2C, DQN, QRDQN])
def test_models_of_stable_baselines3_are_seated(algorithm: Any, game: Any, positions: Batch, tmp_path: Path) -> None:
    masked = algorithm is MaskablePPO
    env = TeamEnv(game, illegal="raise" if masked else "random")
    model = _saved(algorithm, env, tmp_path / "model.zip", "MultiInputPolicy")
    agent = agents.make(f"sb3:{tmp_path / 'model.zip'}", game)
    chosen = agent.act_batch(positions.observations, positions.masks, game)
    assert positions.masks[np.arange(6), chosen].all()
    seen = {"observation": positions.observations, "action_mask": positions.masks}
    if masked:
        own, _ = model.predict(seen, action_masks=positions.masks, deterministic=True)
        np.testing.assert_array_equal(chosen, own)
    else:  # the policy's favorite, if it is legal
        own, _ = model.predict(seen, deterministic=True)
        legal = positions.masks[np.arange(6), own] == 1
        np.testing.assert_array_equal(chosen[legal], own[legal])


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_a_model_says_what_it_reads(dtype: Any, game: Any, positions: Batch, tmp_path: Path) -> None:
    """A model trained on the vector environment gives the same answer for raw and for scaled observations."""
    env = ZombicideVecEnv(game, 2, seed=1, observation_dtype=dtype)
    model = _saved(MaskablePPO, env, tmp_path / "model.zip", "MlpPolicy")
    agent = agents.make(f"sb3:{tmp_path / 'model.zip'}", game)
    assert agent.observation_dtype == dtype
    seen = positions.raw_observations if dtype == "uint8" else positions.observations
    own, _ = model.predict(seen, action_masks=positions.masks, deterministic=True)
    for given in (positions.raw_observations, positions.observations):
        np.testing.assert_array_equal(agent.act_batch(given, positions.masks, game), own)


def test_a_model_plays_an_evaluation(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from zombicide_env import cli

    monkeypatch.chdir(tmp_path)
    _saved(MaskablePPO, TeamEnv(game), Path("model.zip"), "MultiInputPolicy")
    assert agents.note_game("model.zip", game) == Path(f"model.zip{SUFFIX}")
    words = ["--quest", "danse_macabre", "--option", "decisions=actions", "--max-rounds", "2", "--games", "3", "--output", "found.json"]
    assert cli.main(["evaluate", "--teams", "sb3:model.zip", *words]) == 0
    [found] = json.loads(Path("found.json").read_text())
    assert found["games"] == 3
    assert not any(sum(counts.values()) for counts in found["counts"].values())  # no forfeits


def _policy(folder: Path, width: int, actions: int, body: str = "return self.net(observations)", arguments: str = "observations") -> None:
    (folder / f"{folder.name}.py").write_text(
        "from torch import nn\n\n\nclass Mine(nn.Module):\n"
        f"    def __init__(self, width={width}, actions={actions}):\n"
        "        super().__init__()\n        self.net = nn.Linear(width, actions)\n\n"
        f"    def forward(self, {arguments}):\n        {body}\n\n\n"
        "def build(game):\n    return Mine(game.observation_codec.size, game.action_codec.size)\n",
        encoding="utf-8",
    )


@pytest.fixture
def folder(tmp_path: Path, game: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A folder with a torch policy and its weights; the module has the folder's name."""
    folder = tmp_path / f"mine_{abs(hash(request.node.name))}"
    folder.mkdir()
    monkeypatch.chdir(folder)
    _policy(folder, game.observation_codec.size, game.action_codec.size)
    torch.manual_seed(0)
    net = nn.Linear(game.observation_codec.size, game.action_codec.size)
    torch.save({f"net.{name}": values for name, values in net.state_dict().items()}, folder / "policy.pt")
    return folder


def _expected(folder: Path, positions: Batch) -> Any:
    weights = torch.load(folder / "policy.pt", weights_only=True)
    logits = torch.from_numpy(positions.observations) @ weights["net.weight"].T + weights["net.bias"]
    return np.where(positions.masks, logits.numpy(), -np.inf).argmax(axis=1)


@pytest.mark.parametrize("name", ["build", "Mine"])
def test_a_module_of_torch_is_seated(name: str, folder: Path, game: Any, positions: Batch) -> None:
    agent = agents.make(f"torch:{folder.name}.py:{name},weights=policy.pt", game)
    np.testing.assert_array_equal(agent.act_batch(positions.observations, positions.masks, game), _expected(folder, positions))
    actions, scores = agent.scores(positions.observations[0], positions.masks[0], game)
    assert np.exp(scores).sum() == pytest.approx(1)
    assert actions[scores.argmax()] == _expected(folder, positions)[0]


def test_a_module_of_torch_may_want_masks_and_give_a_value(folder: Path, game: Any, positions: Batch) -> None:
    body = "assert masks.any(1).all(); return self.net(observations).masked_fill(~masks, -1e9), observations.sum(1)"
    _policy(folder, 1, 1, body, "observations, masks")
    agent = agents.make(f"torch:{folder.name}.py:build,weights=policy.pt", game)
    np.testing.assert_array_equal(agent.act_batch(positions.observations, positions.masks, game), _expected(folder, positions))


def test_safetensors_and_temperature(folder: Path, game: Any, positions: Batch) -> None:
    from safetensors.torch import save_file

    save_file(torch.load("policy.pt", weights_only=True), "policy.safetensors")
    agent = agents.make(f"torch:{folder.name}.py:build,weights=policy.safetensors,temperature=5", game)
    drawn = []
    for seed in (1, 1, 2):
        agent.reset(seed)
        drawn.append(np.concatenate([agent.act_batch(positions.observations, positions.masks, game) for _ in range(9)]).tolist())
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.fixture
def network(tmp_path: Path, game: Any) -> Path:
    """A network in the ONNX format: scores are weights times observations."""
    onnx = pytest.importorskip("onnx", reason=needs.library("onnx"))
    pytest.importorskip("onnxruntime", reason=needs.library("onnxruntime"))
    columns, actions = game.observation_codec.size, game.action_codec.size
    weights = np.random.default_rng(0).normal(size=(columns, actions)).astype(np.float32)
    of = onnx.helper
    graph = of.make_graph(
        [of.make_node("MatMul", ["seen", "weights"], ["scores"])],
        "policy",
        [of.make_tensor_value_info("seen", onnx.TensorProto.FLOAT, ["n", columns])],
        [of.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, ["n", actions])],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    path = tmp_path / "policy.onnx"
    onnx.save(of.make_model(graph, opset_imports=[of.make_opsetid("", 17)], ir_version=8), path)
    np.save(tmp_path / "weights.npy", weights)
    return path


def test_a_network_in_the_onnx_format_is_seated(network: Path, game: Any, positions: Batch) -> None:
    import cloudpickle

    agent = agents.make(f"onnx:{network}", game)
    scores = np.where(positions.masks, positions.observations @ np.load(network.with_name("weights.npy")), -np.inf)
    for one in (agent, cloudpickle.loads(cloudpickle.dumps(agent))):  # as agents are sent to other processes
        np.testing.assert_array_equal(one.act_batch(positions.observations, positions.masks, game), scores.argmax(axis=1))
    with pytest.raises(agents.AgentError, match="was trained on another game"):
        agents.make(f"onnx:{network}", make_game("hit_z_road"))


def test_a_policy_may_know_how_to_wait(game: Any, positions: Batch, folder: Path) -> None:
    """As policies for ``parallel_env``, whose agents wait while others decide: one more action, never legal here."""
    size = game.action_codec.size
    (folder / f"{folder.name}.py").write_text(
        f"import torch\nfrom torch import nn\n\n\nclass Waits(nn.Module):\n    def forward(self, seen, masks):\n"
        f"        return torch.arange({size + 1}.0).repeat(len(seen), 1).masked_fill(~masks, -1.0)\n",
        encoding="utf-8",
    )
    agent = agents.make(f"torch:{folder.name}.py:Waits", game)
    last = [np.flatnonzero(mask)[-1] for mask in positions.masks]
    np.testing.assert_array_equal(agent.act_batch(positions.observations, positions.masks, game), last)


# ---- what does not fit ---------------------------------------------------------------------------------------------------


def test_what_a_policy_was_trained_on_is_checked(folder: Path, game: Any) -> None:
    spec = f"torch:{folder.name}.py:build,weights=policy.pt"
    agents.note_game("policy.pt", game)
    assert agents.make(spec, game).unlike == []
    longer = make_game("black_plague", **OPTIONS | {"quest": "famine"})
    assert ("quest", "famine", ["danse_macabre"]) in agents.make(spec, longer).unlike
    full = make_game("black_plague", **OPTIONS | {"decisions": "full"})
    with pytest.raises(agents.AgentError, match=r"decisions=actions, this game asks decisions=full: play with --option decisions=actions"):
        agents.make(spec, full)
    assert agents.make(f"{spec},decisions=full", full).name.endswith("decisions=full")
    with pytest.raises(agents.AgentError, match="plays black_plague, not hit_z_road"):
        agents.make(spec, make_game("hit_z_road"))
    note = Path(f"policy.pt{SUFFIX}")
    note.write_text(note.read_text().replace(game.observation_codec.layout_hash, "0" * 8))
    with pytest.raises(agents.AgentError, match="observation layout 00000000"):
        agents.make(spec, game)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("sb3:missing.zip", "there is no file 'missing.zip'"),
        ("sb3:policy.pt", "not a file of Stable-Baselines3's model.save"),
        ("sb3:policy.pt,algorithm=sac", "use one of maskable_ppo, ppo, dqn, qrdqn"),
        ("torch:FILE.py:build,weights=missing.pt", "there is no file 'missing.pt'"),
        ("torch:FILE.py:build,weights=whole.pt", "holds more than tensors"),
        ("torch:FILE.py:build,weights=other.pt", "does not hold the weights of this module"),
        ("torch:FILE.py:missing,weights=policy.pt", "has no 'missing'"),
        ("torch:FILE.py:build,weights=policy.pt,temperature=-1", "temperature -1"),
        ("torch:FILE.py:build,weights=policy.pt,observation=int", "expected one of float32, uint8"),
    ],
)
def test_what_is_wrong_is_said(spec: str, words: str, folder: Path, game: Any) -> None:
    torch.save(nn.Linear(2, 2), folder / "whole.pt")
    torch.save(nn.Linear(2, 2).state_dict(), folder / "other.pt")
    with pytest.raises(agents.AgentError, match=words):
        agents.make(spec.replace("FILE", folder.name), game)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return self.net(observations)[:, :3]", "knows 3 actions"),
        ("return self.net(observations) * float('nan')", "scores that are no numbers"),
        ("return 'left'", "a tensor of scores is expected"),
    ],
)
def test_answers_that_are_no_scores_are_said(body: str, words: str, folder: Path, game: Any, positions: Batch) -> None:
    _policy(folder, 1, 1, body)
    agent = agents.make(f"torch:{folder.name}.py:build,weights=policy.pt", game)
    with pytest.raises(agents.AgentError, match=words):
        agent.act_batch(positions.observations, positions.masks, game)


def test_a_model_of_another_game_is_refused(game: Any, tmp_path: Path) -> None:
    _saved(MaskablePPO, TeamEnv(game), tmp_path / "model.zip", "MultiInputPolicy")
    other = next(name for name in GAMES if make_game(name).action_codec.size not in (game.action_codec.size, game.action_codec.size - 1))
    with pytest.raises(agents.AgentError, match="was trained on another game"):
        agents.make(f"sb3:{tmp_path / 'model.zip'}", make_game(other))


def test_a_server_offers_none_of_them() -> None:
    """Their files run code, or are read from any path in a spec."""
    from zombicide_env.serve import catalogue

    assert not {"sb3", "torch", "onnx"} & {kind.name for kind in catalogue().agents}


def test_a_note_belongs_to_a_file(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``model.save("model")`` writes model.zip: a note of "model" would never be read."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(agents.AgentError, match=r"there is no file 'model' in .*; save the policy first"):
        agents.note_game("model", game)
    Path("model.zip").touch()
    with pytest.raises(agents.AgentError, match=r"there is no file 'model' in .*; there is model\.zip"):
        agents.note_game("model", game)
    with pytest.raises(TypeError, match="'black_plague' is not a game"):
        agents.note_game("model.zip", "black_plague")
    assert [path.name for path in tmp_path.iterdir()] == ["model.zip"]
