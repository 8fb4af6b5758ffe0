"""Competition is measured per seat: results of seats, rotation, and a league of agents."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import CLI, TRAIN
from zombicide_agents import Agent
from zombicide_env import cli, console, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game_type import GameType
from zombicide_training.collect.game_results import competitive, final_results, seat_of
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run, table
from zombicide_training.evaluation.league import League, LeagueConfig, play_league, tables
from zombicide_training.evaluation.ratings import Result, ratings
from zombicide_training.evaluation.standing import Standing


@pytest.fixture(scope="module")
def three() -> Any:
    return make_game("hit_z_road", players=3)


# ---- results of seats ------------------------------------------------------------------------------------------


def test_competition_needs_two_players_and_winners(three: Any) -> None:
    assert competitive(three)
    assert not competitive(make_game("hit_z_road", players=1))
    assert not competitive(make_game("black_plague"))


def ended(game: Any, winner: list[int], alive: list[int], score: list[int]) -> Any:
    state = np.zeros(1, game.state_dtype)
    n = len(game.agents)
    state["winner"][0, :n], state["alive"][0, :n], state["score"][0, :n] = winner, alive, score
    state["outcome"] = 1 if any(winner) else 2
    return state


@pytest.mark.parametrize(
    ("winner", "alive", "score", "share", "place"),
    [
        ([0, 1, 0], [1, 1, 1], [5, 9, 7], [0, 1, 0], [3, 1, 2]),
        ([1, 0, 0], [1, 1, 1], [9, 9, 2], [1, 0, 0], [1, 2, 3]),  # equal scores, more survivors
        ([1, 0, 1], [1, 1, 1], [9, 8, 9], [0.5, 0, 0.5], [1, 3, 1]),
        ([0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 1], [2, 2, 1]),  # out before the end: the last place, shared
        ([0, 0, 1], [1, 0, 1], [0, 0, 3], [0, 0, 1], [2, 3, 1]),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 1, 1]),  # nobody survived
    ],
)
def test_shares_and_places_follow_from_the_last_states(three: Any, winner: Any, alive: Any, score: Any, share: Any, place: Any) -> None:
    states = np.concatenate([ended(three, [0, 1, 0], [1, 1, 1], [5, 9, 7]), ended(three, winner, alive, score)])
    shares, scores, places = final_results(three, states)
    assert shares[1].tolist() == share
    assert scores[1].tolist() == score
    assert places[1].tolist() == place
    assert shares[0].tolist() == [0, 1, 0]


def test_everybody_sits_everywhere_equally_often() -> None:
    seats = seat_of(9, GameType.rivals(3), rotate=True)
    assert all(sorted(row) == [0, 1, 2] for row in seats.tolist())
    assert all(Counter(column) == {0: 3, 1: 3, 2: 3} for column in seats.T.tolist())
    assert seat_of(2, GameType.rivals(3), rotate=False).tolist() == [[0, 1, 2]] * 2


def test_results_follow_the_entrants_through_the_seats() -> None:
    seat = seat_of(3, GameType.rivals(3), rotate=True)
    share = np.array([[1.0, 0, 0], [0, 1, 0], [0.5, 0, 0.5]])  # by seat: entrant 0 wins alone twice, and shares the third game
    standing = Standing.of(seat, share, share * 10, 3 - 2 * (share > 0))
    found = standing.by_agent(["a", "b", "b"])
    assert found["a"]["win_share"].value == pytest.approx(2.5 / 3)
    assert found["b"]["win_share"].value == pytest.approx(0.5 / 6)  # per seat
    assert found["a"]["shared_wins"].value == found["b"]["shared_wins"].value == pytest.approx(1 / 3)
    assert found["a"]["place"].value == 1
    assert found["b"]["score"].value == pytest.approx(10 * 0.5 / 6)
    assert [seat["win_share"].value for seat in standing.by_seat()] == pytest.approx([0.5, 1 / 3, 0.5 / 3])
    for results in found.values():
        for interval in results.values():
            assert interval.low <= interval.value <= interval.high


def test_an_agent_moves_one_seat_further_after_each_game(three: Any) -> None:
    """Its results are those of the seat it had: they agree with games without rotation, seat by seat."""

    class First(Agent):
        """Agent that takes the first legal action: deterministic, and weak."""

        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            return int(np.argmax(mask))

    class Last(First):
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            return int(np.flatnonzero(mask)[-1])

    first, last = First(), Last()
    first.name, last.name = "first", "last"
    moved = evaluate(three, [first, last, last], 6, seed=4)
    for e in range(6):
        fixed: list[Any] = [last, last, last]
        fixed[e % 3] = first
        alone = evaluate(three, fixed, 1, seed=4 + e, rotate=False)
        assert moved.standing is not None and alone.standing is not None
        by_seat = np.empty(3)
        by_seat[moved.standing.seat[e]] = moved.standing.place[e]
        assert by_seat.tolist() == alone.standing.place[0].tolist()
        assert moved.standing.seat[e, 0] == e % 3
    summary = json.loads(json.dumps(moved.summary()))
    assert set(summary["by_agent"]) == {"first", "last"}
    assert len(summary["by_seat"]) == 3
    assert summary["fair_share"] == pytest.approx(1 / 3)


def test_win_shares_are_the_rewards_of_the_game() -> None:
    game = make_game("hit_z_road", players=2)
    found = evaluate(game, ["greedy", "random"], 6, seed=1, rotate=False)
    batch = Batch(game, 6, seed=1, autoreset="disabled", observation_dtype="uint8")
    assert found.standing is not None
    assert found.standing.share.sum() == pytest.approx(int((found.outcomes == 1).sum()))
    assert found.standing.by_agent(["greedy", "random"])["greedy"]["win_share"].value > 0.5
    batch.rollout()
    assert np.allclose(final_results(game, batch.states)[0], batch.rewards)


def test_the_command_shows_a_row_per_agent_or_seat(tmp_path: Path) -> None:
    config = EvaluateConfig(game="hit_z_road", players=2, teams=["random", "greedy+random"], games=4, output=tmp_path / "x.json")
    lines = table(run(config)).splitlines()
    assert [line.split()[:2] for line in lines[2:]] == [
        ["random", "seat"],
        ["random", "seat"],
        ["greedy+random", "greedy"],
        ["greedy+random", "random"],
    ]
    assert "by_seat" in json.loads((tmp_path / "x.json").read_text())[0]


@pytest.mark.parametrize(
    "options",
    [
        {"quest": ("famine",), "option": ("quest=danse_macabre",)},
        {"survivors": 2, "option": ("survivors=6",)},
        {"max_rounds": 9, "option": ("max_rounds=8",)},
    ],
)
def test_an_option_is_given_once(options: dict[str, Any]) -> None:
    """The second value counted, and nothing said so."""
    with pytest.raises(ValueError, match="two names for one thing"):
        EvaluateConfig(**options).make_games()
    name = options["option"][0]
    with pytest.raises(ValueError, match=r"option .* is given twice"):
        EvaluateConfig(option=(name, name)).make_games()


@pytest.mark.parametrize("options", [{"quest": ("danse_macabre",)}, {"survivors": 6}])
def test_options_of_another_game_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"hit_z_road has no option '{next(iter(options))}'"):
        EvaluateConfig(game="hit_z_road", **options).make_games()


# ---- league ----------------------------------------------------------------------------------------------------


def test_all_tables_with_two_different_agents() -> None:
    assert tables("ab", 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert len(tables("abc", 2)) == 3
    assert len(tables("abc", 4)) == 15 - 3


def test_a_league_has_the_number_of_players_of_its_options() -> None:
    league = play_league(LeagueConfig(option=("players=2",), games=2, resamples=2))
    assert isinstance(league, League) and [len(table.seats) for table in league.tables] == [2]


def test_a_league_ranks_the_better_agent_first(tmp_path: Path) -> None:
    reports: list[tuple[str, int, int]] = []
    config = LeagueConfig(agents=("random", "greedy"), players=(2, 3), games=8, resamples=10, output=tmp_path / "l.json")
    league = play_league(config, lambda *report: reports.append(report), {"machine": {"cores": 2}})
    assert [(t.label, len(t.outcomes)) for t in league.tables] == [
        ("random + greedy", 8),
        ("random + random + greedy", 9),
        ("random + greedy + greedy", 9),
    ]
    assert reports[-1] == ("random + greedy + greedy", 9, 9)
    assert league.ratings["greedy"].low > league.ratings["random"].high
    assert league.ahead["greedy", "random"].value + league.ahead["random", "greedy"].value == pytest.approx(1)
    assert league.ahead["greedy", "random"].low > 0.5
    assert set(league.alone) == {(a, b, n) for (a, b), n in itertools.product([("greedy", "random"), ("random", "greedy")], (2, 3))}
    assert league.alone["greedy", "random", 2] == league.tables[0].standing.by_agent(league.tables[0].seats)["greedy"]["win_share"]
    stored = json.loads((tmp_path / "l.json").read_text())
    assert stored["games"] == 26
    assert stored["machine"] == {"cores": 2}
    assert {row["agent"] for row in stored["ahead"]} == {"random", "greedy"}
    pytest.importorskip("rich", reason=CLI)
    import io

    from rich.console import Console

    out = io.StringIO()
    for shown in league.shown():
        Console(file=out, width=120).print(shown)
    text = out.getvalue()
    assert text.index("greedy") < text.index("random")
    assert "50.0 %" in text


def test_names_of_agents_are_not_cut_off(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tyro", reason=CLI)
    pytest.importorskip("openskill", reason=TRAIN)
    monkeypatch.setenv("COLUMNS", "50")
    agents = [f"greedy:hold=1.{digit}2345678" for digit in "123"]
    assert cli.main(["league", "--players", "2", "--games", "2", "--resamples", "2", "--agents", *agents]) == console.OK
    assert "…" not in capsys.readouterr().out


def test_ratings_order_agents_by_their_places() -> None:
    pytest.importorskip("openskill", reason=TRAIN)
    results: list[Result] = [((0, 1), (1, 2))] * 30 + [((1, 2), (1, 2))] * 30 + [((0, 2, 2), (1, 2, 2))] * 10
    found = ratings(["a", "b", "c"], results, 20)
    assert found["a"].low > found["b"].high
    assert found["b"].low > found["c"].high
    even = ratings(["a", "b"], [((0, 1), (1, 2)), ((0, 1), (2, 1))] * 30, 40)
    assert even["a"].low < even["b"].value < even["a"].high
    with pytest.raises(ValueError, match="at least 2"):
        ratings(["a", "b"], results, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": ("random", "random")}, "two different agents"),
        ({"option": ("gold=1",)}, "no option 'gold'"),
        ({"players": (1,)}, "not a competition"),
        ({"players": (3,), "option": ("players=2",)}, "two names for one thing"),
        ({"game": "black_plague"}, "black_plague with 6 agents is not a competition"),
        ({"games": 0}, "games=0: at least 1"),
        ({"players": 1}, "not a competition"),
        ({"resamples": 1}, "resamples=1: at least 2"),
        ({"seed": -1}, "seed=-1"),
        ({"output": Path(__file__).parent}, "cannot be written"),
    ],
)
def test_impossible_leagues_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_league(LeagueConfig(**changes))
