"""The test set of true advantage gaps: stored positions can be replayed, and estimators get correct scores."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_benchmarks.gaps import command, measure, score
from zombicide_benchmarks.gaps.clairvoyant import probe
from zombicide_benchmarks.gaps.estimators import Estimate, judged, valued
from zombicide_benchmarks.gaps.positions import GapsError, Position, read, replay
from zombicide_benchmarks.gaps.tables import FOLDER, tables

pytestmark = pytest.mark.train

TABLE = tables(("black_plague/danse_macabre",))[0]


def position(won: list[list[float]], **more: Any) -> Position:
    """Return a position with these results."""
    number = len(won[0])
    plain = {"seed": 1, "actions": (), "state": "", "seat": 0, "games": 100, "error": (0.0,) * number}
    candidates = {"candidates": tuple(range(number)), "scores": (0.0,) * number}
    return Position(**{**plain, **candidates, "won": tuple(map(tuple, won)), **more})


def estimate(*values: float, of: float = float("nan")) -> Estimate:
    """Return an estimate with these values."""
    return Estimate(np.array(values), of)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three positions, the third of them added by a second run."""
    folder = tmp_path_factory.mktemp("gaps")
    assert measure.measure(TABLE, folder, games=40, positions=2) == 2
    assert measure.measure(TABLE, folder, games=40, positions=3) == 1
    return folder


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_to_the_same_positions(stored: Path, tmp_path: Path) -> None:
    measure.measure(TABLE, tmp_path, games=40, positions=3, threads=2)
    assert (tmp_path / TABLE.file).read_bytes() == (stored / TABLE.file).read_bytes()


@pytest.mark.parametrize("name", [table.name for table in tables()])
def test_every_table_can_be_played(name: str) -> None:
    """A mission that does not allow six survivors ended the command after two hours."""
    [table] = tables((name,))
    assert table.compiled().judges and len(table.game.agents) > 0


@pytest.mark.parametrize("name", [table.name for table in tables() if (FOLDER / table.file).exists()])
def test_the_set_of_the_repository_is_of_the_rules_of_today(name: str) -> None:
    [table] = tables((name,))
    positions = read(FOLDER, table)
    assert len(positions) >= 10 and {position.games for position in positions} == {1000}
    assert len(replay(table, positions[-1:])) == 1  # raises if the game goes another way


def test_stored_positions_are_reached_again(stored: Path) -> None:
    positions = read(stored, TABLE)
    states = replay(TABLE, positions)
    assert [TABLE.game.recorded.checksum(states[i : i + 1]) for i in range(3)] == [one.state for one in positions]
    assert all(len(one.candidates) >= 2 and one.scores[0] == max(one.scores) for one in positions)


def test_a_game_that_goes_another_way_is_refused(stored: Path) -> None:
    first, *_ = read(stored, TABLE)
    with pytest.raises(GapsError, match="goes another way"):
        replay(TABLE, [dataclasses.replace(first, state="00000000")])


@pytest.mark.parametrize("name", ["rules", "player", "margin", "layouts"])
def test_a_set_of_other_rules_or_another_player_is_refused(stored: Path, tmp_path: Path, name: str) -> None:
    import json

    head, *lines = (stored / TABLE.file).read_text().splitlines()
    (tmp_path / TABLE.file).write_text("\n".join([json.dumps(json.loads(head) | {name: "other"}), *lines]))
    with pytest.raises(GapsError, match=name):
        read(tmp_path, TABLE)


def test_a_damaged_line_is_named(stored: Path, tmp_path: Path) -> None:
    (tmp_path / TABLE.file).write_text((stored / TABLE.file).read_text()[:-20] + "\n")
    with pytest.raises(GapsError, match="line 4"):
        read(tmp_path, TABLE)


def test_a_line_that_a_power_cut_left_incomplete_is_measured_again(stored: Path, tmp_path: Path) -> None:
    whole = (stored / TABLE.file).read_bytes()
    (tmp_path / TABLE.file).write_bytes(whole[:-20])
    assert read(tmp_path, TABLE) == read(stored, TABLE)[:2]
    assert measure.measure(TABLE, tmp_path, games=40, positions=3) == 1
    assert (tmp_path / TABLE.file).read_bytes() == whole


