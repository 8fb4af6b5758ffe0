"""Agents are rated from games with people, by people's ratings and by the results of the games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("openskill", reason=TRAIN)

import zombicide_agents as agents
from zombicide_env import cli, make_game
from zombicide_env.play import Person, Session
from zombicide_env.play.facts import fresh_facts
from zombicide_training.evaluation.people import PlayedGame, _row, rate_people, read_games

TEAM = ("human", "greedy", "greedy", "random")


def keep(folder: Path, name: str, game: Any, players: list[str], seed: int, rated: dict[str, Any] | None = None) -> None:
    """Put a finished game into a folder, as the server keeps it; heuristics play for the people here."""
    guide = agents.make("greedy", game)
    seated = {spec: Person() if spec == "human" else agents.make(spec, game) for spec in players}
    session = Session(game, [seated[spec] for spec in players], seed=seed)
    while not session.over:
        now = session.now
        seat = session.player_of(session.decider)
        player = guide if isinstance(seat, Person) else seat
        session.apply(player.act(now.observation if player is not guide else None, now.mask, game, now.state))
    folder.mkdir(parents=True, exist_ok=True)
    session.replay.write(folder / f"{name}.replay")
    if rated is not None:
        facts = fresh_facts("me", {}) | {"rated": rated}
        (folder / f"{name}.json").write_text(json.dumps(facts), encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("people")
    road = make_game("hit_z_road", players=3)
    for seed in range(3):
        keep(made / "games", f"road{seed}", road, ["human", "greedy", "random"], seed, {"ann": {"greedy": 5}} if seed else None)
    keep(made / "games", "alone", road, ["greedy", "random", "random"], 9)
    (made / "games" / "damaged.replay").write_text("no replay\n", encoding="utf-8")
    return made


@pytest.mark.parametrize(
    "damaged", ["[]", "7", '{"rated": 7}', '{"rated": {"ann": 5}}', '{"rated": {"ann": {"greedy": true}}}', '{"rated"']
)
def test_a_damaged_file_of_what_people_said_leaves_its_game_out(folder: Path, tmp_path: Path, damaged: str) -> None:
    for name in ("road1", "road2"):
        (tmp_path / f"{name}.replay").write_bytes((folder / "games" / f"{name}.replay").read_bytes())
    (tmp_path / "road2.json").write_text(damaged, encoding="utf-8")
    games, left_out = read_games(tmp_path)
    assert len(games) == 1 and left_out == {"cannot be read": 1}


def test_finished_games_of_people_with_agents_are_read(folder: Path) -> None:
    games, left_out = read_games(folder)
    assert [one.players for one in games] == [("human", "greedy", "random")] * 3
    assert [one.rated for one in games] == [(), (("greedy", 5),), (("greedy", 5),)]
    assert all(sorted(one.places or ())[0] == 1 for one in games)
    assert left_out == {"no game of people with agents": 1, "cannot be played by this version": 1}


def test_agents_are_rated_with_intervals(folder: Path) -> None:
    rows = rate_people(folder, resamples=20).rows["hit_z_road"]
    assert [row.agent for row in rows] == ["greedy", "random"]
    greedy, random = rows
    assert greedy.games == 3 and greedy.said == 2 and greedy.team is None
    assert greedy.stars and greedy.stars.value == 5 and 2 < greedy.stars.low < greedy.stars.high == 5
    assert random.stars is None and random.said == 0
    for row in rows:
        assert row.ahead and row.rating and row.ahead.low < row.ahead.high and row.rating.low <= row.rating.value <= row.rating.high
    assert greedy.ahead and random.ahead and greedy.ahead.value > random.ahead.value


def test_teammates_of_people_are_rated_by_the_games_that_they_win() -> None:
    won, lost = (
        PlayedGame("black_plague", TEAM, (0,) * 4, (end,) * 4, None, (("greedy", stars),)) for end, stars in ((True, 4), (False, 1))
    )
    row = _row([won, won, lost], "greedy", None)
    assert row.team and row.team.value == pytest.approx(2 / 3) and row.ahead is None
    assert row.stars and row.stars.value == pytest.approx(3) and row.said == 3


def test_a_master_against_people_is_rated_by_their_defeats() -> None:
    game = PlayedGame("apocalypse", ("human", "greedy", "random"), (0, 0, 1), (False, False, True), None)
    ahead = _row([game], "random", None).ahead
    assert ahead and ahead.value == 1
    assert _row([game], "greedy", None).ahead is None


def test_the_command_writes_tables_and_a_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = tmp_path / "people.json"
    assert cli.main(["league", "--people", str(folder), "--resamples", "5", "--output", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "hit_z_road: games with people" in shown and "2 said" in shown and "no game of people with agents" in shown
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told.keys() == {"machine", "people", "left_out"}, "as in the file of a league"
    assert [row["agent"] for row in told["people"]["hit_z_road"]] == ["greedy", "random"]


@pytest.mark.parametrize(("name", "reason"), [("missing", "no such folder"), ("empty", "no finished game")])
def test_a_folder_without_games_says_so(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=reason):
        rate_people(tmp_path / name)
