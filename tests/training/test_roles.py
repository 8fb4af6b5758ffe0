"""Evaluation and leagues of a team against a master: win rates by side, seats that stay within a role, payoffs."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import CLI, TRAIN
from tests.toys.hunt import DIG, HIDE, HOLES, TRAP, Hunt
from tests.toys.known import known
from zombicide_agents import Agent
from zombicide_env.core.batch import Batch
from zombicide_env.core.game_type import GameType
from zombicide_training.collect.game_results import final_results, seat_of
from zombicide_training.evaluation.evaluate import EvaluateConfig, compare, evaluate, run, table
from zombicide_training.evaluation.league import LeagueConfig, play_league
from zombicide_training.evaluation.payoffs import Payoffs


class Clever(Agent):
    """Agent that never hides in mud, and digs where tracks are."""

    name = "clever"

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raw = np.rint(observation * (1 if observation.dtype == np.uint8 else Hunt.observation_codec.high))
        parts = Hunt.observation_codec.unflatten(raw)
        mud, tracks = int(parts["holes"][:, 0].argmax()), bool(parts["holes"][:, 1].any())
        me, now = int(parts["runners"][:, 1].argmax()), int(parts["round"][0])
        if mask[HIDE]:
            return HIDE + (mud + 1 + (me + now) % (HOLES - 1)) % HOLES
        if mask[TRAP]:
            return TRAP + (mud + 3) % HOLES
        return DIG + (mud if tracks else (mud + 1 + now % 2) % HOLES)


@pytest.fixture
def hunt() -> Iterator[None]:
    before = {entry.name for entry in agents.registered()}
    agents.register("clever", lambda game: Clever(), doc="by rules of thumb")
    with known("hunt", "tests.toys.hunt:Hunt"):
        yield
    assert "clever" not in before
    del agents.registry._ENTRIES["clever"]


# ---- seats -----------------------------------------------------------------------------------------------------


def test_agents_are_seated_only_in_their_role() -> None:
    seat = seat_of(6, Hunt(runners=3).type, rotate=True)
    assert (seat[:, 3] == 3).all()
    assert all(Counter(column) == {0: 2, 1: 2, 2: 2} for column in seat[:, :3].T.tolist())
    assert (np.sort(seat, axis=1) == np.arange(4)).all()


def test_sides_that_are_alike_change_places_as_a_whole() -> None:
    kind = GameType((0, 1, 0, 1), ("team", "team"))
    seat = seat_of(4, kind, rotate=True)
    assert seat.tolist() == [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
    unequal = GameType((0, 0, 1), ("team", "team"))
    assert seat_of(2, unequal, rotate=True).tolist() == [[0, 1, 2], [1, 0, 2]]


def test_agents_of_a_side_share_its_results() -> None:
    game = Hunt(runners=2)
    batch = Batch(game, 40, seed=1, autoreset="disabled", observation_dtype="uint8")
    batch.step_random(1000)
    share, score, place = final_results(game, batch.states)
    names = np.array([game.outcome(batch.states[i : i + 1]).name for i in range(40)])
    assert set(names) == {"won", "lost", "drawn"}
    expected = {"won": ([1, 1, 0], [1, 1, 2]), "lost": ([0, 0, 1], [2, 2, 1]), "drawn": ([0, 0, 0], [1, 1, 1])}
    for i, name in enumerate(names):
        assert (share[i].tolist(), place[i].tolist()) == expected[name]
    assert np.isnan(score).all()


# ---- evaluation --------------------------------------------------------------------------------------------------


def test_the_result_of_each_role_is_reported() -> None:
    game = Hunt(runners=2)
    found = evaluate(game, [["random", Clever()], ["random"]], 60, label="mixed")
    assert found.seats == ["random", "clever", "random"] and found.roles == {"runners": (0, 1), "hunter": (2,)}
    team, hunter = found.won_by("runners"), found.won_by("hunter")
    assert not (team & hunter).any() and found.standing is not None
    assert found.standing.drawn.sum() == 60 - team.sum() - hunter.sum() > 0
    summary = found.summary()
    assert summary["by_role"]["runners"]["agents"] == ["random", "clever"]
    assert summary["by_role"]["hunter"]["win_share"]["value"] == pytest.approx(hunter.mean())
    assert summary["drawn"]["value"] == pytest.approx(found.standing.drawn.mean())
    shown = table([found]).splitlines()
    assert shown[0].split() == ["table", "side", "agents", "games", "won", "(95", "%)", "drawn", "rounds", "progress", "decisions/s"]
    assert shown[2].split()[:3] == ["mixed", "runners", "random+clever"] and shown[3].split()[:3] == ["mixed", "hunter", "random"]


def test_a_role_is_compared_game_by_game() -> None:
    game = Hunt(runners=1, rounds=1)
    better, worse = (evaluate(game, [["random"], [hunter]], 200) for hunter in (Clever(), agents.make("random")))
    found = compare(better, worse, "hunter")
    assert found.difference.low > 0
    assert found.difference.value == pytest.approx(better.won_by("hunter").mean() - worse.won_by("hunter").mean())


@pytest.mark.usefixtures("hunt")
def test_the_command_knows_roles_and_options() -> None:
    config = EvaluateConfig(teams=["clever+random vs random", "random"], game="hunt", option=("runners=2", "rounds=1"), games=6)
    mixed, plain = run(config)
    assert (mixed.label, mixed.seats, mixed.options["runners"]) == ("clever+random vs random", ["clever", "random", "random"], 2)
    assert plain.seats == ["random"] * 3
    assert run(EvaluateConfig(game="hunt", games=2))[0].label == "random vs random"
    with pytest.raises(ValueError, match=r"say who plays which \(AGENTS OF RUNNERS vs AGENTS OF HUNTER\)"):
        run(EvaluateConfig(teams=["random+clever"], game="hunt"))


# ---- leagues -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("hunt")
def test_every_team_meets_every_master(tmp_path: Path) -> None:
    pytest.importorskip("openskill", reason=TRAIN)
    pytest.importorskip("rich", reason=CLI)
    from rich.console import Console

    config = LeagueConfig(
        ("random", "clever", "vs", "random", "clever"),
        game="hunt",
        option=("rounds=1",),
        games=150,
        resamples=20,
        output=tmp_path / "league.json",
    )
    league = play_league(config)
    assert isinstance(league, Payoffs)
    assert [one.label for one in league.tables] == ["random vs random", "random vs clever", "clever vs random", "clever vs clever"]
    won = {one.label: league.won(one, "runners").value for one in league.tables}
    assert won["random vs random"] > won["random vs clever"] and won["clever vs random"] > won["clever vs clever"]
    assert list(league.ratings) == [(role, spec) for role in ("runners", "hunter") for spec in ("random", "clever")]
    assert league.ratings["hunter", "clever"].low > league.ratings["hunter", "random"].high
    out = io.StringIO()
    for shown in league.shown():
        Console(file=out, width=120).print(shown)
    text = " ".join(out.getvalue().split())
    assert all(f"{100 * share:.1f} %" in text for share in won.values()) and "hunt: ratings" in text
    stored = json.loads((tmp_path / "league.json").read_text())
    assert stored["games"] == 600 and stored["agents"] == {"runners": ["random", "clever"], "hunter": ["random", "clever"]}


@pytest.mark.usefixtures("hunt")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"agents": ("random", "vs", "random", "vs", "random")}, "AGENTS OF RUNNERS vs AGENTS OF HUNTER"),
        ({"players": (3,)}, "hunt is not played by a number of players"),
        ({"option": ("runners=9",)}, "runners=9: 1 to 5 can run"),
        ({"option": ("runners",)}, "it looks like name=value"),
    ],
)
def test_impossible_leagues_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play_league(LeagueConfig(**{"game": "hunt", "agents": ("random",), "games": 2, **changes}))