def test_the_true_gaps_score_correlation_one_and_no_regret() -> None:
    positions = [position([[0.5, 0.7, 0.1]] * 2), position([[0.2, 0.1, 0.3]] * 2)]
    found = score.score(positions, [estimate(5.0, 7.0, 1.0, of=0.5), estimate(2.0, 1.0, 3.0, of=0.2)])
    assert found.correlation == pytest.approx(1)
    assert found.ceiling == pytest.approx(1)
    assert found.regret.value == pytest.approx(0)
    assert found.gain.value == pytest.approx((0.2 + 0.1) / 2)
    assert found.auc > 0.5


def test_the_pinned_choice_gains_nothing_and_regrets_what_was_missed() -> None:
    found = score.score([position([[0.5, 0.7]] * 2)] * 2, [estimate(1.0, 0.0)] * 2)
    assert found.gain.value == 0
    assert found.regret.value == pytest.approx(0.2)


def test_candidates_without_an_opinion_are_never_chosen() -> None:
    found = score.score([position([[0.5, 0.7, 0.9]] * 2)] * 2, [estimate(1.0, 2.0, float("nan"))] * 2)
    assert (found.gaps, found.gain.value) == (2, pytest.approx(0.2))


def test_noise_lowers_the_ceiling_and_chance_has_none() -> None:
    random = np.random.default_rng(0)
    true = random.normal(0, 0.05, (400, 1))
    noisy = [position([[0.5, 0.5 + float(g + e)] for e in random.normal(0, 0.05, 2)]) for (g,) in true]
    assert 0.7 < score.ceiling([np.array(one.won) for one in noisy]) < 0.9
    found = score.score(noisy, [estimate(0.0, float(x)) for x in random.normal(size=400)])
    assert abs(found.correlation) < 0.15


def test_where_victory_is_rare_progress_is_the_outcome() -> None:
    hard = position([[0.0, 0.01]] * 2, progress=((0.3, 0.5), (0.3, 0.5)), progress_error=(0.0, 0.01))
    assert score.rare([hard])
    assert score.score([hard] * 2, [estimate(0.0, 1.0)] * 2, "progress").gain.value == pytest.approx(0.2)
    assert not score.rare([position([[0.5, 0.4]] * 2)])


def test_agents_and_values_are_asked_about_stored_positions(stored: Path) -> None:
    positions = read(stored, TABLE)
    states = replay(TABLE, positions)
    own = list(judged(TABLE, TABLE.player, positions, states))
    assert all(np.allclose(one.candidates, there.scores, atol=1e-3) for one, there in zip(own, positions, strict=True))
    after = list(valued(TABLE, "promise", positions, states, horizon=20, worlds=8))
    assert all(np.isfinite(one.candidates).all() and 0 <= one.position <= 1 for one in after)


def test_a_checkpoint_values_positions_whether_it_is_compiled_or_not(stored: Path) -> None:
    positions = read(stored, TABLE)
    states = replay(TABLE, positions)
    assert all(np.isfinite(one.position) for one in judged(TABLE, "checkpoint:survivors", positions, states))
    compiled, torch = (
        list(valued(TABLE, f"checkpoint:survivors{option}", positions, states, horizon=0, worlds=4)) for option in ("", ",device=cpu:0")
    )
    for ours, theirs in zip(compiled, torch, strict=True):
        assert ours.position == pytest.approx(theirs.position, abs=1e-4)
        assert np.allclose(ours.candidates, theirs.candidates, atol=1e-4)


def test_the_clairvoyant_player_wins_where_the_pinned_player_does() -> None:
    assert probe(TABLE, 5, simulations=64).won


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (command.ScoreAll(agents=("nosuch",)), "no agent is called 'nosuch'"),
        (command.ScoreAll(worlds=0), "at least 1 world"),
        (command.ScoreAll(horizon=(0, -1)), "no negative horizon"),
        (command.Clairvoyant(games=0), "--games 0: at least 1"),
    ],
)
def test_what_cannot_be_scored_ends_at_once(part: command.ScoreAll | command.Clairvoyant, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        part.run(print)
