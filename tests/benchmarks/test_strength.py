"""The strength benchmark: the same games for all agents, resuming, and reading of its results, invalid ones excepted."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from zombicide_agents import AgentError
from zombicide_agents.checkpoint_folder import SHIPPED
from zombicide_agents.greedy import SHIPPED as TUNED
from zombicide_benchmarks.strength import page
from zombicide_benchmarks.strength.play import StrengthConfig, check, measure
from zombicide_benchmarks.strength.protocol import (
    GAMES as PLAYED_GAMES,
)
from zombicide_benchmarks.strength.protocol import (
    HELD_OUT,
    LIMIT,
    MASTERS,
    OPPONENTS,
    PARTNERS,
    PARTS,
    PROTOCOL,
    RULES,
    TEAMS,
    TEAMWORK,
    WEIGHTS,
    ProtocolError,
    trials,
)
from zombicide_benchmarks.strength.result import Result, ResultError, Row, letters, read, results, write
from zombicide_benchmarks.strength.shares import best_known, score
from zombicide_env import __version__, cli, make_game
from zombicide_env.games import GAMES, OWN
from zombicide_training import evaluate
from zombicide_training.collect.provenance import identity

MINE = """
from zombicide_agents import RandomAgent

class Mine(RandomAgent):
    def player(self, game):
        return None  # it has to be asked
"""
FAILING = """
from zombicide_agents import Agent

class Failing(Agent):
    reads_state = True

    def act(self, observation, mask, game=None, state=None):
        raise OSError("no net")
"""
ABSOLUTE = re.compile(r"(?:^|[\s'\"=(])(?:/|[A-Z]:\\)\w+[/\\]\w")
#: Checksums of a few games of the rule-based partners and opponents, by the rules of RULES.  After changing how they play, raise
#: PROTOCOL; if only the rules have changed, their revision in RULES distinguishes those games, and these checksums are recorded again.
PLAYED = {
    "black_plague, random": "6252fbe5b78e",
    "black_plague, brawler": "4cf8eac8ce7b",
    "black_plague, coward": "a4e7931c96ee",
    "black_plague, loner": "9f191da2cff7",
    "black_plague, looter": "867774f49843",
    "black_plague, mixed": "a20cdc164d9e",
    "white_death, random": "1b680150a06a",
    "white_death, brawler": "ea39370ece5a",
    "white_death, coward": "993001a04d9c",
    "white_death, loner": "97b861898278",
    "white_death, looter": "82502e3cc094",
    "white_death, mixed": "14444ef51623",
    "hit_z_road, greedy": "9570812fcbba",
    "hit_z_road, random": "7461547eca1f",
    "hit_z_road, spender": "b93142753bfd",
    "hit_z_road, miser": "f7c854d1cf2b",
    "z_game, greedy": "d06768e10b7a",
    "z_game, random": "7620868c54ee",
    "z_game, raider": "7643ecdfcc4a",
    "z_game, settler": "0bf2e6920569",
    "apocalypse, greedy": "7d7418fb9039",
    "apocalypse, automatic": "640fa3c26c1d",
    "apocalypse, hoarder": "8aa57183f88c",
    "apocalypse, coward": "52144a7f1f04",
    "apocalypse, loner": "a3aa8fb64c1a",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trial run of one part."""
    path = tmp_path_factory.mktemp("strength") / "random.json"
    measure(StrengthConfig("random", ("black_plague",), ("partners",), games=2, output=path))
    return path


# ---- the protocol ----------------------------------------------------------------------------------------------------


def test_parts_have_their_trials() -> None:
    team = {"quests": 11, "boards": 6, "partners": 17}
    counts = {
        "black_plague": team,
        "white_death": team,
        "apocalypse": {"quests": 33, "boards": 6, "zombie_master": 33},
        "hit_z_road": {"opponents": 15},
        "z_game": {"opponents": 15},
    }
    assert Counter(trial.place for trial in trials().values()) == {
        (game, part): count for game, parts in counts.items() for part, count in parts.items()
    }
    assert all(games.full >= 5 * games.slow for games in PARTS.values())


