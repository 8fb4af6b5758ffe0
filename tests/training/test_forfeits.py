"""Agents that hang, fail or return an illegal action: they forfeit the game, are counted, and everything else is played."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_agents import Agent, AgentQuit
from zombicide_agents.faults import Fault, answers
from zombicide_agents.referee import Referee
from zombicide_env import cli, make_game
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.batch import Batch
from zombicide_training.collect.game_results import NOBODY, final_results
from zombicide_training.collect.workers import Processes
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run, table
from zombicide_training.evaluation.league import LeagueConfig, play_league

LIMIT = 2.0  # seconds: long for a move of a microsecond, short for a test that waits for a hanging one


class Bad(Agent):
    """Agent that plays legally until, after some decisions, it has an even number of legal actions."""

    name = "bad"
    reads_state = True

    def __init__(self, deed: str = "raise") -> None:
        self.deed = deed

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> Any:
        if int(state["steps"][0]) < 6 or mask.sum() % 2:
            return int(np.argmax(mask))
        mask[:] = 1  # its own copy: the legal actions stay as they are
        return DEEDS[self.deed](mask)


class BadBatch(Bad):
    """The same agent, with all decisions in one call."""

    def act_batch(self, observations: Any, masks: Any, game: Any = None, states: Any = None) -> Any:
        return np.array([self.act(None, masks[i], game, states[i : i + 1]) for i in range(len(masks))])


def _fail(mask: Any) -> int:
    raise RuntimeError("the bot\nis broken")


def _leave(mask: Any) -> int:
    sys.exit(3)


def _hang(mask: Any) -> int:
    while True:
        time.sleep(0.01)


def _die(mask: Any) -> int:
    os._exit(1)


DEEDS: dict[str, Any] = {
    "raise": _fail,
    "leave": _leave,
    "nan": lambda mask: float("nan"),
    "text": lambda mask: "pass",
    "nothing": lambda mask: None,
    "illegal": lambda mask: len(mask) - 1,
    "beyond": lambda mask: len(mask),
    "negative": lambda mask: -1,
    "hang": _hang,
    "die": _die,
}
KIND = {
    "raise": "raised",
    "leave": "raised",
    "die": "raised",
    "hang": "hung",
    "illegal": "illegal",
    "beyond": "illegal",
    "negative": "illegal",
}


@pytest.fixture(scope="module")
def road() -> Any:
    return make_game("hit_z_road", players=3)


@pytest.mark.parametrize("kind", [Bad, BadBatch])
@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed not in ("hang", "die")])
def test_a_fault_costs_the_game_and_no_other(road: Any, kind: Any, deed: str) -> None:
    found = evaluate(road, [kind(deed), "greedy", "greedy"], 12, seed=3)
    counts = found.counts["bad"]
    lost = counts["forfeits"]
    assert counts == {"forfeits": lost, KIND.get(deed, "not_a_number"): lost}
    assert lost > 0
    standing = found.standing
    shared = np.isclose(standing.share[:, 1], 0.5) & np.isclose(standing.share[:, 2], 0.5)
    assert shared.sum() >= lost and (standing.place[shared, 0] > 1).all()
    assert standing.share.sum(axis=1).max() <= 1 + 1e-9
    assert found.marks["bad"][0].startswith(f"forfeits {lost} (")


@pytest.mark.slow
def test_where_faults_are_found_does_not_depend_on_the_batch(road: Any) -> None:
    one, many = (evaluate(road, [Bad(), "greedy", "greedy"], 12, seed=3, batch=batch) for batch in (1, 12))
    together = evaluate(road, [BadBatch(), "greedy", "greedy"], 12, seed=3, batch=12)
    with Processes(2) as workers:
        elsewhere = evaluate(road, [Bad(), "greedy", "greedy"], 12, seed=3, batch=2, workers=workers)
    for other in (many, together, elsewhere):
        assert other.counts == one.counts
        np.testing.assert_array_equal(other.standing.share, one.standing.share)
    assert one.marks == many.marks == elsewhere.marks
    lost, line = one.counts["bad"]["forfeits"], _fail.__code__.co_firstlineno + 1
    why = f"RuntimeError: the bot is broken (test_forfeits.py, line {line})"
    assert one.marks["bad"] == [f"forfeits {lost} (raised {lost}), the first because {why}"]


def test_a_team_loses_with_the_agent_that_fails() -> None:
    game = make_game("black_plague", quest="danse_macabre", max_rounds=3)
    found = evaluate(game, [Bad(), *["greedy"] * 5], 4, seed=1)
    lost = found.counts["bad"]["forfeits"]
    assert lost > 0 and found.summary()["outcomes"].count("L") >= lost


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "deed"), [(Bad, "hang"), (BadBatch, "hang"), (Bad, "die"), (BadBatch, "die"), (Bad, "nan")])
def test_what_hangs_or_dies_is_ended_and_the_rest_is_played(road: Any, kind: Any, deed: str) -> None:
    """In a separate process, which forfeits the same games as this one."""
    found = evaluate(road, [kind(deed), "greedy", "greedy"], 2, seed=3, move_seconds=LIMIT)
    here = evaluate(road, [kind("raise"), "greedy", "greedy"], 2, seed=3)
    lost = here.counts["bad"]["forfeits"]
    assert found.counts["bad"] == {"forfeits": lost, KIND.get(deed, "not_a_number"): lost}
    assert lost > 0
    np.testing.assert_array_equal(found.standing.share, here.standing.share)
    words = {"hang": f"it has thought for longer than {LIMIT:g} seconds", "die": "its process has ended", "nan": "it has answered with nan"}
    assert words[deed] in found.marks["bad"][0]


class Counting(Agent):
    """Agent that counts its decisions, in any process."""

    name = "counting"

    def __init__(self) -> None:
        self.home = os.getpid()
        self.counts = {"asked": 0, "elsewhere": 0}

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        self.counts["asked"] += 1
        self.counts["elsewhere"] += os.getpid() != self.home
        return int(np.argmax(mask))


@pytest.mark.slow
def test_a_limit_of_time_changes_no_result(road: Any) -> None:
    plain, limited = (evaluate(road, [Counting(), "random", "greedy"], 3, seed=1, move_seconds=limit) for limit in (None, 60.0))
    assert limited.counts["counting"]["elsewhere"] == limited.counts["counting"]["asked"] == plain.counts["counting"]["asked"] > 0
    assert plain.counts["counting"]["elsewhere"] == 0
    np.testing.assert_array_equal(limited.standing.place, plain.standing.place)
    assert limited.marks == {}


@pytest.mark.slow
def test_several_games_are_known_in_the_process() -> None:
    games = [make_game("black_plague", quest=quest, max_rounds=2) for quest in ("danse_macabre", "the_black_book")]
    plain, limited = (evaluate(games, Counting(), 4, seed=1, batch=4, move_seconds=limit) for limit in (None, 60.0))
    np.testing.assert_array_equal(limited.outcomes, plain.outcomes)
    assert limited.decisions == plain.decisions


def test_an_agent_that_cannot_be_seeded_is_at_fault_in_everything(road: Any) -> None:
    class Unseeded(Counting):
        def reset(self, seed: int | None = None) -> None:
            raise KeyError("seed")

    found = evaluate(road, [Unseeded(), "greedy", "greedy"], 3)
    assert found.counts["counting"]["forfeits"] == found.counts["counting"]["raised"] == 3


def test_a_person_leaving_is_not_a_forfeit(road: Any) -> None:
    class Leaves(Counting):
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            raise AgentQuit("the input has ended")

    with pytest.raises(AgentQuit):
        evaluate(road, [Leaves(), "greedy", "greedy"], 1)


def test_answers_of_others_are_kept_where_one_of_a_batch_is_wrong(road: Any) -> None:
    class Once(Counting):
        calls = 0

        def act_batch(self, observations: Any, masks: Any, game: Any = None, states: Any = None) -> Any:
            self.calls += 1
            answers = masks.argmax(axis=1)
            answers[1] = masks.shape[1]
            return answers

    agent, batch = Once(), Batch(road, 4, seed=1)
    found = list(answers(agent, inputs(agent, batch, range(4))))
    assert [isinstance(answer, Fault) for answer in found] == [False, True, False, False]
    assert agent.calls == 1


def test_a_forfeit_counts_as_the_last_place(road: Any) -> None:
    batch = Batch(road, 3, seed=1, autoreset="disabled", observation_dtype="uint8", illegal="lose")
    batch.step_random(4)
    seats = batch.deciders.astype(np.int64)
    batch.step(np.full(3, -1))
    share, _, place = final_results(road, batch.states, seats)
    rows = np.arange(3)
    assert (share[rows, seats] == 0).all() and np.allclose(share.sum(axis=1), 1)
    assert (place[rows, seats] == 3).all() and (np.sort(place, axis=1) == [1, 1, 3]).all()
    share, _, _ = final_results(road, batch.states, np.full(3, NOBODY))
    assert not share.any()


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_limit_is_a_time(road: Any, seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds above 0"):
        evaluate(road, "greedy", 1, move_seconds=seconds)


MINE = """
import numpy as np
from zombicide_agents import Agent


