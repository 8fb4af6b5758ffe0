"""Evaluation: every seed is played once by the right agents, whatever the batch size."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN
from zombicide_agents import Agent, AgentError
from zombicide_env import make_game
from zombicide_env.core.game_type import GameType
from zombicide_env.core.seating import deal
from zombicide_training.collect.boards import split_team
from zombicide_training.collect.provenance import record
from zombicide_training.collect.workers import Processes
from zombicide_training.evaluation.evaluate import EvaluateConfig, compare, evaluate, run, table


@pytest.fixture(scope="module")
def short() -> Any:
    return make_game("black_plague", quest="danse_macabre", max_rounds=4)


def test_results_do_not_depend_on_the_batch(short: Any) -> None:
    one = evaluate(short, "greedy", 12, seed=5, batch=12)
    other = evaluate(short, "greedy", 12, seed=5, batch=5)
    single = evaluate(short, "greedy", 4, seed=8, batch=1)
    assert np.array_equal(one.outcomes, other.outcomes)
    for name, values in one.measures.items():
        assert np.array_equal(values, other.measures[name]), name
        assert np.array_equal(values[3:7], single.measures[name]), name
    assert one.decisions == other.decisions == one.measures["decisions"].sum()


def test_a_game_may_be_named_by_its_id() -> None:
    named, made = (evaluate(game, "random", 2, seed=5) for game in ("hit_z_road", make_game("hit_z_road")))
    assert named.game == made.game and np.array_equal(named.outcomes, made.outcomes)


class Reading(Agent):
    """Agent that plays by a hash of all its inputs, the state included."""

    name = "reading"
    reads_state = True

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[zlib.crc32(observation.tobytes() + state.tobytes()) % len(legal)])


@pytest.mark.slow
def test_agents_that_read_the_state_play_the_same_in_any_batch_and_process() -> None:
    game = make_game("hit_z_road", players=3)
    team = [Reading(), "greedy", "random"]
    one = evaluate(game, team, 9, seed=5, batch=1)
    others = [evaluate(game, team, 9, seed=5, batch=9), evaluate(game, team, 9, seed=5, batch=4, threads=2)]
    with Processes(2) as workers:
        others.append(evaluate(game, team, 9, seed=5, batch=1, workers=workers))
    others.append(evaluate(game, team, 9, seed=5, batch=2, move_seconds=60.0))
    assert one.standing is not None
    for other in others:
        np.testing.assert_array_equal(other.measures["decisions"], one.measures["decisions"])
        np.testing.assert_array_equal(other.standing.place, one.standing.place)


@pytest.mark.parametrize("spec", ["greedy", "random"])
def test_several_quests_are_played_in_turns(spec: str) -> None:
    games = [make_game("black_plague", quest=q, max_rounds=3) for q in ("danse_macabre", "the_black_book", "generated:seed=1,tiles=2")]
    mixed = evaluate(games, spec, 7, seed=3, batch=2)
    assert mixed.options["quest"] == [game.options["quest"] for game in games]
    assert mixed.options["max_rounds"] == 3
    if spec == "random":  # its choices depend on the order of decisions
        return
    for e in range(7):
        alone = evaluate(games[e % 3], spec, 1, seed=3 + e)
        assert mixed.outcomes[e] == alone.outcomes[0]
        for name, values in mixed.measures.items():
            assert values[e] == alone.measures[name][0], (e, name)


def test_a_range_of_random_quests_is_evaluated() -> None:
    config = EvaluateConfig(quest=("generated:seed=3..5,tiles=2,split=test", "danse_macabre"), max_rounds=2)
    assert [game.quest.id for game in config.make_games()] == [*(f"generated_test_{seed}_2_1" for seed in (3, 4, 5)), "danse_macabre"]


def test_a_quest_may_be_named_as_any_option() -> None:
    [game] = EvaluateConfig(option=("quest=the_black_book",)).make_games()
    assert game.quest.id == "the_black_book"


def test_networks_count_on_as_many_threads_as_were_asked_for(short: Any) -> None:
    """On all cores they would be ten times slower as soon as another program runs."""
    torch = pytest.importorskip("torch", reason=TRAIN)
    seen = set()

    class Watching(Agent):
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            seen.add(torch.get_num_threads())
            return int(np.argmax(mask))

    before = torch.get_num_threads()
    for threads in (1, 3):
        evaluate(short, Watching(), 1, threads=threads)
    assert seen == {1, 3}
    assert torch.get_num_threads() == before


def test_every_seat_is_played_by_its_agent(short: Any) -> None:
    class Seat(Agent):
        def __init__(self) -> None:
            self.calls = 0

        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            self.calls += 1
            seen = game.observation_codec.unflatten(observation)["survivors"]
            assert seen[self.seat, 3] == 1  # is_self
            return int(np.argmax(mask))

    team = []
    for i in range(6):
        agent = Seat()
        agent.name, agent.seat = f"seat {i}", i
        team.append(agent)
    result = evaluate(short, team, 3, seed=1)
    assert sum(agent.calls for agent in team) == result.decisions
    assert all(agent.calls for agent in team)
    assert result.seats == [f"seat {i}" for i in range(6)]


def test_mixed_teams_are_named_by_their_specs(short: Any) -> None:
    result = evaluate(short, ["greedy", "random", "random", "greedy", "random", "random"], 3)
    assert result.label == "greedy random random greedy random random"
    summary = json.loads(json.dumps(result.summary()))
    assert summary["games"] == 3
    assert len(summary["outcomes"]) == 3
    assert set(summary["outcomes"]) <= set("WLT")


def test_wrong_requests_are_refused(short: Any) -> None:
    for name, wrong in (
        ("games", 0),
        ("games", 1.5),
        ("games", "3"),
        ("seed", -1),
        ("seed", 2**63),
        ("seed", None),
        ("batch", 0),
        ("threads", 0),
    ):
        with pytest.raises((TypeError, ValueError), match=f"{name}=.*(at least|at most|an integer)"):
            evaluate(short, "random", **{name: wrong})
    with pytest.raises(TypeError, match=r"workers=2: pass .*Processes\(2\)"):
        evaluate(short, "random", 1, workers=2)  # type: ignore[arg-type]  # the mistake
    with pytest.raises(ValueError, match="2 agents for 6 seats"):
        evaluate(short, ["random", "greedy"], 1)
    with pytest.raises(AgentError, match="did you mean"):
        evaluate(short, "rnadom", 1)


def test_teams_are_compared_on_equal_seeds(short: Any) -> None:
    a, b = evaluate(short, "greedy", 6, seed=2), evaluate(short, "random", 6, seed=2)
    comparison = compare(a, b)
    assert comparison.difference.value == pytest.approx(a.win_rate.value - b.win_rate.value)
    with pytest.raises(ValueError, match="same seeds"):
        compare(a, evaluate(short, "random", 6, seed=3))
    lines = table([a, b]).splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("greedy")
    assert "%" in lines[3]


def test_the_command_plays_all_teams_and_writes_json(tmp_path: Path) -> None:
    config = EvaluateConfig(teams=["greedy", "greedy+random"], games=2, max_rounds=2, output=tmp_path / "out" / "x.json")
    reports: list[tuple[str, int, int]] = []
    results = run(config, lambda *report: reports.append(report))
    assert [r.label for r in results] == ["greedy", "greedy+random"]
    assert results[1].seats == ["greedy", "random"] * 3
    assert len(json.loads((tmp_path / "out" / "x.json").read_text())) == 2
    assert {team for team, _, _ in reports} == {"greedy", "greedy+random"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"teams": ["random", "gredy"]}, "no agent is called 'gredy'"),
        ({"teams": ["random", "random++random"]}, "a name is missing"),
        ({"teams": ["random", "+".join(["random"] * 7)]}, "7 agents for 6 seats"),
        ({"output": Path(__file__).parent}, "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_before_the_first_game(changes: dict[str, Any], message: str) -> None:
    def played(*report: object) -> None:
        raise AssertionError("a game has been played")

    with pytest.raises(ValueError, match=message):
        run(EvaluateConfig(**{"teams": ["random"], "games": 2, "max_rounds": 2, **changes}), played)


def test_seats_are_dealt_round_the_table() -> None:
    assert deal(GameType.team(4), split_team("a + b"), "agents") == ("a", "b", "a", "b")
    assert split_team("checkpoint:runs/vs+b  vs c") == [["checkpoint:runs/vs", "b"], ["c"]]
    for torn in ("vs", "greedy vs", "vs greedy"):  # of `--teams greedy vs random`, without quotes
        with pytest.raises(ValueError, match=f"team '{torn}': 'vs' has a role on both sides"):
            split_team(torn)


@pytest.mark.parametrize(
    "team",
    [
        ["checkpoint:runs/a+b"],
        ["greedy", "checkpoint:runs/a+b,temperature=0.5", "random"],
        ["checkpoint:runs/a", "checkpoint:runs/a+b+c/final", "b"],
        ["search:policy=checkpoint:runs/a+b,simulations=5", "greedy:weights=runs/x+.json"],
    ],
)
def test_a_plus_in_an_existing_path_belongs_to_the_path(team: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "a+b", "a+b+c/final", "x+.json"):
        (tmp_path / "runs" / name).mkdir(parents=True, exist_ok=True)
    assert split_team("+".join(team)) == [team]
    assert split_team(f"{' + '.join(team)} vs {'+'.join(team)}") == [team, team]


def test_several_quests_keep_a_row_for_each(tmp_path: Path) -> None:
    quests = ("danse_macabre", "generated:seed=5,tiles=2")
    games = [make_game("black_plague", quest=quest, max_rounds=3) for quest in quests]
    found = evaluate(games, "greedy", 5, seed=7)
    rows = found.by_game()
    assert [(options, episodes) for options, episodes, _ in rows] == [({"quest": quests[0]}, 3), ({"quest": quests[1]}, 2)]
    for i, (_, episodes, won) in enumerate(rows):
        assert round(won.value * episodes) == int(found.wins[i::2].sum())
    assert [row["quest"] for row in found.summary()["by_game"]] == list(quests)
    assert [line.split()[0] for line in table([found]).splitlines()[3:]] == list(quests)
    assert "by_game" not in evaluate(games[0], "greedy", 2).summary()


def test_a_result_says_what_it_was_made_by_and_from() -> None:
    game = make_game("black_plague", quest="danse_macabre", max_rounds=2)
    made = evaluate(game, "random", 2, seed=11).summary()["record"]
    assert made["seed"] == 11
    assert made["options"] == json.loads(json.dumps(dict(game.options)))
    assert made["layouts"]["actions"] == game.action_codec.layout_hash
    assert {"python", "numpy"} <= set(made["versions"])
    other = record([make_game("black_plague", quest="big_game_hunting", max_rounds=2)], 11)
    assert other["games"][0]["world"] != made["games"][0]["world"]
    assert other["hash"] != made["hash"]
    assert record([game], 11) == made


def test_a_result_is_shown_in_a_line(short: Any) -> None:
    assert repr(evaluate(short, "random", 4)) == "<Evaluation of random, 4 games of black_plague: won 0.0 % (0.0-49.0)>"
    rivals = evaluate(make_game("hit_z_road", players=2), ["greedy", "random"], 50)
    assert re.fullmatch(r"<Evaluation of greedy random, 50 games of hit_z_road: won greedy [^,]+, random [^,]+>", repr(rivals))
    roles = evaluate(make_game("apocalypse", quest="tutorial", max_rounds=2), ["random"] * 5, 2)
    assert re.search(r"won survivors [^,]+, zombie_master [^,]+>$", repr(roles))


def test_missions_whose_roles_have_other_seats_are_not_played_together() -> None:
    games = [make_game("apocalypse", quest=quest) for quest in ("tutorial", "y_zone", "zombie_police")]
    assert len(evaluate(games[:2], [["random"], ["greedy"]], 2, seed=1).outcomes) == 2
    with pytest.raises(ValueError, match=re.escape("the roles of tutorial (5 seats) and zombie_police (7 seats) have different seats")):
        evaluate(games, [["random"], ["greedy"]], 3, seed=1)


def test_wins_of_anybody_are_not_compared(short: Any) -> None:
    """In a competition somebody wins almost every game, whoever takes part."""
    road = make_game("hit_z_road", players=2)
    first, second = (evaluate(road, ["greedy", other], 2) for other in ("random", "greedy"))
    with pytest.raises(ValueError, match=r"hit_z_road is a competition, .* see standing\.by_agent"):
        compare(first, second)
    team = evaluate(short, "random", 2)
    with pytest.raises(ValueError, match="evaluations of hit_z_road and black_plague cannot be compared"):
        compare(first, team)
    with pytest.raises(ValueError, match="evaluations of hit_z_road and black_plague have no common table"):
        table([first, team])
    with pytest.raises(ValueError, match="there is no role 'master'"):
        compare(team, team, "master")