def test_no_two_trials_of_the_same_boards_share_a_seed_by_chance() -> None:
    """Parts of one game have separate ranges of seeds; trials of one part share them, so that their games are paired."""
    ranges = [(place, range(games.seed, games.seed + games.full)) for place, games in PARTS.items()]
    for k, (first, seeds) in enumerate(ranges):
        for second, others in ranges[:k]:
            assert seeds.start >= others.stop or others.start >= seeds.stop, (first, second)


def test_boards_are_those_that_were_pinned() -> None:
    """Generated boards, which take longer, are compared before they are played."""
    made = {trial.boards.pin: trial.boards for trial in trials().values() if trial.part != "boards"}
    assert len(made) == 2 * (11 + 1) + 11 + 2 * 3
    for boards in made.values():
        boards.make()
    with pytest.raises(ProtocolError, match=r"famine is not what protocol \d+ has pinned .* PROTOCOL has to be raised"):
        replace(trials()["black_plague/quests/famine"].boards, pin="another").make()


def test_the_revision_of_the_rules_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, rules in RULES.items():
        assert GAMES[game].load().rules_revision == rules, f"raise the revision of {game} in RULES: earlier rows are marked then"
    monkeypatch.setattr(GAMES["black_plague"].load(), "rules_revision", 99)
    with pytest.raises(ProtocolError, match=r"black_plague is played by revision 99 of its rules, protocol \d+ has pinned"):
        trials()["black_plague/quests/famine"].boards.make()


def test_everybody_sits_everywhere_in_every_game_of_teamwork() -> None:
    games = len(trials()["black_plague/partners/mixed, 3 of 6"].boards.make())
    episodes = np.arange(PARTS["black_plague", "partners"].full)
    assert len({(e % games, e % 6) for e in episodes.tolist()}) == 6 * games


def _play_of(specs: tuple[str, ...], game: Any) -> str:
    roles = len(game.type.parts) > 1
    seats: Any = [[specs[0]], ["greedy"]] if roles else [specs[i % len(specs)] for i in range(len(game.agents))]
    if roles and specs[0] in {HELD_OUT.get(name, name) for name in MASTERS} - {"greedy"}:
        seats = seats[::-1]
    found = evaluate(game, seats, 6, 7, rotate=False)
    return hashlib.sha256(f"{found.outcomes.tolist()} {found.measures['decisions'].tolist()}".encode()).hexdigest()[:12]


def test_partners_and_opponents_play_as_they_did() -> None:
    found = {}
    for game, panel in PARTNERS.items():
        tutorial = make_game(game, quest=TEAMWORK[game][0], **LIMIT)
        found |= {f"{game}, {name}": _play_of(specs, tutorial) for name, specs in panel.items()}
    for game, opponents in OPPONENTS.items():
        table = make_game(game, players=3)
        compiled = [name for name in opponents if not name.startswith("checkpoint")]
        found |= {f"{game}, {name}": _play_of((HELD_OUT.get(name, name),), table) for name in compiled}
    mission = make_game("apocalypse", quest="zombie_police", **LIMIT)
    found |= {f"apocalypse, {name}": _play_of((HELD_OUT.get(name, name),), mission) for name in dict.fromkeys([*MASTERS, *TEAMS])}
    assert found == PLAYED, f"no longer comparable with results of protocol {PROTOCOL}: raise PROTOCOL, or RULES for other rules"


def test_opponents_that_have_learned_are_the_same() -> None:
    learned = [name for opponents in OPPONENTS.values() for name in opponents if name.startswith("checkpoint")]
    assert {name: identity(name) for name in learned} == WEIGHTS, (
        "write down the new weights: earlier rows are marked then, and played again"
    )


# ---- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_run_repeats_and_goes_on_where_it_was(played: Path, tmp_path: Path) -> None:
    whole, config = read(played), StrengthConfig("random", ("black_plague",), ("partners",), games=2, output=tmp_path / "again.json")
    lines: list[str] = []

    def stop(line: str) -> None:
        lines.append(line)
        if len(lines) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(config, stop)
    assert len(read(config.path).rows) == 3
    result = measure(config, lines.append)
    assert len(lines) == len(set(lines)) == len(result.rows) == 17
    assert {key: (row.outcomes, row.decisions) for key, row in result.rows.items()} == {
        key: (row.outcomes, row.decisions) for key, row in whole.rows.items()
    }
    assert measure(config, lines.append).rows == result.rows
    assert len(lines) == 17


