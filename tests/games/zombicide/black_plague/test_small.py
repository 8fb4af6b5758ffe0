"""Small boards: one task each, deterministic for a specification, sound, won by the heuristic, train and test separate."""

from __future__ import annotations

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game, make_games
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.games.zombicide import edition_module
from zombicide_env.games.zombicide.black_plague.world.box import box, check_quest, quest
from zombicide_env.games.zombicide.black_plague.world.generate import generate
from zombicide_env.games.zombicide.table.codes import PLAYERS_PHASE
from zombicide_env.games.zombicide.table.generate import SMALL_GOALS, GenerateError, parse_spec

#: Goal -> parameters of a board with room for it.
BOARDS = {
    "exit": "zones=4,rooms=2",
    "kill": "zones=3,zombies=2",
    "search": "zones=3,rooms=3",
    "objectives": "zones=3,rooms=2,doors=closed",
    "carry": "zones=3,rooms=1",
    "hold": "zones=3,rooms=1,zombies=1",
    "all": "zones=4,rooms=3,doors=closed,zombies=1,spawns=1",
}


def spec(goal, seed=0, split="train"):
    return f"generated:seed={seed},tiles=0,split={split},goal={goal},{BOARDS[goal]}"


def test_every_goal_has_a_board():
    assert set(BOARDS) == set(SMALL_GOALS)


@pytest.mark.parametrize("goal", BOARDS)
def test_boards_are_sound(goal, tmp_path):
    for seed in range(12):
        path = tmp_path / f"{seed}.yaml"
        path.write_text(generate(parse_spec(spec(goal, seed)), box().tiles), encoding="utf-8")
        assert [finding.text for finding in check_quest(path) if "no spawn token is active" not in finding.text] == []


@pytest.mark.parametrize("goal", BOARDS)
def test_rule_based_play_wins(goal):
    games = make_games("black_plague", quest=spec(goal, "0..7"), survivors=2, max_rounds=30, decisions="actions")
    batch = Batch(games, 32, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.play([agents.make("greedy", games[0]).player(games[0])], np.zeros((batch.n, 2), np.int64), observe=False)
    assert (batch.states["outcome"] == WON).mean() > 0.7


@pytest.mark.parametrize("goal", BOARDS)
def test_no_board_is_in_both_splits(goal):
    def boards(split):
        made = (generate(parse_spec(spec(goal, seed, split)), box().tiles) for seed in range(60))
        return {text[text.index("cells:") :] for text in made}

    train, test = boards("train"), boards("test")
    assert len(train) > 1
    assert not train & test


def test_a_specification_in_full_gives_the_same_board():
    short = parse_spec("generated:tiles=0,goal=kill,zombies=1")
    assert parse_spec(short.text) == short
    assert generate(short, box().tiles) == generate(parse_spec(short.text), box().tiles)
    assert quest(short.text).goals


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("generated:tiles=0,difficulty=2", "difficulty"),
        ("generated:tiles=2,zones=3", "zones"),
        ("generated:tiles=0,goal=both", "one of exit, kill"),
        ("generated:tiles=0,goal=kill", "add zombies"),
        ("generated:tiles=0,goal=all", "2 to 8"),
        ("generated:tiles=0,zones=99", "one of 2, 3"),
        ("generated:tiles=0,doors=ajar", "open, closed"),
    ],
)
def test_bad_specifications_name_the_remedy(text, remedy):
    with pytest.raises(GenerateError, match=remedy):
        quest(text)


@pytest.mark.parametrize("edition", ["white_death", "apocalypse"])
def test_other_editions_say_that_they_have_none(edition):
    with pytest.raises(GenerateError, match="Black Plague"):
        edition_module(edition, "world.box").quest("generated:tiles=0")


def test_what_the_team_holds_and_where_it_stands_wins_at_once_unless_the_quest_says_otherwise(tmp_path):
    """BP-3.R1: victory is tested after every event, and a step or a search is one."""
    text = generate(parse_spec(spec("carry")), box().tiles)
    assert "tested: end_phase" in text
    path = tmp_path / "carry.yaml"
    path.write_text(text.replace("tested: end_phase", "tested: after_every_event"), encoding="utf-8")
    game = make_game("black_plague", quest=str(path), survivors=2, max_rounds=30, decisions="actions")
    batch = Batch([game], 32, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.play([agents.make("greedy", game).player(game)], np.zeros((batch.n, 2), np.int64), observe=False)
    won = batch.states[batch.states["outcome"] == WON]
    assert len(won) > 22
    assert (won["phase"] == PLAYERS_PHASE).all()
