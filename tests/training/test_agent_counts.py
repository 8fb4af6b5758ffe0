"""The counts that agents keep reach tables and JSON, by agent, whatever plays the games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import CLI
from zombicide_agents import Agent, AgentError
from zombicide_env import make_game
from zombicide_training.collect.workers import Processes
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run, table
from zombicide_training.evaluation.league import LeagueConfig, play_league
from zombicide_training.evaluation.result_cache import ResultCache
from zombicide_training.evaluation.series import Series, play_all

COUNTING = """
import numpy as np
from zombicide_agents import Agent


class Counting(Agent):
    reads_observation = False
    marking = ("replaced",)

    def __init__(self) -> None:
        self.counts = {"asked": 0, "replaced": 0, "never": 0}

    def act(self, observation, mask, game=None, state=None):
        self.counts["asked"] += 1
        self.counts["replaced"] += mask.sum() > 1
        return int(np.argmax(mask))
"""


@pytest.fixture
def spec(tmp_path: Path) -> str:
    path = tmp_path / "counting_agent.py"
    path.write_text(COUNTING, encoding="utf-8")
    return f"{path}:Counting"


@pytest.fixture(scope="module")
def road() -> Any:
    return make_game("hit_z_road", players=2)


class Counting(Agent):
    """Agent that counts its decisions."""

    name = "counting"
    reads_observation = False

    def __init__(self) -> None:
        self.counts = {"asked": 5}

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        self.counts["asked"] += 1
        return int(np.argmax(mask))


def test_a_result_counts_what_came_in_its_own_games(road: Any) -> None:
    agent = Counting()
    first, second = (evaluate(road, [agent, "random"], 3, seed=seed) for seed in (1, 50))
    assert first.counts["counting"]["asked"] + second.counts["counting"]["asked"] + 5 == agent.counts["asked"]
    assert 0 < first.counts["counting"]["asked"] < first.decisions
    assert "random" not in first.counts and first.marks == {}


@pytest.mark.slow
def test_counts_do_not_depend_on_workers_or_cached_games(road: Any, tmp_path: Path) -> None:
    one = Series.of(road, [Counting(), "random"], 10, 7, batch=1)  # three shares
    [here] = play_all([one])
    with Processes(2) as workers:
        kept = ResultCache(tmp_path / "part", {"of": "this"})
        [elsewhere] = play_all([one], workers, cache=kept)
    [again] = play_all([one], cache=ResultCache(tmp_path / "part", {"of": "this"}))
    assert here.counts == elsewhere.counts == again.counts
    assert sum(here.counts["counting"].values()) > 10


def test_tables_and_json_show_counts_and_marks(spec: str, tmp_path: Path) -> None:
    config = EvaluateConfig(teams=[f"{spec}+greedy", "greedy"], games=2, max_rounds=2, output=tmp_path / "x.json")
    results = run(config)
    counts = results[0].counts[spec]
    head, _, first, second, note = table(results).splitlines()
    assert head.split()[-3:] == ["asked", "replaced", "decisions/s"]  # no column of zeros
    assert first.startswith(f"{spec}+greedy* ") and str(counts["asked"]) in first.split()
    assert "*" not in second
    assert note == f"* {spec}: replaced {counts['replaced']:,}"
    stored = json.loads((tmp_path / "x.json").read_text())
    assert stored[0]["counts"] == {spec: counts} and stored[0]["marks"] == {spec: [f"replaced {counts['replaced']:,}"]}
    assert stored[1]["counts"] == {} and stored[1]["marks"] == {}


def test_a_league_shows_the_counts_of_agents(spec: str) -> None:
    pytest.importorskip("rich", reason=CLI)
    import io

    from rich.console import Console

    league = play_league(LeagueConfig(agents=(spec, "random"), players=(2,), games=2, resamples=2))
    out = io.StringIO()
    for shown in league.shown():
        Console(file=out, width=400).print(shown)
    assert f"{spec}*" in out.getvalue() and "replaced" in out.getvalue()
    assert league.summary()["counts"][spec]["asked"] > 0


def test_seats_of_one_agent_count_once(road: Any) -> None:
    found = evaluate(road, Counting(), 2)
    lines = table([found]).splitlines()
    assert lines[2].split()[-2] == str(found.counts["counting"]["asked"]) == str(found.decisions)


@pytest.mark.parametrize("counts", [None, ["asked"], {"asked": 1.5}, {"asked": "many"}, {1: 2}])
def test_counts_that_are_none_are_reported_with_the_agent(road: Any, counts: Any) -> None:
    agent = Counting()
    agent.counts = counts
    with pytest.raises(AgentError, match=r"counting has counts=.* they are whole numbers by name"):
        evaluate(road, agent, 2)
