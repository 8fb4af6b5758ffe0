"""An interrupted series of games resumes where it was, and gives the results of an uninterrupted one."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zombicide_agents.checkpoint_folder import find
from zombicide_env import cli, console
from zombicide_training.collect import provenance as record_module
from zombicide_training.collect.provenance import identity
from zombicide_training.evaluation import journal
from zombicide_training.evaluation.evaluate import EvaluateConfig, run
from zombicide_training.evaluation.league import LeagueConfig, play_league
from zombicide_training.evaluation.result_cache import beside
from zombicide_training.evaluation.series import Series
from zombicide_training.run.progress import Bar

#: Two shares of eight games for each of two tables.
ASKED = EvaluateConfig(teams=["random+greedy", "greedy+random"], game="hit_z_road", players=2, games=16, batch=2)


@pytest.fixture(autouse=True)
def a_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the revision, so that uncommitted changes in the checkout do not matter."""
    monkeypatch.setattr(record_module, "revision", lambda: "abc")


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Table and first game of every share that is played."""
    played: list[tuple[str, int]] = []
    play = Series.play

    def noted(series: Series, share: range, *more: Any) -> Any:
        played.append((series.label, share.start))
        return play(series, share, *more)

    monkeypatch.setattr(Series, "play", noted)
    return played


def stopped(after: int, shares: list[tuple[str, int]]) -> Any:
    def progress(*_: object) -> None:
        if len(shares) > after:
            raise KeyboardInterrupt

    return progress


def results(path: Path) -> list[Any]:
    return [{name: value for name, value in each.items() if name != "decisions_per_second"} for each in json.loads(path.read_text())]


@pytest.mark.parametrize("damage", [b'{"series": 1, "first": 8, "sec', bytes(512), b"\xc9\xff\n{}"], ids=["cut off", "zeros", "noise"])
def test_an_evaluation_goes_on(tmp_path: Path, shares: list[tuple[str, int]], damage: bytes) -> None:
    """Includes a power failure while a line was being written."""
    whole, parts = (replace(ASKED, output=tmp_path / name) for name in ("whole.json", "parts.json"))
    run(whole)
    assert len(shares) == 4
    assert whole.output is not None
    assert parts.output is not None
    shares.clear()
    with pytest.raises(KeyboardInterrupt):
        run(parts, stopped(3, shares))
    with beside(parts.output).open("ab") as kept:
        kept.write(damage)
    shares.clear()
    run(parts)
    assert shares == [("greedy+random", 8)]
    assert results(parts.output) == results(whole.output)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.json", "whole.json"]


def spoilt(line: bytes, how: str) -> bytes:
    """Return a line of results with a wrong digit, an unknown share, or values that are not results."""
    if how == "digit":
        return line.replace(b'"decisions": ', b'"decisions": 1')
    found = json.loads(line)
    del found["sum"]
    found |= {"elsewhere": {"first": 4}, "short": {"outcomes": [1]}, "kinds": {"outcomes": {}, "measures": []}}[how]
    return journal._summed(found).encode()


@pytest.mark.parametrize("how", ["digit", "elsewhere", "short", "kinds"])
def test_a_damaged_line_is_named_and_played_again(tmp_path: Path, shares: list[tuple[str, int]], capsys: Any, how: str) -> None:
    config = replace(ASKED, output=tmp_path / "found.json")
    assert config.output is not None
    run(replace(config, output=tmp_path / "whole.json"))
    shares.clear()
    with pytest.raises(KeyboardInterrupt):
        run(config, stopped(3, shares))
    lines = beside(config.output).read_bytes().splitlines()
    lines[2] = spoilt(lines[2], how)
    beside(config.output).write_bytes(b"\n".join(lines) + b"\n")
    shares.clear()
    run(config)
    assert shares == [("random+greedy", 8), ("greedy+random", 8)]
    assert results(config.output) == results(tmp_path / "whole.json")
    assert f"line 3 of {beside(config.output)} is damaged: its games are played again" in capsys.readouterr().err


@pytest.mark.parametrize("change", [{"seed": 1}, {"teams": ["greedy+random", "random+greedy"]}, {"option": ("max_rounds=7",)}])
def test_results_of_another_command_are_not_reused(tmp_path: Path, shares: list[tuple[str, int]], change: dict[str, Any]) -> None:
    config = replace(ASKED, output=tmp_path / "found.json")
    with pytest.raises(KeyboardInterrupt):
        run(config, stopped(3, shares))
    shares.clear()
    run(replace(config, **change))
    assert len(shares) == 4


def test_results_of_a_modified_checkout_are_not_reused(
    tmp_path: Path, shares: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_module, "revision", lambda: "abc+changes")
    test_results_of_another_command_are_not_reused(tmp_path, shares, {})


def test_a_league_goes_on(tmp_path: Path, shares: list[tuple[str, int]]) -> None:
    config = LeagueConfig(players=(2, 3), games=6, resamples=2, output=tmp_path / "league.json")
    assert config.output is not None
    with pytest.raises(KeyboardInterrupt):
        play_league(config, stopped(1, shares))
    shares.clear()
    play_league(config)
    assert shares == [("greedy + greedy + random", 0), ("greedy + random + random", 0)]
    assert [path.name for path in tmp_path.iterdir()] == ["league.json"]


def test_a_player_is_identified_by_all_files_of_its_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    weights, module = Path("weights.json"), Path("named_agents.py")
    module.write_text(
        "from functools import partial\nfrom zombicide_agents import RandomAgent\n"
        "class Mine(RandomAgent):\n    def __init__(self, *, model: str = ''): super().__init__()\n"
        "Seeded = partial(RandomAgent, seed=3)\n"
    )
    specs = ("greedy:weights=weights.json", "search:policy=greedy:weights=weights.json", "search:policy=named_agents.py:Mine")
    own = ("named_agents.py:Mine", "named_agents:Seeded", "named_agents.py:Mine,model=weights.json")
    found = []
    for fear in (1, 2):
        weights.write_text(json.dumps({"fear": fear}))
        found.append({spec: identity(spec) for spec in (*specs, *own)})
    changed = [spec for spec in found[0] if found[0][spec] != found[1][spec]]
    assert changed == [specs[0], specs[1], own[2]]
    assert len(set(found[0].values())) == 3  # the weights file, the module, and both
    for nothing in ("greedy", "greedy:fear=2", "greedy:weights=quests", "search:policy=guide,rollout=random", "random:seed=3"):
        assert identity(nothing) is None
    assert identity("llm:transcript=weights.json") is None  # it is written to


def test_games_are_replayed_after_a_change_of_weights(tmp_path: Path, shares: list[tuple[str, int]]) -> None:
    weights = tmp_path / "weights.json"
    asked = replace(ASKED, teams=[f"greedy:weights={weights}+random"], output=tmp_path / "results.json")
    weights.write_text("{}")
    with pytest.raises(KeyboardInterrupt):
        run(asked, stopped(1, shares))
    before = len(shares)
    weights.write_text('{"weights": {}}')
    run(asked)
    assert [first for _, first in shares[before:]] == [0, 8]


@pytest.mark.parametrize(("more", "said"), [([], "no results were kept; use"), (["--output", "{}"], "are in {}.part; ")])
def test_an_interrupted_command_says_how_to_continue(
    more: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Series, "play", interrupted)
    path = tmp_path / "found.json"
    words = [word.format(path) for word in more]
    assert cli.main(["evaluate", "--game", "hit_z_road", "--games", "2", *words]) == console.STOPPED
    assert said.format(path) in capsys.readouterr().err


def test_a_bar_that_never_began_leaves_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    Bar().close()
    bar = Bar()
    bar.say("it cannot begin")
    del bar
    assert capsys.readouterr().err == "zombicide train: it cannot begin\n"


def test_another_model_in_the_same_file_is_another_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    specs = ("sb3:model.zip", "onnx:model.zip", "torch:policy.py:build,weights=model.zip")
    found = []
    for text in ("first", "second"):
        Path("model.zip").write_text(text)
        found.append([identity(spec) for spec in specs])
    assert all(first is not None and first != second for first, second in zip(*found, strict=True))
    assert [identity("onnx:missing.onnx")] == [None]


def test_the_same_network_over_another_base_is_another_policy(tmp_path: Path) -> None:
    shipped = Path(find("the_shepherds"))
    other = tmp_path / "other"
    shutil.copytree(shipped, other)
    header = json.loads((other / "checkpoint.json").read_text())
    assert header["network"]["lean"].startswith("greedy")
    assert identity(f"checkpoint:{other}") == identity("checkpoint:the_shepherds")
    header["network"]["lean"] = "greedy:fear=2"
    (other / "checkpoint.json").write_text(json.dumps(header))
    assert identity(f"checkpoint:{other}") != identity("checkpoint:the_shepherds")