@pytest.mark.slow
def test_rows_against_former_weights_of_an_opponent_are_marked_and_played_again(tmp_path: Path) -> None:
    config = StrengthConfig("random", ("hit_z_road",), ("opponents",), games=2, output=tmp_path / "random.json")
    learned = [key for key, row in measure(config).rows.items() if row.weights]
    assert learned and all("checkpoint:highway" in key for key in learned)
    assert not any(row.earlier for row in read(config.path).rows.values())
    config.path.write_text(config.path.read_text().replace(WEIGHTS["checkpoint:highway"], "0" * 16))
    assert [key for key, row in read(config.path).rows.items() if row.earlier] == learned
    lines: list[str] = []
    again = measure(config, lines.append)
    assert [line.partition(": ")[0] for line in lines] == learned
    assert not any(row.earlier for row in again.rows.values())
    config.path.write_text(config.path.read_text().replace('"checkpoint:highway": "', '"checkpoint:nobody": "'))
    with pytest.raises(ResultError, match="learned opponents and hashes are expected"):
        read(config.path)


def test_rows_by_an_earlier_revision_of_the_rules_are_marked_and_played_again(played: Path, tmp_path: Path) -> None:
    found = json.loads(played.read_text(encoding="utf-8"))
    for row in found["trials"]:
        row.pop("rules_revision")  # as in earlier files
    path = tmp_path / "earlier.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    earlier = read(path)
    assert all(row.earlier and row.rules == 1 for row in earlier.rows.values())
    assert not any(row.earlier for row in read(played).rows.values())
    text = "\n".join(page.tables([earlier], {}))
    assert "| random † |" in text and "% (" in text and "† Played under an earlier revision of the rules, or" in text
    assert "†" not in "\n".join(page.tables([read(played)], {}))
    again = measure(StrengthConfig("random", ("black_plague",), ("partners",), games=2, output=path))
    assert not any(row.earlier for row in again.rows.values())


def test_a_file_of_another_run_is_left_alone(played: Path) -> None:
    before = played.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=r"agent='random' \(here 'greedy'\); name another file"):
        measure(StrengthConfig("greedy", ("black_plague",), ("partners",), games=2, output=played))
    with pytest.raises(ValueError, match=r"games=2 \(here 3\)"):
        measure(StrengthConfig("random", ("black_plague",), ("partners",), games=3, output=played))
    assert played.read_text(encoding="utf-8") == before


def test_your_own_agent_can_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("my_entry.py").write_text(MINE, encoding="utf-8")
    command = ["benchmark", "strength", "--agent", "my_entry:Mine", "--label", "mine", "--game", "black_plague"]
    command += ["--part", "quests", "--games", "1"]
    assert cli.main(command) == 0
    assert "black_plague/quests/famine: 0.0 %" in capsys.readouterr().out
    result = read(Path("runs/strength/mine.trial.json"))
    assert (result.agent, result.label, result.size) == ("my_entry:Mine", "mine", "trial")
    assert result.identity == hashlib.sha256(MINE.encode()).hexdigest()[:16]
    assert result.made[0]["packages"].keys() >= {"zombicide-env", "numpy"}
    text = Path("runs/strength/mine.trial.md").read_text(encoding="utf-8")
    assert "**Only a trial, of at most 1 games each: no result of the protocol.**" in text
    assert "| famine | 0.0 %" in text


def test_an_agent_that_plays_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="did you mean 'greedy'"):
        measure(StrengthConfig("gredy", ("black_plague",), ("partners",), games=1, output=tmp_path / "x.json"))
    with pytest.raises(AgentError, match="automatic plays a seat"):
        measure(StrengthConfig("automatic", ("hit_z_road",), games=1, output=tmp_path / "x.json"))
    assert not list(tmp_path.iterdir())


