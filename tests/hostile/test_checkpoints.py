"""Untrusted checkpoints with valid hashes: a policy that plays, a run that resumes, or an error with a reason."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import struct
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.hostile.spoil import VALUES, damaged, forged, fuzz, spoilt, text_of, tried
from zombicide_agents import AgentError, checkpoint, checkpoint_folder
from zombicide_agents.checkpoint import CheckpointAgent
from zombicide_agents.checkpoint_folder import HEADER, WEIGHTS, CheckpointError
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_training.collect.checks import ConfigError
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.folder import CONFIG, Run, stored_game
from zombicide_training.run.selfplay import SelfPlay
from zombicide_training.run.selfplay_config import SelfPlayConfig

pytestmark = pytest.mark.train

FUZZ = fuzz(40)
GAME = make_game("hit_z_road", players=2)
PROGRESS = "progress.json"


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small policy, with a file that records its training progress."""
    folder = tmp_path_factory.mktemp("hostile") / "step_000000000001"
    network = build(GAME, NetworkConfig(kind="entities", width=8, layers=1, heads=2, left_out=()))
    return checkpoint.save(folder, GAME, network, {"seconds": 1}, files={PROGRESS: b'{"phase": "reinforce", "steps": 1}'})


@cache
def moment() -> Batch:
    return Batch(GAME, 1, seed=1, observation_dtype="uint8")


def stored(folder: Path, name: str) -> Path:
    header = checkpoint_folder.read_header(folder)
    return folder / checkpoint_folder._stored(name, header.files[name])


def play(folder: Path) -> None:
    """Load the policy and let it decide once."""
    batch = moment()
    action = CheckpointAgent(GAME, folder).act_batch(batch.observations, batch.masks)
    assert batch.masks[0, action[0]]


def whole(folder: Path, tmp: Path, *, header: Any = None, files: dict[str, bytes] | None = None) -> Path:
    """A copy of the checkpoint with another header (a text, or a document) or other files, and valid hashes."""
    text = (folder / HEADER).read_text()
    document = json.loads(text)
    tmp.mkdir(exist_ok=True)
    for old in tmp.iterdir():
        old.unlink()
    contents = {name: stored(folder, name).read_bytes() for name in (WEIGHTS, PROGRESS)} | (files or {})
    for name, data in contents.items():
        document["files"][name] = hashlib.sha256(data).hexdigest()
        (tmp / checkpoint_folder._stored(name, document["files"][name])).write_bytes(data)
    made = text_of(document) if header is None else header if isinstance(header, str) else text_of(header)
    (tmp / HEADER).write_bytes(made.encode("utf-8", "surrogatepass"))
    return tmp


