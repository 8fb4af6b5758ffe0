"""Weight tuning: it resumes where it was, names errors, and finds better weights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cmaes", reason="the search needs cmaes, of the train extra")

import zombicide_agents as agents
from tests.core.test_players import HEURISTIC
from tests.core.toy import Race
from tests.toys.known import known
from zombicide_agents.greedy import read_weights
from zombicide_env import cli, console, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_training import evaluate
from zombicide_training.evaluation.statistics import Interval
from zombicide_training.run.tune import HELD_OUT, TuneConfig, Tuned, tune


class Tunable(Race):
    """The race with its heuristic; the first seat wins by "won"."""

    id = "tunable_race"

    def heuristic(self) -> Any:
        return HEURISTIC


@pytest.fixture
def race() -> Iterator[str]:
    with known("tunable_race", f"{__name__}:Tunable"):
        yield "tunable_race"


def config(race: str, path: Path, **options: Any) -> TuneConfig:
    plain = {"generations": 3, "population": 4, "games": 8, "check": 16, "max_rounds": 12, "output": path / "weights.json"}
    return TuneConfig(**{"game": race, **plain, **options})


def test_the_weights_that_are_written_are_those_that_were_checked(race: str, tmp_path: Path) -> None:
    """Also as a spec: a tie that the sixth digit breaks can lose every game."""
    found = tune(config(race, tmp_path)).weights
    assert found == json.loads((tmp_path / "weights.json").read_text())["weights"]
    assert all(float(f"{weight:.5g}") == weight for weight in found.values())


def test_an_interrupted_search_ends_as_one_that_was_not(race: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    tune(config(race, whole))
    tune(config(race, parts, generations=1))
    with (parts / "weights.jsonl").open("a") as log:
        log.write('{"generation": 2, "ra')  # it was interrupted while writing
    tune(config(race, parts))
    assert (whole / "weights.jsonl").read_text() == (parts / "weights.jsonl").read_text()
    ours, theirs = (json.loads((folder / "weights.json").read_text()) for folder in (whole, parts))
    assert ours["weights"] == theirs["weights"]
    assert ours["notes"]["held_out"] == theirs["notes"]["held_out"]


def test_an_interrupted_search_says_how_to_continue(race: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zombicide_training.run.tune._check", interrupted)
    small = ["--generations", "1", "--population", "4", "--games", "8", "--max-rounds", "12"]
    assert cli.main(["tune", "--game", race, *small, "--output", str(tmp_path / "weights.json")]) == console.STOPPED
    assert f"results so far are in {tmp_path / 'weights.jsonl'}; the same command continues from there" in capsys.readouterr().err


def test_an_interrupted_search_of_each_quest_says_how_to_continue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zombicide_training.run.tune._check", interrupted)
    small = ["--generations", "1", "--population", "4", "--games", "1", "--max-rounds", "1", "--weight", "fear"]
    words = ["tune", "--quest", "danse_macabre", "famine", "--each", *small, "--output", str(tmp_path / "each.json")]
    assert cli.main(words) == console.STOPPED
    said = capsys.readouterr()
    assert "danse_macabre, generation 1: best candidate won" in said.out
    assert f"results so far are in {tmp_path / 'each.danse_macabre.jsonl'}; the same command continues from there" in said.err


def test_the_file_is_one_that_greedy_plays_with(race: str, tmp_path: Path) -> None:
    found = tune(config(race, tmp_path, weight=("card",)))
    assert found.weights["rest"] == HEURISTIC.defaults["rest"]
    assert found.weights["card"] != HEURISTIC.defaults["card"]
    agent = agents.make(f"greedy:weights={tmp_path / 'weights.json'}", make_game(race))
    player = agent.player(make_game(race))
    assert player is not None and player.weights is not None
    assert player.weights["card"][0] == pytest.approx(found.weights["card"], abs=1e-4)


def test_a_weight_that_is_0_is_searched_too(race: str, tmp_path: Path) -> None:
    assert HEURISTIC.defaults["rest"] == 0
    plain = tune(config(race, tmp_path / "plain", weight=("rest",))).weights
    wide = tune(config(race, tmp_path / "wide", weight=("rest",), scale=("rest=10",), generations=1)).weights
    assert plain["rest"] != 0 and plain["card"] == wide["card"] == HEURISTIC.defaults["card"]
    assert abs(wide["rest"]) > abs(plain["rest"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scale": ("rset=1",)}, "rset is none of the weights"),
        ({"scale": ("rest=0",)}, "a number above 0"),
        ({"scale": ("rest",)}, "a number above 0"),
        ({"weight": ("crad",)}, "did you mean card"),
        ({"population": 1}, "population"),
        ({"reached": 1.5}, "reached=1.5"),
        ({"spread": float("nan")}, "spread=nan: a standard deviation above 0"),
        ({"spread": -1.0}, "spread=-1.0: a standard deviation above 0"),
        ({"option": ("gaol=3",)}, "gaol"),
        ({"role": "hunter"}, "role='hunter' of tunable_race: it has no roles"),
        ({"game": "apocalypse"}, "role='' of apocalypse: one of survivors, zombie_master is needed"),
    ],
)
def test_wrong_options_are_refused_with_their_values(race: str, tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tune(config(race, tmp_path, **options))


def test_the_results_of_another_search_are_not_gone_on_with(race: str, tmp_path: Path) -> None:
    tune(config(race, tmp_path, generations=1))
    with pytest.raises(ValueError, match="another search"):
        tune(config(race, tmp_path, games=9))


def test_what_the_search_depends_on_is_compared(tmp_path: Path) -> None:
    """Not only the options: the files that they name may have changed, and so may the player."""
    begin, partner = tmp_path / "begin.json", tmp_path / "partner.json"
    small = TuneConfig(generations=1, population=4, games=1, check=1, max_rounds=1, weight=("fear",))
    asked = replace(small, start=begin, partners=(f"greedy:weights={partner}",), output=tmp_path / "weights.json")
    begin.write_text('{"fear": 1}')
    partner.write_text("{}")
    tune(asked)
    tune(asked)
    begin.write_text('{"fear": 7}')
    with pytest.raises(ValueError, match=r"another search: began_with.fear=1.0 \(here 7.0\); continue"):
        tune(asked)
    begin.write_text('{"fear": 1}')
    partner.write_text('{"fear": 7}')
    with pytest.raises(ValueError, match="another search: identity of greedy:weights="):
        tune(asked)


@pytest.mark.parametrize("text", ["", "\n", "no search", "[" * 100_000, "[1]"])
def test_a_file_of_something_else_is_left_alone(race: str, tmp_path: Path, text: str) -> None:
    (tmp_path / "weights.jsonl").write_text(text)
    with pytest.raises(ValueError, match=r"weights\.jsonl holds no search that could be gone on with"):
        tune(config(race, tmp_path))
    assert (tmp_path / "weights.jsonl").read_text() == text


@pytest.mark.parametrize("damage", [b'{"generation": 2}', b'{"rates": [0.5]}', b'{"rates": [0.1, 0.1, 0.1, NaN]}', bytes(64), b"\xc9\xff"])
def test_damaged_results_are_found_again(race: str, tmp_path: Path, damage: bytes, capsys: Any) -> None:
    path = tmp_path / "weights.jsonl"
    tune(config(race, tmp_path))
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]) + damage + b"\n")
    tune(config(race, tmp_path))
    assert path.read_bytes() == whole
    assert f"line 3 of {path} is damaged: 1 lines are dropped, and the search goes on after generation 1" in capsys.readouterr().err


def test_two_searches_that_were_written_into_one_file_are_noticed(race: str, tmp_path: Path) -> None:
    """A generation that occurs twice, and complete lines with other candidates."""
    path = tmp_path / "weights.jsonl"
    tune(config(race, tmp_path))
    whole = path.read_bytes()
    head, first, second, third = whole.splitlines(keepends=True)
    for mixed in ([head, first, first, second, third], [head, second, first, third], [head, first, third]):
        path.write_bytes(b"".join(mixed))
        tune(config(race, tmp_path))
        assert path.read_bytes() == whole


def test_the_file_says_how_the_weights_were_found(race: str, tmp_path: Path) -> None:
    tune(config(race, tmp_path, seed=3))
    notes = json.loads((tmp_path / "weights.json").read_text())["notes"]
    assert notes["search"]["seed"] == 3 and notes["began_with"] == HEURISTIC.defaults
    assert notes["first_seed"] == 3 * 2**32 and notes["held_out"]["first_seed"] == 2**40
    assert notes["record"]["versions"].keys() >= {"zombicide-env", "numba", "cmaes"}


def test_games_that_are_not_won_count_for_what_was_reached(race: str, tmp_path: Path) -> None:
    rates = []
    for reached in (0.0, 0.5):
        path = tmp_path / str(reached)
        tune(config(race, path, generations=1, reached=reached, max_rounds=1))
        rates.append(json.loads((path / "weights.jsonl").read_text().splitlines()[1])["rates"])
    assert all(won <= more <= won + 0.5 * (1 - won) for won, more in zip(*rates, strict=True))
    assert sum(rates[0]) < sum(rates[1])


def test_weights_can_be_searched_with_fixed_partners(race: str, tmp_path: Path) -> None:
    plain = TuneConfig(generations=0, games=8, check=16, output=tmp_path / "alone.json")
    joined = replace(plain, partners=("random",), seats=2, output=tmp_path / "partners.json")
    assert tune(plain).rate.value > tune(joined).rate.value
    header = json.loads((tmp_path / "partners.json").read_text())["notes"]["search"]
    assert (header["partners"], header["seats"]) == (["random"], 2)
    with pytest.raises(ValueError, match="with partners the player has 1 to 5 of 6 seats"):
        tune(replace(joined, seats=6))
    with pytest.raises(ValueError, match="human is not a compiled player"):
        tune(replace(joined, partners=("human",)))
    with pytest.raises(ValueError, match="not a game of a team"):
        tune(config(race, tmp_path, partners=("random",)))


def test_factors_of_the_late_game_are_searched_where_a_player_has_them(race: str, tmp_path: Path) -> None:
    """Without the option they stay 1."""
    small: dict[str, Any] = {"game": "black_plague", "generations": 1, "population": 4, "games": 1, "check": 2, "max_rounds": 2}
    for late in (False, True):
        found = tune(TuneConfig(late=late, output=tmp_path / f"{late}.json", **small)).weights
        assert {name for name, factor in found.items() if name.startswith("late_") and factor != 1} == (
            {f"late_{name}" for name in found if f"late_{name}" in found} if late else set()
        )
    with pytest.raises(ValueError, match="late: the weights of tunable_race are the same in the whole game; leave it out"):
        tune(config(race, tmp_path, late=True))


def test_each_quest_has_its_own_weights(tmp_path: Path) -> None:
    """One search per quest, starting at the common weights, which apply to unnamed quests and where no better ones were found."""
    quests = ("danse_macabre", "big_game_hunting")
    small: dict[str, Any] = {"generations": 1, "population": 4, "games": 1, "check": 2, "max_rounds": 2, "weight": ("fear",)}
    found = tune(TuneConfig(quest=quests, start=Path("quests"), each=True, output=tmp_path / "each.json", **small))
    apart = [json.loads((tmp_path / f"each.{quest}.json").read_text())["notes"]["generations"] for quest in quests]
    assert apart == [1, 1]
    common = read_weights("quests", "black_plague")
    assert {name: value for name, value in found.weights.items() if "." not in name} == common
    written = tmp_path / "mine.json"
    written.write_text(json.dumps({"weights": common | {"big_game_hunting.fear": 7.5}}))
    player = agents.make(f"greedy:weights={written}", make_game("black_plague")).player(make_game("black_plague"))
    assert player is not None
    told = [float(player.weights_for(make_game("black_plague", quest=quest))["fear"][0]) for quest in (*quests, "famine")]
    assert told == [common["fear"], 7.5, common["fear"]]


def test_a_quest_gets_the_searched_weights_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All other weights stay the common ones, so that changing those later changes this quest too."""
    better = Tuned({"fear": 2.0, "kill": 1.0}, *(Interval(rate, 0.0, 1.0) for rate in (0.6, 0.5, 0.5, 0.1)), [])
    monkeypatch.setattr("zombicide_training.run.tune.tune", lambda *_: better)
    searched = TuneConfig(quest=("danse_macabre",), each=True, weight=("fear",), output=tmp_path / "each.json")
    assert tune(searched).weights == {"danse_macabre.fear": 2.0}


