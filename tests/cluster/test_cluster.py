"""Work on a local cluster, some of whose processes are killed: the results equal those of this process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.training.small import weights
from zombicide_training.collect.workers import Place, WorkersLost

ray = pytest.importorskip("ray", reason="needs the extra ray")

from tests.cluster.machines import Machines  # noqa: E402 - after Ray is known to be there

pytestmark = [pytest.mark.cluster, pytest.mark.train]

#: Timeout in seconds of a command, and of waiting for its files. On an idle machine with two cores no command here takes a minute.
LIMIT = 600

SMALL = ["--envs", "8", "--part", "2", "--horizon", "8", "--batch", "32", "--max-rounds", "4", "--torch-threads", "1", "--no-progress"]
SAVED = ["--save-minutes", "1e-9", "--keep", "100", "--final-games", "0", "--evaluate-games", "8", "--evaluate-minutes", "60"]
SAVED += ["--base", "none", "--runoff-games", "0", "--trainer", "sb3"]
NETWORK = ["--network.kind", "flat", "--network.width", "16", "--network.layers", "1"]


@pytest.fixture
def environment(plain_environment: dict[str, str]) -> dict[str, str]:
    """Environment with a token, so that nothing depends on Ray's token in the home folder; SIGABRT prints stack traces."""
    return plain_environment | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "5" * 64, "PYTHONFAULTHANDLER": "1"}


@pytest.fixture
def machines(tmp_path: Path, environment: dict[str, str]) -> Iterator[Machines]:
    with Machines(tmp_path, environment) as found:
        yield found


@pytest.fixture
def zombicide(tmp_path: Path, environment: dict[str, str]) -> Callable[..., Any]:
    """Function that starts a command."""

    def start(*words: str, **other: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "zombicide_env.cli", *words],
            cwd=tmp_path,
            env=environment | other,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return start


def ended(command: subprocess.Popen[str]) -> str:
    """Return a command's output. If it takes too long, kill it with SIGABRT, which prints the stack traces of its threads."""
    try:
        said, _ = command.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        command.send_signal(signal.SIGABRT)
        said, _ = command.communicate()
        pytest.fail(f"{' '.join(map(str, command.args))}\nwas not done after {LIMIT} seconds:\n{said[-8000:]}")
    return said


def done(command: subprocess.Popen[str]) -> str:
    said = ended(command)
    assert command.returncode == 0, said[-4000:]
    return said


def failed(command: subprocess.Popen[str]) -> str:
    said = ended(command)
    assert command.returncode != 0, said[-4000:]
    return said


def wait_for(what: str, seen: Callable[[], int], count: int, command: subprocess.Popen[str]) -> None:
    """Wait until a command has written ``count`` files; it must not end before."""
    end = time.monotonic() + LIMIT
    while seen() < count:
        assert command.poll() is None, f"ended before it had written {count} {what}:\n{ended(command)[-4000:]}"
        if time.monotonic() > end:
            command.send_signal(signal.SIGABRT)
            pytest.fail(f"{seen()} of {count} {what} after {LIMIT} seconds:\n{ended(command)[-8000:]}")
        time.sleep(0.1)


def learned(out: Path) -> dict[str, dict[str, Any]]:
    return {folder.name: weights(folder) for folder in sorted((out / "checkpoints").iterdir())}


def same(a: dict[str, dict[str, Any]], b: dict[str, dict[str, Any]]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[step][name], b[step][name]) for step in a for name in a[step])


def has_come_to(run: subprocess.Popen[str], out: Path, checkpoints: int) -> None:
    wait_for("checkpoints", lambda: len(list((out / "checkpoints").glob("*"))), checkpoints, run)


def train(zombicide: Callable[..., Any], out: str, steps: int, *more: str) -> subprocess.Popen[str]:
    command: subprocess.Popen[str] = zombicide("train", "--out", out, "--steps", str(steps), *SMALL, *SAVED, *NETWORK, *more)
    return command


def outcomes(path: Path) -> list[str]:
    return [team["outcomes"] for team in json.loads(path.read_text())]


def test_an_evaluation_is_that_of_one_process(machines: Machines, zombicide: Callable[..., Any], tmp_path: Path) -> None:
    words = ["evaluate", "--teams", "greedy", "random", "--games", "60", "--batch", "4", "--max-rounds", "12"]
    here = zombicide(*words, "--output", "here.json")
    machines.join()
    done(zombicide(*words, "--ray", machines.address, "--output", "one.json"))
    machines.join()
    done(zombicide(*words, "--ray", machines.address, "--output", "two.json"))
    done(here)
    assert outcomes(tmp_path / "here.json") == outcomes(tmp_path / "one.json") == outcomes(tmp_path / "two.json")