@FUZZ
@given(data=st.data())
def test_a_header_may_hold_anything(data: st.DataObject, policy: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = (policy / HEADER).read_text()
    header = data.draw(st.one_of(spoilt(text), forged(json.loads(text)), VALUES))
    folder = whole(policy, tmp_path_factory.getbasetemp() / "forged", header=header)
    tried(lambda: play(folder), AgentError)
    tried(lambda: checkpoint_folder.verify(folder), CheckpointError)


@FUZZ
@given(data=st.data())
def test_the_network_of_a_header_may_be_of_any_shape(data: st.DataObject, policy: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    header = json.loads((policy / HEADER).read_text())
    part = data.draw(st.sampled_from(("network", "rows")))
    header[part] = data.draw(forged(header[part]))
    tried(lambda: play(whole(policy, tmp_path_factory.getbasetemp() / "forged", header=header)), AgentError)


@FUZZ
@given(data=st.data())
def test_weights_with_the_right_hash_may_hold_anything(data: st.DataObject, policy: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    weights = stored(policy, WEIGHTS).read_bytes()
    size = struct.unpack("<Q", weights[:8])[0]
    head = json.loads(weights[8 : 8 + size])
    made = data.draw(st.one_of(forged(head).map(text_of), spoilt(weights[8 : 8 + size].decode()))).encode("utf-8", "surrogatepass")
    length = data.draw(st.sampled_from((len(made), len(made), len(made), 0, 2**31, 2**63, 2**64 - 1)))
    forgery = data.draw(st.one_of(damaged(weights), st.just(struct.pack("<Q", length) + made + weights[8 + size :])))
    folder = whole(policy, tmp_path_factory.getbasetemp() / "forged", files={WEIGHTS: forgery})
    tried(lambda: play(folder), AgentError)


@FUZZ
@given(data=st.data())
def test_progress_with_the_right_hash_may_hold_anything(
    data: st.DataObject, policy: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = '{"phase": "reinforce", "imitated": 3, "steps": 1, "updates": 1, "seconds": 0.5, "best": 0.5, "warm": -1.0, "fallen": 0}'
    made = data.draw(st.one_of(spoilt(text), forged(json.loads(text)).map(text_of), VALUES.map(text_of)))
    folder = whole(policy, tmp_path_factory.getbasetemp() / "forged", files={PROGRESS: made.encode("utf-8", "surrogatepass")})
    run = Run(SelfPlayConfig(out=folder), GAME)

    def read() -> None:
        progress = run.load_progress(folder)
        assert progress.total >= 0
        assert progress.phase in ("imitate", "reinforce")
        assert 0 <= progress.seconds < float("inf")

    tried(read, ConfigError)


# ---- files that a run resumes from


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SelfPlay]:
    config = SelfPlayConfig(
        out=tmp_path_factory.mktemp("run"),
        players=(2,),
        envs=4,
        horizon=8,
        batch=16,
        rivals=1,
        network=NetworkConfig(kind="flat", width=8, layers=1),
        progress=False,
    )
    made = SelfPlay(config)
    made.begin()
    made.keep_version()
    made.update()
    made.save(made.trainer_state())
    yield made
    made.close()


def resumed(session: SelfPlay, tmp: Path, name: str, content: bytes) -> None:
    """Resume from the checkpoint with a file replaced; the result must be playable."""
    newest = session.run.newest()
    assert newest is not None
    document = json.loads((newest / HEADER).read_text())
    shutil.rmtree(tmp, ignore_errors=True)  # that of the previous case, if there was one
    shutil.copytree(newest, tmp)
    document["files"][name] = hashlib.sha256(content).hexdigest()
    (tmp / checkpoint_folder._stored(name, document["files"][name])).write_bytes(content)
    (tmp / HEADER).write_text(json.dumps(document))
    session.trainer_state().load(tmp, session.take_back)
    session.update()


def packed(arrays: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


@FUZZ
@given(data=st.data())
def test_a_run_goes_on_from_no_forged_games(data: st.DataObject, session: SelfPlay, tmp_path_factory: pytest.TempPathFactory) -> None:
    newest = session.run.newest()
    assert newest is not None
    content = stored(newest, "games.npz").read_bytes()
    if data.draw(st.booleans()):
        forgery = data.draw(damaged(content))
    else:
        arrays = dict(np.load(io.BytesIO(content)))
        name = data.draw(st.sampled_from(sorted(arrays)))
        array = arrays[name]
        how = data.draw(st.sampled_from(("bytes", "field", "shape", "type", "gone")))
        if how == "bytes" and array.size:
            raw = array.view(np.uint8).reshape(-1)
            raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        elif how == "field":
            states = arrays["batch.states"]
            kind, offset = states.dtype.fields[data.draw(st.sampled_from(states.dtype.names))][:2]
            raw = states.view(np.uint8).reshape(len(states), -1)
            raw[data.draw(st.integers(0, 3)), offset + data.draw(st.integers(0, kind.itemsize - 1))] = data.draw(st.integers(0, 255))
        elif how == "shape":
            arrays[name] = array[:1]
        elif how == "type":
            arrays[name] = np.zeros(array.shape, data.draw(st.sampled_from(("f4", "i8", "U3", "V7", "c8"))))
        else:
            del arrays[name]
        forgery = packed(arrays)
    tried(lambda: resumed(session, tmp_path_factory.getbasetemp() / "resumed", "games.npz", forgery), ConfigError)


@FUZZ
@given(data=st.data())
def test_a_run_goes_on_from_no_forged_trainer(data: st.DataObject, session: SelfPlay, tmp_path_factory: pytest.TempPathFactory) -> None:
    newest = session.run.newest()
    assert newest is not None
    content = stored(newest, "trainer.safetensors").read_bytes()
    size = struct.unpack("<Q", content[:8])[0]
    head = data.draw(forged(json.loads(content[8 : 8 + size])).map(text_of)).encode("utf-8", "surrogatepass")
    forgery = data.draw(st.one_of(damaged(content), st.just(struct.pack("<Q", len(head)) + head + content[8 + size :])))
    tried(lambda: resumed(session, tmp_path_factory.getbasetemp() / "resumed", "trainer.safetensors", forgery), ConfigError)


def test_games_are_packed_and_no_bomb_is_unpacked(session: SelfPlay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newest = session.run.newest()
    assert newest is not None
    content = stored(newest, "games.npz").read_bytes()
    members = zipfile.ZipFile(io.BytesIO(content)).infolist()
    assert {member.compress_type for member in members} == {zipfile.ZIP_DEFLATED}
    size = sum(member.file_size for member in members)
    resumed(session, tmp_path / "packed", "games.npz", content)
    monkeypatch.setattr("zombicide_training.run.folder._MOST_BYTES", size - 1)
    with pytest.raises(ConfigError, match="bytes when unpacked, at most"):
        resumed(session, tmp_path / "bomb", "games.npz", content)


def test_a_forged_state_is_named(session: SelfPlay, tmp_path: Path) -> None:
    newest = session.run.newest()
    assert newest is not None
    arrays = dict(np.load(stored(newest, "games.npz")))
    arrays["batch.states"]["alive"][2, 0] = 9
    with pytest.raises(ConfigError, match=r"game 2: alive\[0\] is 9"):
        resumed(session, tmp_path / "forged", "games.npz", packed(arrays))


# ---- configurations


@FUZZ
@given(data=st.data())
def test_a_configuration_may_hold_anything(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    kind = data.draw(st.sampled_from((TrainConfig, SelfPlayConfig)))
    text = kind(out=Path("runs/own")).dump()
    made = data.draw(st.one_of(spoilt(text), forged(json.loads(text)).map(text_of), VALUES.map(text_of)))
    folder = tmp_path_factory.getbasetemp() / "configured"
    folder.mkdir(exist_ok=True)
    (folder / CONFIG).write_bytes(made.encode("utf-8", "surrogatepass"))

    def read() -> None:
        config = Run.stored_config(folder, kind)
        config.going_on(config)
        assert kind.load(config.dump()) == config
        assert config.play_words()

    tried(read, ConfigError)
    tried(lambda: stored_game(folder), ConfigError)
