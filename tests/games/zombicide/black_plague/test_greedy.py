"""The heuristic: always legal, independent of hidden information, and strong enough to be a useful opponent."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError, NoLegalAction
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.core.players import player_of_heuristic
from zombicide_training import evaluate


@pytest.mark.parametrize("quest", ["danse_macabre", "big_game_hunting", "the_black_book"])
def test_every_answer_is_legal_on_every_quest(quest: str) -> None:
    game = make_game("black_plague", quest=quest, max_rounds=12)
    agent = agents.make("greedy", game)
    batch = Batch(game, 8, seed=11, autoreset="same_step", observation_dtype="uint8")
    for _ in range(400):
        batch.step(agent.act_batch(None, batch.masks, game, batch.states))  # raises IllegalAction otherwise
    assert batch.episodes.sum() > 8


def test_it_wins_the_tutorial() -> None:
    game = make_game("black_plague", quest="danse_macabre", max_rounds=60)
    assert evaluate(game, "greedy", 200, seed=500, batch=100).win_rate.value >= 0.94


def test_it_knows_nothing_that_is_hidden() -> None:
    """Other decks and other colors under face-down tokens change no answer (BP-1.R3)."""
    game = make_game("black_plague", quest="the_black_book", max_rounds=20)
    agent = agents.make("greedy", game)
    batch = Batch(game, 6, seed=4, autoreset="same_step", observation_dtype="uint8")
    mix = np.random.default_rng(0)
    for _ in range(150):
        answers = agent.act_batch(None, batch.masks, game, batch.states)
        other = batch.states.copy()
        for s in other:
            mix.shuffle(s["deck"][: s["deck_n"]])
            mix.shuffle(s["zdeck"][: s["zdeck_n"]])
            covered = np.flatnonzero(s["hidden"] * (s["objective"] > 0))
            s["objective"][covered] = mix.permutation(s["objective"][covered])
            s["rng"] = mix.integers(1, 2**62)
        assert np.array_equal(answers, agent.act_batch(None, batch.masks, game, other))
        batch.step(answers)


@pytest.mark.slow
def test_greedy_remembers_nothing_that_changes_an_answer() -> None:
    """Values cached for other boards, doors and cards never change an answer."""
    games = [make_game("black_plague", quest=quest) for quest in ("danse_macabre", "the_black_book", "famine", "the_hellhole")]
    batch = Batch(games, 8, seed=9, observation_dtype="uint8")
    player = player_of_heuristic(games[0].heuristic())
    for _ in range(120):
        answers = batch.think(player)
        for i in (1, 4, 7):
            fresh = agents.make("greedy", games[i % 4])
            assert answers[i] == fresh.act(None, batch.masks[i], games[i % 4], batch.states[i : i + 1])
        batch.step(answers)


def test_scores_and_answers_agree(tutorial: Any) -> None:
    batch = Batch(tutorial, 1, seed=5, observation_dtype="uint8")
    agent = agents.make("greedy", tutorial)
    judged = 0
    for _ in range(200):
        actions, scores = agent.scores(None, batch.masks[0], tutorial, batch.states)
        assert (batch.masks[0][actions] == 1).all()
        judged += len(actions) > 1
        answer = agent.act(None, batch.masks[0], tutorial, batch.states)
        assert answer == actions[scores.argmax()]
        batch.step([answer])
    assert judged > 100


def test_copies_play_alike(tutorial: Any) -> None:
    batch = Batch(tutorial, 20, seed=5, observation_dtype="uint8")
    batch.step_random(50)
    agent = agents.make("greedy:progress=0.9", tutorial)
    answers = agent.act_batch(None, batch.masks, tutorial, batch.states)
    assert np.array_equal(answers, copy.deepcopy(agent).act_batch(None, batch.masks, tutorial, batch.states))


def test_it_needs_the_state_a_choice_and_a_game_that_has_a_player(tutorial: Any) -> None:
    agent = agents.make("greedy", tutorial)
    with pytest.raises(AgentError, match="from the state"):
        agent.act(None, np.ones(3, np.int8))
    with pytest.raises(NoLegalAction):
        agent.act(None, np.zeros(3, np.int8), tutorial, np.zeros(1, tutorial.state_dtype))

    class Other:
        id = "chess"
        action_codec = type("Codec", (), {"name": "chess"})

        def heuristic(self) -> None:
            return None

    with pytest.raises(AgentError, match="no rules for 'chess'"):
        agents.make("greedy", Other())


# ---- weights ---------------------------------------------------------------------------------------------------------


def test_with_a_weight_of_spawns_a_survivor_would_rather_not_end_the_turn_where_zombies_spawn(tutorial: Any) -> None:
    batch = Batch(tutorial, 1, seed=1, observation_dtype="uint8")
    s, actions = batch.states[0], tutorial.action_codec
    while s["current"] < 0:
        batch.play(player_of_heuristic(tutorial.heuristic()), limit=1)
    s["zone"][s["current"]] = s["token_zone"][s["token_active"].argmax()]
    s["supply"] += s["zombies"].sum(axis=0, dtype=s["supply"].dtype)
    s["zombies"][:] = s["crowd"][:] = 0

    def best_move(**weights: float) -> float:
        batch.refresh()
        scores = batch.judge(player_of_heuristic(tutorial.heuristic(), weights))[0]
        return max(float(score) for a, score in enumerate(scores) if actions.decode(a)[0].name == "move")  # ending the turn scores 0

    near = best_move()
    assert best_move(spawn=0.5) > near + 0.5
    assert best_move(spawn=1.0) > best_move(spawn=0.5)
    s["token_active"][:] = 0
    assert best_move(spawn=0.5) == best_move()


def test_weights_come_from_the_spec_or_from_a_file(tutorial: Any, tmp_path: Path) -> None:
    path = tmp_path / "bold.json"
    path.write_text(json.dumps({"notes": "by hand", "weights": {"progress": -1}}))
    batch = Batch(tutorial, 64, seed=5, observation_dtype="uint8", autoreset="disabled")
    batch.play(agents.make("greedy", tutorial).player(tutorial), limit=60)
    usual, named, read = (
        agents.make(spec, tutorial).act_batch(None, batch.masks, tutorial, batch.states)
        for spec in ("greedy", "greedy:progress=-1", f"greedy:weights={path}")
    )
    assert np.array_equal(named, read)
    assert not np.array_equal(usual, named)


@pytest.mark.slow
def test_weights_of_the_package_win_more_of_a_quest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They were tuned on all eleven quests (their file says how); a user's folder of the same name is not taken for a weights file."""
    (tmp_path / "quests").mkdir()
    monkeypatch.chdir(tmp_path)
    game = make_game("black_plague", quest="big_game_hunting", survivors=6, max_rounds=60)
    won = []
    for spec in ("greedy:weights=quests", "greedy"):
        batch = Batch(game, 300, seed=7, observation_dtype="uint8", autoreset="disabled")
        batch.play(agents.make(spec, game).player(game), observe=False)
        won.append((batch.states["outcome"] == WON).mean())
    assert won[0] > won[1] + 0.05


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("greedy:serch=1", "did you mean search"),
        ("greedy:search=nan", "not a finite number"),
        ("greedy:search=much", "expected a number"),
        ("greedy:weights=nowhere.json", "nowhere.json"),
    ],
)
def test_what_is_wrong_with_weights_is_said(tutorial: Any, spec: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        agents.make(spec, tutorial)
