"""Every command that works on games accepts a third-party game; the smallest one, Pig, is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import SERVE, TRAIN
from tests.toys.known import known
from zombicide_env import cli, make_game

#: Commands that do not apply to third-party games: quest files, vectors and pages belong to the package, curves to a run; datasets
#: and analyses have their own tests.
ELSEWHERE = {"quests", "conformance", "docs", "plot", "dataset", "analyze"}
TESTED = {"play", "replay", "record", "evaluate", "league", "warm", "train", "serve", "benchmark", "tune"}


@pytest.fixture(autouse=True)
def pig() -> Iterator[None]:
    with known("pig", "zombicide_env.docs.pig:Pig"):
        yield


def ran(*words: object) -> None:
    assert cli.main([str(word) for word in words]) == 0, words


def test_every_command_is_thought_of() -> None:
    assert set(cli.COMMANDS) == TESTED | ELSEWHERE


def test_your_own_game_is_played_recorded_shown_and_filmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, film = tmp_path / "game.replay", tmp_path / "game.gif"
    ran("play", "--game", "pig", "--seats", "random", "--seed", 1, "--option", "goal=20", "--record", record)
    assert "won (player_" in capsys.readouterr().out
    ran("replay", record)
    assert "sound; won" in capsys.readouterr().out
    ran("record", record, "--out", film, "--end", 2)
    assert film.read_bytes()[:3] == b"GIF"


def test_your_own_game_is_evaluated_and_rated(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill", reason=TRAIN)
    ran("warm", "pig")
    ran("evaluate", "--game", "pig", "--games", 4, "--option", "goal=20")
    ran("league", "--game", "pig", "--agents", "random", "search:simulations=9", "--games", 2, "--resamples", 2, "--option", "goal=10")
    out = capsys.readouterr().out
    assert "pig: ready" in out and "seat 2" in out and "openskill" in out
    from zombicide_benchmarks import steps

    rows = list(steps.measure(make_game("pig"), seconds=0.001, repeats=1, batches=(4,), threads=(1,)))
    assert {"PettingZoo raw_env", "Gymnasium", "Gymnasium vector", "Batch.step"} <= {row.interface for row in rows}


@pytest.mark.slow
def test_the_server_offers_your_own_game(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason=SERVE)
    from tests.play.wire import Client, Server

    server = Server(tmp_path / "games")
    try:
        client = Client(server)
        assert "pig" in [game["id"] for game in client.http.get("/api/hello").json()["games"]]
        with client.enter(client.create(game="pig", options={"goal": 10}, seats=["human", "random"], seed=1)) as table:
            while not table.wait(lambda v: v["turn"] or v["over"])["over"]:
                table.act("roll")
            assert table.view["outcome"]["name"] == "won"
    finally:
        server.stop()


@pytest.mark.train
def test_policies_are_trained_on_your_own_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    pytest.importorskip("sb3_contrib", reason=TRAIN)
    small = ("--steps", 64, "--envs", 4, "--horizon", 8, "--batch", 16, "--no-progress", "--evaluate-games", 2, "--final-games", 2)
    small += ("--runoff-games", 0)
    agents = ("--scripted-agents", "random", "--baselines", "random", "--option", "goal=10")
    ran("train", "--game", "pig", "--out", tmp_path / "run", *small, *agents)
    assert f"zombicide play --game pig --option goal=10 --seats human checkpoint:{tmp_path / 'run' / 'final'}" in capsys.readouterr().out
    ran("play", "--game", "pig", "--option", "goal=10", "--seats", f"checkpoint:{tmp_path / 'run'}", "random", "--quiet")


def test_tune_says_what_the_game_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tune", "--game", "pig"]) != 0
    assert "has no rule-based player" in capsys.readouterr().err
