"""Analyses of many games: their numbers equal an independent count, wherever the games come from."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.TRAIN)
pytest.importorskip("matplotlib", reason=needs.PLOT)

import zombicide_agents as agents
from zombicide_env import cli, console, make_game
from zombicide_env.core.scene import Group, Rect
from zombicide_env.play import Session
from zombicide_env.replay import read as read_replay
from zombicide_env.replay.player import Player
from zombicide_training.evaluation.analyze.chances import chances
from zombicide_training.evaluation.analyze.games import AnalyzeConfig, Games, Recorded, read
from zombicide_training.evaluation.analyze.heatmap import HeatmapConfig, maps, painted
from zombicide_training.evaluation.analyze.ratings import ratings
from zombicide_training.evaluation.analyze.survival import survival
from zombicide_training.evaluation.analyze.usage import usage

pytestmark = pytest.mark.train
TUTORIAL = {"quest": "danse_macabre", "max_rounds": 6}
BOARD = AnalyzeConfig(quest=("danse_macabre",), max_rounds=6, teams=["random"], games=4, seed=1)


@pytest.fixture(scope="module")
def games() -> Games:
    return read(BOARD)


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games, recorded."""
    folder, game = tmp_path_factory.mktemp("replays"), make_game("black_plague", **TUTORIAL)
    for seed in range(1, 5):
        session = Session(game, [agents.make("random", game)], seed=seed)
        session.play()
        session.replay.write(folder / f"{seed}.replay")
    return folder


@pytest.fixture(scope="module")
def told(replays: Path) -> list[tuple[int, int, str, dict[str, str]]]:
    """Number of the game, round, kind and values of all events, from the replays."""
    found = []
    for number, path in enumerate(sorted(replays.glob("*.replay"))):
        player = Player(read_replay(path), None)
        for step in player.steps(None):
            found += [(number, step.entry.round, event.kind, player.game.named(event)) for event in step.events]
    return found


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_games_are_the_same_wherever_they_come_from(games: Games, replays: Path, told: Any, tmp_path: Path) -> None:
    assert [(n, *event) for n, one in enumerate(games) for event in one.events] == told
    read_again = read(AnalyzeConfig(replays=replays, games=0))
    assert [one.events for one in read_again] == [one.events for one in games]
    assert [(one.won, one.rounds, one.outcome, one.label) for one in read_again] == [(o.won, o.rounds, o.outcome, o.label) for o in games]
    pytest.importorskip("pyarrow", reason=needs.library("pyarrow"))
    words = ["--quest", "danse_macabre", "--max-rounds", "6", "--teams", "random", "--games", "4", "--seed", "1"]
    assert cli.main(["dataset", *words, "--out", str(tmp_path / "data")]) == 0
    stored = read(AnalyzeConfig(dataset=tmp_path / "data"))
    assert [(one.events, one.rounds, one.team) for one in stored] == [(one.events, one.rounds, one.team) for one in games]
    assert [one.events for one in read(AnalyzeConfig(**{**vars(BOARD), "workers": 2, "shard": 1}))] == [one.events for one in games]


@pytest.mark.slow
def test_a_heat_map_counts_events_where_they_happen(games: Games, told: Any) -> None:
    found = {one.kind: one for one in maps(games)}
    assert list(found) == ["death", "noise", "move"]
    for kind, column in (("death", "zone"), ("noise", "zone"), ("move", "to")):
        assert found[kind].counts == Counter(values[column] for _, _, name, values in told if name == kind)
    scene = painted(found["move"])
    heat = [item for item in scene.items if isinstance(item, Rect) and item.fill.startswith("#d7191c")]
    busiest = max(found["move"].counts, key=lambda zone: found["move"].counts[zone])
    darkest = max(heat, key=lambda item: int(item.fill[-2:], 16))
    grounds = {item.tag: item for item in scene.items if isinstance(item, Group)}
    [ground] = [grounds[f"zone:{n}"] for n in range(99) if games[0].game.name_of("zone", n) == busiest]
    assert any((item.x, item.y) == (darkest.x, darkest.y) for item in ground.items if isinstance(item, Rect))
    assert not any(item.tag.startswith("survivor") for item in scene.items)