@pytest.mark.train
def test_what_an_agent_cannot_play_is_written_down(tmp_path: Path) -> None:
    said: list[str] = []
    config = StrengthConfig("checkpoint:danse_macabre", ("black_plague",), ("quests",), games=1, output=tmp_path / "x.json")
    result = measure(config, tell=said.append)
    assert list(result.rows) == ["black_plague/quests/danse_macabre"]
    assert result.score("black_plague", "quests") is None
    refused = read(tmp_path / "x.json").refused
    assert refused.keys() == {key for key in trials() if key.startswith("black_plague/quests/")} - result.rows.keys()
    for reason in refused.values():  # named as requested, not by its path on this machine
        assert reason.startswith("checkpoint danse_macabre was trained with") and str(SHIPPED) not in reason
    assert len(said) == 1 + len(set(refused.values()))  # each reason is given once


def test_what_a_wheel_has_played_has_its_version(played: Path) -> None:
    result = read(played)
    result.made[-1] = {**result.made[-1], "revision": None}
    assert f"| {__version__} |" in "\n".join(page.tables([result], {}))


def test_files_of_the_package_name_no_place_of_a_machine(root: Path) -> None:
    files = [*(root / "benchmarks").rglob("*.json"), *SHIPPED.rglob("*.json"), *TUNED.rglob("*.json")]
    assert len(files) > 40
    found = {text for file in files for text in texts(json.loads(file.read_text(encoding="utf-8"))) if ABSOLUTE.search(text)}
    assert found == set()
    assert ABSOLUTE.search("checkpoint /home/me/runs/best was trained") and not ABSOLUTE.search("5 decisions/s of 1/2; a/b")


