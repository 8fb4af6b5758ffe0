"""The rules-based player: legal everywhere, blind to what is hidden, and good enough to be worth beating."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_agents.greedy.zombicide.board import Board
from zombicide_agents.greedy.zombicide.combat import Attack, expected
from zombicide_agents.greedy.zombicide.gear import Fighter, best_layout, settle, weapon
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.numbers.layout import PACK
from zombicide_env.games.zombicide.table.codes import MAGIC, MELEE, RANGED
from zombicide_training.evaluate import evaluate

PLAIN = Fighter((0, 0, 0), (0, 0, 0), False, 0)


@pytest.fixture(scope="module")
def board(tutorial: Any) -> Board:
    return Board(tutorial.world)


def card(game: Any, name: str) -> int:
    """Number of a card type."""
    found: int = game._names.cards.index(name)
    return found


# ---- playing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", ["danse_macabre", "big_game_hunting", "the_black_book"])
def test_every_answer_is_legal_on_every_quest(quest: str) -> None:
    game = make_game("black_plague", quest=quest, max_rounds=12)
    agent = agents.make("greedy", game)
    batch = Batch(game, 8, seed=11, autoreset="same_step", observation_dtype="uint8")
    for _ in range(400):
        batch.step(agent.act_batch(None, batch.masks, game, batch.states))  # raises IllegalAction otherwise
    assert batch.episodes.sum() > 8


def test_it_wins_the_tutorial(tutorial: Any) -> None:
    game = make_game("black_plague", quest="danse_macabre", max_rounds=60)
    result = evaluate(game, "greedy", 40, seed=500, batch=40)
    assert result.win_rate.value >= 0.85


def test_it_knows_nothing_that_is_hidden() -> None:
    """Other decks and other colours under face-down tokens change no answer (BP-1.R3)."""
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


def test_it_keeps_nothing_between_calls(tutorial: Any) -> None:
    batch = Batch(tutorial, 4, seed=9, observation_dtype="uint8")
    used, fresh = agents.make("greedy", tutorial), agents.make("greedy", tutorial)
    for _ in range(60):
        answers = used.act_batch(None, batch.masks, tutorial, batch.states)
        assert answers[2] == fresh.act(None, batch.masks[2], tutorial, batch.states[2:3])
        batch.step(answers)


def test_it_needs_the_state_and_a_family_that_it_knows(tutorial: Any) -> None:
    with pytest.raises(AgentError, match="from the state"):
        agents.make("greedy", tutorial).act(None, np.ones(3, np.int8))

    class Other:
        id = "chess"
        action_codec = type("Codec", (), {"name": "chess"})

    with pytest.raises(AgentError, match="no rules for 'chess'"):
        agents.make("greedy", Other())


# ---- what an attack brings -------------------------------------------------------------------------------------------


def test_melee_kills_what_its_damage_allows() -> None:
    sword = Attack(MELEE, 1, 0.5, 1, 0, True)
    assert expected(sword, [1, 0, 0, 0, 0]).kills == pytest.approx(0.5)
    assert expected(sword, [0, 3, 0, 1, 0]).kills == 0  # Fatty and Abomination stand (BP-10.1)
    assert expected(Attack(MELEE, 2, 0.5, 2, 0, True), [0, 1, 0, 0, 0]).kills == pytest.approx(0.75)


def test_shots_follow_the_priority_order() -> None:
    """BP-EX-30: a Fatty behind the Walkers swallows the hits that damage 1 leaves over."""
    shot = Attack(RANGED, 4, 1.0, 1, 3, False)
    assert expected(shot, [2, 1, 2, 0, 0]).kills == pytest.approx(2)
    assert expected(shot, [2, 0, 1, 0, 1]).kills == pytest.approx(4)
    assert expected(Attack(MAGIC, 4, 1.0, 2, 1, False), [1, 1, 1, 1, 0]).kills == pytest.approx(2)  # BP-EX-128
    assert expected(Attack(RANGED, 3, 0.5, 1, 1, False), [1, 0, 0, 0, 0]).misses == pytest.approx(1.5)


# ---- cards --------------------------------------------------------------------------------------------------------------


def test_better_weapons_are_worth_more(tutorial: Any, board: Board) -> None:
    worth = [weapon(board, PLAIN, card(tutorial, name)) for name in ("short_sword", "sword", "great_sword")]
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]


def test_the_best_cards_go_into_the_hands(tutorial: Any, board: Board) -> None:
    names = ["short_sword", "chainmail", "apples", "great_sword", "fireball"]
    layout = best_layout(board, PLAIN, [card(tutorial, name) for name in names])
    held = {tutorial._names.cards[c] for c in layout.slots[:2]}
    assert held == {"great_sword", "fireball"}
    assert tutorial._names.cards[layout.slots[2]] == "chainmail"
    assert not layout.junk


def test_too_many_cards_leave_the_worst_out(tutorial: Any, board: Board) -> None:
    cards = [card(tutorial, "apples")] * 2 + [card(tutorial, "fireball")] * 7
    assert set(best_layout(board, PLAIN, cards).junk) == {card(tutorial, "apples")}


def test_settling_moves_as_little_as_possible(tutorial: Any, board: Board) -> None:
    sword, axe = card(tutorial, "great_sword"), card(tutorial, "fireball")
    now = [axe, sword, 0, 0, 0, 0, card(tutorial, "apples"), 0]
    layout = best_layout(board, PLAIN, now)
    assert settle(now, layout) == now
    assert sorted(settle([0] * PACK + now[:2] + [0] * 3, layout)) == sorted(now)