def test_weights_of_a_quest_play_as_the_same_weights_everywhere_in_it(tmp_path: Path) -> None:
    """In one batch with other quests, with any number of threads."""
    games = [make_game("black_plague", quest=quest, survivors=6) for quest in ("danse_macabre", "big_game_hunting")]
    own = {"fear": 3.0, "search": 0.1, "kill": 0.2}
    apart = player_of_heuristic(games[0].heuristic(), {f"big_game_hunting.{name}": value for name, value in own.items()})
    plain, everywhere = player_of_heuristic(games[0].heuristic()), player_of_heuristic(games[0].heuristic(), own)

    def ends(player: Any, threads: int = 1) -> list[bytes]:
        batch = Batch(games, 16, seed=5, threads=threads, autoreset="disabled", observation_dtype="uint8")
        batch.play(player, limit=60)
        return [row.tobytes() for row in batch.states]

    expected = [(b if i % 2 else a) for i, (a, b) in enumerate(zip(ends(plain), ends(everywhere), strict=True))]
    assert ends(apart) == ends(apart, threads=2) == expected
    assert expected != ends(plain)


@pytest.mark.parametrize(("role", "seat"), [("survivors", 0), ("zombie_master", -1)])
def test_a_role_is_searched_against_the_usual_player_of_the_other(tmp_path: Path, role: str, seat: int) -> None:
    """Counts the wins of the role, in the seats that it has."""
    games = [make_game("apocalypse", quest="zombie_police")]
    config = TuneConfig(game="apocalypse", quest=("zombie_police",), role=role, generations=0, check=40, output=tmp_path / "a.json")
    table = config.table(games)
    assert [who is None for who in table] == [role == ("zombie_master" if i == len(table) - 1 else "survivors") for i in range(len(table))]
    assert table[seat] is None
    assert tune(config).rate.value == pytest.approx(evaluate(games[0], [["greedy"], ["greedy"]], 40, HELD_OUT).won_by(role).mean())


def test_a_weight_of_a_quest_that_does_not_exist_is_refused() -> None:
    game = make_game("black_plague")
    with pytest.raises(agents.AgentError, match="there is no quest of black_plague 'the_comandry'; did you mean the_commandry"):
        agents.make("greedy:the_comandry.fear=1", game)
    with pytest.raises(agents.AgentError, match=r"weight of greedy 'famine\.faer'"):
        agents.make("greedy:famine.faer=1", game)


def test_each_wants_quests_with_names(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="quests with a name"):
        tune(TuneConfig(quest=("generated:seed=1,tiles=2",), each=True, generations=1, output=tmp_path / "each.json"))
