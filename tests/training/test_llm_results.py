"""Costs and errors of a language model are in every result, and a server that refuses requests stops a command before its first game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

pytest.importorskip("openai", reason="the client library of the extra `llm` is not installed")

from tests.agents.stand_in import StandIn, first_listed, refusal
from zombicide_agents import AgentError
from zombicide_agents.llm.budget import FOLDER, Budget
from zombicide_benchmarks.strength.play import StrengthConfig, measure
from zombicide_env import make_game
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run, table
from zombicide_training.evaluation.league import LeagueConfig, play_league


@pytest.fixture
def model(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.setenv(FOLDER, str(tmp_path / "state"))
    server = StandIn()
    yield server
    server.close()


def stubborn(body: dict[str, Any]) -> str:
    """Answer correctly three times in four."""
    return first_listed(body) if len(body["messages"]) == 1 or crc32(str(body["messages"]).encode()) % 4 else "no idea"


@pytest.mark.slow
def test_evaluate_shows_what_a_model_has_cost_and_marks_replaced_moves(model: StandIn, tmp_path: Any) -> None:
    model.answer = stubborn
    spec = f"llm:model=m,url={model.url},tries=1"
    config = EvaluateConfig(teams=[f"{spec}+random"], game="hit_z_road", players=2, games=2, output=tmp_path / "x.json")
    [found] = run(config)
    counts = found.counts[spec]
    assert counts["replaced"] > 0
    assert counts["requests"] + 1 == len(model.asked)  # plus the check before the first game
    assert counts["tokens_in"] == 100 * counts["requests"]
    text = table([found])
    assert all(name in text.splitlines()[0] for name in ("requests", "replaced", "tokens_in", "tokens_out"))
    assert text.splitlines()[-1] == f"* {spec}: replaced {counts['replaced']:,}"
    stored = json.loads((tmp_path / "x.json").read_text())[0]
    assert stored["counts"][spec] == counts
    assert stored["marks"][spec] == [f"replaced {counts['replaced']:,}"]


@pytest.mark.slow
def test_a_league_and_the_protocol_of_strength_have_the_counts_too(model: StandIn, tmp_path: Any) -> None:
    spec = f"llm:model=m,url={model.url}"
    league = play_league(LeagueConfig(agents=(spec, "random"), players=(2,), games=2, resamples=2))
    assert league.summary()["counts"][spec]["tokens_in"] > 0
    assert not any(found.marks for found in league.tables)
    measure(StrengthConfig(agent=spec, game=("hit_z_road",), games=2, output=tmp_path / "s.json"))
    rows = json.loads((tmp_path / "s.json").read_text())["trials"]
    assert all(row["counts"]["requests"] > 0 for row in (rows.values() if isinstance(rows, dict) else rows))


@pytest.mark.parametrize("status", [401, 404])
def test_a_server_that_refuses_stops_before_the_first_game(model: StandIn, status: int, tmp_path: Any) -> None:
    model.answer = lambda _: refusal(status, "not you")
    spec = f"llm:model=m,url={model.url}"
    with pytest.raises(AgentError, match=f"refuses with status {status}: 'not you'"):
        evaluate(make_game("hit_z_road", players=2), [spec, "random"], 1)
    with pytest.raises(AgentError, match=f"refuses with status {status}: 'not you'"):
        play_league(LeagueConfig(agents=("random", spec), players=(2,), games=2, resamples=2))
    assert len(model.asked) == 2


@pytest.mark.slow
def test_workers_share_the_budget(model: StandIn, tmp_path: Any) -> None:
    spec = f"llm:model=m,url={model.url},budget=1100"
    config = EvaluateConfig(teams=[f"{spec}+random"], game="hit_z_road", players=2, games=8, batch=1, workers=2)
    [found] = run(config)
    counts = found.counts[spec]
    assert counts["replaced"] > 0  # the budget was used up
    assert 1100 <= Budget(1100, "m", model.url).spent <= 1100 + 2 * 110  # each process may have sent one more request
    assert counts["tokens_in"] + counts["tokens_out"] + 110 == Budget(1100, "m", model.url).spent


def test_a_model_reads_what_the_others_have_done(model: StandIn) -> None:
    evaluate(make_game("hit_z_road", players=2), [f"llm:model=m,url={model.url}", "greedy"], 1)
    told = [body["messages"][-1]["content"] for body in model.asked[1:]]
    assert "Since you were asked last:" in told[-1]
    lines = told[-1].split("\n\nYou are ")[0].splitlines()
    assert lines[1].startswith("You: ")
    assert any(line.startswith(("player_0: ", "player_1: ")) for text in told for line in text.split("\n\nYou are ")[0].splitlines())