def texts(value: Any) -> Iterator[str]:
    """All strings in a JSON document."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def test_shared_wins_have_letters() -> None:
    assert letters(np.array([1.0, 0.0, 0.5, 1 / 3, 0.25])) == "WL234"


@pytest.mark.slow
def test_an_entry_is_checked_by_playing_games_of_it_again(played: Path, tmp_path: Path, capsys: Any) -> None:
    config = StrengthConfig("random", ("black_plague",), ("partners",), games=2, output=played)
    before, lines = played.read_bytes(), list[str]()
    assert check(config, lines.append) == []
    assert len(lines) == 9 and all(line.endswith("2 games end as the result says") for line in lines)
    told = read(played)
    key = "black_plague/partners/loner, 5 of 6"
    made_up = "".join("L" if letter == "W" else "W" for letter in told.rows[key].outcomes)
    told.rows = {key: replace(told.rows[key], outcomes=made_up)}
    write(told, tmp_path / "made_up.json")
    command = ["benchmark", "strength", "--agent", "random", "--games", "2", "--check", "--output"]
    assert cli.main([*command, str(tmp_path / "made_up.json")]) == 1
    assert f"1 trials differ: {key}" in capsys.readouterr().out
    assert cli.main([*command, str(played)]) == 0
    assert capsys.readouterr().out.endswith("the result is confirmed\n")
    assert played.read_bytes() == before


# ---- reading ---------------------------------------------------------------------------------------------------------


def test_the_file_says_all_that_it_was_made_by(played: Path) -> None:
    found = json.loads(played.read_text(encoding="utf-8"))
    assert (found["benchmark"], found["protocol"], found["size"]) == ("zombicide strength", PROTOCOL, "trial")
    assert "no result" in found["remark"]
    assert found["made"][0].keys() >= {"revision", "packages", "processor", "python", "date"}
    row = found["trials"][0]
    assert row.keys() == {
        *("trial", "game", "options", "quests", "pin", "own_seats", "role", "others", "first_seed"),
        *("rules_revision", "games", "win_rate", "decisions", "seconds", "made", "outcomes", "counts", "marks"),
    }
    assert found["scores"].keys() == {"black_plague/partners"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda it: it.update(protocol=0), f"played by protocol 0, this version plays {PROTOCOL}"),
        (lambda it: it.update(benchmark="chess"), "no result of `zombicide benchmark strength`"),
        (lambda it: it.pop("agent"), "'agent' is missing"),
        (lambda it: it.update(size="huge"), "size 'huge'"),
        (lambda it: it["scores"]["black_plague/partners"].update(value=0.9), r"scores: black_plague/partners.value=0.9 \(here"),
        (lambda it: it["trials"][0]["win_rate"].update(value=0.9), "win rate of trial black_plague/partners/random, 1 of 6: value=0.9"),
        (lambda it: it["trials"][0].update(outcomes="W"), "has 1 outcomes; 2 games"),
        (lambda it: it["trials"][0].update(outcomes="WX"), "has 2 outcomes; 2 games of size 'trial' have one letter each"),
        (lambda it: it["trials"][0].update(first_seed=5), "not that of the protocol: first_seed=5"),
        (lambda it: it["trials"][0].update(others=["greedy"]), "not that of the protocol: others="),
        (
            lambda it: it["trials"][0].update(trial="black_plague/partners/nobody"),
            "the protocol has no trial 'black_plague/partners/nobody'",
        ),
        (lambda it: it["trials"].append(it["trials"][0]), "is there twice"),
        (lambda it: it["trials"][0].update(made=7), "made by number 7"),
        (lambda it: it["trials"][0].update(seconds="short"), "seconds is 'short'"),
        (lambda it: it.update(trials=3), "trials is 3"),
        (lambda it: it.update(trials=[3]), "a trial is 3"),
        (lambda it: it.update(scores=None), "scores is None"),
        (lambda it: it.update(identity=5), "identity is 5"),
        (lambda it: it.update(made=["a machine"]), "made is 'a machine'"),
        (lambda it: it["made"][0].pop("revision"), "'revision' is missing"),
        (lambda it: it.update(label="strong\n# Best"), "label is .* not a line of plain text"),
        (lambda it: it.update(about="<script>"), "about is .* not a line of plain text"),
        (lambda it: it.update(refused={"chess/quests/mate": "too hard"}), "refused: 'chess/quests/mate'"),
        (lambda it: it.update(refused={"black_plague/quests/famine": 5}), "refused: 'black_plague/quests/famine': 5"),
        (lambda it: it.update(refused={it["trials"][0]["trial"]: "too hard"}), "was refused and played"),
        (lambda it: it["trials"][0].update(trial=[1]), "trial is \\[1\\]"),
        (lambda it: it["trials"][0].update(win_rate=None), "win_rate is None"),
        (lambda it: it["trials"][0].update(outcomes="W2"), "has 2 outcomes; 2 games of size 'trial' have one letter each"),
        (lambda it: it["trials"][0].update(decisions=True), "decisions is True"),
        (lambda it: it["trials"][0].update(decisions=-1), "-1 decisions"),
        (lambda it: it["trials"][0].update(rules_revision=99), "by revision 99 of the rules; the protocol knows 1 to"),
        (lambda it: it["trials"][0].update(rules_revision="2"), "by revision '2' of the rules"),
        (lambda it: it["trials"][0].update(seconds=float("nan")), "NaN is not a number"),
    ],
)
def test_what_is_made_up_is_refused(played: Path, tmp_path: Path, change: Callable[[Any], Any], words: str) -> None:
    found = json.loads(played.read_text(encoding="utf-8"))
    change(found)
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(ResultError, match=words) as error:
        read(forged)
    assert str(error.value).startswith(str(forged))


@pytest.mark.parametrize("text", ["won all", "[" * 100_000])
def test_what_is_no_json_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    with pytest.raises(ResultError, match="a file that `zombicide benchmark strength` has written is wanted"):
        read(tmp_path / "x.json")


# ---- pages -----------------------------------------------------------------------------------------------------------


def test_trials_do_not_get_onto_the_leaderboard(played: Path) -> None:
    with pytest.raises(ResultError, match=r"random\.json: only a trial \(--games 2\)"):
        list(results(played.parent))


def test_pages_compare_results_with_the_best_known(played: Path) -> None:
    better = read(played)
    better.label = "lucky"
    better.rows = {key: replace(row, outcomes="WW") for key, row in better.rows.items()}
    known = {key: (better.label, row) for key, row in better.rows.items()}
    text = "\n".join(page.tables([better, read(played)], known))
    assert "100.0 % (34.2 to 100.0): lucky |" in text
    assert "| lucky | 34 (trial) | " in text
    relative = next(line for line in text.splitlines() if line.startswith("| coward | "))
    assert relative.startswith("| coward | 100.0 % (100.0 to 100.0) | ")


@pytest.mark.slow
def test_pictures_are_well_formed() -> None:
    shown = list(results(page.LEADERBOARD))
    assert ET.fromstring(page.picture(shown, best_known(page.LEADERBOARD))).tag.endswith("svg")
    assert "not measured" in page.picture([], {})


def _result(rates: dict[str, float]) -> Result:
    """Return a result with this win rate over ten games in each trial whose key starts with the given prefix."""
    rows = {}
    for key, trial in trials().items():
        share = next(rate for start, rate in rates.items() if key.startswith(start))
        won = round(10 * share)
        rows[key] = Row(trial, "W" * won + "L" * (10 - won), 10, 1.0, 0, trial.boards.rules)
    return Result("x", "x", rows=rows)


def test_a_score_is_the_interquartile_mean_of_shares_of_the_best_known() -> None:
    best = _result({"": 0.8})
    known = {key: ("best", row) for key, row in best.rows.items()}
    half = score(_result({"": 0.4}), known)
    assert half is not None and half.value == pytest.approx(0.5) and half.low < 0.5 < half.high
    whole = score(best, known)
    assert whole is not None and whole.value == pytest.approx(1)
    # outliers do not count: 8 of 34 trials are below a quarter of them
    mixed = score(_result({"black_plague/quests/the_": 0.0, "black_plague/quests": 0.4, "": 0.4}), known, ["black_plague"])
    assert mixed is not None and mixed.value == pytest.approx(0.5)
    # each game counts for a fifth
    one = score(_result({"apocalypse": 0.8, "": 0.4}), known)
    assert one is not None and one.value == pytest.approx(0.6)


@pytest.mark.slow
def test_the_interval_of_a_score_contains_it() -> None:
    known, shown = best_known(page.LEADERBOARD), list(results(page.LEADERBOARD))
    scores = [found for result in shown for game in PLAYED_GAMES if (found := score(result, known, [game])) is not None]
    assert len(scores) > len(shown)
    assert all(found.low <= found.value <= found.high for found in scores)


def test_what_nobody_has_won_is_left_out_and_what_was_not_played_has_no_score() -> None:
    found = _result({"": 0.4})
    known = {key: ("best", row) for key, row in _result({"hit_z_road/opponents/greedy": 0.0, "": 0.8}).rows.items()}
    left = score(found, known, ["hit_z_road"])
    assert left is not None and left.value == pytest.approx(0.5)
    del found.rows["z_game/opponents/greedy, 2 players"]
    assert score(found, known) is None and score(found, known, ["z_game"]) is None
    assert score(found, known, ["hit_z_road"]) is not None
    assert score(found, {}, ["hit_z_road"]) is None


def test_games_and_trials_are_those_of_the_package() -> None:
    assert set(PLAYED_GAMES) == set(OWN)


# ---- counts and marks --------------------------------------------------------------------------------------------------


def test_forfeits_and_open_eyes_stand_in_the_result_and_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_agent.py").write_text(FAILING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    config = StrengthConfig(
        "failing_agent.py:Failing,true_state=yes", ("hit_z_road",), games=2, output=tmp_path / "failing.json", label="failing"
    )
    result = measure(config)
    assert result.counts == {"forfeits": 2 * len(result.rows), "raised": 2 * len(result.rows)}
    assert [mark.partition(" (")[0] for mark in result.marks][:2] == [
        "is shown what is hidden from its seat, and the dice to come",
        "forfeits 2",
    ]
    assert read(config.path) == result
    text = "\n".join(page.tables([result], {})) + "\n".join(page._notes([result]))
    assert "failing*" in text and "Forfeits:" in text and "OSError: no net (failing_agent.py, line 8)" in text
    stored = json.loads(config.path.read_text())
    stored["trials"][0]["counts"] = {"forfeits": -1}
    config.path.write_text(json.dumps(stored))
    with pytest.raises(ResultError, match="has counts"):
        read(config.path)