@pytest.mark.slow
def test_survival_is_the_share_of_those_who_were_at_risk(games: Games, told: Any) -> None:
    [curve] = survival(games).values()
    deaths = Counter((game, number) for game, number, kind, _ in told if kind == "death")
    kept, alive = 1.0, [6] * 4
    assert curve[0] == (0.0, (1.0, 1.0, 1.0))
    for number, share in curve[1:]:
        there = [g for g, one in enumerate(games) if one.rounds >= number]
        gone = sum(deaths[g, number] for g in there)
        kept *= 1 - gone / sum(alive[g] for g in there)
        for g in there:
            alive[g] -= deaths[g, int(number)]
        assert share.value == pytest.approx(kept)
        assert share.low <= share.value <= share.high


def _ended(rounds: int, won: bool) -> Recorded:
    return Recorded(make_game("black_plague", **TUTORIAL), "team", ("greedy",) * 6, (won,) * 6, "won" if won else "lost", rounds)


def test_chances_are_shares_of_the_games_that_are_still_played() -> None:
    [(name, found)] = chances([_ended(1, False), _ended(2, True), _ended(3, True), _ended(3, False)]).items()
    assert name == "team"
    assert [(number, won.value, playing) for number, won, playing in found] == [(1, 0.5, 4), (2, pytest.approx(2 / 3), 3), (3, 0.5, 2)]


def test_rivals_and_roles_are_counted_apart() -> None:
    rivals = Recorded(make_game("hit_z_road", players=2), "greedy+random", ("greedy", "random"), (True, False), "won", 8)
    assert dict(rivals.shares()) == {"greedy": 1.0, "random": 0.0}
    game = make_game("apocalypse", quest="zombie_police")
    seats = len(game.agents)
    roles = Recorded(game, "a vs b", ("a",) * (seats - 1) + ("b",), (False,) * (seats - 1) + (True,), "lost", 8)
    assert sorted(roles.shares()) == [("survivors: a", 0.0), ("zombie_master: b", 1.0)]


@pytest.mark.slow
def test_usage_counts_cards_and_skills_per_game(games: Games, told: Any) -> None:
    found = usage(games)
    attacks = Counter(values["card"] for _, _, kind, values in told if kind == "attack" and values["card"])
    assert found["card"]["attack"] == {name: n / 4 for name, n in attacks.items()}
    assert attacks
    drawn = usage(games, ["draw"])
    assert set(drawn["card"]) == {"draw"} and drawn["skill"] == {}
    with pytest.raises(ValueError, match=r"names no card and no skill in these events: .*'mov'"):
        usage(games, ["mov"])


def _league(path: Path, date: str, **values: float) -> Path:
    rated = {name: {"value": value, "low": value - 1, "high": value + 1} for name, value in values.items()}
    path.write_text(json.dumps({"game": "hit_z_road", "machine": {"date": date}, "ratings": rated}))
    return path