def test_workers_come_and_go(machines: Machines, zombicide: Callable[..., Any], tmp_path: Path) -> None:
    """A run that loses a machine and gains others learns the same as an undisturbed run."""
    first = machines.join()
    run = train(zombicide, "lost", 64 * 20, "--ray", machines.address)
    has_come_to(run, tmp_path / "lost", 4)
    first.kill()  # no machine is left
    machines.join()
    machines.join()
    done(run)
    done(train(zombicide, "quiet", 64 * 20, "--workers", "2"))
    assert same(learned(tmp_path / "lost"), learned(tmp_path / "quiet"))


def test_a_run_goes_on_after_its_head_was_killed(
    machines: Machines, zombicide: Callable[..., Any], tmp_path: Path, environment: dict[str, str]
) -> None:
    machines.join()
    run = train(zombicide, "killed", 64 * 1000, "--ray", machines.address)
    has_come_to(run, tmp_path / "killed", 4)
    machines.close()
    said = failed(run)
    steps = 64 * (len(list((tmp_path / "killed" / "checkpoints").iterdir())) + 4)
    with Machines(tmp_path, environment) as others:
        others.join()
        done(zombicide("train", "--resume", "--out", "killed", "--steps", str(steps), "--ray", others.address))
    done(train(zombicide, "quiet", steps, "--workers", "1"))
    assert same(learned(tmp_path / "killed"), learned(tmp_path / "quiet")), said


def test_where_no_cluster_is_that_is_said_at_once() -> None:
    with pytest.raises(WorkersLost, match=r"no Ray cluster answers at 127\.0\.0\.1:1 .*refused.*start one"):
        Place(ray="127.0.0.1:1").open()


@pytest.mark.parametrize("token", [{"RAY_AUTH_MODE": "disabled"}, {"RAY_AUTH_TOKEN": "6" * 64}], ids=["none", "another"])
def test_a_missing_token_of_a_cluster_is_reported(machines: Machines, zombicide: Callable[..., Any], token: dict[str, str]) -> None:
    """With a token created by Ray, ``ray start --head`` requires it, but no command sends it."""
    command = zombicide("evaluate", "--teams", "random", "--games", "2", "--ray", machines.address, **token)
    said = failed(command)
    assert "RAY_AUTH_MODE=token" in said
    assert "Traceback" not in said


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def has_shards(run: subprocess.Popen[str], out: Path, count: int) -> None:
    wait_for("shards", lambda: len(list((out / "decisions").glob("*.parquet"))), count, run)


def test_a_dataset_outlives_its_workers_and_its_head(
    machines: Machines, zombicide: Callable[..., Any], tmp_path: Path, environment: dict[str, str]
) -> None:
    """A worker is killed and replaced, then the head is; the same command resumes on another cluster, to the same bytes as one process."""
    words = ["dataset", "--teams", "greedy", "--games", "60", "--shard", "3", "--max-rounds", "8"]
    first = machines.join()
    run = zombicide(*words, "--out", "lost", "--ray", machines.address)
    has_shards(run, tmp_path / "lost", 2)
    first.kill()
    machines.join()
    has_shards(run, tmp_path / "lost", 6)
    machines.close()
    said = failed(run)
    written = files_of(tmp_path / "lost")
    with Machines(tmp_path, environment) as others:
        others.join()
        done(zombicide(*words, "--out", "lost", "--ray", others.address))
    done(zombicide(*words, "--out", "quiet"))
    assert files_of(tmp_path / "lost") == files_of(tmp_path / "quiet"), said
    assert written.items() <= files_of(tmp_path / "quiet").items()


def test_our_loop_has_its_evaluations_played_by_workers_that_come_and_go(
    machines: Machines, zombicide: Callable[..., Any], tmp_path: Path
) -> None:
    own = ["--evaluate-minutes", "1e-9", "--evaluate-games", "64", "--base", "greedy", "--base-share", "0", "--trainer", "own"]
    first = machines.join()
    run = train(zombicide, "lost", 64 * 6, *own, "--ray", machines.address)
    has_come_to(run, tmp_path / "lost", 2)
    first.kill()
    machines.join()
    done(run)
    done(train(zombicide, "quiet", 64 * 6, *own))
    assert same(learned(tmp_path / "lost"), learned(tmp_path / "quiet"))