class Mine(Agent):
    def act(self, observation, mask, game=None, state=None):
        return {}["no such key"]


class Good(Agent):
    def act(self, observation, mask, game=None, state=None):
        return int(np.argmax(mask))
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tmp_path.joinpath("bad_bots.py").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_tables_and_json_show_forfeits(mine: Path) -> None:
    config = EvaluateConfig(game="hit_z_road", players=2, teams=["bad_bots.py:Mine+greedy"], games=2, output=mine / "x.json")
    found = run(config)
    lines = table(found).splitlines()
    assert lines[0].split()[-3:] == ["forfeits", "raised", "decisions/s"]
    assert lines[2].split()[1] == "bad_bots.py:Mine*" and lines[2].split()[-3:-1] == ["2", "2"]
    assert lines[-1] == "* bad_bots.py:Mine: forfeits 2 (raised 2), the first because KeyError: 'no such key' (bad_bots.py, line 8)"
    stored = json.loads((mine / "x.json").read_text())[0]
    assert stored["counts"]["bad_bots.py:Mine"] == {"forfeits": 2, "raised": 2}


@pytest.mark.train
def test_a_league_is_played_to_its_end_with_a_failing_bot(mine: Path, capsys: Any) -> None:
    league = play_league(LeagueConfig(agents=("bad_bots.py:Mine", "bad_bots.py:Good", "random"), players=(2,), games=3, resamples=2))
    assert [len(one.outcomes) for one in league.tables] == [4, 4, 4]
    assert league.summary()["counts"]["bad_bots.py:Mine"]["forfeits"] == 8
    assert league.summary()["marks"]["bad_bots.py:Mine"][0].startswith("forfeits 8 (raised 8), the first because KeyError")
    assert league.ahead["random", "bad_bots.py:Mine"].value == 1
    assert cli.main(["league", "--agents", "bad_bots.py:Mine", "random", "--players", "2", "--games", "2", "--resamples", "2"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "bad_bots.py:Mine*" in shown and "forfeits 2 (raised 2)" in shown


def test_leagues_play_every_seed_in_every_rotation() -> None:
    league = play_league(LeagueConfig(agents=("greedy", "random"), players=(3,), games=7, seed=5, resamples=2))
    for one in league.tables:
        assert one.seeds.tolist() == [5, 5, 5, 6, 6, 6, 7, 7, 7]
        assert one.standing.seat[:, 0].tolist() == [0, 1, 2] * 3
        assert one.summary()["games_per_seed"] == 3


def test_a_referee_says_why(road: Any) -> None:
    agent = Bad("nothing")
    batch = Batch(road, 1, seed=1)
    batch.states["steps"] = 9
    while batch.masks[0].sum() % 2:
        batch.step_random()
    with Referee(agent) as referee:
        [fault] = referee.ask(inputs(agent, batch, [0]))
        assert isinstance(fault, Fault) and fault.kind == "not_a_number" and "does its act() end without `return`?" in fault.reason
        assert referee.faults == {"not_a_number": 1} and referee.first == fault.reason