def test_ratings_stand_in_the_order_of_their_leagues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = _league(tmp_path / "a.json", "2026-02-01 00:00 UTC", greedy=26.0, random=20.0)
    early = _league(tmp_path / "b.json", "2026-01-01 00:00 UTC", greedy=25.0)
    assert [(one.league, one.agent, one.rating.value) for one in ratings([later, early])] == [
        (1, "greedy", 25.0),
        (2, "greedy", 26.0),
        (2, "random", 20.0),
    ]
    out = tmp_path / "out"
    assert cli.main(["analyze", "ratings", "--files", str(later), str(early), "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["ratings.csv", "ratings.png", "ratings.svg"]
    (tmp_path / "c.json").write_text("{}")
    assert cli.main(["analyze", "ratings", "--files", str(tmp_path / "c.json")]) == 1
    assert "holds no ratings: name a file that `zombicide league --output` has written" in capsys.readouterr().err


RATED = '"ratings": {"greedy": {"value": 1, "low": 0, "high": 2}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a file of a league"),
        ("[" * 100_000, "is not a file of a league"),
        ("\x00\xff", "is not a file of a league"),
        ("[1, 2]", "holds no ratings"),
        ('{"ratings": [1]}', "holds no ratings"),
        ("{" + RATED + "}", "does not say of which game its ratings are"),
        ('{"game": ["z_game"], ' + RATED + "}", "does not say of which game its ratings are"),
        ('{"game": "z_game", "ratings": {"greedy": 1}}', "the rating of greedy needs the numbers value, low, high, not 1"),
        ('{"game": "z_game", "ratings": {"greedy": {"value": 1, "low": 0}}}', "the rating of greedy needs the numbers value, low, high"),
        ('{"game": "z_game", "ratings": {"greedy": {"value": "1", "low": 0, "high": 1e999}}}', "the rating of greedy needs the numbers"),
    ],
)
def test_a_file_that_is_no_league_is_named(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="latin-1")
    assert cli.main(["analyze", "ratings", "--files", str(path), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert f"{path} {message}" in said or f"{path}: {message}" in said
    assert "name a file that `zombicide league --output` has written" in said
    assert not (tmp_path / "out").exists()


def test_a_league_without_facts_about_the_machine_has_no_date(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"game": "z_game", "machine": [], ' + RATED + "}")
    assert [(one.date, one.rating.value) for one in ratings([path])] == [("", 1.0)]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["heatmap", "survival", "usage", "chances"])
def test_every_part_writes_pictures_and_numbers(part: str, replays: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", part, "--replays", str(replays), "--games", "0", "--out", str(tmp_path)]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(written) == sorted(tmp_path.iterdir())
    assert _rows(tmp_path / f"{part}.csv")
    pictures = [path for path in written if path.suffix != ".csv"]
    assert {path.suffix for path in pictures} == {".png", ".svg"}
    for path in pictures:
        assert ET.parse(path).getroot().tag.endswith("svg") if path.suffix == ".svg" else path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_boards_of_rivals_have_heat_maps_where_events_have_places() -> None:
    games = read(AnalyzeConfig(game="z_game", players=2, teams=["greedy"], games=1))
    found = {one.kind: one for one in maps(games)}
    assert set(found) == {"death", "move"}
    assert len(painted(found["move"]).items) > 20
    with pytest.raises(ValueError, match="no event of hit_z_road has a place on the board"):
        list(maps(read(AnalyzeConfig(game="hit_z_road", players=2, teams=["random"], games=1))))


def test_a_replay_that_is_cut_off_is_skipped(replays: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, path in enumerate(sorted(replays.glob("*.replay"))[:2]):
        (tmp_path / path.name).write_text(path.read_text()[: -90 if number else None])
    assert cli.main(["analyze", "chances", "--replays", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().err
    assert f"skipped: {tmp_path / '2.replay'}, line" in said
    assert "1 replay skipped" in said
    assert {row["games"] for row in _rows(tmp_path / "out" / "chances.csv")} == {"1"}


def test_a_folder_that_cannot_be_written_is_named_before_the_first_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tmp_path.joinpath("notes").write_text("mine")
    assert cli.main(["analyze", "chances", "--teams", "greedy", "--games", "100000", "--out", str(tmp_path / "notes")]) == console.FAILED
    assert f"zombicide analyze: {tmp_path / 'notes'}: " in capsys.readouterr().err


def test_what_cannot_be_analyzed_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a dataset is read, replays are read, or teams play: name one of them"):
        HeatmapConfig(dataset=tmp_path, teams=["greedy"]).check()
    assert cli.main(["analyze", "heatmaps"]) == cli.USAGE
    assert "heatmap" in capsys.readouterr().err
    for words, code in ((["analyze"], cli.USAGE), (["analyze", "--help"], cli.OK)):
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        assert ended.value.code == code
        assert "heatmap" in capsys.readouterr().out


def test_numbers_are_those_of_numpy() -> None:
    """Intervals are resampled over games, so that for a single game they have no width."""
    [curve] = survival([_ended(3, True)]).values()
    assert np.ptp([share for _, share in curve]) == 0
