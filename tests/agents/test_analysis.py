"""The analysis of a recorded game: win probabilities that end with the game's result, turning points, and alternative moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_agents.analysis import Alternative, Turn, analyze, main, text
from zombicide_env import cli, make_game
from zombicide_env.play import Session
from zombicide_env.replay.reading import read

GOLDEN = Path(__file__).parents[1] / "games/zombicide/black_plague/golden"
WON, LOST = (GOLDEN / f"{name}.replay" for name in ("01_big_game_hunting-won", "02_the_black_book-no_survivors"))
FEW: dict[str, Any] = {"value": "", "games": 12, "turns": 2, "simulations": 30}


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded competitive game."""
    game = make_game("hit_z_road", players=3)
    session = Session(game, [agents.make("greedy", game)] * 3, seed=5)
    session.play()
    path = tmp_path_factory.mktemp("contest") / "road.replay"
    session.replay.write(path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(("path", "end"), [(WON, 1.0), (LOST, 0.0)])
def test_chances_end_as_the_game_did(path: Path, end: float) -> None:
    replay = read(path)
    found = analyze(replay, **FEW)
    known = [moment.chance for moment in found.moments if moment.chance is not None]
    assert len(found.moments) == len(replay.entries) > len(known) >= 10
    assert known[-1] == end and all(0 <= chance <= 1 for chance in (found.start, *known))
    assert [turn.decision for turn in found.turns] == sorted({turn.decision for turn in found.turns})
    assert all(abs(turn.after - turn.before) > 0 and turn.action == replay.entries[turn.decision - 1].text for turn in found.turns)
    assert found.outcome == replay.end.outcome if replay.end else not found.outcome


@pytest.mark.slow
def test_turning_points_say_what_else_could_have_been_done() -> None:
    found = analyze(read(WON), **FEW | {"turns": 12})
    compared = [turn for turn in found.turns if turn.best]
    assert compared
    for turn in compared:
        assert [one.chance for one in turn.best] == sorted((one.chance for one in turn.best), reverse=True)
        assert all(one.low <= one.chance <= one.high and one.line[0] == one.action for one in turn.best)
        assert turn.cost is None or turn.cost >= 0


def test_players_who_compete_have_chances_of_their_own(contest: Path) -> None:
    replay = read(contest)
    last = {seat: analyze(replay, seat=seat, value="", games=12, turns=0).moments[-1].chance for seat in replay.header.agents}
    assert sorted(chance or 0.0 for chance in last.values())[-1] == 1 and 0 in last.values()
    with pytest.raises(AgentError, match="seat"):
        analyze(replay, seat="nobody")


def test_the_text_tells_choices_from_luck() -> None:
    found = analyze(read(LOST), value="", games=12, turns=0)
    better, worse = (Alternative(name, chance, chance - 0.1, chance + 0.1, (name, "end")) for name, chance in (("run", 0.6), ("stay", 0.4)))
    turn = Turn(7, 2, "survivor_1", "stay", 0.5, 0.2, worse, (better, worse))
    assert turn.cost == pytest.approx(0.2)
    shown = text(type(found)(**{**vars(found), "turns": (turn,)}))
    assert "decision 7, round 2, survivor_1: stay   50 % -> 20 % (-30)" in shown and "choice -20, chance -10 points" in shown
    assert shown.endswith("the end: lost")


def test_the_command_reads_the_value_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "--analyze", str(WON), "--turns", "0"]) == 0
    assert "by value black_plague" in capsys.readouterr().out


@pytest.mark.slow
def test_the_command_writes_text_or_json_and_says_which_replay_is_not_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["replay", "--analyze", str(WON), "--value", "none", "--games", "8", "--turns", "0"]
    assert cli.main(words) == 0
    assert "chance of winning (team), by 8 games of greedy" in capsys.readouterr().out
    assert cli.main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["file"] == str(WON) and document["moments"][-1]["chance"] == 1
    broken = tmp_path / "broken.replay"
    broken.write_text(WON.read_text().replace("seed ", "seed 9", 1).replace("seed: ", "seed: 9", 1))
    assert main([str(broken), "--value", "none", "--games", "8"]) == 1
    assert str(broken) in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["game.replay", None])
def test_a_path_is_not_a_replay(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"is not a replay: pass zombicide_env\.replay\.read\(path\)"):
        analyze(wrong)
